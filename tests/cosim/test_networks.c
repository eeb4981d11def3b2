/*
 * Networks in whole runs: kernels on machines whose L2 banks and controllers, or packages, are
 * joined by routers, under MGCC and GPU-VI, with remote data caches, too; what leaves a package;
 * what a hop costs; stages of routers; the flat top and threads; that what the proofs of routers
 * and interfaces assume is so.
 *
 * Costs minutes with UMBEL_SLOW: each shape of router is a unit of its own. It alone finds that
 * messages do not arrive whole, or at another node, in a machine.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SETS = 8 };

/* A run that must be right: its JSON. `sets` and `more` end with NULL. */
static json_t *run(void **state, const char *system, const char *kernel, const char *const *sets,
                   const char *const *more)
{
    const char *json = in_folder(state, "run.json");
    const char *argv[2 * MOST_SETS + 12] = {umbel_path(), "run", system, kernel};
    size_t n = 4;
    for (; *sets != NULL; sets++) {
        argv[n++] = "--set";
        argv[n++] = *sets;
    }
    for (; more != NULL && *more != NULL; more++)
        argv[n++] = *more;
    argv[n++] = "-q";
    argv[n++] = "--json";
    argv[n++] = json;
    struct command c = umbel_run_args(argv);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json(json);
    assert_string_equal(json_string_value(json_object_get(json_object_get(r, "run"), "result")),
                        "identical to cacheless execution");
    return r;
}

#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define SQUARE "network.columns=2", "network.rows=2"
#define MESH "network.topology=mesh", SQUARE

static json_int_t cycles_of(const json_t *r)
{
    return json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
}

static json_int_t cycles(void **state, const char *system, const char *kernel,
                         const char *const *sets, const char *const *more)
{
    json_t *r = run(state, system, kernel, sets, more);
    const json_int_t n = cycles_of(r);
    json_decref(r);
    return n;
}

/* Each packet that was sent is received. */
static void sent_and_received(const json_t *r)
{
    const json_int_t sent = run_json_sum(r, "ni_inject", "packets");
    assert_true(sent > 0);
    assert_int_equal(run_json_sum(r, "ni_eject", "packets"), sent);
    assert_int_equal(run_json_sum(r, "ni_eject", "flits"), run_json_sum(r, "ni_inject", "flits"));
}

/* mutex needs coherence inside a launch. Every day packets pass routers of most topologies in
 * test_net_alone, and machines here have rings and slices. */
static void topologies(void **state)
{
    static const struct {
        const char *words[3];
    } networks[] = {
        {{"network.topology=torus", "network.columns=3", "network.rows=2"}},
        {{"network.topology=crossbar", "network.columns=1", "network.rows=1"}},
        {{"network.topology=ring", "network.columns=5", "network.rows=1"}},
        {{"network.topology=mesh", SQUARE}},
        {{"network.topology=fbfly", SQUARE}},
        {{"network.topology=rings", SQUARE}},
        {{"network.topology=sfbfly", SQUARE}},
    };
    slow_only("routers of each number of ports are a unit");
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        const char *const *w = networks[i].words;
        json_t *r = run(state, "tsm-tiny", "mutex:tiny", SETS(w[0], w[1], w[2]), NULL);
        sent_and_received(r);
        json_decref(r);
    }
}

/* One network joins both planes, or both lanes, with acknowledgements; every day dfbfly the planes,
 * while packages() has acknowledgements. Minimal ways of dfbfly have no use for its links within
 * clusters: they are those of sfbfly, and take as many cycles. */
static void joined(void **state)
{
    static const char *const words[] = {"network.topology=dfbfly", "network.topology=ddfly"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (i > 0 && !slow_wanted())
            continue;
        json_t *r = run(state, "tsm-tiny", "mutex:tiny",
                        SETS(words[i], SQUARE, "l2.banks=2", "umc.count=2"), NULL);
        sent_and_received(r);
        json_decref(r);
        if (!slow_wanted())
            continue;
        r = run(state, "numa-vi-tiny", "mutex:tiny",
                SETS(words[i], "network.columns=3", "network.rows=1", "fabric.lanes=2"), NULL);
        sent_and_received(r);
        json_decref(r);
    }
    slow_only("routers of sfbfly are built besides, and cubes of test_memnet have such");
    const char *const sizes[] = {SQUARE, "l2.banks=2", "umc.count=2"};
    json_int_t n[2];
    for (int i = 0; i < 2; i++)
        n[i] = cycles(state, "tsm-tiny", "sgemm:tiny",
                      SETS(i == 0 ? words[0] : "network.topology=sfbfly", sizes[0], sizes[1],
                           sizes[2], sizes[3]),
                      NULL);
    assert_int_equal(n[0], n[1]);
}

/* The tag of an invalidation is in the place of data: it needs a flit more than a head here. */
static void tags_of_invalidations(void **state)
{
    json_t *r = run(state, "umn-tiny", "xtreme3:tiny",
                    SETS("protocol=gpu-vi", "cpu.misses=0", "network.channel=line", "network.vcs=4",
                         "umc.entries=128", "link.bytes_per_cycle=1"),
                    NULL);
    assert_true(run_json_sum(r, "umc", "invalidations") > 0);
    sent_and_received(r);
    json_decref(r);
}

/* A message class for acknowledgements, and nodes that are askers and owners; every day those with
 * remote data caches, which also ask. */
static void packages(void **state)
{
    static const char *const systems[] = {"carve-tiny", "numa-vi-tiny"};
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            slow_only("remote data caches have the same class beside theirs");
        json_t *r = run(state, systems[i], "mutex:tiny",
                        SETS("network.topology=ring", "network.columns=3"), NULL);
        sent_and_received(r);
        assert_true(run_json_sum(r, "hop", "flits") > 0);
        json_decref(r);
    }
}

/* One CTA of gpu0 reads 512 bytes of gpu1's memory, and writes its own: a load and an answer for
 * each of 32 lines, by lanes and by a network. A load is shorter than a flit of 16 bytes; an answer
 * is longer, as its line alone has 16 bytes. */
static void left_packages(void **state)
{
    enum { LINES = 32, FLIT = 16 };
    write_text(in_folder(state, "far.yaml"),
               "about: reads what another package has\n"
               "source: " UMBEL_ROOT "/sw/kernels/relu/relu.cu\n"
               "buffers:\n"
               "  - {name: x, type: f32, count: 128, init: random, low: -1, high: 1, home: 1}\n"
               "  - {name: y, type: f32, count: 128, init: zero, home: 0}\n"
               "launches:\n"
               "  - {entry: relu, grid: [1], block: [128], args: [x, y, \"u32 128\"]}\n");
    const char *const source = UMBEL_ROOT "/sw/kernels/relu/relu.cu";
    const char *const *more = SETS("--launch", in_folder(state, "far.yaml"));
    json_t *lanes = run(state, "numa-tiny", source, SETS("fabric.lanes=2"), more);
    json_t *net = run(state, "numa-tiny", source,
                      SETS("network.topology=ring", "network.columns=2", "fabric.lanes=2"), more);
    for (int g = 0; g < 2; g++) {
        const char *package = g == 0 ? "gpu0" : "gpu1";
        assert_int_equal(run_json_count(lanes, "fabric", "messages", package), LINES);
        assert_int_equal(run_json_count(net, "fabric", "messages", package), LINES);
        assert_int_equal(run_json_count(net, "fabric", "bytes", package), LINES * FLIT * (g + 1));
        assert_int_equal(run_json_count(lanes, "fabric", "bytes", package),
                         run_json_count(lanes, "fabric", "requests_bytes", package) +
                             run_json_count(lanes, "fabric", "answers_bytes", package));
    }
    assert_int_equal(run_json_count(lanes, "fabric", "requests", "gpu0"), LINES);
    assert_int_equal(run_json_count(lanes, "fabric", "answers", "gpu1"), LINES);
    assert_false(run_json_counts(net, "fabric", "requests"));
    json_decref(lanes);
    json_decref(net);
}

/* Routers of more stages, and links of more cycles, cost cycles, and no more. */
static void stages_and_latency(void **state)
{
    slow_only("eight shapes of routers, each a unit");
    const char *const stage[] = {"network.stages=1", "network.stages=2", "network.stages=3",
                                 "network.stages=4"};
    json_int_t before = 0;
    for (int i = 0; i < 4; i++) {
        json_int_t n = cycles(state, "tsm-tiny", "sgemm:tiny", SETS(MESH, stage[i]), NULL);
        assert_true(n > before);
        before = n;
    }
    const json_int_t near =
        cycles(state, "tsm-tiny", "sgemm:tiny", SETS(MESH, "link.latency=0"), NULL);
    const json_int_t far =
        cycles(state, "tsm-tiny", "sgemm:tiny", SETS(MESH, "link.latency=40"), NULL);
    assert_true(far > near);
}

static void the_same_cycles(void **state)
{
    const char *const *sets = SETS("network.topology=ring", "network.columns=3");
    const json_int_t tiles = cycles(state, "tsm-tiny", "mutex:tiny", sets, NULL);
    assert_int_equal(cycles(state, "tsm-tiny", "mutex:tiny", sets, SETS("-j", "2")), tiles);
    assert_int_equal(cycles(state, "tsm-tiny", "mutex:tiny", sets, SETS("--no-idle-skip")), tiles);
    slow_only("a flat top takes long to build");
    assert_int_equal(cycles(state, "tsm-tiny", "mutex:tiny", sets, SETS("--flat")), tiles);
}

static void what_routers_and_interfaces_assume(void **state)
{
    slow_only("test_overlay has these monitors watch a machine");
    json_t *r =
        run(state, "tsm-tiny", "mutex:tiny",
            SETS("network.topology=torus", "network.columns=3", "network.rows=1", "link.latency=2"),
            SETS("--monitors"));
    static const char *const seen[] = {
        "router.sent_into_room",    "router.credit_is_for_a_flit",    "router.tables_are_constant",
        "ni_inject.channel_exists", "ni_inject.credit_is_for_a_flit", "ni_eject.channel_exists",
        "ni_eject.sent_into_room",  "ni_eject.packet_ends_in_time"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (run_json_sum(r, "monitors", seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
    json_decref(r);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        const char *sets[3], *message;
    } cases[] = {
        {{"network.topology=mesh", "network.columns=1", "network.rows=1"},
         "umbel: --set network.topology=mesh: a mesh has a size in each dimension, and two "
         "routers"},
        {{"network.topology=ddfly", "network.columns=2", "network.rows=2"},
         "umbel: --set network.topology=ddfly: network.topology is ddfly; it joins planes, or "
         "lanes, and there is one: it takes l2.banks and umc.count 2 at least"},
        {{"network.topology=mesh", "network.depth=3", "network.rows=2"},
         "umbel: --set network.depth=3: network.depth is 3; it must be 0, or a power of two from 2 "
         "to 4096"},
        {{"network.columns=3", "network.rows=2", "network.stages=1"},
         "umbel: --set network.columns=3: it is of no use here, as network needs "
         "fabric.network.topology"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "--set", cases[i].sets[0],
                                 "--set", cases[i].sets[1], "--set", cases[i].sets[2]);
        assert_int_not_equal(c.status, 0);
        assert_string_equal(last_line(err_of(&c)), cases[i].message);
        command_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(topologies),
        test_in_folder(packages),
        test_in_folder(tags_of_invalidations),
        test_in_folder(left_packages),
        test_in_folder(joined),
        test_in_folder(stages_and_latency),
        test_in_folder(the_same_cycles),
        test_in_folder(what_routers_and_interfaces_assume),
        cmocka_unit_test(what_cannot_be),
    };
    return cmocka_run_group_tests_name("networks", tests, NULL, NULL);
}
