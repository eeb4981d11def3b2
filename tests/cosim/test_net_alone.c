/*
 * Networks alone (harness/net): every packet comes out once, whole, at its node, in order where
 * lanes are ordered, under stalls, with one flit and several, of each topology; with UGAL, too,
 * which carries more than minimal ways where these all go by one link; a flit that is wrong is
 * noticed, whatever is wrong with it; without its datelines a ring stops, and that is said; equal
 * seeds give equal cycles.
 *
 * Costs minutes with UMBEL_SLOW, as routers of each number of ports are a unit of their own; every
 * day some topologies are tried. No other test loads a network up to saturation.
 */
#include "gen/system/derived.h"
#include "harness/net/impl.h"
#include "harness/net/sweep.h"
#include "sw/util/sbuf.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A network of 8 packages, or of two lanes of each. */
struct tried {
    struct system *sys;
    struct bench_options o;
};

enum { MOST_SETS = 16 };

/* `more`: sets that come last, so many. */
static struct tried tried_with(const char *topology, const char *columns, const char *rows,
                               const char *const *more, size_t n)
{
    const char *sets[MOST_SETS] = {"gpus=8",          "link.latency=0", "link.bytes_per_cycle=4",
                                   "network.depth=4", "watchdog=2000",  "fabric.lanes=2",
                                   topology,          columns,          rows};
    struct error err = {0};
    size_t all = 9;
    for (size_t i = 0; i < n; i++)
        sets[all++] = more[i];
    struct tried t = {.sys = system_load("numa-tiny", sets, all, &err)};
    if (t.sys == NULL)
        fail_msg("%s", err.text);
    t.o = (struct bench_options){
        .sys = t.sys, .net = system_net(t.sys, &err), .classes = 1, .flits = 1, .seed = 1};
    return t;
}

static struct tried tried_of(const char *topology, const char *columns, const char *rows)
{
    return tried_with(topology, columns, rows, NULL, 0);
}

static void tried_free(struct tried *t)
{
    net_free(t->o.net);
    system_free(t->sys);
}

static struct bench *bench(const struct bench_options *o)
{
    struct error err = {0};
    struct bench *b = bench_new(o, &err);
    if (b == NULL)
        fail_msg("%s", err.text);
    return b;
}

/* All that was sent arrives; returns the sum of latencies. */
static uint64_t run(const struct bench_options *o)
{
    struct error err = {0};
    struct bench *b = bench(o);
    if (!bench_run(b, 3000, &err) || !bench_drain(b, &err))
        fail_msg("%s", err.text);
    uint64_t sent = 0;
    for (uint32_t i = 0; i < o->net->n_nodes; i++)
        sent += bench_sent_by(b, i);
    assert_int_equal(bench_arrived(b) * o->flits, sent);
    assert_int_equal(bench_counts(b)->flits, sent);
    assert_true((double)bench_arrived(b) > 3000 * o->load / o->flits);
    const uint64_t latency = (uint64_t)bench_counts(b)->latency;
    bench_free(b);
    return latency;
}

/* When a shape has a test of all shapes: every day it is on those whose ways are of different kinds
 * (datelines in one dimension and in two, turns, links between groups); with
 * UMBEL_SLOW on the others, too, each of which has routers of its own. */
enum when { NEVER, SLOW, DAILY };

static const struct shape {
    const char *topology, *columns, *rows;
    enum when once, ordered, ugal;
} shapes[] = {
    {"network.topology=crossbar", "network.columns=4", "network.rows=2", SLOW, NEVER, NEVER},
    {"network.topology=ring", "network.columns=8", "network.rows=1", DAILY, SLOW, SLOW},
    {"network.topology=mesh", "network.columns=4", "network.rows=2", DAILY, NEVER, NEVER},
    {"network.topology=torus", "network.columns=4", "network.rows=2", DAILY, DAILY, NEVER},
    {"network.topology=fbfly", "network.columns=4", "network.rows=2", SLOW, NEVER, DAILY},
    {"network.topology=rings", "network.columns=4", "network.rows=2", SLOW, SLOW, NEVER},
    {"network.topology=dfbfly", "network.columns=4", "network.rows=1", SLOW, NEVER, NEVER},
    {"network.topology=ddfly", "network.columns=4", "network.rows=1", DAILY, SLOW, SLOW},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, RING = 1, MESH = 2 };

static struct tried tried_shape(size_t i)
{
    return tried_of(shapes[i].topology, shapes[i].columns, shapes[i].rows);
}

static bool has_its_turn(enum when when)
{
    return when == DAILY || (when == SLOW && slow_wanted());
}

static void each_packet_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        if (!has_its_turn(shapes[i].once))
            continue;
        struct tried t = tried_shape(i);
        t.o.load = 0.9;
        t.o.stalls = 0.2;
        for (t.o.flits = 1; t.o.flits <= 5; t.o.flits += 4)
            run(&t.o);
        tried_free(&t);
    }
}

static void lanes_keep_their_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        if (!has_its_turn(shapes[i].ordered))
            continue;
        struct tried t = tried_shape(i);
        t.o.load = 0.7;
        t.o.flits = 3;
        t.o.classes = 2;
        t.o.ordered = true;
        run(&t.o);
        tried_free(&t);
    }
}

/* UGAL: each packet comes out once, whichever way it has gone. */
static void ugal_each_packet_once(void **state)
{
    (void)state;
    struct error err = {0};
    for (size_t i = 0; i < SHAPES; i++) {
        if (!has_its_turn(shapes[i].ugal))
            continue;
        struct tried t = tried_shape(i);
        assert_true(net_use_ugal(t.o.net, &err));
        t.o.load = 0.9;
        t.o.stalls = 0.1;
        t.o.pattern = i % 2 == 0 ? PATTERN_TORNADO : PATTERN_UNIFORM;
        for (t.o.flits = 1; t.o.flits <= 4; t.o.flits += 3)
            run(&t.o);
        tried_free(&t);
    }
}

/* Flits that come out in a cycle, in 4,000 cycles after as many. */
static double accepted(struct tried *t, enum pattern pattern, double load, double *latency)
{
    struct error err = {0};
    t->o.pattern = pattern;
    t->o.load = load;
    struct bench *b = bench(&t->o);
    if (!bench_run(b, 4000, &err))
        fail_msg("%s", err.text);
    bench_clear(b);
    if (!bench_run(b, 4000, &err))
        fail_msg("%s", err.text);
    const struct bench_counts *c = bench_counts(b);
    const double flits = (double)c->flits / (4000.0 * t->o.net->n_nodes);
    *latency = c->latency / (double)c->arrived;
    bench_free(b);
    return flits;
}

/* Four nodes at each of four routers that are joined all to all send to those of the next: one of
 * three links of each router would do all, a quarter of a flit a cycle and node. By other routers
 * half a flit can go. Uniform traffic, below saturation, is as fast as without. */
static void ugal_beats_minimal(void **state)
{
    (void)state;
    slow_only("two networks of 16 nodes under load");
    struct error err = {0};
    double out[2], calm[2], none;
    for (int ugal = 0; ugal < 2; ugal++) {
        const char *const more[] = {"gpus=16", "fabric.lanes=1", "network.depth=8"};
        struct tried t =
            tried_with("network.topology=fbfly", "network.columns=4", "network.rows=1", more, 3);
        assert_true(ugal == 0 || net_use_ugal(t.o.net, &err));
        out[ugal] = accepted(&t, PATTERN_TORNADO, 0.6, &none);
        assert_true(accepted(&t, PATTERN_UNIFORM, 0.5, &calm[ugal]) > 0.48);
        tried_free(&t);
    }
    assert_true(out[0] < 0.26);
    assert_true(out[1] > 1.4 * out[0]);
    assert_true(calm[1] < 1.05 * calm[0]);
}

/* Flits that each link's router has counted are those that packets' ways have, link by link. */
static void links_are_counted(void **state)
{
    (void)state;
    struct error err = {0};
    struct tried t = tried_shape(MESH);
    t.o.pattern = PATTERN_BITREV;
    t.o.load = 0.3;
    t.o.flits = 2;
    struct bench *b = bench(&t.o);
    if (!bench_run(b, 2000, &err) || !bench_drain(b, &err))
        fail_msg("%s", err.text);
    uint64_t want[64] = {0};
    for (uint32_t i = 0; i < 8; i++) {
        struct rng none = {0};
        uint32_t end, way[16];
        const uint32_t to = pattern_node(PATTERN_BITREV, i, 8, 4, &none);
        const uint32_t n = net_way(t.o.net, 0, i, to, &end, way, 16);
        for (uint32_t k = 0; k < n; k++)
            want[way[k]] += bench_sent_by(b, i);
    }
    for (uint32_t i = 0; i < t.o.net->n_links; i++)
        assert_int_equal(bench_on_link(b, i), want[i]);
    bench_free(b);
    tried_free(&t);
}

static void same_seed_same_cycles(void **state)
{
    (void)state;
    struct tried t = tried_shape(MESH);
    t.o.load = 0.5;
    t.o.stalls = 0.1;
    const uint64_t first = run(&t.o);
    assert_int_equal(run(&t.o), first);
    t.o.seed = 2;
    assert_int_not_equal(run(&t.o), first);
    tried_free(&t);
}

/* ---- what is wrong is noticed ---- */

/* A bench in which flits are under way, and one of them shows at a node. */
static struct end *shown_end(struct bench *b)
{
    struct error err = {0};
    for (;;) {
        if (!bench_run(b, 1, &err))
            fail_msg("%s", err.text);
        size_t n = 0;
        const struct shown *shown = engine_shown(b->engine, &n);
        for (size_t i = 0; i < n; i++)
            if (shown[i].outside == NODE_OUT && bench_arrived(b) > 20)
                return &b->ends[shown[i].number];
    }
}

enum harm { BIT, TAIL, NODE, TWICE, ORDER };

static void do_harm(struct bench *b, struct end *e, enum harm harm)
{
    const uint32_t slot = flit_slot(b, e->out.msg);
    switch (harm) {
    case BIT: /* above the packet's slot */
        e->out.msg[0] ^= 0x80000000;
        break;
    case TAIL:
        e->out.msg[1] ^= 1;
        break;
    case NODE:
        e->node ^= 1;
        break;
    case TWICE:
        b->slots[slot].number = 0;
        break;
    case ORDER:
        for (uint32_t v = 0; v < 8 * 8 * b->flit.vcs; v++)
            b->last[v] = UINT64_MAX;
        break;
    }
}

static void wrong_flits(void **state)
{
    (void)state;
    static const struct {
        enum harm harm;
        const char *says;
    } cases[] = {
        {BIT, "that is not what was sent (seed 1): its payload differs; packet from node "},
        {TAIL, "that is not what was sent (seed 1): its tail differs; packet from node "},
        {NODE, "that is for another node (seed 1)"},
        {TWICE, "that is of no packet under way: it came twice, or was never sent (seed 1)"},
        {ORDER, "that has passed a packet of its lane (seed 1)"},
    };
    struct tried t = tried_shape(MESH);
    t.o.load = 0.4;
    t.o.ordered = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct bench *b = bench(&t.o);
        do_harm(b, shown_end(b), cases[i].harm);
        assert_false(bench_run(b, 1, &err));
        if (strstr(err.text, cases[i].says) == NULL)
            fail_msg("'%s' does not say '%s'", err.text, cases[i].says);
        bench_free(b);
    }
    tried_free(&t);
}

/* A ring of which the datelines were taken fills up, and is told as a circle of channels. */
static void ring_without_datelines(void **state)
{
    (void)state;
    struct error err = {0};
    struct tried t = tried_shape(RING);
    t.o.load = 0.9;
    t.o.flits = 5;
    run(&t.o);
    net_without_datelines(t.o.net);
    struct bench *b = bench(&t.o);
    assert_false(bench_run(b, 20000, &err));
    assert_non_null(strstr(err.text, "nothing has come out of the network since cycle "));
    const char *circle = strstr(err.text, ": router ");
    assert_non_null(circle);
    uint32_t waits = 0;
    for (const char *at = circle; (at = strstr(at, " waits for router ")) != NULL; at++)
        waits++;
    assert_int_equal(waits, 8);
    bench_free(b);
    tried_free(&t);
}

/* ---- a sweep ---- */

static void sweep_finds_saturation(void **state)
{
    (void)state;
    struct error err = {0};
    struct tried t = tried_shape(RING);
    const struct sweep_options o = {.bench = t.o, .from = 0.2, .to = 1, .step = 0.2};
    struct sweep *s = sweep_run(&o, &err);
    if (s == NULL) {
        fail_msg("%s", err.text);
        return;
    }
    assert_true(s->reached);
    /* A link of a ring of 8 carries what 16/16 of its nodes' loads make: none takes more than one.
     */
    assert_true(s->saturation > 0.3 && s->saturation < 1);
    double last = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct sweep_point *p = &s->points[i];
        assert_true(p->load > last);
        last = p->load;
        const bool is_below = p->latency <= s->limit && !p->saturated;
        assert_true((p->load <= s->saturation) == is_below);
        assert_true(p->links[p->busiest] <= 1);
        assert_true(p->fairness > 0.5 && p->fairness <= 1);
        assert_true(p->saturated || (p->accepted > 0.9 * p->load && p->accepted < 1.1 * p->load));
    }
    sweep_free(s);
    tried_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_packet_once),
        cmocka_unit_test(lanes_keep_their_order),
        cmocka_unit_test(ugal_each_packet_once),
        cmocka_unit_test(ugal_beats_minimal),
        cmocka_unit_test(links_are_counted),
        cmocka_unit_test(same_seed_same_cycles),
        cmocka_unit_test(wrong_flits),
        cmocka_unit_test(ring_without_datelines),
        cmocka_unit_test(sweep_finds_saturation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
