/* Mistakes in emitted Verilog, which the checks of formal/wiring must notice. */
#ifndef UMBEL_TESTS_FORMAL_WIRING_BENCH_H
#define UMBEL_TESTS_FORMAL_WIRING_BENCH_H

#include "formal/wiring/wiring.h"
#include "sw/util/sbuf.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline void need_tools(void)
{
    if (!tool_installed("yosys")) {
        print_message("SKIPPED: yosys is not installed; the wiring was NOT checked\n");
        skip();
    }
}

/* One edit: replaces the first `was` by `is` within an instance, its parameters included, or within
 * the whole module if `instance` is NULL. */
struct edit {
    const char *module, *instance, *was, *is;
};

enum { MOST_EDITS = 12, MOST_SETS = 9 };

struct machine {
    const char *system; /* its name, or its path */
    const char *sets[MOST_SETS];
};

/* Three packages of two of each unit. */
#define PACKAGES "gpus=3", "sm.count=2", "l2.banks=2", "umc.count=2", "fabric.lanes=2"

struct mistake {
    const char *what, *check; /* the check that must notice */
    const char *text;         /* a part of the check's message */
    const struct machine *in;
    bool paths;
    bool slow; /* the paths of another machine, in which the same mistake is made, cost less */
    struct edit edits[MOST_EDITS];
};

#define TOP "um_system"
#define SWAP(instance_a, a, instance_b, b)                                                         \
    {TOP, instance_a, a, b},                                                                       \
    {                                                                                              \
        TOP, instance_b, b, a                                                                      \
    }
/* Swaps channel `a`, its bits and those of its message, with channel `b` of another instance. */
#define SWAP_PORT(instance_a, a, bit_a, msg_a, instance_b, b, bit_b, msg_b)                        \
    SWAP(instance_a, a "_valid" bit_a, instance_b, b "_valid" bit_b),                              \
        SWAP(instance_a, a "_ready" bit_a, instance_b, b "_ready" bit_b),                          \
        SWAP(instance_a, a "_msg" msg_a, instance_b, b "_msg" msg_b)

/* Finds the text of an instance, from its first line to its last. */
static inline void region_of(char *text, const char *instance, char **from, char **to)
{
    char head[128];
    snprintf(head, sizeof head, ") %s (", instance);
    char *at = strstr(text, head);
    assert_non_null(at);
    *to = strstr(at, ");");
    while (at > text && strncmp(at, "\n\n", 2) != 0)
        at--;
    *from = at;
}

static inline void make_edit(const char *dir, const struct edit *e)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.v", dir, e->module);
    size_t len;
    char *text = read_bytes_of(path, &len), *from = text, *to = text + len;
    if (e->instance != NULL)
        region_of(text, e->instance, &from, &to);
    char *at = strstr(from, e->was);
    if (at == NULL || at > to)
        fail_msg("%s is not in %s", e->was, e->instance != NULL ? e->instance : e->module);
    struct sbuf s = {0};
    sbuf_add(&s, text, (size_t)(at - text));
    sbuf_printf(&s, "%s%s", e->is, at + strlen(e->was));
    write_text(path, sbuf_str(&s));
    sbuf_free(&s);
    free(text);
}

/* Makes the mistake if `made`, and runs the checks. */
static inline void look_at(const char *dir, const struct mistake *m, bool made,
                           struct wiring_findings *f)
{
    struct error err = {0};
    struct arena a = {0};
    struct circuit c = {0};
    const char *const *names = NULL;
    size_t n = 0;
    size_t n_sets = 0;
    while (n_sets < MOST_SETS && m->in->sets[n_sets] != NULL)
        n_sets++;
    struct system *s = system_load(m->in->system, m->in->sets, n_sets, &err);
    if (s == NULL || !wiring_emit(s, dir, &names, &n, &a, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; made && i < MOST_EDITS && m->edits[i].module != NULL; i++)
        make_edit(dir, &m->edits[i]);
    if (!circuit_read(&c, dir, names, n, m->paths ? ALL_LOGIC : PORTS_ALONE, &err))
        fail_msg("%s: %s", m->what, err.text);
    (m->paths ? wiring_paths : wiring_check)(&c, s, f);
    circuit_free(&c);
    arena_free(&a);
    system_free(s);
}

static inline void notices(void **state)
{
    const struct mistake *m = *state;
    need_tools();
    if (m->slow)
        slow_only("the same mistake is noticed on a smaller machine");
    void *folder;
    assert_int_equal(folder_make(&folder), 0);
    struct wiring_findings f = {0};
    look_at(in_folder(&folder, "made"), m, true, &f);
    bool noticed = false;
    for (size_t i = 0; i < f.n; i++)
        noticed |= strcmp(f.all[i].check, m->check) == 0 && strstr(f.all[i].text, m->text) != NULL;
    for (size_t i = 0; !noticed && i < f.n; i++)
        print_error("%s: %s: %s\n", m->what, f.all[i].check, f.all[i].text);
    wiring_findings_free(&f);
    folder_remove(&folder);
    assert_true(noticed);
}

/* Without mistakes, a machine passes. */
static inline void passes(void **state, const struct machine *in, bool paths)
{
    const struct mistake none = {.what = in->system, .in = in, .paths = paths};
    struct wiring_findings f = {0};
    look_at(in_folder(state, "right"), &none, false, &f);
    for (size_t k = 0; k < f.n; k++)
        print_error("%s: %s\n", f.all[k].check, f.all[k].text);
    assert_int_equal(f.n, 0);
    wiring_findings_free(&f);
}

/* Every day the first of the mistakes that a check must notice, with UMBEL_SLOW all of them. */
enum { EVERYDAY = 1 };

static inline bool mistake_has_its_turn(const struct mistake *mistakes, size_t i)
{
    uint32_t before = 0;
    for (size_t k = 0; k < i; k++)
        before += strcmp(mistakes[k].check, mistakes[i].check) == 0;
    return before < EVERYDAY || slow_wanted();
}

/* Runs the tests of what has no mistakes, and behind them one for each mistake. */
static inline int run_wiring_tests(const char *name, const struct CMUnitTest *without,
                                   size_t n_without, const struct mistake *mistakes, size_t n)
{
    size_t run = n_without;
    for (size_t i = 0; i < n; i++)
        run += mistake_has_its_turn(mistakes, i);
    struct CMUnitTest tests[run];
    memcpy(tests, without, n_without * sizeof *without);
    for (size_t i = 0, at = n_without; i < n; i++)
        if (mistake_has_its_turn(mistakes, i))
            tests[at++] = (struct CMUnitTest){.name = mistakes[i].what,
                                              .test_func = notices,
                                              .initial_state = (void *)&mistakes[i]};
    if (run < n_without + n)
        print_message("*** SKIPPED: %zu of %zu wrong wirings; UMBEL_SLOW=1 runs them ***\n",
                      n_without + n - run, n);
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

#endif
