/*
 * The shipped litmus tests on the RTL of each protocol: mgcc shows no outcome that its model
 * forbids, under rc it shows weak outcomes, as do gpu-vi and carve-hwc, which under sc with
 * invalidations of L1s show nothing that it forbids, and the published protocol
 * shows outcomes that sequential consistency forbids. `make litmus` runs each test 10,000 times per
 * placement; this runs it sixty times, in the long tests 300 times, and every day a few times on
 * four machines, which have most of the units.
 *
 * Costs minutes with UMBEL_SLOW: it alone runs all shipped tests in all placements on the RTL of
 * each protocol.
 */
#include "harness/litmus/campaign.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FOLDER UMBEL_ROOT "/formal/litmus"
#define TEST(name) FOLDER "/" name ".litmus"

/* Those of every day. Tests of four threads have ten times as many placements as the others, and
 * as_published() has one. */
static const char *const daily[] = {TEST("SB"),  TEST("SB+fences"), TEST("MP"),  TEST("MP+rel-acq"),
                                    TEST("WRC"), TEST("CoRR"),      TEST("INC"), TEST("LOCK")};
enum { ALL_TESTS = 20, DAILY = sizeof daily / sizeof *daily };

/* Runs tests; returns the campaign with its counts. */
static struct campaign run(const char *const *paths, size_t n_paths, const char *const *sets,
                           size_t n_sets, uint32_t runs)
{
    static struct campaign_options o; /* the campaign keeps a pointer to them */
    o = (struct campaign_options){.paths = paths,
                                  .n_paths = n_paths,
                                  .system = "tsm-tiny",
                                  .sets = sets,
                                  .n_sets = n_sets,
                                  .runs = runs,
                                  .seed = 1};
    struct campaign c;
    struct error err = {0};
    enum campaign_end end = campaign_run(&o, &c, NULL, &err);
    if (end != CAMPAIGN_OK && end != CAMPAIGN_FORBIDDEN)
        fail_msg("%s", err.text);
    return c;
}

/* Of each test in each placement. Even the few show weak outcomes on each machine that has any. */
static uint32_t runs_wanted(void)
{
    enum { ALL = 300, SOME = 60, FEW = 6 };
    if (long_wanted())
        return ALL;
    print_message("*** SKIPPED: all but %d of %d runs; UMBEL_SLOW=long makes them ***\n",
                  slow_wanted() ? SOME : FEW, ALL);
    return slow_wanted() ? SOME : FEW;
}

static void nothing_forbidden(const char *const *sets, size_t n_sets, bool weak)
{
    static const char *const all[] = {FOLDER};
    const bool slow = slow_wanted();
    struct campaign c = run(slow ? all : daily, slow ? 1 : DAILY, sets, n_sets, runs_wanted());
    assert_int_equal(c.n_tests, slow ? ALL_TESTS : DAILY);
    assert_int_equal(c.forbidden, 0);
    assert_true(c.runs > 0);
    if (weak)
        assert_true(c.weak > 0);
    else
        assert_int_equal(c.weak, 0);
    campaign_free(&c);
}

static void mgcc_sc(void **state)
{
    (void)state;
    slow_only("the machine with 4 bits is sequentially consistent, too, and has more epochs");
    static const char *const sets[] = {"sm.count=2"};
    nothing_forbidden(sets, 1, false);
}

static void mgcc_rc(void **state)
{
    (void)state;
    static const char *const sets[] = {"sm.count=2", "consistency=rc"};
    nothing_forbidden(sets, 2, true);
}

/* Epochs change in the middle of tests, and run out. */
static void mgcc_with_4_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"sm.count=2", "mgcc.ts_bits=4", "mgcc.rd_lease=5",
                                       "mgcc.wr_lease=3", "mgcc.epoch_bits=9"};
    nothing_forbidden(sets, 5, false);
}

/* Copies are renewed, across epochs, too; and under rc. */
static void mgcc_renew(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "sm.count=2",      "protocol=mgcc-renew", "mgcc.ts_bits=4", "mgcc.rd_lease=1",
        "mgcc.wr_lease=1", "mgcc.epoch_bits=9",   "mgcc.tick=1",    "consistency=rc"};
    nothing_forbidden(sets, 7, false);
    slow_only("under rc fewer leases end, and no unit differs but the L1");
    nothing_forbidden(sets, 8, true);
}

/* Memory in one place with links, and in packages with lanes; a tracker of the fewest entries. */
static void gpu_vi(void **state)
{
    (void)state;
    static const char *const central[] = {"sm.count=2", "protocol=gpu-vi", "consistency=rc",
                                          "imst.sets=2", "imst.ways=2"};
    static const char *const packages[] = {"sm.count=2",     "protocol=gpu-vi",
                                           "consistency=rc", "memory.at=packages",
                                           "imst.sets=2",    "imst.demotes=32768"};
    slow_only("the machine whose L1s are invalidated has the same trackers");
    nothing_forbidden(central, 5, true);
    nothing_forbidden(packages, 6, true);
}

/* The same with remote data caches of a few sets, which homes invalidate, too. */
static void carve_hwc(void **state)
{
    (void)state;
    static const char *const sets[] = {"sm.count=2",         "protocol=carve-hwc", "consistency=rc",
                                       "memory.at=packages", "imst.sets=2",        "rdc.bytes=256",
                                       "imst.demotes=32768", "l2.bytes=64"};
    slow_only("the machine whose L1s are invalidated has the same caches and trackers");
    nothing_forbidden(sets, 8, true);
}

/* Invalidations that reach the L1s: sequentially consistent, with remote data caches, as every day,
 * and without. */
static void invalidated_l1s(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "sm.count=2",  "protocol=carve-hwc", "invalidation.l1_copies=vi", "memory.at=packages",
        "imst.sets=2", "rdc.bytes=256",      "imst.demotes=32768",        "consistency=rc"};
    nothing_forbidden(sets, 7, false);
    slow_only("under rc and without remote data caches the same gates are before the L1s");
    nothing_forbidden(sets, 8, true);
    static const char *const central[] = {"sm.count=2", "protocol=gpu-vi",
                                          "invalidation.l1_copies=vi", "imst.sets=2",
                                          "boundary.l1s=keep"};
    nothing_forbidden(central, 5, false);
}

/* The published protocol shows the forbidden outcomes of SB, MP, WRC and IRIW. */
static void as_published(void **state)
{
    (void)state;
    static const char *const sets[] = {"sm.count=2", "protocol=mgcc-paper"};
    static const char *const tests[] = {TEST("SB"), TEST("MP"), TEST("WRC"), TEST("IRIW")};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        struct campaign c = run(&tests[i], 1, sets, 2, slow_wanted() ? 500 : 100);
        print_message("  %s: %llu of %llu runs\n", tests[i], (unsigned long long)c.forbidden,
                      (unsigned long long)c.runs);
        assert_true(c.forbidden > 0);
        campaign_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mgcc_sc),          cmocka_unit_test(mgcc_rc),
        cmocka_unit_test(mgcc_with_4_bits), cmocka_unit_test(gpu_vi),
        cmocka_unit_test(carve_hwc),        cmocka_unit_test(invalidated_l1s),
        cmocka_unit_test(mgcc_renew),       cmocka_unit_test(as_published),
    };
    return cmocka_run_group_tests_name("litmus tests on the protocols", tests, NULL, NULL);
}
