/* Which entries the top level has, and a README.md in every folder. The rules are functions of
 * names; they are tried on planted violations, then on the tree. */
#include "tests/support/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A folder of the top level, or below one, that holds sources tells a newcomer what they are. The
 * folders below those are theirs: goldens, a kernel each. */
static bool wants_readme(int level, const char *file)
{
    static const char *const endings[] = {".c", ".h", ".v", ".cu", ".py", ".sh", ".m", NULL};
    return level <= 3 && tree_one_of(tree_ending(file), endings);
}

static int visit_readmes(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    static char last[1024]; /* the last folder that was complained of: one complaint per folder */
    if (type == FTW_D && at->level == 1 && path[at->base] != '.' &&
        tree_skip(path, type, at) == FTW_CONTINUE) {
        char readme[1100];
        snprintf(readme, sizeof readme, "%s/README.md", path);
        if (access(readme, R_OK) != 0)
            sbuf_printf(&tree_complaints, "%s: has no README.md\n", tree_from_root(path));
    }
    if (type == FTW_F && at->level == 3 && wants_readme(at->level, path)) {
        char folder[1024], readme[1100];
        snprintf(folder, sizeof folder, "%.*s", at->base, path);
        snprintf(readme, sizeof readme, "%sREADME.md", folder);
        if (access(readme, R_OK) != 0 && strcmp(folder, last) != 0)
            sbuf_printf(&tree_complaints, "%s: has no README.md\n", tree_from_root(folder));
        snprintf(last, sizeof last, "%s", folder);
    }
    return tree_skip(path, type, at);
}

static void readmes(void **state)
{
    (void)state;
    assert_true(wants_readme(3, "sw/util/arena.c"));
    assert_false(wants_readme(4, "sw/kernels/fir/fir.cu"));
    assert_false(wants_readme(3, "gen/system/x.yaml"));
    tree_walk(visit_readmes);
}

/* ---- the top level ---- */

static const char *const must_be_on_top[] = {
    "Makefile", "gen",       "rtl",     "sw",           "harness",         "fpga", "formal",
    "tests",    "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", NULL};

static bool may_be_on_top(const char *name)
{
    return name[0] == '.' || strcmp(name, "build") == 0 || tree_one_of(name, must_be_on_top);
}

static int visit_top(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    if (at->level == 1 && !may_be_on_top(path + at->base))
        sbuf_printf(&tree_complaints, "%s: is no entry of the top level\n", path + at->base);
    return at->level == 0 ? FTW_CONTINUE : FTW_SKIP_SUBTREE;
}

static void nothing_else_on_top(void **state)
{
    (void)state;
    assert_true(may_be_on_top("gen"));
    assert_true(may_be_on_top(".clang-format"));
    assert_true(may_be_on_top("build"));
    assert_false(may_be_on_top("docs"));
    assert_false(may_be_on_top("gener"));
    tree_walk(visit_top);
}

static void everything_on_top(void **state)
{
    (void)state;
    sbuf_free(&tree_complaints);
    for (const char *const *name = must_be_on_top; *name != NULL; name++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", UMBEL_ROOT, *name);
        if (access(path, F_OK) != 0)
            sbuf_printf(&tree_complaints, "%s: is missing at the top level\n", *name);
    }
    if (tree_complaints.len > 0)
        fail_msg("\n%s", tree_complaints.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readmes),
        cmocka_unit_test(nothing_else_on_top),
        cmocka_unit_test(everything_on_top),
    };
    int failed = cmocka_run_group_tests_name("tree", tests, NULL, NULL);
    sbuf_free(&tree_complaints);
    return failed;
}
