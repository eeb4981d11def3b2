/*
 * Remote data caches in whole runs: what each of CARVE's three protocols keeps coherent, and what
 * it does not; kernels on machines whose other caches are so small that the RDC answers; epochs
 * that are used up hundreds of times in a kernel; accesses to DRAM; threads; caches that write
 * back.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/kernels.h"
#include "tests/support/run_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HERE UMBEL_ROOT "/tests/cosim/"
#define MACHINE "carve-tiny"
#define HWC "protocol=carve-hwc", "boundary.l2s=keep"
#define SWC "protocol=carve-swc", "boundary.l2s=empty"
#define BACK SWC, "rdc.writes=back", "rdc.region_lines=2"
#define NC "protocol=carve-nc", "boundary.l2s=empty"
/* Half of the pages are another package's, and L1s and L2s have next to nothing. */
#define FAR_AWAY "placement.policy=pages", "l1.bytes=64", "l2.bytes=64"

enum { MOST_SETS = 12 };

/* Runs a kernel with these fields; the list ends with NULL. `more` are words for the end. */
static struct command run_with(const char *kernel, const char *const *sets, const char *const *more)
{
    const char *argv[2 * MOST_SETS + 12] = {umbel_path(), "run", MACHINE, kernel};
    size_t n = 4;
    for (; *sets != NULL; sets++) {
        argv[n++] = "--set";
        argv[n++] = *sets;
    }
    for (; more != NULL && *more != NULL; more++)
        argv[n++] = *more;
    return umbel_run_args(argv);
}
#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void is_right(struct command c)
{
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    command_free(&c);
}

static void is_wrong(struct command c)
{
    assert_status(&c, 1);
    assert_has(err_of(&c), "umbel: wrong answer: ");
    command_free(&c);
}

/* ---- what is coherent ---- */

static struct command share(const char *launch, const char *how, const char *const *sets)
{
    char source[sizeof HERE + 32], path[sizeof HERE + 32];
    snprintf(source, sizeof source, "%ssharing.cu:%s", HERE, how);
    snprintf(path, sizeof path, "%s%s", HERE, launch);
    return run_with(source, sets, SETS("--launch", path));
}

/* Two packages have a line, of which one writes a word that the other has not read. */
static void false_sharing_inside_a_launch(void **state)
{
    (void)state;
    static const char *const ways[] = {"plain", "volatile", "atomic"};
    for (int i = 0; i < 3; i++)
        is_right(share("sharing.yaml", ways[i], SETS(HWC)));
    is_wrong(share("sharing.yaml", "plain", SETS(NC)));
    is_wrong(share("sharing.yaml", "plain", SETS(SWC)));
}

/* The same in three launches, between which carve-swc begins an epoch and carve-nc nothing. */
static void false_sharing_between_launches(void **state)
{
    (void)state;
    is_right(share("sharing_steps.yaml", "plain", SETS(HWC)));
    is_right(share("sharing_steps.yaml", "plain", SETS(SWC)));
    is_wrong(share("sharing_steps.yaml", "plain", SETS(NC)));
}

/* ---- kernels ---- */

static json_t *counted(void **state, const char *kernel, const char *const *sets,
                       const char *threads)
{
    const char *json = in_folder(state, "run.json");
    struct command c = run_with(kernel, sets, SETS("-q", "-j", threads, "--json", json));
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json_results(json);
    return r;
}

/* Every day each second one of the first 8, of which the last shares most; in the slow tests each
 * fourth of all besides. */
static bool wanted(int kernel)
{
    const bool daily = kernel < 8 && kernel % 2 == 1;
    return daily || long_wanted() || (slow_wanted() && kernel % 4 == 0);
}

static void tell_kernels(void)
{
    if (!slow_wanted())
        print_message("*** SKIPPED: all kernels but 4; UMBEL_SLOW=1 runs a fourth of them ***\n");
    else if (!long_wanted())
        print_message("*** SKIPPED: two thirds of the kernels; UMBEL_SLOW=long runs them ***\n");
}

static const char *name_of(char *name, size_t room, int kernel, const char *size)
{
    snprintf(name, room, "%s:%s", shipped_kernels[kernel], size);
    return name;
}

static void kernels_run_through_the_rdc(void **state)
{
    json_int_t hits = 0, invalidated = 0, old = 0;
    tell_kernels();
    for (int i = 0; i < SHIPPED_KERNELS; i++) {
        if (!wanted(i))
            continue;
        char name[64];
        name_of(name, sizeof name, i, "tiny");
        json_t *r = counted(state, name, SETS(HWC, FAR_AWAY), "1");
        hits += run_json_sum(r, "rdc", "load_hits");
        invalidated += run_json_sum(r, "rdc", "invalidated");
        json_decref(r);
        if (strcmp(shipped_kernels[i], "mutex") == 0)
            continue; /* needs coherence inside a launch */
        r = counted(state, name, SETS(SWC, FAR_AWAY), "1");
        old += run_json_sum(r, "rdc", "load_old");
        json_decref(r);
    }
    assert_true(hits > 0 && invalidated > 0 && old > 0);
}

/* An epoch of 4 bits begins after each access: what a copy of 16 epochs ago would answer differs.
 * The small sizes of some kernels have larger CTAs than an SM of a tiny machine holds. */
static void epochs_are_used_up(void **state)
{
    tell_kernels();
    for (int i = 0; i < SHIPPED_KERNELS; i++) {
        if (!wanted(i) || strcmp(shipped_kernels[i], "mutex") == 0)
            continue;
        if (!slow_wanted() && strcmp(shipped_kernels[i], "xtreme3") != 0)
            continue; /* it takes the longest of all here */
        char name[64];
        json_t *r = counted(
            state, name_of(name, sizeof name, i, "small"),
            SETS(SWC, FAR_AWAY, "rdc.epoch_bits=4", "rdc.step_cycles=1", "sm.warps=32"), "1");
        assert_true(run_json_sum(r, "rdc", "sweeps") >= 200);
        assert_true(run_json_sum(r, "rdc", "epochs") / 16 >= run_json_sum(r, "rdc", "sweeps") - 32);
        json_decref(r);
    }
}

/* To clear many sets takes longer than the watchdog waits for what makes no progress. */
static void a_sweep_takes_its_time(void **state)
{
    json_t *r =
        counted(state, "bfs:tiny",
                SETS(SWC, FAR_AWAY, "rdc.epoch_bits=1", "rdc.bytes=131072", "watchdog=10000"), "1");
    json_int_t sweeps = run_json_sum(r, "rdc", "sweeps");
    assert_true(sweeps > 0);
    assert_true(json_integer_value(json_object_get(json_object_get(r, "run"), "cycles")) >
                sweeps / 2 * 10000);
    json_decref(r);
}

/* A guess costs time and no bytes: whether a load is looked up, what is answered is the same. With
 * a counter for each two lines some parts hit and others do not. */
static void hits_are_guessed(void **state)
{
    static const char *const protocols[][2] = {{HWC}, {SWC}};
    json_int_t skipped = 0, hits = 0;
    tell_kernels();
    for (size_t p = 0; p < sizeof protocols / sizeof *protocols; p++)
        for (int i = 0; i < SHIPPED_KERNELS; i++) {
            if (!wanted(i) || (p == 1 && strcmp(shipped_kernels[i], "mutex") == 0))
                continue;
            char name[64];
            json_t *r =
                counted(state, name_of(name, sizeof name, i, "tiny"),
                        SETS(protocols[p][0], protocols[p][1], FAR_AWAY, "rdc.predictor=128"), "1");
            assert_int_equal(run_json_sum(r, "rdc", "load_hits") + run_json_sum(r, "rdc", "fills"),
                             run_json_sum(r, "rdc", "loads") +
                                 run_json_sum(r, "rdc", "load_fresh") +
                                 run_json_sum(r, "rdc", "load_skipped"));
            skipped += run_json_sum(r, "rdc", "load_skipped");
            hits += run_json_sum(r, "rdc", "load_hits");
            json_decref(r);
        }
    assert_true(skipped > 0 && hits > 0);
}

/* A probe is one access, and so is a fill: line, tag and epoch come and go together. */
static void accesses_to_dram_are_counted(void **state)
{
    json_t *r = counted(state, "sgemm:tiny", SETS(SWC, FAR_AWAY), "1");
    json_int_t probes = run_json_sum(r, "rdc", "loads") + run_json_sum(r, "rdc", "stores") +
                        run_json_sum(r, "rdc", "atomics"),
               writes = run_json_sum(r, "rdc", "fills") + run_json_sum(r, "rdc", "stores_to_copy");
    assert_true(probes > 0 && writes > 0);
    assert_int_equal(run_json_sum(r, "dram_mux", "rdc_requests"), probes + writes);
    assert_int_equal(run_json_sum(r, "dram", "reads") + run_json_sum(r, "dram", "writes"),
                     probes + writes + run_json_sum(r, "dram_mux", "umc_requests"));
    assert_int_equal(run_json_sum(r, "rdc", "load_hits") + run_json_sum(r, "rdc", "fills"),
                     run_json_sum(r, "rdc", "loads") + run_json_sum(r, "rdc", "load_fresh"));
    json_decref(r);
}

static void threads_change_nothing(void **state)
{
    json_t *one = counted(state, "bfs:tiny", SETS(HWC, FAR_AWAY), "1"),
           *two = counted(state, "bfs:tiny", SETS(HWC, FAR_AWAY), "2");
    assert_true(json_equal(one, two));
    assert_true(run_json_sum(one, "rdc", "invalidations") > 0);
    json_decref(one);
    json_decref(two);
}

/* ---- write-back ---- */

/* Those of carve-swc all through, each with epochs that end inside a launch, too. */
static void kernels_run_with_dirty_lines(void **state)
{
    json_int_t kept = 0, written = 0, through = 0;
    tell_kernels();
    for (int i = 0; i < SHIPPED_KERNELS; i++) {
        const bool some = strcmp(shipped_kernels[i], "bfs") == 0; /* of its stores go through */
        if ((!wanted(i) && !some) || strcmp(shipped_kernels[i], "mutex") == 0)
            continue;
        char name[64];
        name_of(name, sizeof name, i, "tiny");
        static const char *const steps[] = {"rdc.step_cycles=0", "rdc.step_cycles=100"};
        for (int s = 0; s < 2; s++) {
            json_t *r = counted(state, name,
                                SETS(BACK, FAR_AWAY, steps[s], "rdc.epoch_bits=3", "rdc.bytes=512",
                                     "rdc.predictor=4"),
                                "1");
            assert_true(run_json_sum(r, "rdc", "writebacks") <=
                        run_json_sum(r, "rdc", "stores_kept"));
            kept += run_json_sum(r, "rdc", "stores_kept");
            written += run_json_sum(r, "rdc", "writebacks");
            through += run_json_sum(r, "rdc", "stores") - run_json_sum(r, "rdc", "stores_kept");
            json_decref(r);
        }
    }
    assert_true(kept > 0 && written > 0 && through > 0);
}

static json_t *leave_dirty(void **state, const char *writes)
{
    const char *json = in_folder(state, "run.json");
    static const char kernel[] = HERE "dirty.cu", launch[] = HERE "dirty.yaml";
    struct command c = run_with(kernel, SETS(SWC, writes, "rdc.region_lines=4", "sm.warps=16"),
                                SETS("-q", "--launch", launch, "--json", json));
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

/* By hand, of dirty.cu. GPU 1 stores 16 whole lines, of four regions, and a word of the first of
 * them, whose line it reads here: 17 stores stay. The word of `part` goes through. The second line
 * goes home for the volatile load, which fills it, and the third for the atomic; the flush writes
 * the other 14. So homes get 16 lines and a word, and 18 stores of GPU 0's own: 16 lines of y, and
 * GPU 1's two words of `seen`. Two banks begin two epochs: after each launch. */
static void a_launch_leaves_dirty_lines(void **state)
{
    static const struct {
        const char *counter;
        json_int_t back, through;
    } counts[] = {{"stores", 18, 18},     {"stores_to_copy", 1, 1}, {"loads", 1, 1},
                  {"load_hits", 1, 0},    {"load_fresh", 1, 1},     {"atomics", 1, 1},
                  {"fills", 1, 2},        {"epochs", 4, 2},         {"sweeps", 0, 0},
                  {"stores_kept", 17, 0}, {"writebacks", 16, 0},    {"flushed", 4, 0}};
    json_t *back = leave_dirty(state, "rdc.writes=back"),
           *through = leave_dirty(state, "rdc.writes=through");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const char *counter = counts[i].counter;
        assert_int_equal(run_json_sum(back, "rdc", counter), counts[i].back);
        if (run_json_counts(through, "rdc", counter))
            assert_int_equal(run_json_sum(through, "rdc", counter), counts[i].through);
    }
    assert_int_equal(run_json_sum(back, "umc", "stores"), 16 + 1 + 16 + 2);
    assert_int_equal(run_json_sum(through, "umc", "stores"), 17 + 1 + 16 + 2);
    json_decref(back);
    json_decref(through);
}

/* What packages store to words of one line in one launch they do not undo. */
static void dirty_lines_are_no_ones_but_the_storers(void **state)
{
    (void)state;
    is_right(share("sharing_steps.yaml", "plain", SETS(BACK)));
    is_wrong(share("sharing.yaml", "plain", SETS(BACK)));
}

/* A flush reads each line of its regions once, and a kept store reads its set and writes it. */
static void accesses_of_dirty_lines_are_counted(void **state)
{
    json_t *r = counted(state, "sgemm:tiny", SETS(BACK, FAR_AWAY), "1");
    json_int_t kept = run_json_sum(r, "rdc", "stores_kept"),
               probes = run_json_sum(r, "rdc", "loads") + run_json_sum(r, "rdc", "stores") +
                        2 * run_json_sum(r, "rdc", "flushed");
    assert_true(kept > 0 && kept == run_json_sum(r, "rdc", "stores"));
    assert_int_equal(run_json_sum(r, "dram_mux", "rdc_requests"),
                     probes + run_json_sum(r, "rdc", "fills") + kept);
    json_decref(r);
}

static void dirty_lines_on_threads(void **state)
{
    json_t *one = counted(state, "bfs:tiny", SETS(BACK, FAR_AWAY), "1"),
           *two = counted(state, "bfs:tiny", SETS(BACK, FAR_AWAY), "2");
    assert_true(json_equal(one, two));
    assert_true(run_json_sum(one, "rdc", "writebacks") > 0);
    json_decref(one);
    json_decref(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_sharing_inside_a_launch),
        cmocka_unit_test(false_sharing_between_launches),
        test_in_folder(kernels_run_through_the_rdc),
        test_in_folder(hits_are_guessed),
        test_in_folder(epochs_are_used_up),
        test_in_folder(a_sweep_takes_its_time),
        test_in_folder(accesses_to_dram_are_counted),
        test_in_folder(threads_change_nothing),
        test_in_folder(kernels_run_with_dirty_lines),
        test_in_folder(a_launch_leaves_dirty_lines),
        cmocka_unit_test(dirty_lines_are_no_ones_but_the_storers),
        test_in_folder(accesses_of_dirty_lines_are_counted),
        test_in_folder(dirty_lines_on_threads),
    };
    return cmocka_run_group_tests_name("carve", tests, NULL, NULL);
}
