/* Skipping idle cycles, and running twice, change nothing. */
#include "sw/dram/dram.h"
#include "sw/util/rng.h"
#include "tests/dram/configs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A hash of all visible state of a channel. */
struct trace {
    uint64_t hash, commands;
};

static void note(struct trace *t, uint64_t value)
{
    struct rng r = {t->hash ^ value};
    t->hash = rng_next(&r);
}

static void trace_observe(void *ctx, uint64_t cycle, enum dram_command command, uint32_t group,
                          uint32_t bank, uint32_t row, uint32_t column)
{
    struct trace *t = ctx;
    note(t, cycle);
    note(t, (uint64_t)command << 32 | group << 16 | bank);
    note(t, (uint64_t)row << 32 | column);
    t->commands++;
}

static void advance(struct dram *d, uint64_t cycle, bool skip)
{
    if (skip && dram_idle(d))
        dram_skip(d, cycle);
    while (dram_cycle(d) < cycle)
        dram_step(d);
}

static void take_answer(struct dram *d, struct trace *t)
{
    uint32_t tag;
    const uint8_t *data;
    if (!dram_answer(d, &tag, &data))
        return;
    note(t, dram_cycle(d));
    note(t, tag);
    for (uint32_t i = 0; data != NULL && i < 64; i++)
        note(t, data[i]);
}

/* Bursts of requests, then rests of every length, around refreshes and across many of them. */
static struct trace bursts(const struct dram_config *c, uint64_t seed, bool skip)
{
    struct trace t = {0};
    struct dram *d = dram_new(c);
    dram_observe(d, trace_observe, &t);
    struct rng r = {seed};
    uint8_t data[256] = {0};
    for (uint32_t burst = 0, tag = 0; burst < 60; burst++) {
        for (uint64_t n = rng_below(&r, 40); n > 0; n--) {
            bool write = rng_below(&r, 3) == 0;
            uint64_t line = rng_below(&r, rng_below(&r, 2) ? 40 : 100000);
            data[0] = (uint8_t)++tag;
            if (dram_ready(d, write))
                dram_request(d, write, line, tag, write ? data : NULL, NULL);
            take_answer(d, &t);
            dram_step(d);
        }
        while (!dram_idle(d)) {
            take_answer(d, &t);
            if (!dram_idle(d))
                dram_step(d);
        }
        uint64_t rest = rng_below(&r, rng_below(&r, 3) ? 400 : 9000);
        advance(d, dram_cycle(d) + rest, skip);
    }
    const struct dram_stats *s = dram_stats(d);
    const uint64_t counts[] = {s->reads,       s->writes,        s->row_hits,
                               s->row_misses,  s->row_conflicts, s->refreshes,
                               s->busy_cycles, s->forwarded,     s->read_latency};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        note(&t, counts[i]);
    dram_free(d);
    return t;
}

static void skipping_is_exact(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct trace a = bursts(&c, seed, false), b = bursts(&c, seed, true);
            assert_true(a.commands > 100);
            assert_int_equal(a.commands, b.commands);
            assert_true(a.hash == b.hash);
        }
    }
}

static void the_same_run_twice_is_the_same(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    assert_true(bursts(&c, 9, false).hash == bursts(&c, 9, false).hash);
    assert_true(bursts(&c, 9, false).hash != bursts(&c, 10, false).hash);
}

static void finish(struct dram *d, struct trace *t)
{
    while (!dram_idle(d)) {
        dram_step(d);
        take_answer(d, t);
    }
}

/* To every cycle around a refresh with an open row, after a write, and back to work from there. */
static void skipping_into_a_refresh(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        uint64_t due = c.timing.tREFI;
        const uint8_t data[256] = {0};
        for (uint64_t to = due - 5; to < due + 330; to += to < due + 30 ? 1 : 13) {
            struct trace t[2] = {{0}};
            for (int skip = 0; skip < 2; skip++) {
                struct dram *d = dram_new(&c);
                dram_observe(d, trace_observe, &t[skip]);
                dram_request(d, true, 1, 1, data, NULL);
                finish(d, &t[skip]);
                advance(d, to, skip != 0);
                assert_int_equal(dram_cycle(d), to);
                dram_request(d, false, 2, 2, NULL, NULL);
                dram_step(d);
                dram_request(d, true, 900, 3, data, NULL);
                finish(d, &t[skip]);
                dram_free(d);
            }
            assert_true(t[0].hash == t[1].hash);
        }
    }
}

static void skipping_far_refreshes_all_the_way(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    dram_skip(d, 390000000);
    assert_int_equal(dram_stats(d)->refreshes, 99999); /* the next is due in this very cycle */
    dram_skip(d, 390000001);
    assert_int_equal(dram_stats(d)->refreshes, 100000);
    dram_skip(d, 5); /* a cycle in the past: does nothing */
    assert_int_equal(dram_cycle(d), 390000001);
    dram_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skipping_is_exact),
        cmocka_unit_test(the_same_run_twice_is_the_same),
        cmocka_unit_test(skipping_into_a_refresh),
        cmocka_unit_test(skipping_far_refreshes_all_the_way),
    };
    return cmocka_run_group_tests_name("dram skip", tests, NULL, NULL);
}
