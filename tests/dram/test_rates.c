/* What the channel must reach, from the timings alone. */
#include "sw/dram/dram.h"
#include "sw/util/rng.h"
#include "tests/dram/load.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The data bus moves a line of 64 B in two cycles. */
static const double peak = 0.5;

/* Answered reads a cycle, once the queues have filled. */
static double read_rate(struct mix mix, uint64_t cycles)
{
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c), .mix = mix, .rng = {7}};
    load_run(&l, 5000);
    uint64_t before = l.reads;
    load_run(&l, cycles);
    double rate = (double)(l.reads - before) / (double)cycles;
    dram_free(l.d);
    return rate;
}

static void assert_near(double got, double want, double tolerance)
{
    if (fabs(got - want) > tolerance)
        fail_msg("got %.5f, wanted %.5f within %.5f", got, want, tolerance);
}

static void sequential_reads_lose_only_refresh(void **state)
{
    (void)state;
    double rate = read_rate((struct mix){.runs = 100, .span = 1 << 20}, 390000);
    print_message("sequential reads: %.4f of peak\n", rate / peak);
    assert_true(rate / peak >= 0.91);
    assert_true(rate / peak <= 1 - 260.0 / 3900);
}

static void sequential_writes_reach_the_same(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c), .mix = {.writes = 100, .runs = 100, .span = 1 << 20}};
    load_run(&l, 390000);
    double rate = (double)dram_stats(l.d)->busy_cycles / 390000;
    print_message("sequential writes: %.4f of peak\n", rate);
    assert_true(rate >= 0.91);
    dram_free(l.d);
}

static void random_reads_are_four_a_window(void **state)
{
    (void)state;
    double rate = read_rate((struct mix){.span = 1 << 25}, 390000);
    double want = 4.0 / 30 * (1 - 260.0 / 3900);
    print_message("random reads: %.4f of peak, %.4f of four a tFAW less refresh\n", rate / peak,
                  rate / want);
    assert_near(rate, want, 0.02 * want);
    assert_near(rate / peak, 0.245, 0.01);
}

static void even_mix_keeps_most_of_the_bus(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c), .mix = {.writes = 50, .runs = 100, .span = 1 << 20}};
    load_run(&l, 390000);
    double rate = (double)dram_stats(l.d)->busy_cycles / 390000;
    print_message("sequential, half writes: %.4f of peak\n", rate);
    assert_true(rate > 0.5);
    dram_free(l.d);
}

/* The next line after `line` in the same bank and another row. */
static uint64_t next_in_bank(const struct dram_config *c, uint64_t line)
{
    struct dram_place from = dram_locate(c, line), to;
    do
        to = dram_locate(c, ++line);
    while (to.group != from.group || to.bank != from.bank || to.row == from.row);
    return line;
}

static void one_bank_gives_a_row_every_trc(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    uint64_t line = 0, reads = 0, cycles = 195000;
    uint32_t tag;
    const uint8_t *data;
    for (uint64_t i = 0; i < cycles; i++) {
        reads += dram_answer(d, &tag, &data);
        if (dram_ready(d, false)) {
            dram_request(d, false, line, 0, NULL, NULL);
            line = next_in_bank(&c, line);
        }
        dram_step(d);
    }
    double want = 1.0 / (34 + 14) * (1 - 260.0 / 3900);
    assert_near((double)reads / (double)cycles, want, 0.02 * want);
    dram_free(d);
}

/* Steps between one read's request and its answer. */
static uint64_t latency(struct dram *d, uint64_t line)
{
    uint32_t tag;
    const uint8_t *data;
    uint64_t from = dram_cycle(d);
    dram_request(d, false, line, 5, NULL, NULL);
    while (!dram_answer(d, &tag, &data))
        dram_step(d);
    assert_int_equal(tag, 5);
    return dram_cycle(d) - from;
}

static void one_read_at_a_time(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    assert_int_equal(latency(d, 0), 1 + 14 + 14 + 2); /* the row was closed */
    assert_int_equal(latency(d, 0), 1 + 14 + 2);
    assert_int_equal(latency(d, c.bank_groups), 17);
    struct rng r = {3};
    for (uint64_t line = 0, i = 0; i < 30; i++) {             /* before the first refresh */
        dram_skip(d, dram_cycle(d) + 40 + rng_below(&r, 10)); /* past tRAS */
        line = next_in_bank(&c, line);
        assert_int_equal(latency(d, line), 1 + 14 + 14 + 14 + 2);
        assert_int_equal(latency(d, line), 17);
    }
    assert_int_equal(dram_stats(d)->row_conflicts, 30);
    assert_int_equal(dram_stats(d)->row_misses, 1);
    assert_int_equal(dram_stats(d)->row_hits, 32);
    assert_int_equal(dram_stats(d)->read_latency, 31 + 32 * 17 + 30 * 45);
    dram_free(d);
}

/* A random line among many opened ones: 45 unless refresh or tRAS is in the way. */
static void random_reads_one_at_a_time(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    struct rng r = {4};
    uint64_t exact = 0, n = 4000;
    for (uint64_t i = 0; i < n; i++)
        exact += latency(d, rng_below(&r, 1 << 25)) == 45;
    assert_true(exact > n * 7 / 10);
    dram_free(d);
}

static void writes_are_answered_in_the_next_cycle(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    uint8_t line[64] = {1};
    uint32_t tag = 0;
    const uint8_t *data = line;
    dram_request(d, true, 9, 77, line, NULL);
    dram_request(d, false, 9, 78, NULL, NULL);
    assert_false(dram_answer(d, &tag, &data));
    dram_step(d);
    assert_true(dram_answer(d, &tag, &data));
    assert_int_equal(tag, 77);
    assert_null(data);
    assert_false(dram_answer(d, &tag, &data)); /* one a cycle */
    dram_step(d);
    assert_true(dram_answer(d, &tag, &data));
    assert_int_equal(tag, 78);
    assert_memory_equal(data, line, 64);
    assert_int_equal(dram_stats(d)->forwarded, 1);
    dram_free(d);
}

/* Two rows of a bank, asked for in turn: each is opened once. */
static void row_hits_go_first(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c)};
    uint64_t other = next_in_bank(&c, 0);
    for (uint64_t i = 0; i < 32; i++)
        dram_request(l.d, false, (i % 2 ? other : 0) + i / 2 * c.bank_groups, 0, NULL, NULL);
    assert_true(load_drain(&l));
    assert_int_equal(dram_stats(l.d)->row_misses, 1);
    assert_int_equal(dram_stats(l.d)->row_conflicts, 1);
    assert_int_equal(dram_stats(l.d)->row_hits, 30);
    dram_free(l.d);
}

/* Cycles until one read is answered while row hits in its bank keep a queue full. */
static uint64_t flooded(bool writes)
{
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    const uint8_t bytes[64] = {0}, *data;
    uint64_t victim = next_in_bank(&c, 0), column = 0, i = 0;
    uint32_t tag = 0;
    bool asked = false;
    enum { VICTIM = 999, START = 100, LIMIT = 5000 };
    for (; tag != VICTIM && i < LIMIT; i++) {
        dram_answer(d, &tag, &data);
        if (i >= START && !asked && dram_ready(d, false)) {
            dram_request(d, false, victim, VICTIM, NULL, NULL);
            asked = true;
        }
        if (dram_ready(d, writes))
            dram_request(d, writes, column++ % 32 * c.bank_groups, 1, bytes, NULL);
        dram_step(d);
    }
    dram_free(d);
    return i - START;
}

static void nobody_starves(void **state)
{
    (void)state;
    uint64_t reads = flooded(false), writes = flooded(true);
    print_message("a read among row hits waits %d, among writes %d\n", (int)reads, (int)writes);
    assert_in_range(reads, 100, 1200);
    assert_in_range(writes, 45, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequential_reads_lose_only_refresh),
        cmocka_unit_test(sequential_writes_reach_the_same),
        cmocka_unit_test(random_reads_are_four_a_window),
        cmocka_unit_test(even_mix_keeps_most_of_the_bus),
        cmocka_unit_test(one_bank_gives_a_row_every_trc),
        cmocka_unit_test(one_read_at_a_time),
        cmocka_unit_test(random_reads_one_at_a_time),
        cmocka_unit_test(writes_are_answered_in_the_next_cycle),
        cmocka_unit_test(row_hits_go_first),
        cmocka_unit_test(nobody_starves),
    };
    return cmocka_run_group_tests_name("dram rates", tests, NULL, NULL);
}
