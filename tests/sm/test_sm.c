/* The SM with a memory that answers after a fixed or random time. */
#include "tests/sm/bench.h"

static void test_latency(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {{.class = PTX_FP32, .dst = 0, .src = -1},
                                         {.class = PTX_INT, .dst = 1, .src = -1},
                                         {.class = PTX_INT, .dst = 2, .src = 0},
                                         {.class = PTX_INT, .dst = 2, .src = -1},
                                         {.class = PTX_SFU, .dst = 3, .src = -1},
                                         {.class = PTX_SFU, .dst = 4, .src = -1},
                                         EXIT};
    start(ops, N(ops), 32, 1);
    b.c.latency[PTX_FP32] = 6;
    b.c.latency[PTX_INT] = 3;
    b.c.interval[PTX_SFU] = 4;
    struct sm_stats s = run();
    const uint64_t at[] = {0, 1, 6, 9, 10, 14, 15}; /* wait for r0; for r2 (written twice); unit */
    for (int i = 0; i < N(at); i++)
        assert_int_equal(b.issue_cycle[i], at[i]);
    assert_int_equal(s.cycles, 16);
    assert_int_equal(s.warp_insts, 7);
    assert_int_equal(s.thread_insts, 7 * 32);
    assert_int_equal(s.class_insts[PTX_INT], 3);
    assert_int_equal(s.stall_scoreboard, 9);
}

static void test_branch_redirects(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {{.class = PTX_BRANCH, .dst = -1, .src = -1}, EXIT};
    start(ops, N(ops), 32, 1);
    b.c.latency[PTX_BRANCH] = 5;
    run();
    assert_int_equal(b.issue_cycle[1], 5);
}

static void test_greedy_then_oldest(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {{.class = PTX_INT, .dst = 0, .src = -1},
                                         {.class = PTX_INT, .dst = 1, .src = -1},
                                         {.class = PTX_INT, .dst = 2, .src = 1},
                                         EXIT};
    start(ops, N(ops), 96, 1);
    b.c.latency[PTX_INT] = 4;
    run();
    /* Warp 0 goes on until it waits for r1, then 1, then 2 takes over and stays: it is greedy. */
    const int greedy[] = {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2};
    for (int i = 0; i < N(greedy); i++)
        assert_int_equal(fake_log[i].warp, greedy[i]);
}

/* When a warp waits, the next slot's has its turn, though the oldest could issue again. */
static void test_greedy_then_round_robin(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_INT, .dst = 0, .src = -1}, {.class = PTX_INT, .dst = 1, .src = 0}, EXIT};
    static const int warp[2][9] = {{0, 1, 0, 0, 1, 1, 2, 2, 2}, {0, 1, 2, 0, 0, 1, 1, 2, 2}};
    for (int turn = 0; turn < 2; turn++) {
        start(ops, N(ops), 96, 1);
        b.c.latency[PTX_INT] = 2;
        b.c.round_robin = turn != 0;
        run();
        for (int i = 0; i < N(warp[turn]); i++)
            assert_int_equal(fake_log[i].warp, warp[turn][i]);
    }
}

/* Two schedulers have the warps of even and of odd slots. Each issues every cycle, to an arithmetic
 * unit of its own. */
static void test_schedulers(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_INT, .dst = 0, .src = -1}, {.class = PTX_INT, .dst = 1, .src = -1}, EXIT};
    start(ops, N(ops), 96, 1);
    b.c.schedulers = 2;
    b.c.interval[PTX_INT] = 2;
    struct sm_stats s = run();
    /* Warps 0 and 1 together; 2, which is 0's scheduler's, when that has its unit free. */
    const int warp[] = {0, 1, 0, 1, 0, 1, 2, 2, 2};
    const uint64_t at[] = {0, 0, 2, 2, 3, 3, 4, 6, 7};
    for (int i = 0; i < N(warp); i++) {
        uint64_t seen = 0;
        for (int k = 0; k < N(warp); k++)
            seen += fake_log[k].warp == warp[i] && b.issue_cycle[k] == at[i];
        if (seen != 1)
            fail_msg("warp %d issues %llu times in cycle %llu", warp[i], (unsigned long long)seen,
                     (unsigned long long)at[i]);
    }
    assert_int_equal(s.warp_insts, 9);
    assert_true(s.cycles < s.warp_insts);
}

/* The load-store unit is the SM's: two warps of two schedulers do not load in one cycle. */
static void test_schedulers_share_loads(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .stride = 4, .bytes = 4}, EXIT};
    start(ops, N(ops), 64, 1);
    b.c.schedulers = 2;
    run();
    assert_int_equal(b.issue_cycle[0], 0);
    assert_int_equal(b.issue_cycle[1], 1);
    assert_int_not_equal(fake_log[0].warp, fake_log[1].warp);
}

/* Lines that one load of a stride touches. */
static int lines(int64_t stride, uint64_t base, uint8_t bytes, uint32_t line_bytes)
{
    struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = base, .stride = stride, .bytes = bytes},
        EXIT};
    start(ops, N(ops), 32, 1);
    b.c.line_bytes = line_bytes;
    struct sm_stats s = run();
    assert_int_equal(s.lines, b.requests);
    assert_int_equal(s.loads, 1);
    for (int i = 0; i < SIMT_LANES; i++)
        assert_memory_equal(&fake_seen[0][0][i], &b.memory[base + (uint64_t)(i * stride)],
                            bytes < 4 ? bytes : 4);
    return b.requests;
}

static void test_coalescing(void **state)
{
    (void)state;
    assert_int_equal(lines(4, 0, 4, 64), 2);
    assert_int_equal(lines(4, 0, 4, 128), 1);
    assert_int_equal(lines(4, 4, 4, 128), 2);
    assert_int_equal(lines(64, 0, 4, 64), 32);
    assert_int_equal(lines(0, 256, 4, 64), 1);
    assert_int_equal(lines(-4, 1024, 4, 64), 3);
    assert_int_equal(lines(1, 0, 1, 64), 1);
    assert_int_equal(lines(16, 0, 16, 64), 8);
    assert_int_equal(lines(8, 0, 8, 4), 64); /* a lane wider than a line */
}

static void test_store_merge(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 68, .stride = 0},
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 256, .stride = 8},
        EXIT};
    start(ops, N(ops), 32, 1);
    run();
    assert_int_equal(b.requests, 1 + 4);
    assert_int_equal(b.log[0].op, OP_STORE);
    assert_int_equal(b.log[0].line, 1);
    assert_int_equal(b.log[0].mask[0], 0xf0);
    assert_int_equal(b.log[0].data[4], 32); /* the last lane wins */
    assert_int_equal(b.log[1].mask[0], 0x0f);
    assert_int_equal(b.log[1].mask[7], 0x0f);
    assert_int_equal(b.log[1].data[8], 2);
    assert_int_equal(b.log[2].data[0], 9);
}

static void test_sc(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 64},
        {.class = PTX_INT, .dst = 1, .src = -1},
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0, .stride = 0},
        {.class = PTX_INT, .dst = 1, .src = -1},
        {.class = PTX_INT, .dst = 1, .src = 0},
        EXIT};
    start(ops, N(ops), 32, 1);
    struct sm_stats s = run();
    assert_int_equal(b.issue_cycle[1], 1); /* an instruction that does not touch memory goes on */
    /* Address generation 1, 32 lines one a cycle from 1, the last answered 10 cycles later. */
    assert_int_equal(b.log_cycle[31], 32);
    assert_int_equal(b.issue_cycle[2], 42);
    assert_int_equal(b.issue_cycle[3], 43);
    assert_int_equal(b.issue_cycle[4], 53);
    assert_int_equal(s.load_latency, 11);
    assert_int_equal(s.loads, 1);
    assert_int_equal(s.stores, 1);
    assert_int_equal(fake_seen[0][0][0], 1); /* lane 0's store came back */
}

static void test_tags(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0, .stride = 64}, EXIT};
    start(ops, N(ops), 32, 1);
    b.c.tags = 2;
    run();
    for (int i = 0; i < b.requests; i++)
        assert_true(b.log[i].tag < 2);
    assert_int_equal(b.log_cycle[1], 2);
    assert_int_equal(b.log_cycle[2], 11); /* when the first answer freed its tag */
}

static void test_barrier(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 4, .per_warp = 1024},
        {.class = PTX_BARRIER, .dst = -1, .src = -1},
        {.class = PTX_INT, .dst = 0, .src = -1},
        EXIT};
    start(ops, N(ops), 64, 1);
    b.c.latency[PTX_BARRIER] = 3;
    struct sm_stats s = run();
    /* Stores at 0 and 1; lines at 1, 2 and 3, 4; answers at 12 and 14. */
    assert_int_equal(b.issue_cycle[2], 12);
    assert_int_equal(b.issue_cycle[3], 14);
    assert_int_equal(b.issue_cycle[4], 17);
    assert_true(s.stall_barrier > 0);
    assert_true(s.stall_memory > 0);
}

static void test_exit_waits(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 0}, EXIT};
    start(ops, N(ops), 32, 1);
    struct sm_stats s = run();
    assert_int_equal(b.now, 12); /* line at 1, answer at 11 */
    assert_int_equal(s.ctas, 1);
}

static void test_room(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {EXIT};
    start(ops, N(ops), 128, 9);
    b.c.warps = 8;
    b.sm = sm_new(&b.c, "sm");
    struct error err = {0};
    assert_true(sm_fits(&b.c, &b.grid, &err));
    assert_true(sm_has_room(b.sm, &b.grid));
    sm_take(b.sm, &b.grid, 0);
    sm_take(b.sm, &b.grid, 1);
    assert_false(sm_has_room(b.sm, &b.grid));
    sm_free(b.sm);
    b.grid.block.x = 512;
    assert_false(sm_fits(&b.c, &b.grid, &err));
    assert_string_equal(err.text, "kernel 'fake': a CTA has 16 warps, an SM holds 8; use a "
                                  "smaller block or raise sm.warps");
    err.text[0] = '\0';
    b.grid.block.x = 32;
    b.grid.dynamic_shared = 2000;
    assert_false(sm_fits(&b.c, &b.grid, &err));
    assert_string_equal(err.text,
                        "kernel 'fake': a CTA needs 2000 bytes of shared memory, an SM has 1024; "
                        "use less or raise sm.shared_bytes");
    err.text[0] = '\0';
    b.c.ctas = 0;
    assert_false(sm_fits(&b.c, &b.grid, &err));
}

/* Two warps of threads that have 5 registers alive take 2 * 32 * 8. */
static void test_registers(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {EXIT};
    struct error err = {0};
    start(ops, N(ops), 64, 9);
    b.kernel.alive_regs = 5;
    assert_int_equal(sm_registers(&b.grid), 512);
    b.c.registers = 1100;
    b.sm = sm_new(&b.c, "sm");
    assert_true(sm_fits(&b.c, &b.grid, &err));
    sm_take(b.sm, &b.grid, 0);
    assert_true(sm_has_room(b.sm, &b.grid));
    sm_take(b.sm, &b.grid, 1);
    assert_false(sm_has_room(b.sm, &b.grid));
    for (uint64_t now = 0; !sm_idle(b.sm); now++)
        assert_true(sm_step(b.sm, now, &err));
    assert_true(sm_has_room(b.sm, &b.grid));
    sm_free(b.sm);
    b.c.registers = 511;
    assert_false(sm_fits(&b.c, &b.grid, &err));
    assert_string_equal(err.text, "kernel 'fake': a CTA needs 512 registers, an SM has 511; use a "
                                  "smaller block or raise sm.registers");
}

static bool below_1024(void *ctx, uint64_t address, uint32_t bytes)
{
    (void)ctx;
    return address + bytes <= 1024;
}

static bool range_1024(void *ctx, uint64_t address, uint64_t *start_at, uint64_t *end)
{
    (*(int *)ctx)++;
    *start_at = address / 1024 * 1024;
    *end = *start_at + 1024;
    return address < 2048;
}

static void expect_out_of_bounds(const char *message)
{
    struct error err = {0};
    while (cycle(&err))
        assert_true(b.now < 1000);
    assert_string_equal(err.text, message);
    sm_free(b.sm);
}

static void test_bounds(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 4},
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 960, .stride = 4},
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 2000, .stride = 4},
        EXIT};
    start(ops, N(ops), 32, 1);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    sm_set_bounds(b.sm, below_1024, NULL);
    expect_out_of_bounds("gpu0.sm3: kernel fake, PTX line 2, CTA (0,0,0), thread (16,0,0): load "
                         "of 4 bytes at 0x400: no buffer holds it; check the kernel's indices "
                         "against the sizes of its buffers");
    int calls = 0;
    start(ops, N(ops), 32, 1);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    sm_set_range(b.sm, range_1024, &calls);
    expect_out_of_bounds("gpu0.sm3: kernel fake, PTX line 3, CTA (0,0,0), thread (12,0,0): load "
                         "of 4 bytes at 0x800: no buffer holds it; check the kernel's indices "
                         "against the sizes of its buffers");
    assert_int_equal(calls, 3); /* the range that was hit last is remembered */
}

static void test_waiting(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 128, .stride = 4}, EXIT};
    start(ops, N(ops), 32, 1);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    struct error err = {0};
    for (int i = 0; i < 3; i++)
        assert_true(cycle(&err));
    char text[256];
    assert_true(sm_waiting(b.sm, 1, text, sizeof text));
    assert_string_equal(text, "gpu0.sm3 warp 0: load of line 0x3 since cycle 2, tag 1: kernel "
                              "fake, PTX line 1, CTA (0,0,0), thread (16,0,0)");
    assert_false(sm_waiting(b.sm, 2, text, sizeof text));
    sm_free(b.sm);
}

/* A random program with all kinds of instructions. */
static int draw(struct fake_op *ops, uint64_t seed)
{
    struct rng r = {seed};
    static const enum ptx_class classes[] = {PTX_INT,    PTX_FP32,   PTX_SFU,     PTX_LOAD,
                                             PTX_LOAD,   PTX_STORE,  PTX_LOAD,    PTX_STORE,
                                             PTX_SHARED, PTX_BRANCH, PTX_BARRIER, PTX_FENCE};
    int n = 5 + (int)rng_below(&r, 30);
    for (int i = 0; i < n; i++) {
        enum ptx_class class = classes[rng_below(&r, 12)];
        ops[i] = (struct fake_op){.class = class, .dst = -1, .src = -1};
        ops[i].base = rng_below(&r, 64) * 64;
        ops[i].stride = (int64_t)rng_below(&r, 20) * 4;
        ops[i].per_warp = 256;
        ops[i].atomic = class == PTX_LOAD && rng_below(&r, 3) == 0;
        ops[i].fresh = rng_below(&r, 3) == 0;
        if (class == PTX_FENCE)
            ops[i].order = PTX_ACQUIRE | PTX_RELEASE;
        else if (class == PTX_STORE && rng_below(&r, 3) == 0)
            ops[i].order = PTX_RELEASE;
        else if (class == PTX_LOAD && rng_below(&r, 3) == 0)
            ops[i].order = (uint8_t)(ops[i].atomic ? rng_below(&r, 4) : PTX_ACQUIRE);
        if (ops[i].order != 0 && rng_below(&r, 2) == 0)
            ops[i].order |= PTX_BEYOND_CTA;
        if (class <= PTX_SFU || class == PTX_LOAD)
            ops[i].dst = (int)rng_below(&r, FAKE_REGS);
        if (class != PTX_BARRIER && rng_below(&r, 2) == 0)
            ops[i].src = (int)rng_below(&r, FAKE_REGS);
    }
    ops[n] = (struct fake_op)EXIT;
    return n + 1;
}

static void test_wake_is_exact(void **state)
{
    (void)state;
    uint64_t saved = 0, fenced = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct fake_op ops[64];
        struct sm_stats s[2];
        uint64_t end[2], steps[2];
        uint8_t memory[MEMORY];
        int requests[2], fences[2];
        int n = draw(ops, seed);
        for (int skip = 0; skip < 2; skip++) {
            start(ops, n, 64, 7);
            b.random = seed % 2 == 0;
            b.latency = 30;
            b.c.tags = seed % 3 == 0 ? 3 : 32;
            b.c.rc = seed % 4 >= 2;
            b.c.flights = 1 + (uint32_t)(seed % 5);
            b.c.schedulers = seed % 7 == 0 ? 2 : seed % 7 == 1 ? 4 : 1;
            b.c.round_robin = seed % 5 == 1;
            if (seed % 3 != 0)
                b.c.tlb = (struct sm_tlb){4, 2, 1 + (uint32_t)(seed % 50), 256};
            for (int i = 0; i < PTX_CLASSES; i++) {
                b.c.latency[i] = 1 + (uint32_t)((seed + (unsigned)i * 5) % 13);
                b.c.interval[i] = 1 + (uint32_t)((seed + (unsigned)i) % 3);
            }
            b.skip = skip != 0;
            s[skip] = run();
            end[skip] = b.now;
            steps[skip] = b.steps;
            requests[skip] = b.requests;
            fences[skip] = b.fences;
            if (skip != 0)
                assert_memory_equal(memory, b.memory, MEMORY);
            memcpy(memory, b.memory, MEMORY);
        }
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
        assert_int_equal(end[0], end[1]);
        assert_int_equal(requests[0], requests[1]);
        assert_int_equal(fences[0], fences[1]);
        assert_int_equal(s[0].lines, requests[0] - fences[0]);
        assert_int_equal(s[0].tlb_hits + s[0].tlb_misses, b.c.tlb.entries > 0 ? s[0].lines : 0);
        const struct sm_stats *t = &s[0];
        if (b.c.schedulers == 1)
            assert_int_equal(t->cycles, t->warp_insts + t->stall_memory + t->stall_scoreboard +
                                            t->stall_barrier + t->stall_fence);
        fenced += (uint64_t)fences[0];
        if (!b.c.rc)
            assert_int_equal(fences[0], 0);
        saved += steps[0] - steps[1];
    }
    assert_true(saved > 10000);
    assert_true(fenced > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_branch_redirects),
        cmocka_unit_test(test_greedy_then_oldest),
        cmocka_unit_test(test_greedy_then_round_robin),
        cmocka_unit_test(test_schedulers),
        cmocka_unit_test(test_schedulers_share_loads),
        cmocka_unit_test(test_coalescing),
        cmocka_unit_test(test_store_merge),
        cmocka_unit_test(test_sc),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_exit_waits),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_wake_is_exact),
    };
    return cmocka_run_group_tests_name("sm", tests, NULL, NULL);
}
