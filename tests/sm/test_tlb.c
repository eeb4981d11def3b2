/* The TLB: which pages it keeps, what a miss costs, whom it holds up. Cycles counted by hand. */
#include "tests/sm/bench.h"

enum { PAGE = 256, MISS = 50 };

#define PAGE_OF(n) ((uint64_t)(n)*PAGE)

static void with_tlb(uint32_t entries, uint32_t ways)
{
    b.c.tlb =
        (struct sm_tlb){.entries = entries, .ways = ways, .latency = MISS, .page_bytes = PAGE};
}

/* Loads of one word each, one after the other, from pages "012" ...; returns the TLB's hits. */
static uint64_t hits(const char *pages, uint32_t entries, uint32_t ways)
{
    struct fake_op ops[32];
    int n = (int)strlen(pages);
    for (int i = 0; i < n; i++)
        ops[i] = (struct fake_op)LOAD(0, PAGE_OF(pages[i] - '0') + 64 * (unsigned)(i % 4));
    ops[n] = (struct fake_op)EXIT;
    start(ops, n + 1, 32, 1);
    with_tlb(entries, ways);
    struct sm_stats s = run();
    assert_int_equal(s.tlb_hits + s.tlb_misses, n);
    assert_int_equal(s.lines, n);
    return s.tlb_hits;
}

static void which_pages(void **state)
{
    (void)state;
    assert_int_equal(hits("0000", 1, 1), 3);
    assert_int_equal(hits("01010", 1, 1), 0);
    assert_int_equal(hits("01010", 2, 1), 3);
    assert_int_equal(hits("02020", 2, 1), 0); /* both of set 0 */
    assert_int_equal(hits("02020", 2, 2), 3);
    assert_int_equal(hits("01020", 2, 2), 2); /* 1 was not used for longest, not 0 */
    assert_int_equal(hits("012012", 2, 2), 0);
    assert_int_equal(hits("012012", 3, 3), 3);
    assert_int_equal(hits("012032", 3, 3), 2); /* 1 gave way to 3 */
    assert_int_equal(hits("024135024135", 6, 3), 6);
    assert_int_equal(hits("0246024", 6, 3), 0);
}

/* Without a TLB nothing is counted and no time is lost. */
static void none(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), EXIT};
    start(ops, N(ops), 32, 1);
    struct sm_stats s = run();
    assert_int_equal(s.tlb_hits + s.tlb_misses, 0);
    assert_int_equal(b.log_cycle[0], 1);
}

/* A miss delays its request by its latency, a hit by nothing. */
static void costs(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(0, 64), EXIT};
    start(ops, N(ops), 32, 1);
    with_tlb(4, 4);
    run();
    assert_int_equal(b.log_cycle[0], 1 + MISS);
    /* Answered after 10 cycles; the next load issues then, and shows its line a cycle later. */
    assert_int_equal(b.log_cycle[1], 1 + MISS + 10 + 1);
}

/* The misses of several warps overlap, and those of one page are one. */
static void overlap(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), EXIT};
    ops[0].per_warp = PAGE;
    start(ops, N(ops), 64, 1);
    with_tlb(4, 4);
    struct sm_stats s = run();
    assert_int_equal(s.tlb_misses, 2);
    assert_int_equal(b.log_cycle[0], 1 + MISS);
    assert_int_equal(b.log_cycle[1], 3 + MISS); /* warp 0 ends in cycle 1, warp 1 issues in 2 */
    ops[0].per_warp = 64;
    start(ops, N(ops), 128, 1);
    with_tlb(4, 4);
    s = run();
    assert_int_equal(s.tlb_misses, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(b.log_cycle[i], 1 + MISS + i); /* one request a cycle */
        assert_int_equal(b.log[i].line, i);
    }
}

/* Warp 0 misses where warp 1 hits: under sc, and under rc if they are of two CTAs, warp 1 goes on;
 * under rc in one CTA it waits. */
static void hit_under_miss(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), LOAD(1, PAGE_OF(1)), EXIT};
    ops[1].per_warp = (uint64_t)-PAGE; /* warp 1: page 0 again */
    for (int i = 0; i < 3; i++) {
        bool rc = i > 0, same_cta = i < 2;
        start(ops, N(ops), same_cta ? 64 : 32, same_cta ? 1 : 2);
        b.c.rc = rc;
        b.c.flights = 1;
        with_tlb(4, 4);
        struct sm_stats s = run();
        assert_int_equal(b.requests, 4);
        const uint64_t last = b.log_cycle[3], third = b.log_cycle[2];
        bool goes_on = !rc || !same_cta;
        assert_int_equal(s.tlb_misses, goes_on ? 3 : 2);
        assert_int_equal(b.log[2].line, goes_on ? 0 : PAGE / 64);
        assert_int_equal(b.log[3].line, goes_on ? PAGE / 64 : 0);
        /* Warp 0 was answered at 61: its load misses at 62, it ends at 62, warp 1 issues at 63. */
        assert_int_equal(goes_on ? last : third, 62 + MISS);
        assert_int_equal(goes_on ? third : last, goes_on ? 64 : 63 + MISS);
    }
}

/* Under rc a warp's accesses to one line keep their order although the first has to wait for two
 * pages and the second for one of them alone. */
static void order(void **state)
{
    (void)state;
    struct fake_op ops[] = {STORE(PAGE_OF(1) - 64), LOAD(0, PAGE_OF(1)), EXIT};
    ops[0].stride = 4;
    ops[1].stride = 4;
    start_rc(ops, N(ops), 32, 4);
    with_tlb(4, 4);
    run();
    assert_int_equal(b.requests, 4);
    assert_int_equal(b.log[0].op, OP_STORE);
    assert_int_equal(b.log[1].op, OP_STORE);
    assert_int_equal(b.log[1].line, PAGE / 64);
    assert_int_equal(b.log[2].op, OP_LOAD);
    assert_int_equal(b.log[2].line, PAGE / 64);
    assert_int_equal(b.log[3].line, PAGE / 64 + 1);
    assert_int_equal(b.log_cycle[0], 1 + MISS);
    assert_int_equal(b.log_cycle[1], 2 + 2 * MISS);
}

/* Pages that push each other out all the time stop nobody. */
static void thrash(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), LOAD(1, PAGE_OF(16)), STORE(PAGE_OF(3)), EXIT};
    for (int i = 0; i < 3; i++) {
        ops[i].stride = PAGE;
        ops[i].per_warp = PAGE;
    }
    start(ops, N(ops), 256, 4);
    with_tlb(1, 1);
    struct sm_stats s = run();
    assert_int_equal(s.tlb_hits + s.tlb_misses, s.lines);
    assert_true(s.tlb_misses * 2 > s.lines);
}

/* A page without a place is asked for when its miss has ended; the TLB has it afterwards. */
static bool nowhere(void *ctx, uint64_t address, bool write, uint64_t *physical)
{
    (void)write;
    *physical = address;
    return *(const bool *)ctx;
}

static void first_touch(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(0, 64), EXIT};
    struct error err = {0};
    bool placed = false;
    uint64_t address;
    bool write;
    start(ops, N(ops), 32, 1);
    with_tlb(4, 4);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    sm_set_translation(b.sm, nowhere, &placed);
    while (b.now < 1 + MISS + 5) {
        assert_true(cycle(&err));
        assert_int_equal(sm_touches(b.sm, &address, &write), b.now > 1 + MISS);
    }
    assert_int_equal(b.requests, 0);
    placed = true;
    while (b.next_cta < b.ctas || !sm_idle(b.sm))
        assert_true(cycle(&err));
    assert_int_equal(b.log_cycle[0], 1 + MISS + 5);
    assert_int_equal(sm_stats(b.sm)->tlb_misses, 1);
    assert_int_equal(sm_stats(b.sm)->tlb_hits, 1);
    sm_free(b.sm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_pages),    cmocka_unit_test(none),        cmocka_unit_test(costs),
        cmocka_unit_test(overlap),        cmocka_unit_test(order),       cmocka_unit_test(thrash),
        cmocka_unit_test(hit_under_miss), cmocka_unit_test(first_touch),
    };
    return cmocka_run_group_tests_name("tlb", tests, NULL, NULL);
}
