/*
 * Machines with remote data caches (RDC): what leaves a package is what its RDC does not have;
 * invalidations pass it; epochs; the memory that is left to programs; a run is the same on several
 * threads, and is followed by the profile; what is refused.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"
#include "tests/support/systems.h"

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

/* Three launches: a package reads a line, its home writes it, the package reads it again. */
static void the_promise_is_told(void **state)
{
    (void)state;
    static const char source[] = HERE "sharing.cu:plain", launch[] = HERE "sharing_steps.yaml";
    struct command c = UMBEL("run", MACHINE, source, "--launch", launch, "--set",
                             "protocol=carve-nc", "--set", "boundary.l2s=empty");
    assert_status(&c, 1);
    assert_has(err_of(&c), "promise: copies in remote data caches are never made coherent, not "
                           "even from one launch to the next");
    command_free(&c);
}

/* ---- what the units count ---- */

/* A run with three --sets, beside pages that go to the packages in turns, on so many threads. */
static json_t *statistics(void **state, const char *kernel, const char *const sets[3],
                          const char *threads)
{
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", MACHINE, kernel, "-q", "--set", "placement.policy=pages", "--set", sets[0],
              "--set", sets[1], "--set", sets[2], "-j", threads, "--json", json, "--profile");
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json_results(json);
    return r;
}

/* All requests for lines of other packages come to the RDCs, and those that leave are what they do
 * not have. The L2s know nothing of that: they are answered all the same. */
static void what_leaves_a_package(void **state)
{
    static const char *const ways[][3] = {{"protocol=carve-hwc", "umc.count=1", "rdc.mshrs=4"},
                                          {"protocol=carve-hwc", "umc.count=4", "rdc.mshrs=8"},
                                          {"protocol=carve-swc", "boundary.l2s=empty", "lanes=2"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        json_t *r = statistics(state, "sgemm:tiny", ways[i], "1");
        json_int_t hits = run_json_sum(r, "rdc", "load_hits");
        assert_true(hits > 0);
        assert_int_equal(run_json_sum(r, "fabric", "requests"),
                         run_json_sum(r, "rdc", "loads") - hits +
                             run_json_sum(r, "rdc", "load_fresh") +
                             run_json_sum(r, "rdc", "stores") + run_json_sum(r, "rdc", "atomics"));
        assert_int_equal(run_json_count(r, "traffic", "loads", "requests"),
                         run_json_count(r, "traffic", "loads", "answers"));
        assert_int_equal(run_json_sum(r, "dram", "reads") + run_json_sum(r, "dram", "writes"),
                         run_json_sum(r, "dram_mux", "umc_requests") +
                             run_json_sum(r, "dram_mux", "rdc_requests"));
        json_decref(r);
    }
}

/* Invalidations of homes pass an RDC on their way to the L2, and are acknowledged there alone. */
static void invalidations_pass(void **state)
{
    json_t *r =
        statistics(state, "xtreme3:tiny",
                   (const char *const[3]){"imst.demotes=32767", "l2.bytes=64", "imst.sets=2"}, "1");
    json_int_t sent = run_json_sum(r, "umc", "invalidations");
    assert_true(run_json_sum(r, "rdc", "invalidated") > 0);
    assert_true(run_json_sum(r, "rdc", "invalidations") <= sent);
    assert_int_equal(run_json_sum(r, "l2", "invalidations"), sent);
    assert_int_equal(run_json_sum(r, "rdc", "invalidations"), run_json_sum(r, "fabric", "acks"));
    json_decref(r);
}

/* Each end of a launch begins an epoch in every bank. With one bit of epoch every other one clears
 * all sets, and the answer is as right. */
static void epochs_are_used_up(void **state)
{
    json_t *few = statistics(
        state, "bfs:tiny",
        (const char *const[3]){"protocol=carve-swc", "boundary.l2s=empty", "rdc.epoch_bits=1"},
        "1");
    json_t *many = statistics(
        state, "bfs:tiny",
        (const char *const[3]){"protocol=carve-swc", "boundary.l2s=empty", "rdc.epoch_bits=20"},
        "1");
    json_int_t begun = run_json_sum(many, "rdc", "epochs");
    assert_true(begun >= 8 && begun % 2 == 0);
    assert_int_equal(run_json_count(many, "rdc", "epochs", "gpu0.rdc.0"), begun / 2);
    assert_int_equal(run_json_sum(few, "rdc", "epochs"), begun);
    assert_int_equal(run_json_sum(many, "rdc", "sweeps"), 0);
    assert_int_equal(run_json_sum(few, "rdc", "sweeps"), begun / 2);
    assert_true(run_json_sum(many, "rdc", "load_old") > run_json_sum(few, "rdc", "load_old"));
    /* A sweep writes each set. */
    assert_true(run_json_sum(few, "dram", "writes") - run_json_sum(many, "dram", "writes") >=
                begun / 2 * (4096 / 16) - 100);
    json_decref(few);
    json_decref(many);
}

static void each_request_is_followed(void **state)
{
    static const char *const sets[3] = {"imst.sets=2", "umc.count=2", "l2.bytes=64"};
    json_t *one = statistics(state, "sgemm:tiny", sets, "1"),
           *two = statistics(state, "sgemm:tiny", sets, "2");
    assert_true(json_equal(one, two));
    const json_t *requests = json_object_get(json_object_get(one, "profile"), "requests");
    assert_true(run_json_sum(one, "rdc", "load_hits") > 0);
    assert_true(json_integer_value(json_object_get(requests, "answered")) > 0);
    assert_int_equal(json_integer_value(json_object_get(requests, "strays")), 0);
    assert_int_equal(json_integer_value(json_object_get(requests, "unfinished")), 0);
    json_decref(one);
    json_decref(two);
}

/* Of two times 128 KiB half is carved out. Buffers of 192 KiB have no room in the rest; in more
 * memory they have, and no page of theirs is in the RDC. */
static void programs_have_the_rest(void **state)
{
    (void)state;
    struct command none = UMBEL("run", MACHINE, "vecadd:small", "--set", "umc.bytes=131072",
                                "--set", "rdc.bytes=65536");
    assert_status(&none, 1);
    assert_has(err_of(&none), "the buffers take 196608 bytes together, and the system's memory has "
                              "131072");
    command_free(&none);
    static const char *const policies[] = {"placement.policy=first-touch", "placement.policy=pages",
                                           "placement.policy=interleave"};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        if (i > 0)
            slow_only("first touch places pages in both memories, too");
        struct command fits = UMBEL("run", MACHINE, "vecadd:small", "--set", "umc.bytes=131072",
                                    "--set", "rdc.bytes=16384", "--set", policies[i]);
        assert_status(&fits, 0);
        assert_has(out_of(&fits), "identical to cacheless execution");
        command_free(&fits);
    }
}

/* ---- what is refused ---- */

static const struct refused_system refused[] = {
    {MACHINE,
     {"memory.at=central"},
     "--set memory.at=central: memory.at is central; protocol carve-hwc carves remote data caches "
     "from the packages' memories, so it needs memory.at packages"},
    {MACHINE,
     {"l2.role=memory-side"},
     "--set l2.role=memory-side: l2.role is memory-side; the remote data caches of protocol "
     "carve-hwc are behind L2s that cache lines of other packages, so it must be core-side"},
    {MACHINE,
     {"gpus=1"},
     "--set gpus=1: gpus is 1; for protocol carve-hwc it must be 2 at least, or no line is remote"},
    {MACHINE,
     {"consistency=sc"},
     "--set consistency=sc: consistency is sc; with invalidation.l1_copies sw protocol carve-hwc "
     "needs "
     "rc, as no invalidation reaches an L1: a load may find a copy there that is older than an "
     "answered store"},
    {MACHINE,
     {"protocol=carve-swc"},
     "--set protocol=carve-swc: boundary.l2s is keep; with protocol carve-swc it must be empty, as "
     "an L2 would keep what the new epoch takes from the remote data cache"},
    {MACHINE,
     {"rdc.bytes=24"},
     "--set rdc.bytes=24: rdc.bytes is 24; it must be a power of two from 8 to 274877906944"},
    {MACHINE,
     {"rdc.bytes=16"},
     "--set rdc.bytes=16: rdc.bytes is 16; two lines of 16 bytes at each of 1 controllers need 32"},
    {MACHINE,
     {"rdc.bytes=16777216"},
     "--set rdc.bytes=16777216: rdc.bytes is 16777216; it must be smaller than a package's memory, "
     "16777216"},
    {MACHINE,
     {"umc.bytes=137438953472", "rdc.bytes=32"},
     "--set umc.bytes=137438953472: umc.bytes is 137438953472; beside a remote data cache a "
     "controller has 2147483648 lines of 16 bytes at most"},
    {MACHINE,
     {"rdc.epoch_bits=32", "umc.bytes=17179869184", "rdc.bytes=32"},
     "--set rdc.epoch_bits=32: rdc.epoch_bits is 32; with a valid bit and a tag of 30 it must not "
     "take more than 56 spare bits of a line"},
    {MACHINE,
     {"rdc.writes=back"},
     "--set rdc.writes=back: rdc.writes is back; with protocol carve-hwc it must be through, as no "
     "launch writes dirty lines to their homes"},
    {MACHINE,
     {"protocol=carve-nc", "boundary.l2s=empty", "rdc.writes=back"},
     "--set rdc.writes=back: rdc.writes is back; with protocol carve-nc it "
     "must be through, as no launch writes dirty lines to their homes"},
    {MACHINE,
     {"protocol=carve-swc", "boundary.l2s=empty", "rdc.writes=back", "rdc.region_lines=256"},
     "--set rdc.region_lines=256: rdc.region_lines is 256; the 256 lines of a bank must be 2 to "
     "65536 regions"},
    {MACHINE,
     {"protocol=carve-swc", "boundary.l2s=empty", "rdc.writes=back", "rdc.region_lines=1",
      "rdc.epoch_bits=28", "umc.bytes=8589934592", "rdc.bytes=32"},
     "--set rdc.epoch_bits=28: rdc.epoch_bits is 28; with a valid bit, a dirty bit and a tag of 29 "
     "it must not take more than 56 spare bits of a line"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(refused, sizeof refused / sizeof *refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_promise_is_told),
        test_in_folder(what_leaves_a_package),
        test_in_folder(invalidations_pass),
        test_in_folder(epochs_are_used_up),
        test_in_folder(each_request_is_followed),
        cmocka_unit_test(programs_have_the_rest),
        cmocka_unit_test(complaints),
    };
    return cmocka_run_group_tests_name("machines with remote data caches", tests, NULL, NULL);
}
