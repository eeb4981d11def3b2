/*
 * What a report promises, over all protocols, boundaries, bank_front of L2s, L1.5 banks and numbers
 * of packages that a system may have. The oracle follows one line: a package reads it, another one
 * stores to it in the next launch, the first reads it in a third: whether a copy may be left.
 */
#include "gen/machine/impl.h"
#include "gen/system/derived.h"
#include "harness/run/promise.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The copies on the way of a reader whose line another package's memory has. */
struct copies {
    bool l1, l15, l2, rdc;
};

static struct copies read_it(const struct system *s)
{
    const bool far = s->gpus > 1;
    return (struct copies){.l1 = true,
                           .l15 = far && s->l15.banks > 0,
                           .l2 = far && s->l2.role != SYS_MEMORY_SIDE,
                           .rdc = far && system_has_rdc(s)};
}

/* Another SM stores, and those are told whom the protocol tells. */
static void store_it(const struct system *s, struct copies *c)
{
    const bool tells = s->protocol == PROTOCOL_GPU_VI || s->protocol == PROTOCOL_CARVE_HWC ||
                       s->protocol == PROTOCOL_HMG;
    if (tells)
        c->l2 = c->rdc = c->l15 = false;
    if (tells && s->protocol != PROTOCOL_HMG && s->invalidation.l1_copies == SYS_L1_VI)
        c->l1 = false;
}

static void next_launch(const struct system *s, struct copies *c)
{
    c->l1 = c->l1 && s->boundary.l1s == SYS_KEEP;
    c->l15 = c->l15 && s->boundary.l15s == SYS_KEEP;
    c->l2 = c->l2 && s->boundary.l2s == SYS_KEEP;
    c->rdc = c->rdc && s->protocol != PROTOCOL_CARVE_SWC;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

static void names_what_is_kept(const struct system *s, const struct copies *c, const char *text)
{
    assert_int_equal(has(text, "boundary.l1s"), c->l1);
    assert_int_equal(has(text, "boundary.l15s"), c->l15);
    assert_int_equal(has(text, "boundary.l2s"), c->l2);
    assert_int_equal(has(text, "remote data caches are never made coherent"), c->rdc);
    if (c->l1 || c->l15 || c->l2 || c->rdc)
        assert_false(has(text, "without timestamps copies are coherent from one launch"));
    else
        assert_false(has(text, "not even from one launch"));
    (void)s;
}

/* 1 if the system may be like this, and then its sentence is right. */
static int try(const char *system, const char *const sets[], size_t n)
{
    struct error err = {0};
    struct system *s = system_load(system, sets, n, &err);
    if (s == NULL)
        return 0;
    const struct rules rules = netlist_rules(s);
    struct sbuf text = {0};
    promise_tell(s, &rules, NULL, &text);
    struct copies c = read_it(s);
    next_launch(s, &c);
    store_it(s, &c);
    next_launch(s, &c);
    if (rules.sends_cts)
        assert_int_equal(text.len, 0);
    else
        names_what_is_kept(s, &c, text.text);
    sbuf_free(&text);
    system_free(s);
    return 1;
}

/* Every day a third of them, in which each two of the lists' words meet. */
static void all_machines(void **state)
{
    (void)state;
    static const char *const systems[] = {"tsm-tiny",      "numa-tiny",  "mcm-l15-tiny",
                                          "mono-256-tiny", "ladm-tiny",  "ladm-hmg-tiny",
                                          "hmg-tiny",      "carve-tiny", "carve-tiny"};
    static const char *const protocols[] = {
        "protocol=mgcc",      "protocol=mgcc-paper", "protocol=mgcc-example", "protocol=nc-wt",
        "protocol=nc-wb",     "protocol=gpu-vi",     "protocol=hmg",          "protocol=carve-nc",
        "protocol=carve-swc", "protocol=carve-hwc"};
    static const char *const l1s[] = {"boundary.l1s=empty", "boundary.l1s=keep"};
    static const char *const l2s[] = {"boundary.l2s=empty", "boundary.l2s=keep"};
    static const char *const more[] = {"watchdog=20000",      "boundary.l15s=keep",
                                       "l2.role=memory-side", "l2.role=core-side",
                                       "l2.role=both-sides",  "invalidation.l1_copies=vi",
                                       "consistency=sc"};
    int tried = 0;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        for (size_t p = 0; p < sizeof protocols / sizeof *protocols; p++)
            for (size_t k = 0; k < 4 * (sizeof more / sizeof *more); k++) {
                if (!slow_wanted() && (i + p + k) % 3 > 0)
                    continue;
                const char *const sets[] = {protocols[p], more[k / 4], l1s[k & 1], l2s[k >> 1 & 1]};
                tried += try(systems[i], sets, 4);
            }
    assert_true(tried > (slow_wanted() ? 300 : 100));
}

/* The words themselves, of each kind. */
static void the_words(void **state)
{
    (void)state;
    struct error err = {0};
    struct sbuf text = {0};
    const char *const sets[] = {"protocol=nc-wt"};
    struct system *s = system_load("hmg-tiny", sets, 1, &err);
    assert_non_null(s);
    const struct rules rules = netlist_rules(s);
    promise_tell(s, &rules, NULL, &text);
    assert_string_equal(text.text,
                        "\n  promise: none, not even from one launch to the next: boundary.l2s is "
                        "keep, so copies of earlier launches are kept; with empty they are "
                        "coherent from one launch to the next, not inside a launch");
    sbuf_free(&text);
    system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_machines),
        cmocka_unit_test(the_words),
    };
    return cmocka_run_group_tests_name("promises in reports", tests, NULL, NULL);
}
