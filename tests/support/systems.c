#include "tests/support/systems.h"

#include "gen/system/system.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct shipped_systems shipped_systems(void)
{
    struct shipped_systems s = {.n = 0};
    struct sbuf list = {0};
    glob_t g;
    if (glob(UMBEL_ROOT "/gen/system/systems/*.yaml", 0, NULL, &g) != 0 ||
        g.gl_pathc > sizeof s.names / sizeof *s.names)
        abort();
    for (; s.n < g.gl_pathc; s.n++) {
        s.names[s.n] = xstrdup(strrchr(g.gl_pathv[s.n], '/') + 1);
        *strrchr(s.names[s.n], '.') = '\0';
    }
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
        while (sets < 3 && cases[i].sets[sets] != NULL)
            sets++;
        assert_null(system_load(cases[i].system, cases[i].sets, sets, &err));
        assert_string_equal(err.text, cases[i].text);
    }
}
