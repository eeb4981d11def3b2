/*
 * Random litmus tests: their generator, and their outcomes on the RTL against the PTX model. Costs
 * minutes with UMBEL_SLOW: then 500 tests run, on 4-bit timestamps and the smallest caches. They
 * cover what the few shapes of formal/litmus lack: scopes of every kind, atomics among other
 * accesses, lines with two variables, copies under leases before fences. A machine without rule M1
 * or M3 must be noticed.
 */
#include "formal/litmus/random.h"
#include "harness/litmus/campaign.h"
#include "sw/util/arena.h"
#include "tests/support/optimised.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FEW_TESTS = 40, FEW_RUNS = 200 };

static char *text_of(uint64_t seed, uint64_t number)
{
    struct random_litmus r = {.seed = seed, .number = number, .gpus = 2, .ctas = 2};
    struct sbuf text = {0};
    random_litmus(&r, &text);
    return text.text;
}

static void same_numbers_same_text(void **state)
{
    (void)state;
    char *texts[] = {text_of(7, 3), text_of(7, 3), text_of(7, 4), text_of(8, 3)};
    assert_string_equal(texts[0], texts[1]);
    assert_string_not_equal(texts[0], texts[2]);
    assert_string_not_equal(texts[0], texts[3]);
    for (size_t i = 0; i < 4; i++)
        free(texts[i]);
}

/* A thousand tests have every feature that is asked for, and no other. */
static void what_they_are(void **state)
{
    (void)state;
    static const char *const forms[] = {"ld.weak ",
                                        "ld.volatile ",
                                        "ld.relaxed.cta ",
                                        "ld.relaxed.gpu ",
                                        "ld.acquire.cta ",
                                        "ld.acquire.sys ",
                                        "st.weak ",
                                        "st.volatile ",
                                        "st.relaxed.sys ",
                                        "st.release.cta ",
                                        "st.release.gpu ",
                                        "fence.sc.cta ",
                                        "fence.sc.sys ",
                                        "fence.acq_rel.gpu ",
                                        "membar.cta ",
                                        "membar.gl ",
                                        "membar.sys ",
                                        "atom.acquire.gpu.exch",
                                        "atom.relaxed.sys.cas",
                                        "atom.acq_rel",
                                        "red.release",
                                        "red.relaxed",
                                        "same line:",
                                        ",r0 "};
    bool seen[sizeof forms / sizeof *forms] = {false}, threads[5] = {false}, vars[4] = {false};
    for (uint64_t number = 0; number < 1000; number++) {
        char *text = text_of(1, number);
        struct error err = {0};
        struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
        assert_string_equal(err.text, "");
        assert_in_range(t->n_threads, 2, 4);
        assert_in_range(t->n_vars, 1, 3);
        threads[t->n_threads] = vars[t->n_vars] = true;
        assert_true(t->placed);
        for (int i = 0; i < t->n_threads; i++) {
            assert_in_range(t->threads[i].n_insts, 0, 8);
            assert_in_range(t->places[i].gpu, 0, 1);
            assert_in_range(t->places[i].cta, 0, 1);
        }
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
            seen[i] = seen[i] || strstr(text, forms[i]) != NULL;
        litmus_free(t);
        free(text);
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!seen[i])
            fail_msg("no test has '%s'", forms[i]);
    assert_true(threads[2] && threads[3] && threads[4] && vars[1] && vars[2] && vars[3]);
}

/* ---- on the RTL ---- */

struct wanted {
    const char *const *sets;
    size_t n_sets;
    const char *path; /* a file; NULL: */
    size_t tests;     /* this many random tests */
    uint64_t runs;
    const char *model;         /* NULL: what the system promises */
    const struct rules *rules; /* NULL: the protocol's */
};

/* The number of outcomes that the model forbids. */
static uint64_t forbidden(const struct wanted *w)
{
    struct arena arena = {0};
    struct campaign_text *texts = ARENA_ARRAY(&arena, struct campaign_text, w->tests + 1);
    for (size_t i = 0; i < w->tests; i++) {
        char *text = text_of(1, i);
        texts[i] = (struct campaign_text){arena_printf(&arena, "random-1-%zu.litmus", i),
                                          arena_strdup(&arena, text)};
        free(text);
    }
    struct campaign_options o = {.paths = &w->path,
                                 .n_paths = w->path != NULL,
                                 .texts = texts,
                                 .n_texts = w->tests,
                                 .system = "tsm-tiny",
                                 .sets = w->sets,
                                 .n_sets = w->n_sets,
                                 .runs = w->runs,
                                 .seed = 1,
                                 .model = w->model,
                                 .rules = w->rules};
    struct campaign c;
    struct error err = {0};
    enum campaign_end end = campaign_run(&o, &c, NULL, &err);
    if (end != CAMPAIGN_OK && end != CAMPAIGN_FORBIDDEN)
        fail_msg("%s", err.text);
    assert_int_equal(c.too_large, 0);
    assert_int_equal(c.runs, w->runs * (w->path != NULL ? c.tests[0].placements.n : w->tests));
    uint64_t n = c.forbidden;
    print_message("  %llu of %llu runs\n", (unsigned long long)n, (unsigned long long)c.runs);
    campaign_free(&c);
    arena_free(&arena);
    return n;
}

static const char *const rc[] = {"sm.count=2", "consistency=rc"};

static void a_few(void **state)
{
    (void)state;
    assert_int_equal(forbidden(&(struct wanted){rc, 2, NULL, FEW_TESTS, FEW_RUNS, "rc", NULL}), 0);
    assert_int_equal(forbidden(&(struct wanted){rc, 2, NULL, FEW_TESTS, FEW_RUNS, "ptx", NULL}), 0);
}

/* The same tests must notice that a store does not come after the leases of others (M1), and that
 * the memory does not know the requester's clock (M3). The other units keep their names, and so
 * the TSU alone is built. */
static void a_few_notice_lost_rules(void **state)
{
    (void)state;
    static const unsigned lost[] = {RULE_M1, RULE_M3};
    const struct rules whole = protocol_rules(PROTOCOL_MGCC, (struct rules_variant){.rc = true});
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        struct rules rules =
            protocol_rules(PROTOCOL_MGCC, (struct rules_variant){.rc = true, .without = lost[i]});
        memcpy(rules.name, whole.name, sizeof rules.name);
        const struct wanted w = {rc, 2, NULL, FEW_TESTS, FEW_RUNS, "rc", &rules};
        assert_true(forbidden(&w) > 0);
    }
}

/* The published protocol breaks what fence.sc promises within a GPU. */
static void judged(void **state)
{
    (void)state;
    static const char *const paper[] = {"sm.count=2", "protocol=mgcc-paper"};
    static const char path[] = UMBEL_ROOT "/formal/litmus/SB+fences.litmus";
    assert_true(forbidden(&(struct wanted){paper, 2, path, 0, 300, "ptx", NULL}) > 0);
}

static void many_of_them(void **state)
{
    (void)state;
    slow_only("20 tests must do, of 500");
    static const char *const sets[] = {
        "sm.count=2",      "consistency=rc",     "mgcc.ts_bits=4", "mgcc.rd_lease=5",
        "mgcc.wr_lease=3", "mgcc.epoch_bits=16", "l1.bytes=64",    "l2.bytes=64",
        "tsu.sets=2",      "mgcc.rules.m1=false"};
    assert_int_equal(forbidden(&(struct wanted){sets, 9, NULL, 500, 300, "ptx", NULL}), 0);
    assert_true(forbidden(&(struct wanted){sets, 10, NULL, 500, 300, "ptx", NULL}) > 0);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_numbers_same_text),
                                       cmocka_unit_test(what_they_are),
                                       cmocka_unit_test(a_few),
                                       cmocka_unit_test(a_few_notice_lost_rules),
                                       cmocka_unit_test(judged),
                                       cmocka_unit_test(many_of_them)};
    return cmocka_run_group_tests_name("random litmus tests", tests, NULL, NULL);
}
