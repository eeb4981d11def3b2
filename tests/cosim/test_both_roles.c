/*
 * L2 banks with both roles in whole runs. Under hmg: kernels that share lines across packages are
 * right, and wrong without it; each invalidation is sent once and arrives, and a release is
 * acknowledged by all others; a directory too small for the lines invalidates and stays right;
 * litmus tests of all scopes; each request is followed through two L2 banks. Under nc-wt: a line
 * that is needed once is kept by its asker alone, and the answer is the same. What each refuses.
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
#define ONE_LAUNCH HERE "sharing.yaml"
#define THREE_LAUNCHES HERE "sharing_steps.yaml"

/* ---- hmg ---- */

static struct command share(const char *system, const char *launch, const char *how,
                            const char *l2s)
{
    char source[sizeof HERE + 32];
    snprintf(source, sizeof source, "%ssharing.cu:%s", HERE, how);
    return UMBEL("run", system, source, "--launch", launch, "--set", l2s);
}

/* Two packages have a line, of which one writes a word that the other has not read; L2s are not
 * emptied between launches. */
static void directories_keep_l2s_coherent(void **state)
{
    (void)state;
    static const char *const launches[] = {ONE_LAUNCH, THREE_LAUNCHES};
    static const char plain[] = HERE "sharing.cu:plain";
    for (int i = 0; i < 2; i++) {
        struct command right = share("hmg-tiny", launches[i], "plain", "boundary.l2s=keep");
        assert_status(&right, 0);
        assert_has(out_of(&right), "identical to cacheless execution");
        command_free(&right);
        struct command wrong =
            UMBEL("run", "ladm-tiny", plain, "--launch", launches[i], "--set", "boundary.l2s=keep",
                  "--set", "schedule.policy=chunks", "--set", "schedule.within_gpu=chunks", "--set",
                  "placement.policy=pages"); /* LADM's would keep the line in one package */
        assert_status(&wrong, 1);
        assert_has(err_of(&wrong), "copy: gpu2.l2.0, ");
        command_free(&wrong);
    }
}

/* One SM and one L2 bank of a GPU, with wires for the switches between them. */
static void wires_between_lone_cores(void **state)
{
    (void)state;
    static const char *const systems[] = {"ladm-hmg-tiny", "ladm-tiny"};
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            slow_only("without directories fewer messages pass the same wires");
        struct command c = share(systems[i], THREE_LAUNCHES, "plain", "hardware.lone_switch=false");
        assert_status(&c, 0);
        assert_has(out_of(&c), "identical to cacheless execution");
        command_free(&c);
    }
}

static json_t *statistics(void **state, const char *system, const char *kernel, const char *set,
                          const char *threads)
{
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", system, kernel, "-q", "--set", set, "-j", threads, "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json_results(json);
    return r;
}

/* A release sends one message to each of the three other packages, which all acknowledge. */
static void each_invalidation_arrives(void **state)
{
    json_t *r = statistics(state, "hmg-tiny", "mutex:tiny", "gpu_scope=machine", "1");
    const json_int_t sent = run_json_sum(r, "bank_front", "invalidations"),
                     releases = run_json_sum(r, "bank_front", "releases");
    assert_true(run_json_sum(r, "bank_front", "sharers") > 0 && sent > 0 && releases > 0);
    assert_int_equal(run_json_sum(r, "l2", "invalidations"), sent);
    assert_int_equal(run_json_sum(r, "l2", "markers"), 3 * releases);
    assert_int_equal(run_json_sum(r, "fabric", "acks"), 3 * releases);
    json_decref(r);
}

static void must_count(const json_t *r, const char *class, const char *counter, json_int_t wanted)
{
    const json_int_t counted = run_json_sum(r, class, counter);
    if (counted != wanted)
        fail_msg("%s of %s: %lld, not %lld", counter, class, (long long)counted, (long long)wanted);
}

static json_t *counts(void **state, const char *system, const char *source)
{
    const char *json = in_folder(state, "run.json");
    write_text(in_folder(state, "k.cu"), source);
    struct command c =
        UMBEL("cuda", in_folder(state, "k.cu"), "--system", system, "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

/* A fence of one warp is a release at each of the four homes: three of other packages. Each home
 * sends a marker to the three others and gets as many acknowledgements. None is a store. */
static void releases_are_no_stores(void **state)
{
    enum { FENCES = 5, HOMES = 4, OTHERS = 3 };
    json_t *r = counts(state, "hmg-tiny",
                       "__global__ void k(int *o)\n{\n"
                       "    for (int i = 0; i < 5; i++) __threadfence();\n"
                       "    if (threadIdx.x == 99) *o = 1;\n}\n"
                       "int main()\n{\n    int *o;\n    cudaMalloc(&o, 64);\n"
                       "    k<<<1, 32>>>(o);\n    return cudaDeviceSynchronize();\n}\n");
    static const char *const none[][2] = {{"l1", "stores"},
                                          {"l1", "stores_to_copy"},
                                          {"l2", "stores"},
                                          {"l2", "stores_to_copy"},
                                          {"umc", "stores"},
                                          {"traffic", "stores"},
                                          {"bank_front", "invalidations"},
                                          {"l2", "invalidations"},
                                          {"traffic", "invalidations"}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        must_count(r, none[i][0], none[i][1], 0);
    must_count(r, "l1", "releases", FENCES * HOMES);
    must_count(r, "l2", "releases", FENCES * OTHERS);
    must_count(r, "bank_front", "releases", FENCES * HOMES);
    must_count(r, "bank_front", "far_releases", FENCES * OTHERS);
    must_count(r, "bank_front", "markers", FENCES * HOMES * OTHERS);
    must_count(r, "bank_front", "marker_acks", FENCES * HOMES * OTHERS);
    must_count(r, "l2", "markers", FENCES * HOMES * OTHERS);
    must_count(r, "traffic", "releases", 2 * FENCES * OTHERS);
    must_count(r, "traffic", "markers", FENCES * HOMES * OTHERS);
    must_count(r, "traffic", "acks", FENCES * HOMES * OTHERS);
    json_decref(r);
}

/* Entries give way, and whoever has their lines is told. */
static void few_entries_are_enough(void **state)
{
    json_t *few = statistics(state, "hmg-tiny", "bfs:tiny", "l2.directory.sets=2", "1"),
           *many = statistics(state, "hmg-tiny", "bfs:tiny", "l2.directory.sets=256", "1");
    assert_true(run_json_sum(few, "bank_front", "evictions") > 0);
    assert_int_equal(run_json_sum(many, "bank_front", "evictions"), 0);
    assert_true(run_json_sum(few, "bank_front", "invalidations") >
                run_json_sum(many, "bank_front", "invalidations"));
    json_decref(few);
    json_decref(many);
}

static void threads_change_nothing(void **state)
{
    json_t *one = statistics(state, "hmg-tiny", "xtreme3:tiny", "boundary.l2s=keep", "1"),
           *two = statistics(state, "hmg-tiny", "xtreme3:tiny", "boundary.l2s=keep", "2");
    assert_true(json_equal(one, two));
    json_decref(one);
    json_decref(two);
}

/* A request for a line of another package passes two L2 banks, and none is lost from sight. */
static void each_request_is_followed(void **state)
{
    static const char *const systems[] = {"hmg-tiny", "ladm-tiny", "ladm-hmg-tiny"};
    for (int i = 0; i < 3; i++) {
        const char *json = in_folder(state, "run.json");
        struct command c =
            UMBEL("run", systems[i], "xtreme3:tiny", "-q", "--profile", "--json", json);
        assert_status(&c, 0);
        command_free(&c);
        json_t *r = run_json(json),
               *requests = json_object_get(json_object_get(r, "profile"), "requests");
        assert_true(json_integer_value(json_object_get(requests, "answered")) > 0);
        assert_int_equal(json_integer_value(json_object_get(requests, "strays")), 0);
        assert_int_equal(json_integer_value(json_object_get(requests, "unfinished")), 0);
        json_decref(r);
    }
}

#define LITMUS UMBEL_ROOT "/formal/litmus"
/* Every day those of one thread that tells another, and of a lock: those of four threads have ten
 * times as many placements. */
static const char *const short_tests[] = {LITMUS "/MP.litmus",         LITMUS "/MP+fences.litmus",
                                          LITMUS "/MP+rel-acq.litmus", LITMUS "/SB+fences.litmus",
                                          LITMUS "/WRC+fences.litmus", LITMUS "/LOCK.litmus"};
enum { DAILY = sizeof short_tests / sizeof *short_tests };

/* How much of something there is every day, in the slow tests and in the long ones. */
static const char *often(const char *daily, const char *slow, const char *most)
{
    return long_wanted() ? most : slow_wanted() ? slow : daily;
}

/* Tests of every scope that ships, and random ones: nothing that the model of PTX forbids. Every
 * day each machine has one scope, and each scope one machine, for a few runs; and no monitors,
 * which need units of their own and which test_gpu_homes has on ladm-hmg-tiny. */
static void litmus_tests_with_scopes(void **state)
{
    static const struct {
        const char *system, *scope;
    } machines[] = {{"hmg-tiny", "gpu_scope=machine"},
                    {"hmg-tiny", "gpu_scope=gpu"},
                    {"ladm-hmg-tiny", "gpu_scope=machine"},
                    {"ladm-hmg-tiny", "gpu_scope=gpu"}};
    if (!slow_wanted())
        print_message(
            "*** SKIPPED: three of four machines and scopes; UMBEL_SLOW=1 runs them ***\n");
    for (int i = slow_wanted() ? 0 : 3; i < 4; i++) {
        const bool monitored = long_wanted() || (slow_wanted() && i < 2);
        const char *words[14 + DAILY] = {umbel_path(),
                                         "litmus",
                                         "--system",
                                         machines[i].system,
                                         "--model",
                                         "ptx",
                                         "--runs",
                                         often("2", "10", "200"),
                                         "--random",
                                         often("4", "30", "300"),
                                         monitored ? "--monitors" : "-q",
                                         "--set",
                                         machines[i].scope};
        for (int t = 0; t < DAILY; t++)
            words[13 + t] = !slow_wanted() ? short_tests[t] : t == 0 ? LITMUS : NULL;
        /* A test that fails is written into the folder. */
        struct command c = {.argv = words, .dir = *state, .seconds = 900};
        command_run(&c);
        assert_status(&c, 0);
        assert_has(out_of(&c), "outcomes that ptx forbids: 0");
        command_free(&c);
    }
}

/* ---- nc-wt ---- */

static void what_is_needed_once_is_kept_once(void **state)
{
    json_t *twice = statistics(state, "ladm-tiny", "sgemm:tiny", "l2.remote=rtwice", "1"),
           *once = statistics(state, "ladm-tiny", "sgemm:tiny", "l2.remote=ronce", "1");
    assert_int_equal(run_json_sum(twice, "l2", "fills_once"), 0);
    assert_true(run_json_sum(once, "l2", "fills_once") > 0);
    assert_true(run_json_sum(once, "l2", "far_load_hits") <
                run_json_sum(twice, "l2", "far_load_hits"));
    json_decref(twice);
    json_decref(once);
}

/* ---- nc-wb ---- */

/* Few lines and few MSHRs: dirty lines of other packages make room, with and without room for their
 * write-backs. The monitors watch what the proofs assume. */
static void dirty_lines_reach_their_homes(void **state)
{
    static const char *const sets[][2] = {{"l2.bytes=256", "l2.mshrs=4"},
                                          {"l2.bytes=1024", "l2.mshrs=4"},
                                          {"l2.bytes=256", "l2.mshrs=16"}};
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            slow_only("few lines and few MSHRs have been together");
        const char *json = in_folder(state, "run.json");
        struct command c = UMBEL("run", "ladm-tiny", "transpose:tiny", "--set", "protocol=nc-wb",
                                 "--set", sets[i][0], "--set", sets[i][1], "--set", "sm.count=2",
                                 "--set", "l1.bytes=128", "--monitors", "-q", "--json", json);
        assert_status(&c, 0);
        command_free(&c);
        json_t *run = run_json_results(json);
        assert_true(run_json_sum(run, "l2", "writebacks_away") > 0);
        assert_int_equal(run_json_sum(run, "l2", "writebacks_away"),
                         run_json_sum(run, "l2", "writebacks_taken"));
        json_decref(run);
    }
}

/* Whole lines that are stored stay in the bank of who stores them. */
static void stores_stay(void **state)
{
    json_t *back = statistics(state, "ladm-tiny", "vecadd:tiny", "protocol=nc-wb", "1"),
           *through = statistics(state, "ladm-tiny", "vecadd:tiny", "protocol=nc-wt", "1");
    assert_true(run_json_sum(back, "l2", "stores_kept") > 0);
    assert_true(run_json_sum(back, "l2", "stores") < run_json_sum(through, "l2", "stores"));
    json_decref(back);
    json_decref(through);
}

/* ---- a division of ways ---- */

/* Nothing but the choice of victims differs. Links that are busy from one line on have the division
 * move. Every day without monitors: dirty_lines_reach_their_homes() has those of such banks. */
static void ways_change_sides(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "ladm-tiny", "transpose:tiny", "--set", "l2.ways=4", "--set",
                             "l2.partition.window=64", "--set", "l2.partition.busy=1", "-q",
                             "--json", json, slow_wanted() ? "--monitors" : NULL);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json_results(json);
    assert_true(run_json_sum(run, "l2", "windows") > 0);
    assert_true(run_json_sum(run, "l2", "links_busy") > 0);
    assert_true(run_json_sum(run, "l2", "ways_to_others") > 0);
    json_decref(run);
}

/* ---- what is refused ---- */

static const struct refused_system refused[] = {
    {"hmg-tiny",
     {"consistency=sc"},
     "--set consistency=sc: consistency is sc; protocol hmg needs rc, as nobody but a release "
     "waits for invalidations"},
    {"hmg-tiny",
     {"l2.role=core-side"},
     "--set l2.role=core-side: protocol is hmg; its L2s cache what their SMs ask and are homes, so "
     "l2.role must be both, not core-side"},
    {"hmg-tiny",
     {"copy_engine.lines=2", "memory.host=true"},
     "--set memory.host=true: l2.role is both; with memory.host true a host would have no banks "
     "for "
     "its lines"},
    {"hmg-tiny",
     {"l2.directory.sets=1048576"},
     "--set l2.directory.sets=1048576: l2.directory.sets is 1048576; it must be smaller than a "
     "bank's lines of the package's memory"},
    {"ladm-tiny",
     {"l2.mshrs=2"},
     "--set l2.mshrs=2: l2.mshrs is 2; with l2.role both it must be 4 at least"},
    {"ladm-tiny",
     {"protocol=mgcc"},
     "--set protocol=mgcc: l2.role is both; protocol must be nc-wt, nc-wb or hmg, not mgcc"},
    {"ladm-tiny",
     {"l15.banks=1"},
     "--set l15.banks=1: l15.banks is 1; behind it looks the L2 of the line's home, so l2.role "
     "must be memory-side"},
    {"hmg-tiny",
     {"l2.partition.window=64"},
     "--set l2.partition.window=64: l2.partition.window is 64; it must be 0 but with l2.role both "
     "and a protocol without directories, not both and hmg"},
    {"ladm-tiny",
     {"l2.partition.window=1"},
     "--set l2.partition.window=1: l2.partition.window is 1; it must be 0, or 2 to 65536"},
    {"tsm-tiny",
     {"l2.role=both"},
     "--set l2.role=both: l2.role is both; that needs memory.at packages, not central"},
    {"rdma-tiny",
     {"l2.remote=crb"},
     "--set l2.remote=crb: it is of no use here, as l2.remote needs package.l2.role both"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(refused, sizeof refused / sizeof *refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directories_keep_l2s_coherent),
        cmocka_unit_test(wires_between_lone_cores),
        test_in_folder(each_invalidation_arrives),
        test_in_folder(releases_are_no_stores),
        test_in_folder(few_entries_are_enough),
        test_in_folder(threads_change_nothing),
        test_in_folder(each_request_is_followed),
        test_in_folder(litmus_tests_with_scopes),
        test_in_folder(what_is_needed_once_is_kept_once),
        test_in_folder(dirty_lines_reach_their_homes),
        test_in_folder(stores_stay),
        test_in_folder(ways_change_sides),
        cmocka_unit_test(complaints),
    };
    return cmocka_run_group_tests_name("L2 banks with both roles", tests, NULL, NULL);
}
