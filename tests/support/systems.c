#include "tests/support/systems.h"

#include "gen/system/system.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add(struct shipped_systems *s, const char *family, const char *size)
{
    struct sbuf name = {0};
    sbuf_printf(&name, "%s%s%s", family, size != NULL ? "-" : "", size != NULL ? size : "");
    if (s->n == sizeof s->names / sizeof *s->names)
        abort();
    s->names[s->n++] = name.text;
}

/* The systems of a file, by the margins of its lines: sizes stand at two blanks, their fields at
 * four. Without a size that has no fields the file's own name is a system. */
static void add_file(struct shipped_systems *s, const char *path)
{
    char family[64], line[256], size[64];
    bool within = false, plain = false, open = false;
    FILE *f = fopen(path, "r");
    if (f == NULL || sscanf(strrchr(path, '/') + 1, "%63[^.]", family) != 1)
        abort();
    while (fgets(line, sizeof line, f) != NULL) {
        within = within || strcmp(line, "sizes:\n") == 0;
        if (!within || line[0] == '\n' || line[strspn(line, " ")] == '#')
            continue;
        plain = plain || (open && strncmp(line, "    ", 4) != 0);
        open = strspn(line, " ") == 2 && sscanf(line + 2, "%63[a-z0-9]:", size) == 1;
        if (open)
            add(s, family, size);
    }
    fclose(f);
    if (!plain && !open)
        add(s, family, NULL);
}

struct shipped_systems shipped_systems(void)
{
    struct shipped_systems s = {.n = 0};
    struct sbuf list = {0};
    glob_t g;
    if (glob(UMBEL_ROOT "/gen/system/systems/*.yaml", 0, NULL, &g) != 0)
        abort();
    for (size_t i = 0; i < g.gl_pathc; i++)
        add_file(&s, g.gl_pathv[i]);
    globfree(&g);
    qsort(s.names, s.n, sizeof *s.names, by_name);
    for (size_t i = 0; i < s.n; i++)
        sbuf_printf(&list, "%s%s", i > 0 ? ", " : "", s.names[i]);
    s.list = list.text;
    return s;
}

void shipped_systems_free(struct shipped_systems *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->names[i]);
    free(s->list);
}

void are_refused(const struct refused_system *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct error err = {0};
        size_t sets = 0;
        while (sets < REFUSED_SETS && cases[i].sets[sets] != NULL)
            sets++;
        assert_null(system_load(cases[i].system, cases[i].sets, sets, &err));
        assert_string_equal(err.text, cases[i].text);
    }
}
