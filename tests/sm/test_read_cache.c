/* Caches that are only read: which lines they have and when, against a list of all that was asked
 * of them; and what an SM waits for, in cycles counted by hand. */
#include "tests/sm/bench.h"

#include "sw/sm/read_cache.h"

/* ---- the cache alone ---- */

enum { ASKED = 500 };

/* All that was asked so far: an oracle that knows no sets in order of use, but looks back. */
struct asked {
    uint64_t line, at, looked, comes;
    bool fetched;
};

/* The ways - 1 other lines of its set that were asked for since decide whether a line is there. */
static const struct asked *last_of(const struct asked *all, int n, uint64_t line, uint32_t sets,
                                   uint32_t ways)
{
    uint64_t others[64];
    uint32_t found = 0;
    for (int i = n - 1; i >= 0; i--) {
        if (all[i].line == line)
            return &all[i];
        bool seen = all[i].line % sets != line % sets;
        for (uint32_t k = 0; k < found; k++)
            seen = seen || others[k] == all[i].line;
        if (!seen)
            others[found++] = all[i].line;
        if (found == ways)
            return NULL;
    }
    return NULL;
}

/* The first cycle, from `at` on, in which fewer than `mshrs` of the fetches so far are on their
 * way; a fetch is from when it begins until its line comes. */
static uint64_t begins(const struct asked *all, int n, const struct read_cache_config *c,
                       uint64_t at)
{
    for (;;) {
        uint32_t under_way = 0;
        uint64_t next = UINT64_MAX; /* nothing changes before one of them comes */
        for (int i = 0; i < n; i++)
            if (all[i].fetched && all[i].comes > at) {
                under_way++;
                next = all[i].comes < next ? all[i].comes : next;
            }
        if (under_way < c->mshrs)
            return at;
        at = next;
    }
}

/* Returns the hits. */
static uint64_t against_oracle(const struct read_cache_config *c, uint32_t lines, uint32_t pause,
                               uint64_t seed)
{
    static struct asked all[ASKED];
    struct rng rng = {seed};
    struct read_cache *r = read_cache_new(c);
    struct read_cache_stats want = {0};
    uint64_t now = 0;
    for (int n = 0; n < ASKED; n++) {
        now += rng_next(&rng) % 4 == 0 ? rng_next(&rng) % pause : 0;
        struct asked *a = &all[n];
        *a = (struct asked){.line = rng_next(&rng) % lines, .at = now, .looked = now + c->latency};
        const struct asked *last = last_of(all, n, a->line, c->lines / c->ways, c->ways);
        a->fetched = last == NULL;
        a->comes = a->fetched ? begins(all, n, c, a->looked) + c->miss_latency : last->comes;
        const uint64_t there = a->comes > a->looked ? a->comes : a->looked;
        assert_int_equal(read_cache_ask(r, a->line, now), there);
        want.lines += a->fetched;
        want.hits += a->comes <= a->looked;
        want.misses += a->comes > a->looked;
        want.waited += there - now;
    }
    assert_memory_equal(read_cache_stats(r), &want, sizeof want);
    assert_true(want.lines > 0 && want.misses >= want.lines);
    read_cache_free(r);
    return want.hits;
}

static void lines_and_times(void **state)
{
    (void)state;
    static const struct read_cache_config configs[] = {
        {.lines = 8, .ways = 2, .mshrs = 1, .latency = 1, .miss_latency = 30},
        {.lines = 8, .ways = 2, .mshrs = 2, .latency = 4, .miss_latency = 30},
        {.lines = 16, .ways = 4, .mshrs = 4, .latency = 3, .miss_latency = 1},
        {.lines = 4, .ways = 4, .mshrs = 3, .latency = 1, .miss_latency = 100},
        {.lines = 32, .ways = 1, .mshrs = 16, .latency = 2, .miss_latency = 50},
    };
    for (int i = 0; i < N(configs); i++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            /* Asked faster than lines come, and at ease. */
            against_oracle(&configs[i], configs[i].lines + 3, 40, seed);
            assert_true(against_oracle(&configs[i], configs[i].lines / 2, 400, seed) > 0);
        }
}

static void emptied(void **state)
{
    (void)state;
    const struct read_cache_config c = {
        .lines = 8, .ways = 2, .mshrs = 1, .latency = 1, .miss_latency = 30};
    struct read_cache *r = read_cache_new(&c);
    assert_int_equal(read_cache_ask(r, 5, 0), 31);
    assert_int_equal(read_cache_ask(r, 5, 40), 41);
    assert_int_equal(read_cache_ask(r, 6, 41), 72);
    read_cache_empty(r);
    assert_int_equal(read_cache_ask(r, 5, 50), 81); /* not behind line 6 */
    read_cache_free(r);
}

/* ---- an SM and its caches ---- */

enum { MISS = 50, PER_LINE = 64 / PTX_INST_BYTES };

static const struct read_cache_config eight_lines = {
    .lines = 8, .ways = 2, .mshrs = 4, .latency = 1, .miss_latency = MISS};

static struct sm_stats run_with(const struct read_cache_config *l1i,
                                const struct read_cache_config *scalar)
{
    b.l1i = l1i != NULL ? read_cache_new(l1i) : NULL;
    b.scalar = scalar != NULL ? read_cache_new(scalar) : NULL;
    b.c.l1i = l1i != NULL;
    b.c.scalar = scalar != NULL;
    return run();
}

static struct read_cache_stats ended(void)
{
    const struct read_cache_stats s = *read_cache_stats(b.l1i != NULL ? b.l1i : b.scalar);
    read_cache_free(b.l1i);
    read_cache_free(b.scalar);
    return s;
}

/* A program of n instructions that jumps back to the first so many times. */
static void loop_of(int n, int times)
{
    static struct fake_op ops[64];
    for (int i = 0; i < n; i++)
        ops[i] = (struct fake_op)INT(-1, -1);
    ops[n - 1].back = times;
    ops[n] = (struct fake_op)EXIT;
    start(ops, n + 1, 32, 1);
}

/* Each line is waited for when its first instruction is next, and nothing else is. */
static void straight_code(void **state)
{
    (void)state;
    loop_of(2 * PER_LINE - 1, 0);
    struct sm_stats s = run_with(&eight_lines, NULL);
    const struct read_cache_stats c = ended();
    for (uint64_t i = 0; i < 2 * PER_LINE; i++)
        assert_int_equal(b.issue_cycle[i], i < PER_LINE ? 1 + MISS + i : 1 + MISS + i + MISS);
    assert_int_equal(c.misses, 2);
    assert_int_equal(c.hits, 0);
    assert_int_equal(c.waited, 2 * (1 + MISS));
    /* Cycles 0 to MISS, and MISS after the last instruction of the first line. */
    assert_int_equal(s.stall_fetch, 1 + MISS + MISS);
    assert_int_equal(s.stall_scoreboard, 0);
}

/* A loop that fits misses in its first turn alone, and then runs as without the cache; one of a
 * line more than its set has room for, under LRU, misses in each turn. */
static void loops(void **state)
{
    (void)state;
    loop_of(4 * PER_LINE, 9);
    run_with(NULL, NULL);
    const uint64_t plain = b.issue_cycle[10 * 4 * PER_LINE];
    loop_of(4 * PER_LINE, 9);
    run_with(&eight_lines, NULL);
    struct read_cache_stats c = ended();
    assert_int_equal(c.lines, 5);
    assert_int_equal(c.hits, 4 * 9);
    assert_int_equal(b.issue_cycle[10 * 4 * PER_LINE], plain + 1 + 5 * MISS);

    const struct read_cache_config two_lines = {
        .lines = 2, .ways = 2, .mshrs = 4, .latency = 1, .miss_latency = MISS};
    loop_of(3 * PER_LINE, 9);
    run_with(&two_lines, NULL);
    c = ended();
    assert_int_equal(c.lines, 3 * 10 + 1);
    assert_int_equal(c.hits, 0);
    loop_of(2 * PER_LINE - 1, 9);
    run_with(&two_lines, NULL);
    c = ended();
    assert_int_equal(c.lines, 2);
    assert_int_equal(c.hits, 2 * 9);
}

/* A hit of more than one cycle holds up the warp that comes to the line. */
static void slow_hits(void **state)
{
    (void)state;
    struct read_cache_config slow = eight_lines;
    slow.latency = 6;
    loop_of(2 * PER_LINE - 1, 1);
    run_with(&slow, NULL);
    ended();
    const uint64_t turn = 2 * PER_LINE - 1, first = b.issue_cycle[turn];
    assert_int_equal(first, b.issue_cycle[turn - 1] + 6);
    assert_int_equal(b.issue_cycle[turn + PER_LINE], first + PER_LINE - 1 + 6);
}

/* Two warps ask for a line side by side: one fetch, and both go on when it comes. */
static void joined(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {INT(-1, -1), EXIT};
    start(ops, N(ops), 64, 1);
    run_with(&eight_lines, NULL);
    const struct read_cache_stats c = ended();
    assert_int_equal(c.misses, 2);
    assert_int_equal(c.lines, 1);
    assert_int_equal(b.issue_cycle[0], 1 + MISS);
    assert_int_equal(b.issue_cycle[3], 1 + MISS + 3);
}

/* A load of constants: its result is there with its last line, one looked up per cycle. */
static void constants(void **state)
{
    (void)state;
    static struct fake_op ops[] = {
        {.class = PTX_SHARED, .dst = 0, .src = -1, .constant = true}, INT(1, 0), EXIT};
    const struct read_cache_config scalar = {
        .lines = 8, .ways = 2, .mshrs = 2, .latency = 3, .miss_latency = MISS};
    ops[0].stride = 0;
    start(ops, N(ops), 32, 2); /* the second CTA finds the line */
    b.c.warps = 1;
    struct sm_stats s = run_with(NULL, &scalar);
    struct read_cache_stats c = ended();
    assert_int_equal(c.lines, 1);
    assert_int_equal(c.hits, 1);
    assert_int_equal(b.issue_cycle[1], 3 + MISS);
    assert_int_equal(b.issue_cycle[4] - b.issue_cycle[3], 3);
    assert_int_equal(s.stall_fetch, 0);

    ops[0].stride = 8; /* four lines, two on their way at a time */
    start(ops, N(ops), 32, 1);
    run_with(NULL, &scalar);
    c = ended();
    assert_int_equal(c.lines, 4);
    assert_int_equal(b.issue_cycle[1], 1 + 3 + 2 * MISS);
}

/* Without config neither is asked, whatever the program reads. */
static void none(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_SHARED, .dst = 0, .src = -1, .constant = true}, INT(1, 0), EXIT};
    start(ops, N(ops), 32, 1);
    b.c.latency[PTX_SHARED] = 24;
    struct sm_stats s = run_with(NULL, NULL);
    assert_int_equal(b.issue_cycle[0], 0);
    assert_int_equal(b.issue_cycle[1], 24);
    assert_int_equal(s.stall_fetch, 0);
}

/* Steps that sm_wake allows to be left out change nothing, with both caches. */
static void skipped_steps(void **state)
{
    (void)state;
    static struct fake_op ops[24];
    struct rng rng = {9};
    for (int program = 0; program < 40; program++) {
        for (int i = 0; i < N(ops) - 1; i++) {
            const uint64_t dice = rng_next(&rng);
            ops[i] = dice % 3 == 0 ? (struct fake_op)LOAD((int)(dice / 3 % 4), dice / 64 % 4096 * 4)
                                   : (struct fake_op)INT((int)(dice / 3 % 4), (int)(dice / 16 % 4));
            if (dice % 5 == 0)
                ops[i] = (struct fake_op){.class = PTX_SHARED,
                                          .dst = 2,
                                          .src = -1,
                                          .constant = true,
                                          .stride = (int64_t)(dice / 32 % 9)};
        }
        ops[7] = (struct fake_op){.class = PTX_BARRIER, .dst = -1, .src = -1};
        ops[N(ops) - 2] = (struct fake_op)INT(-1, -1);
        ops[N(ops) - 1] = (struct fake_op)EXIT;
        struct sm_stats s[2];
        struct read_cache_stats c[2];
        for (int skip = 0; skip < 2; skip++) {
            start(ops, N(ops), 96, 3);
            b.skip = skip == 1;
            s[skip] = run_with(&(struct read_cache_config){2, 1, 1, 2, 20}, &eight_lines);
            c[skip] = ended();
        }
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
        assert_true(s[0].stall_fetch > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_times), cmocka_unit_test(emptied),
        cmocka_unit_test(straight_code),   cmocka_unit_test(loops),
        cmocka_unit_test(slow_hits),       cmocka_unit_test(joined),
        cmocka_unit_test(constants),       cmocka_unit_test(none),
        cmocka_unit_test(skipped_steps),
    };
    return cmocka_run_group_tests_name("read_cache", tests, NULL, NULL);
}
