/* Rates and latencies that the channel must reach, computed from the timings alone. */
#include "sw/dram/dram.h"
#include "sw/util/rng.h"
#include "tests/dram/load.h"
#include "tests/dram/mixes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The data bus moves a line of 64 B in two cycles. */
static const double peak = 0.5;

/* Answered reads per cycle, once the queues are full. */
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

/* The fraction of the peak rate if `reads` reads and one queue of writes alternate on the bus. The
 * commands of two lines of one turn are two cycles apart. */
static double rate_of_turns(double reads_a_write)
{
    struct dram_config c = dram_hbm2();
    const struct dram_timing *t = &c.timing;
    double to_write = t->tCL + 2 + 1 - t->tCWL - 2, to_read = t->tCWL + 2 + t->tWTR_S - 2;
    double data = 2 * c.write_queue * (1 + reads_a_write);
    return data / (data + to_write + to_read) * (1 - 260.0 / 3900);
}

/* The fraction of the peak rate if each opened row gives so many lines: four rows per tFAW. */
static double rate_of_rows(double lines)
{
    return lines * 2 * 4 / 30 * (1 - 260.0 / 3900);
}

static void even_mix_keeps_most_of_the_bus(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c), .mix = {.writes = 50, .runs = 100, .span = 1 << 20}};
    load_run(&l, 390000);
    double rate = (double)dram_stats(l.d)->busy_cycles / 390000;
    print_message("sequential, half writes: %.4f of peak\n", rate);
    assert_true(rate >= 0.97 * rate_of_turns(1));
    dram_free(l.d);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static void streams_come_near_what_timings_allow(void **state)
{
    (void)state;
    double third = rate_of_turns(2), half = rate_of_turns(1), all = 1 - 260.0 / 3900;
    double row = 34 + 14, row_written = 14 + 4 + 2 + 16 + 14; /* tRAS + tRP; tRCD to tWR + tRP */
    const struct {
        const char *stream;
        double bound, part;
    } streams[] = {
        {"sequential, 1/3 writes", third, 0.97},
        {"sequential, 1/2 writes", half, 0.97},
        {"copy", half, 0.97},
        {"copy, the same banks", half, 0.92},
        {"every 4th line, 1/3 writes", third, 0.96},
        {"every 16th line, 1/3 writes", third, 0.96},
        {"random, 1/30 writes", rate_of_rows(1), 0.97},
        {"random, 1/10 writes", rate_of_rows(1), 0.97},
        {"random, 1/3 writes", rate_of_rows(1), 0.97},
        {"random, 1/2 writes", rate_of_rows(1), 0.97},
        {"runs of 4, 1/2 writes", rate_of_rows(1), 0.97},
        {"runs of 8, reads", rate_of_rows(2), 0.94},
        {"runs of 8, 1/2 writes", rate_of_rows(2), 0.92},
        /* Reads and writes want the same rows, which are opened for each anew at worst. */
        {"runs of 8, 1/3 writes", rate_of_rows(2), 0.75},
        {"runs of 16, reads", smaller(all, rate_of_rows(4)), 0.9},
        {"runs of 16, 1/2 writes", half, 0.92},
        {"runs of 16, 1/3 of them writes", third, 0.9},
        {"one bank, reads", 2 / row * all, 0.98},
        {"one bank, 1/3 writes", 6 / (2 * row + row_written) * all, 0.97},
    };
    struct dram_config c = stream_config();
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        double rate = stream_rate(&c, stream_named(streams[i].stream), 40000);
        if (rate < streams[i].part * streams[i].bound || rate > all)
            fail_msg("%s: %.4f of peak is not %.2f of %.4f", streams[i].stream, rate,
                     streams[i].part, streams[i].bound);
    }
}

/*
 * At a tenth of peak the slowest reads are those that a refresh keeps waiting: 308 cycles of each
 * 3900, tRAS + tRP + tRFC. One in 100 of all reads, of those in the refresh one in 7.9, comes in
 * its first 39 cycles: it waits for 269 or more, then for its row, 31, and for the ten or so reads
 * that came before it and after it, at 7.5 cycles a row.
 */
static void few_reads_wait_for_a_refresh_alone(void **state)
{
    (void)state;
    struct dram_config c = stream_config();
    struct latency l = stream_latency(&c, stream_named("random, reads"), 0.1, 40000);
    print_message("random reads at 10%% of peak: p50 %u, p99 %u\n", l.p50, l.p99);
    assert_int_equal(l.p50, 45);
    assert_in_range(l.p99, 269 + 31, 375);
}

/* Few reads are delayed by writes in between: more than half find their row open. */
static void few_writes_delay_no_ordinary_read(void **state)
{
    (void)state;
    struct dram_config c = stream_config();
    for (int tenths = 1; tenths <= 3; tenths += 2) {
        struct latency l =
            stream_latency(&c, stream_named("sequential, 1/3 writes"), tenths * 0.1, 40000);
        assert_int_equal(l.p50, 17);
        assert_in_range(l.p99, 260, 269 + 31 + 75);
    }
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

enum flood { READ_HITS, WRITE_HITS, WRITE_ROWS };

/* The longest that reads of one bank, one after the other, wait while others in it keep a queue
 * full. */
static uint64_t flooded(enum flood flood)
{
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    const uint8_t bytes[64] = {0}, *data;
    uint64_t victim = next_in_bank(&c, 0), row = victim, column = 0, asked = 0, longest = 0;
    bool writes = flood != READ_HITS, waiting = false;
    enum { VICTIM = 999, START = 1000, CYCLES = 30000 };
    for (uint64_t i = 0; i < CYCLES; i++) {
        uint32_t tag = 0;
        if (dram_answer(d, &tag, &data) && tag == VICTIM)
            waiting = false;
        if (i >= START && !waiting && dram_ready(d, false)) {
            dram_request(d, false, victim, VICTIM, NULL, NULL);
            asked = i;
            waiting = true;
        }
        if (waiting && i - asked > longest)
            longest = i - asked;
        if (dram_ready(d, writes)) {
            row = flood == WRITE_ROWS ? next_in_bank(&c, row) : row;
            uint64_t hit = column++ % 32 * c.bank_groups;
            dram_request(d, writes, flood == WRITE_ROWS ? row : hit, 1, bytes, NULL);
        }
        dram_step(d);
    }
    dram_free(d);
    return longest + 1;
}

/* Two queues of writes, each to another row of bank 0, while reads of open rows there and in three
 * other banks keep their queue full: cycles until all are taken. */
static uint64_t writes_among_reads(void)
{
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    const uint8_t bytes[64] = {0}, *data;
    uint64_t line = 0, row = 0;
    uint32_t tag;
    enum { LIMIT = 1000000 };
    for (unsigned written = 0; written < 2 * c.write_queue && dram_cycle(d) < LIMIT;) {
        dram_answer(d, &tag, &data);
        if (dram_ready(d, false))
            dram_request(d, false, line++ % 128, 0, NULL, NULL);
        if (dram_ready(d, true)) {
            row = next_in_bank(&c, row);
            dram_request(d, true, row, 0, bytes, NULL);
            written++;
        }
        dram_step(d);
    }
    uint64_t cycles = dram_cycle(d);
    dram_free(d);
    return cycles;
}

static void nobody_starves(void **state)
{
    (void)state;
    uint64_t reads = flooded(READ_HITS), writes = flooded(WRITE_HITS), rows = flooded(WRITE_ROWS);
    print_message("a read among row hits waits %d, among writes %d, among rows written %d\n",
                  (int)reads, (int)writes, (int)rows);
    assert_in_range(reads, 100, 1200);
    /* A queue and a half of writes, a refresh, turning twice, itself. */
    assert_in_range(writes, 45, 96 * 2 + 308 + 27 + 45 + 14);
    /* 1000 until it has starved, a quarter of a queue of rows written, a refresh, itself. */
    assert_in_range(rows, 300, 1000 + 16 * 50 + 308 + 50 + 45);
    /* At worst four in two turns: two queues of reads, opening a row for each, turning; refreshes.
     */
    uint64_t turns = 2 * 2 * 64 + 4 * 50 + 2 * (13 + 14), taken = writes_among_reads();
    print_message("two queues of writes among reads are taken in %d\n", (int)taken);
    assert_in_range(taken, 64 * 50, 64 / 4 * turns * 3900 / (3900 - 308));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequential_reads_lose_only_refresh),
        cmocka_unit_test(sequential_writes_reach_the_same),
        cmocka_unit_test(random_reads_are_four_a_window),
        cmocka_unit_test(even_mix_keeps_most_of_the_bus),
        cmocka_unit_test(streams_come_near_what_timings_allow),
        cmocka_unit_test(few_reads_wait_for_a_refresh_alone),
        cmocka_unit_test(few_writes_delay_no_ordinary_read),
        cmocka_unit_test(one_bank_gives_a_row_every_trc),
        cmocka_unit_test(one_read_at_a_time),
        cmocka_unit_test(random_reads_one_at_a_time),
        cmocka_unit_test(writes_are_answered_in_the_next_cycle),
        cmocka_unit_test(row_hits_go_first),
        cmocka_unit_test(nobody_starves),
    };
    return cmocka_run_group_tests_name("dram rates", tests, NULL, NULL);
}
