/*
 * Every kernel that ships, under every protocol and consistency: the result is right where the
 * protocol promises it, and wrong where the kernel needs coherence that is missing. Also MGCC with
 * timestamps of so few bits that they run over thousands of times. Every day tsm-tiny has the
 * kernels that communicate, or seem to; with UMBEL_SLOW tsm-small, and in the long tests all run.
 *
 * Without coherence within a launch (as published, nc-wt, nc-wb) the result must still be right if
 * CTAs of one launch do not communicate, or only by atomics. These kernels seem to communicate:
 *   histogram   CTAs share counters by atomics, which are done at the memory.
 *   bfs         a stale level is NONE instead of the level that another thread has just stored:
 *               the same value is stored once more.
 *   bfs_queue   a launch reads entries of level, queue and count that earlier launches wrote; its
 *               own changes to them are atomics.
 *   sssp        likewise; a stale distance is larger than the new one and costs one more atomic.
 *   reduce      the last CTA's loads are volatile and go to the memory, which has the partial sums,
 *               as they are written through. This is true with write-back, too: an L2 keeps a
 *               partial store only if it has the line, and no L2 has it, as no CTA loads the
 *               partial sums before the last one does.
 *   mutex       adds to a plain counter under a lock; a copy of the counter stays in a cache after
 *               the lock is released. WRONG.
 *
 * Costs minutes with UMBEL_SLOW: it alone runs whole kernels while timestamps run over and epochs
 * are used up; random traffic does so for some thousand cycles at a time.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/kernels.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SETS = 6, MOST_WORDS = 11 + 2 * MOST_SETS };

struct variant {
    const char *name, *sets[MOST_SETS]; /* ends with NULL */
    bool coherent;                      /* within a launch */
};

/* Where counters are asked for, kernels are small every day, too: in tiny ones few epochs end.
 * Their CTAs are larger than what an SM of tsm-tiny holds as it ships. */
static struct command run(const struct variant *v, const char *kernel, int seed, const char *json)
{
    char name[64], number[16];
    snprintf(name, sizeof name, "%s:%s", kernel, slow_wanted() || json != NULL ? "small" : "tiny");
    snprintf(number, sizeof number, "%d", seed);
    const char *words[MOST_WORDS + 1] = {
        umbel_path(), "run", slow_wanted() ? "tsm-small" : "tsm-tiny", name, "--seed", number};
    int n = 6;
    if (!slow_wanted() && json != NULL) {
        words[n++] = "--set";
        words[n++] = "sm.warps=32";
    }
    for (int i = 0; i < MOST_SETS - 1 && v->sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = v->sets[i];
    }
    if (json != NULL) {
        words[n++] = "--json";
        words[n++] = json;
    }
    return umbel_run_args(words);
}

static void runs_well(const struct variant *v, const char *kernel, int seed, const char *json)
{
    struct command c = run(v, kernel, seed, json);
    if (c.status != 0)
        print_error("%s under %s:\n", kernel, v->name);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    command_free(&c);
}

/* Checks that the run ends with a wrong result in this buffer. */
static void goes_wrong(const struct variant *v, const char *kernel, const char *buffer)
{
    struct command c = run(v, kernel, 1, NULL);
    char text[64];
    snprintf(text, sizeof text, "umbel: wrong answer: %s[byte ", buffer);
    if (c.status != 1)
        print_error("%s under %s must not come out right:\n", kernel, v->name);
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), text);
    command_free(&c);
}

/* ---- protocols ---- */

/* Of the first kernels those that communicate, or seem to. */
static const char *const telling[] = {"xtreme2", "xtreme3",   "bfs",  "histogram",
                                      "reduce",  "bfs_queue", "mutex"};
enum { TELLING = sizeof telling / sizeof *telling };

static bool tells(const char *kernel)
{
    for (int i = 0; i < TELLING; i++)
        if (strcmp(kernel, telling[i]) == 0)
            return true;
    return false;
}

/* The first kernels, or, if `few`, those of them that tell protocols apart. */
static void kernels_of(const struct variant *v, bool few)
{
    if (!long_wanted())
        print_message("*** SKIPPED: %s %d kernels; UMBEL_SLOW=long runs them ***\n",
                      few ? "all but" : "the last",
                      few ? TELLING : SHIPPED_KERNELS - EVERYDAY_KERNELS);
    const int n = long_wanted() ? SHIPPED_KERNELS : EVERYDAY_KERNELS;
    for (int i = 0; i < n; i++) {
        const char *kernel = shipped_kernels[i];
        if (few && !long_wanted() && !tells(kernel))
            continue;
        if (v->coherent || strcmp(kernel, "mutex") != 0)
            runs_well(v, kernel, i + 1, NULL);
        else
            goes_wrong(v, "mutex", "counter");
    }
}

static void mgcc_sc(void **state)
{
    (void)state;
    slow_only("test_kernels has these kernels on tsm-tiny");
    kernels_of(&(struct variant){"mgcc, sc", {NULL}, true}, false);
}

static void mgcc_rc(void **state)
{
    (void)state;
    kernels_of(&(struct variant){"mgcc, rc", {"consistency=rc"}, true}, true);
}

static void mgcc_renew(void **state)
{
    (void)state;
    kernels_of(&(struct variant){"mgcc-renew, rc", {"protocol=mgcc-renew", "consistency=rc"}, true},
               true);
    slow_only("under sc no unit differs but the L1");
    kernels_of(&(struct variant){"mgcc-renew, sc", {"protocol=mgcc-renew"}, true}, true);
}

/* The two SMs of tsm-tiny meet at mutex's lock so seldom that leases of 10 have ended by then. */
static void mgcc_paper(void **state)
{
    (void)state;
    const char *const lease = slow_wanted() ? NULL : "mgcc.rd_lease=100";
    kernels_of(&(struct variant){"mgcc-paper, rc",
                                 {"protocol=mgcc-paper", "consistency=rc", lease},
                                 false},
               true);
    slow_only("mgcc-example has other times, and the same units else");
    kernels_of(&(struct variant){"mgcc-example, sc", {"protocol=mgcc-example"}, false}, true);
}

static void nc_wt(void **state)
{
    (void)state;
    kernels_of(&(struct variant){"nc-wt", {"protocol=nc-wt"}, false}, true);
}

static void nc_wb(void **state)
{
    (void)state;
    kernels_of(&(struct variant){"nc-wb", {"protocol=nc-wb"}, false}, true);
}

/* With boundaries that keep lines a launch reads stale copies of lines that an earlier launch has
 * written. In nc_wt() the caches are emptied between launches, so the same kernels are right. */
static void warm_caches(void **state)
{
    (void)state;
    static const struct variant warm = {
        "nc-wt, warm", {"protocol=nc-wt", "boundary.l1s=keep", "boundary.l2s=keep"}, false};
    goes_wrong(&warm, "xtreme2", "c");
    goes_wrong(&warm, "xtreme3", "c");
    goes_wrong(&warm, "bfs", "level");
    goes_wrong(&warm, "bfs_queue", slow_wanted() ? "level" : "progress");
    runs_well(&warm, "xtreme1", 1, NULL); /* no SM reads what another SM wrote */
    runs_well(&warm, "vecadd", 1, NULL);
    /* As published a lease is no help: no clock of a reader knows of the store. */
    static const struct variant leased = {
        "mgcc-paper, warm",
        {"protocol=mgcc-paper", "boundary.l1s=keep", "boundary.l2s=keep"},
        false};
    goes_wrong(&leased, "xtreme2", "c");
    goes_wrong(&leased, "xtreme3", "c");
    runs_well(&leased, "xtreme1", 1, NULL);
}

/* Packages of 64 SMs with memories of their own; test_kernels has the smaller machines. */
static void large_packages(void **state)
{
    (void)state;
    long_only("their units take minutes to build");
    static const char *const systems[] = {"rdma-4gpu", "numa-4gpu"};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < SHIPPED_KERNELS; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s:small", shipped_kernels[i]);
            struct command c = UMBEL("run", systems[s], name);
            assert_status(&c, strcmp(shipped_kernels[i], "mutex") == 0);
            command_free(&c);
        }
}

/* ---- timestamps of few bits ---- */

#define FOUR_BITS "mgcc.ts_bits=4", "mgcc.rd_lease=5", "mgcc.wr_lease=3"

/* Kernels that store most to shared lines, and so use most epochs. */
static const char *const sharing[] = {"mutex", "bfs", "bfs_queue", "xtreme3"};
enum { SHARING = sizeof sharing / sizeof *sharing, DAILY = 2 };

static json_int_t count(void **state, const struct variant *v, const char *kernel, int seed,
                        const char *class, const char *counter)
{
    const char *json = in_folder(state, "run.json");
    runs_well(v, kernel, seed, json);
    json_t *r = run_json(json);
    json_int_t n = run_json_sum(r, class, counter);
    json_decref(r);
    return n;
}

/* Checks that results are right and that timestamps ran over at least `least` times. */
static void runs_over(void **state, const struct variant *v, json_int_t least)
{
    json_int_t epochs = 0;
    const char *const *kernels = long_wanted() ? shipped_kernels : sharing;
    const int n = long_wanted() ? SHIPPED_KERNELS : slow_wanted() ? SHARING : DAILY;
    if (!long_wanted())
        print_message("*** SKIPPED: all but %d kernels; UMBEL_SLOW=long runs them ***\n", n);
    for (int i = 0; i < n; i++)
        epochs += count(state, v, kernels[i], i + 1, "umc", "epochs");
    if (epochs < least)
        fail_msg("%s: %lld epochs, fewer than %lld", v->name, (long long)epochs, (long long)least);
}

static void need_time(void)
{
    slow_only("a machine of its own takes a minute to build");
}

static void four_bits(void **state)
{
    runs_over(state, &(struct variant){"4 bits", {FOUR_BITS, "mgcc.epoch_bits=16"}, true}, 2000);
}

static void eight_bits(void **state)
{
    need_time();
    runs_over(state, &(struct variant){"8 bits", {"mgcc.ts_bits=8", "mgcc.epoch_bits=16"}, true},
              100);
}

static void four_bits_rc(void **state)
{
    need_time();
    runs_over(
        state,
        &(struct variant){"4 bits, rc", {FOUR_BITS, "mgcc.epoch_bits=16", "consistency=rc"}, true},
        2000);
}

static void four_bits_without_wts(void **state)
{
    need_time();
    runs_over(state,
              &(struct variant){
                  "4 bits, no wts", {FOUR_BITS, "mgcc.epoch_bits=16", "tsu.keep_wts=false"}, true},
              2000);
}

/* With 64 epochs the system is emptied again and again in the middle of a kernel. */
static void few_epochs(void **state)
{
    static const struct variant few = {"4 bits, 64 epochs", {FOUR_BITS, "mgcc.epoch_bits=6"}, true};
    need_time();
    static const struct {
        const char *kernel;
        json_int_t rolls;
    } cases[] = {{"bfs", 1}, {"bfs_queue", 10}, {"mutex", 10}};
    for (int i = 0; i < 3; i++)
        assert_true(count(state, &few, cases[i].kernel, 1, "system", "rolls") >= cases[i].rolls);
    for (int i = 0; i < SHIPPED_KERNELS; i++)
        runs_well(&few, shipped_kernels[i], i + 1, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mgcc_sc),
        cmocka_unit_test(mgcc_rc),
        cmocka_unit_test(mgcc_renew),
        cmocka_unit_test(mgcc_paper),
        cmocka_unit_test(nc_wt),
        cmocka_unit_test(nc_wb),
        cmocka_unit_test(warm_caches),
        cmocka_unit_test(large_packages),
        test_in_folder(four_bits),
        test_in_folder(eight_bits),
        test_in_folder(four_bits_rc),
        test_in_folder(few_epochs),
        test_in_folder(four_bits_without_wts),
    };
    return cmocka_run_group_tests_name("protocols on the RTL", tests, NULL, NULL);
}
