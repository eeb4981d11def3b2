/*
 * Traces of packets: what a run records is what its interfaces count, for each package, too,
 * whatever the threads, and recording changes no cycle; what is replayed comes out once, by the
 * links that it took in the machine; latencies of a trace written by hand are those that its ways
 * and lengths give, and its packets are made when those that they follow have come. With UMBEL_SLOW
 * on more machines.
 */
#include "gen/system/derived.h"
#include "harness/net/replay.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Packets and flits of a trace, by the lines of its text. */
struct lines {
    uint64_t packets, flits;
};

static struct lines lines_of(const char *text)
{
    struct lines l = {0};
    const char *at = strchr(text, '\n') + 1;
    for (; strncmp(at, "end ", 4) != 0; at = strchr(at, '\n') + 1) {
        unsigned flits = 0;
        assert_int_equal(sscanf(at, "%*u %*s %*u %*u %*s %u\n", &flits), 1);
        l.packets++;
        l.flits += flits;
    }
    return l;
}

/* What the trace's text has of the packets that a node has sent, over all networks. */
static struct lines lines_from(const char *text, unsigned node)
{
    struct lines l = {0};
    const char *at = strchr(text, '\n') + 1;
    for (; strncmp(at, "end ", 4) != 0; at = strchr(at, '\n') + 1) {
        unsigned from = 0, flits = 0;
        assert_int_equal(sscanf(at, "%*u %*s %u %*u %*s %u\n", &from, &flits), 2);
        l.packets += from == node;
        l.flits += from == node ? flits : 0;
    }
    return l;
}

/* What a trace is recorded on: a network of cubes, whose nodes only ask or only own; and, with
 * UMBEL_SLOW, a ring of packages, of which each does both. */
enum { MOST_SETS = 6 };
static const struct traced {
    const char *system, *kernel, *network, *sets[MOST_SETS];
    bool slow;
} machines[] = {
    {"umn-tiny", "vecadd:tiny", "planes", {"--set", "network.topology=dfbfly"}, false},
    {"numa-tiny",
     "sgemm:tiny",
     "fabric0",
     {"--set", "gpus=4", "--set", "network.topology=ring", "--set", "network.columns=4"},
     true},
};
enum { MACHINES = sizeof machines / sizeof *machines };

/* All sets of a machine; those that there are not are NULL, as behind the last argument. */
#define SETS(m) (m)->sets[0], (m)->sets[1], (m)->sets[2], (m)->sets[3], (m)->sets[4], (m)->sets[5]
#define RING "--set", "gpus=4", "--set", "network.topology=ring", "--set", "network.columns=4"
#define PLANE "--set", "network.topology=ring", "--set", "network.columns=3"
#define RUN(system, kernel, ...) UMBEL("run", system, kernel, "-q", __VA_ARGS__)
#define RUN_ON(m, ...) RUN((m)->system, (m)->kernel, __VA_ARGS__, SETS(m))

static bool left_out(const struct traced *m)
{
    return m->slow && !slow_wanted();
}

static void ends_well(struct command c)
{
    assert_string_equal(err_of(&c), "");
    assert_status(&c, 0);
    command_free(&c);
}

static json_int_t cycles_of(const json_t *run)
{
    return json_integer_value(json_object_get(json_object_get(run, "run"), "cycles"));
}

/* The trace at `trace` has what the run of `json` has counted. */
static void counted(const char *trace, const json_t *run)
{
    size_t len;
    char *text = read_bytes_of(trace, &len);
    const struct lines l = lines_of(text);
    assert_true(l.packets > 100);
    assert_int_equal(l.packets, run_json_sum(run, "ni_inject", "packets"));
    assert_int_equal(l.flits, run_json_sum(run, "ni_inject", "flits"));
    free(text);
}

static void recorded_on(void **state, const struct traced *m)
{
    const char *json = in_folder(state, "r.json"), *one = in_folder(state, "1"),
               *two = in_folder(state, "2");
    ends_well(RUN_ON(m, "--json", json));
    json_t *plain = run_json(json);
    ends_well(RUN_ON(m, "--json", json, "--net-trace", one));
    json_t *traced = run_json(json);
    assert_int_equal(cycles_of(traced), cycles_of(plain));
    assert_true(json_equal(json_object_get(traced, "units"), json_object_get(plain, "units")));
    counted(one, traced);
    ends_well(RUN_ON(m, "-j", "2", "--net-trace", two));
    size_t len[2];
    char *bytes[2] = {read_bytes_of(one, &len[0]), read_bytes_of(two, &len[1])};
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]);
    free(bytes[1]);
    json_decref(plain);
    json_decref(traced);
}

static void recorded(void **state)
{
    for (int i = 0; i < MACHINES; i++)
        if (!left_out(&machines[i]))
            recorded_on(state, &machines[i]);
}

/* What has left each package, as interfaces count it, is what the trace has of its node; with two
 * networks, and with acknowledgements. */
static void left_packages(void **state)
{
    static const struct {
        const char *system, *kernel;
        bool acks, slow; /* slow: the other one has all classes of packets */
    } lanes[] = {{"numa-tiny", "sgemm:tiny", false, true},
                 {"numa-vi-tiny", "bfs:tiny", true, false}};
    for (int i = 0; i < 2; i++) {
        if (lanes[i].slow && !slow_wanted())
            continue;
        const char *json = in_folder(state, "r.json"), *trace = in_folder(state, "t");
        ends_well(RUN(lanes[i].system, lanes[i].kernel, RING, "--set", "fabric.lanes=2", "--json",
                      json, "--net-trace", trace));
        size_t len;
        char *text = read_bytes_of(trace, &len);
        const char *width = strstr(text, " flit_bytes=");
        unsigned flit_bytes = 0;
        assert_true(width != NULL && sscanf(width, " flit_bytes=%u", &flit_bytes) == 1);
        assert_non_null(strstr(text, " fabric1 "));
        assert_true(!lanes[i].acks || strstr(text, " ack ") != NULL);
        json_t *r = run_json(json);
        for (unsigned g = 0; g < 4; g++) {
            char package[16];
            snprintf(package, sizeof package, "gpu%u", g);
            const struct lines l = lines_from(text, g);
            assert_true(l.packets > 0);
            assert_int_equal(run_json_count(r, "fabric", "messages", package), l.packets);
            assert_int_equal(run_json_count(r, "fabric", "bytes", package), l.flits * flit_bytes);
        }
        json_decref(r);
        free(text);
    }
}

/* The machine's links keep an order, and so do the packets of a replay. With UMBEL_SLOW: nodes that
 * only ask and nodes that only own; a class of acknowledgements. Both are in other tests, too. */
static void other_machines(void **state)
{
    static const char *const systems[] = {"tsm-tiny", "numa-vi-tiny"};
    slow_only("units of two machines are built for replays in order");
    for (int i = 0; i < 2; i++) {
        const char *json = in_folder(state, "r.json"), *trace = in_folder(state, "t");
        ends_well(RUN(systems[i], "mutex:tiny", PLANE, "--json", json, "--net-trace", trace));
        json_t *r = run_json(json);
        counted(trace, r);
        json_decref(r);
        char from[512];
        snprintf(from, sizeof from, "trace:%s", trace);
        struct command c = UMBEL("net", systems[i], PLANE, "-q", "--traffic", from, "--ordered");
        assert_status(&c, 0);
        command_free(&c);
    }
}

/* Flits of a run on the links between routers, without those of channels to memory cubes. */
static json_int_t on_hops(const json_t *run)
{
    json_int_t all = 0;
    const char *name;
    json_t *flits;
    json_object_foreach(run_json_values(run, "hop", "flits"), name, flits)
    {
        if (strstr(name, ".hop") != NULL)
            all += json_integer_value(flits);
    }
    return all;
}

/* Flits on links, of the only point of a replay. */
static double on_links(const json_t *replay)
{
    const json_t *p = json_array_get(json_object_get(replay, "points"), 0);
    const json_t *links = json_object_get(p, "links");
    double all = 0;
    for (size_t i = 0; i < json_array_size(links); i++)
        all += json_real_value(json_array_get(links, i));
    return all * (double)json_integer_value(json_object_get(p, "cycles"));
}

static void replayed_of(void **state, const struct traced *m)
{
    const char *json = in_folder(state, "r.json"), *trace = in_folder(state, "t"),
               *svg = in_folder(state, "r.svg");
    ends_well(RUN_ON(m, "--json", json, "--net-trace", trace));
    json_t *run = run_json(json);
    char from[512];
    snprintf(from, sizeof from, "trace:%s", trace);
    struct command c =
        UMBEL("net", m->system, "--traffic", from, "--json", json, "--svg", svg, SETS(m));
    assert_status(&c, 0);
    char what[64];
    snprintf(what, sizeof what, "network %s of the 1 in the trace ", m->network);
    assert_has(out_of(&c), what);
    assert_has(out_of(&c), "packets came out once, whole and where it was sent to");
    command_free(&c);
    json_t *r = json_load_file(json, 0, NULL);
    const json_t *p = json_array_get(json_object_get(r, "points"), 0);
    assert_int_equal(json_integer_value(json_object_get(p, "packets")),
                     run_json_sum(run, "ni_inject", "packets"));
    assert_int_equal(json_integer_value(json_object_get(p, "flits")),
                     run_json_sum(run, "ni_inject", "flits"));
    assert_int_equal(llround(on_links(r)), on_hops(run));
    size_t len;
    char *picture = read_bytes_of(svg, &len);
    assert_non_null(strstr(picture, "<svg"));
    free(picture);
    json_decref(r);
    json_decref(run);
}

static void replayed(void **state)
{
    for (int i = 0; i < MACHINES; i++)
        if (!left_out(&machines[i]))
            replayed_of(state, &machines[i]);
}

/* By each way all packets that the run's interfaces have counted come out; of two networks it is
 * told that there is not one. */
static void both_routings(void **state)
{
    static const char *const ways[] = {"recorded", "minimal", "ugal"};
    struct command c = RUN("umn-tiny", "vecadd:tiny", "--net-routing");
    assert_status(&c, 1);
    assert_has(err_of(&c), "--net-routing: umn-tiny has 2 networks; it is for machines with one, "
                           "as with network.topology=dfbfly");
    command_free(&c);
    const char *json = in_folder(state, "r.json");
    slow_only("UGAL's routers are built besides; test_net_alone has UGAL every day");
    ends_well(RUN_ON(&machines[0], "--net-routing", "--json", json));
    json_t *r = run_json(json);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run_json_count(r, "routing", "packets", ways[i]),
                         run_json_sum(r, "ni_inject", "packets"));
        assert_int_equal(run_json_count(r, "routing", "flits", ways[i]),
                         run_json_sum(r, "ni_inject", "flits"));
    }
    json_decref(r);
}

/* ---- a trace by hand ---- */

/* On a ring of four routers of one cycle each; `latency`: of its links, as --set has it. */
static struct replay *replay_as(const char *latency, const struct trace_packet *packets, uint32_t n,
                                double load, bool follow)
{
    const char *const sets[] = {"gpus=4", "network.topology=ring", "network.columns=4", latency};
    struct error err = {0};
    struct system *sys = system_load("numa-tiny", sets, 4, &err);
    if (sys == NULL)
        fail_msg("%s", err.text);
    struct net *net = system_net(sys, &err);
    const char *classes[] = {"req", "rsp"};
    struct trace_packet list[8];
    memcpy(list, packets, n * sizeof *list);
    const struct net_trace trace = {
        .path = "by hand", .classes = {classes, 2}, .packets = list, .n = n};
    struct replay_options o = {
        .bench =
            {.sys = sys, .net = net, .classes = 2, .ordered = true, .trace = &trace, .flits = 1},
        .from = load,
        .to = load,
        .step = 1};
    struct replay_point first = {0};
    struct follow *all = follow ? replay_follows(&o, &first, &err) : NULL;
    o.bench.follows = all;
    struct replay *r = replay_run(&o, &err);
    if (r == NULL)
        fail_msg("%s", err.text);
    free(all);
    free(first.links);
    net_free(net);
    system_free(sys);
    return r;
}

static struct replay *replay_by_hand(const char *latency, const struct trace_packet *packets,
                                     uint32_t n, double load)
{
    return replay_as(latency, packets, n, load, false);
}

/* A packet takes a cycle in each router, the latency of each link, and a cycle for each flit behind
 * its first. The run ends with the cycle in which its last flit comes out. */
static void by_hand(void **state)
{
    (void)state;
    static const struct trace_packet apart[] = {
        {500, 0, 1, 0, 1},  /* 2 routers, 1 link */
        {1500, 3, 1, 1, 1}, /* 3 routers, 2 links */
        {2500, 2, 1, 1, 4}, /* 2 routers, 1 link, 3 flits more */
    };
    static const struct {
        const char *set;
        uint32_t link;
    } links[] = {{"link.latency=0", 0}, {"link.latency=3", 3}};
    for (size_t i = 0; i < 2; i++) {
        const uint32_t l = links[i].link;
        struct replay *r = replay_by_hand(links[i].set, apart, 3, 1);
        const struct replay_point *p = &r->points[0];
        assert_int_equal(p->packets, 3);
        assert_int_equal(p->flits, 6);
        assert_int_equal(llround(p->latency * 3), (2 + l) + (3 + 2 * l) + (5 + l));
        assert_int_equal(p->longest, 3 + 2 * l > 5 + l ? 3 + 2 * l : 5 + l);
        assert_int_equal(p->p99, p->longest);
        assert_int_equal(p->cycles, 2500 - 500 + 5 + l + 1);
        replay_free(r);
    }
}

/* At twice the pace: from the first packet, half of the time. */
static void faster(void **state)
{
    (void)state;
    static const struct trace_packet packets[] = {{100, 0, 1, 0, 1}, {1101, 0, 1, 0, 1}};
    struct replay *r = replay_by_hand("link.latency=0", packets, 2, 2);
    assert_int_equal(r->points[0].cycles, 500 + 2 + 1);
    assert_int_equal(llround(r->points[0].latency * 2), 4);
    replay_free(r);
}

/* A request takes 2 cycles, and its answer is made 98 behind it. At twice the pace it is made 49
 * behind it, though half of its cycle would be 50. The request behind the answer is 8 cycles behind
 * that, or 4. */
static void following(void **state)
{
    (void)state;
    static const struct trace_packet packets[] = {
        {500, 0, 1, 0, 1}, {600, 1, 0, 1, 1}, {610, 0, 1, 0, 1}};
    for (int load = 1; load <= 2; load++) {
        struct replay *r = replay_as("link.latency=0", packets, 3, load, true);
        assert_int_equal(r->points[0].packets, 3);
        assert_int_equal(r->points[0].cycles, 2 + 98 / load + 2 + 8 / load + 2 + 1);
        replay_free(r);
    }
}

/* A packet waits in its source's queue for one of its class, and its flits take turns with those of
 * another class. */
static void queues(void **state)
{
    (void)state;
    static const struct trace_packet one[] = {{9, 0, 1, 0, 3}, {9, 0, 1, 0, 1}};
    struct replay *r = replay_by_hand("link.latency=0", one, 2, 1);
    /* 2 and 2 flits more; 3 cycles behind it, and 2. */
    assert_int_equal(llround(r->points[0].latency * 2), 4 + 5);
    assert_int_equal(llround(r->points[0].inside * 2), 4 + 2);
    replay_free(r);
    /* To nodes on two sides, so that they meet in the interface alone. */
    static const struct trace_packet two[] = {{9, 0, 1, 0, 3}, {9, 0, 3, 1, 1}};
    r = replay_by_hand("link.latency=0", two, 2, 1);
    /* The second flit to be sent is the other's; then two more. */
    assert_int_equal(llround(r->points[0].latency * 2), 5 + 3);
    replay_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(recorded), test_in_folder(other_machines), test_in_folder(left_packages),
        test_in_folder(replayed), test_in_folder(both_routings),  cmocka_unit_test(by_hand),
        cmocka_unit_test(faster), cmocka_unit_test(queues),       cmocka_unit_test(following),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
