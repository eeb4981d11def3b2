/* A name that a C file exports is for another file of the program, or for a test; else it is
 * static, or dead. The symbols are those of the objects that the command was built of, by nm. */
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/tree.h"

#include <ctype.h>
#include <libgen.h>
#include <limits.h>
#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct symbol {
    char name[128];
    char object[256]; /* that defines it; "": none */
    char user[256];   /* the first object that needs it */
};

struct symbols {
    struct symbol *all;
    size_t n, room;
    struct hsearch_data by_name; /* numbers, from 1 */
};

static struct symbol *symbol_of(struct symbols *t, const char *name)
{
    ENTRY *e;
    if (hsearch_r((ENTRY){.key = (char *)(uintptr_t)name}, FIND, &e, &t->by_name) != 0)
        return &t->all[(uintptr_t)e->data - 1];
    assert_true(t->n < t->room);
    struct symbol *s = &t->all[t->n++];
    *s = (struct symbol){0};
    snprintf(s->name, sizeof s->name, "%s", name);
    assert_true(hsearch_r((ENTRY){.key = s->name, .data = (void *)(uintptr_t)t->n}, ENTER, &e,
                          &t->by_name) != 0);
    return s;
}

/* A line of `nm -A`: "OBJECT: VALUE T NAME", or "OBJECT:   U NAME". */
static void read_line(struct symbols *t, const char *line)
{
    char object[256], kind, name[128];
    if (sscanf(line, "%255[^:]:%*[ 0-9a-f]%c %127s", object, &kind, name) != 3)
        return;
    struct symbol *s = symbol_of(t, name);
    if (kind == 'U' && s->user[0] == '\0')
        snprintf(s->user, sizeof s->user, "%s", object);
    else if (strchr("TDBR", kind) != NULL)
        snprintf(s->object, sizeof s->object, "%s", object);
}

/* Whether a program that is linked with the object calls it by that name: main, or a function of
 * CUDA. */
static bool is_for_programs(const char *name)
{
    return strcmp(name, "main") == 0 || strncmp(name, "cuda", 4) == 0 ||
           strncmp(name, "__cuda", 6) == 0 ||
           (name[0] == 'c' && name[1] == 'u' && isupper(name[2]));
}

static unsigned tell_unused(const struct symbols *t, const char *tests, struct sbuf *told)
{
    unsigned n = 0;
    for (size_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->all[i];
        if (s->object[0] == '\0' || s->user[0] != '\0' || is_for_programs(s->name) ||
            tree_has_name(tests, s->name, strlen(s->name)))
            continue;
        sbuf_printf(told, "%s: nothing else uses %s: make it static, or delete it\n", s->object,
                    s->name);
        n++;
    }
    return n;
}

static void make(struct symbols *t, size_t room)
{
    *t = (struct symbols){.room = room, .all = calloc(room, sizeof *t->all)};
    assert_non_null(t->all);
    assert_true(hcreate_r(room * 2, &t->by_name) != 0);
}

static void drop(struct symbols *t)
{
    hdestroy_r(&t->by_name);
    free(t->all);
}

static void planted(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "a.o:0000000000000000 T used",   "a.o:0000000000000010 T dead",
        "a.o:0000000000000020 T tested", "a.o:0000000000000030 t own",
        "b.o:                 U used",   "b.o:0000000000000000 T main"};
    struct symbols t;
    struct sbuf told = {0};
    make(&t, 16);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        read_line(&t, lines[i]);
    assert_int_equal(tell_unused(&t, "x = tested(dead_end);", &told), 1);
    assert_string_equal(told.text, "a.o: nothing else uses dead: make it static, or delete it\n");
    sbuf_free(&told);
    drop(&t);
}

/* The text of all tests: macros of headers count as what they call, where these have other names.
 */
static struct sbuf texts;
static int visit(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    const char *name = tree_from_root(path), *ending = tree_ending(path);
    if (type == FTW_F && strncmp(name, "tests/", 6) == 0 &&
        (strcmp(ending, ".c") == 0 || strcmp(ending, ".h") == 0)) {
        size_t len;
        char *text = read_bytes_of(path, &len);
        sbuf_puts(&texts, text);
        free(text);
    }
    return tree_skip(path, type, at);
}

static void nothing_is_exported_for_nothing(void **state)
{
    (void)state;
    char build[PATH_MAX], line[PATH_MAX + 512];
    assert_non_null(realpath(umbel_path(), build));
    snprintf(line, sizeof line,
             "cd '%s' && find . -name '*.o' -path './[a-z]*/*' -not -path './asan/*' "
             "-not -path './tests/*' -not -path './units/*' | "
             "while read -r o; do [ ! -f '" UMBEL_ROOT "'/\"${o%%.o}.c\" ] || echo \"$o\"; done | "
             "xargs nm -A", /* an object whose source is gone is none of the command's */
             dirname(build));
    FILE *nm = popen(line, "r");
    assert_non_null(nm);
    struct symbols t;
    struct sbuf told = {0};
    make(&t, 20000);
    while (fgets(line, sizeof line, nm) != NULL)
        read_line(&t, line);
    assert_int_equal(pclose(nm), 0);
    assert_true(t.n > 2000);
    tree_walk(visit);
    /* Its users are macros: hdl_assert and its like. */
    sbuf_puts(&texts, " hdl_property_at ");
    if (tell_unused(&t, texts.text, &told) > 0)
        fail_msg("\n%s", told.text);
    sbuf_free(&told);
    sbuf_free(&texts);
    drop(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(planted),
                                       cmocka_unit_test(nothing_is_exported_for_nothing)};
    return cmocka_run_group_tests_name("exported names", tests, NULL, NULL);
}
