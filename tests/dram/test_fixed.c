/*
 * A channel of a fixed latency, beside one that is counted here cycle by cycle: a queue of lines,
 * of which the bus moves so many bytes in each cycle. And its bytes, beside a plain array.
 */
#include "sw/dram/dram.h"
#include "sw/util/arena.h"
#include "sw/util/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 128, LINES = 64, MOST = 4096 };

static struct dram_config fixed(uint32_t latency, uint32_t rate)
{
    struct dram_config c = dram_hbm2();
    c.line_bytes = LINE;
    c.bytes = 1 << 20;
    c.fixed.latency = latency;
    c.fixed.bytes_per_cycle = rate;
    return c;
}

/* The cycles of one request on an idle channel. */
static uint32_t alone(struct dram *d, bool write)
{
    const uint8_t bytes[LINE] = {7}, *data;
    uint32_t tag, cycles = 0;
    dram_request(d, write, 3, 9, bytes, NULL);
    while (!dram_answer(d, &tag, &data)) {
        dram_step(d);
        cycles++;
    }
    assert_int_equal(tag, 9);
    assert_int_equal(data == NULL, write);
    while (!dram_idle(d))
        dram_step(d);
    return cycles;
}

/* Whatever the row, the time since the last refresh, and what came before. */
static void a_read_takes_the_latency(void **state)
{
    (void)state;
    for (uint32_t latency = 1; latency <= 1000; latency += 111) {
        const struct dram_config c = fixed(latency, 24);
        struct dram *d = dram_new(&c);
        for (uint64_t gap = 0; gap < 9000; gap += 777) {
            assert_int_equal(alone(d, false), latency);
            assert_int_equal(alone(d, true), 1);
            dram_skip(d, dram_cycle(d) + gap);
        }
        assert_int_equal(dram_stats(d)->refreshes, 0);
        dram_free(d);
    }
}

/* The channel as the test counts it. */
struct bus {
    uint32_t waiting[MOST], head, tail; /* tags, of writes + MOST */
    uint64_t left;                      /* bytes of lines that wait, or are on the bus */
    uint64_t spare;                     /* bytes of this cycle that the bus has not moved */
    uint64_t due[MOST];                 /* of each read, by its tag */
};

/* Cycle `now`: lines whose turn begins in it, at any of its bytes, or with the next. */
static void move_bytes(struct bus *b, uint64_t now, uint32_t rate, uint32_t latency)
{
    uint64_t at = 0; /* bytes of this cycle that are gone */
    while (b->left > 0 && at < rate) {
        const uint64_t in_line = (b->left - 1) % LINE + 1; /* of the line on the bus */
        if (in_line == LINE) {                             /* it begins here */
            const uint32_t tag = b->waiting[b->head++ % MOST];
            if (tag < MOST)
                b->due[tag] = now + (at > 0) + latency;
        }
        const uint64_t moves = in_line < rate - at ? in_line : rate - at;
        at += moves;
        b->left -= moves;
    }
}

/* Random requests; each read is answered when the bus above says, reads in their order. */
static void the_bus_is_counted(uint32_t latency, uint32_t rate, uint32_t percent)
{
    const struct dram_config c = fixed(latency, rate);
    struct dram *d = dram_new(&c);
    struct bus *b = xcalloc(1, sizeof *b);
    struct rng rng = {latency * 1000 + rate};
    const uint8_t bytes[LINE] = {1}, *data;
    uint32_t tag, next = 0, got = 0;
    uint64_t answered = 0, sent = 0, last = 0;
    for (uint64_t now = 0; now < 6000 || !dram_idle(d); now++) {
        const bool any = dram_answer(d, &tag, &data);
        if (any && data != NULL) {
            /* One answer in a cycle: it may be late, if the cycle before had another one. */
            assert_true(now == b->due[tag] || (now > b->due[tag] && last + 1 == now));
            assert_int_equal(tag, got++ % MOST);
        }
        last = any ? now : last;
        const bool write = rng_below(&rng, 4) == 0;
        if (now < 6000 && rng_below(&rng, 100) < percent && dram_ready(d, write)) {
            dram_request(d, write, rng_below(&rng, LINES), write ? MOST : next % MOST, bytes, NULL);
            b->waiting[b->tail++ % MOST] = write ? MOST : next++ % MOST;
            b->left += LINE;
            sent++;
        }
        move_bytes(b, now, rate, latency);
        dram_step(d);
        assert_true(now < 50000);
        answered = dram_stats(d)->reads;
    }
    assert_int_equal(got, answered);
    assert_int_equal(b->left, 0);
    assert_true(sent > 100);
    free(b);
    dram_free(d);
}

static void turns_on_the_bus(void **state)
{
    (void)state;
    static const uint32_t rates[] = {1, 8, 24, 25, 64, 127, 128};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        for (uint32_t latency = 1; latency < 200; latency += 66)
            for (uint32_t percent = 5; percent <= 95; percent += 30)
                the_bus_is_counted(latency, rates[i], percent);
}

/* As many lines as come for long are moved at the rate, a line a cycle at most. */
static void the_rate(void **state)
{
    (void)state;
    static const uint32_t rates[] = {8, 24, 40, 128, 1024};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const struct dram_config c = fixed(100, rates[i]);
        struct dram *d = dram_new(&c);
        uint32_t tag, got = 0, n = 0;
        const uint8_t *data;
        for (int cycle = 0; cycle < 20000; cycle++) {
            got += dram_answer(d, &tag, &data);
            if (dram_ready(d, false))
                dram_request(d, false, n++ % LINES, 0, NULL, NULL);
            dram_step(d);
        }
        const uint32_t most = rates[i] < LINE ? rates[i] : LINE;
        assert_in_range(got, (20000 - 100) * most / LINE - 1, 20000 * most / LINE);
        dram_free(d);
    }
}

/* Reads and writes of few lines, in flight together, and answers that wait. */
static void bytes(void **state)
{
    (void)state;
    const struct dram_config c = fixed(50, 24);
    struct dram *d = dram_new(&c);
    static uint8_t memory[LINES][LINE], want[MOST][LINE];
    struct rng rng = {5};
    uint32_t tag, next = 0, got = 0;
    for (int cycle = 0; cycle < 30000; cycle++) {
        const uint8_t *data;
        if (cycle % 3000 > 300 && dram_answer(d, &tag, &data)) {
            assert_true(data == NULL || memcmp(data, want[tag], LINE) == 0);
            got++;
        }
        const bool write = rng_below(&rng, 2) != 0, all = rng_below(&rng, 3) == 0;
        const uint64_t line = rng_below(&rng, LINES);
        uint8_t now[LINE], mask[LINE / 8];
        if (dram_ready(d, write) && cycle < 25000) {
            for (int i = 0; i < LINE; i++)
                now[i] = (uint8_t)rng_next(&rng);
            memcpy(mask, now + 16, sizeof mask);
            memcpy(want[next % MOST], memory[line], LINE);
            dram_request(d, write, line, next++ % MOST, now, all ? NULL : mask);
            for (int i = 0; i < LINE && write; i++)
                memory[line][i] = all || (mask[i / 8] >> i % 8 & 1) ? now[i] : memory[line][i];
        }
        dram_step(d);
    }
    assert_true(dram_idle(d));
    assert_int_equal(got, next);
    for (uint64_t i = 0; i < LINES; i++) {
        uint8_t line[LINE];
        dram_peek(d, i, line);
        assert_memory_equal(line, memory[i], LINE);
    }
    dram_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_takes_the_latency),
        cmocka_unit_test(turns_on_the_bus),
        cmocka_unit_test(the_rate),
        cmocka_unit_test(bytes),
    };
    return cmocka_run_group_tests_name("dram of a fixed latency", tests, NULL, NULL);
}
