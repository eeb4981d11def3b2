#include "tests/support/tree.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct sbuf tree_complaints;

const char *tree_from_root(const char *path)
{
    return path + strlen(UMBEL_ROOT) + 1;
}

const char *tree_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot == NULL || strchr(dot, '/') != NULL ? "" : dot;
}

bool tree_one_of(const char *text, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

static bool is_of_a_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool tree_has_name(const char *text, const char *name, size_t len)
{
    const char *end = text + strlen(text);
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), name, len)) != NULL; at++)
        if ((at == text || !is_of_a_name(at[-1])) && !is_of_a_name(at[len]))
            return true;
    return false;
}

int tree_skip(const char *path, int type, const struct FTW *at)
{
    static const char *const skipped[] = {"build", ".git", ".cache", NULL};
    bool skip = type == FTW_D && at->level == 1 && tree_one_of(path + at->base, skipped);
    return skip ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
}

void tree_walk(int (*visit)(const char *, const struct stat *, int, struct FTW *))
{
    sbuf_free(&tree_complaints);
    assert_int_equal(nftw(UMBEL_ROOT, visit, 16, FTW_PHYS | FTW_ACTIONRETVAL), 0);
    if (tree_complaints.len > 0)
        fail_msg("\n%s", tree_complaints.text);
}
