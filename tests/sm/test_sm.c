/* The SM against a memory that answers after a fixed or random time. */
#include "sw/sm/sm.h"

#include "sw/util/rng.h"
#include "tests/sm/fake_simt.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MEMORY = 1 << 16, FLIGHTS = 64 };

struct flight {
    bool used;
    uint32_t tag;
    uint64_t due;
    uint8_t line[SM_MAX_LINE]; /* as it was when the request was taken */
};

struct bench {
    struct sm_config c;
    struct sm *sm;
    struct ptx_kernel kernel;
    struct simt_grid grid;
    uint8_t memory[MEMORY];
    struct flight flight[FLIGHTS];
    struct rng rng;
    uint32_t latency; /* cycles from request to answer */
    bool random;      /* latency and readiness of the L1 vary with the cycle */
    bool skip;        /* leave out the steps that sm_wake allows to */
    uint64_t now, steps, next_cta, ctas;
    int requests, fences;
    struct sm_request log[256];
    uint64_t log_cycle[256];
    uint64_t issue_cycle[FAKE_LOG];
};

static struct bench b; /* large */

static void start(const struct fake_op *ops, int n, uint32_t threads, uint64_t ctas)
{
    memset(&b, 0, sizeof b);
    b.c = (struct sm_config){
        .warps = 16, .ctas = 8, .shared_bytes = 1024, .tags = 32, .line_bytes = 64};
    for (int i = 0; i < PTX_CLASSES; i++) {
        b.c.latency[i] = 1;
        b.c.interval[i] = 1;
    }
    b.latency = 10;
    b.kernel = (struct ptx_kernel){.name = "fake", .n_regs = FAKE_REGS};
    b.grid = (struct simt_grid){
        .kernel = &b.kernel, .grid = {(uint32_t)ctas, 1, 1}, .block = {threads, 1, 1}};
    b.ctas = ctas;
    b.rng.state = 5;
    for (int i = 0; i < MEMORY; i++)
        b.memory[i] = (uint8_t)(i * 7 + i / 256);
    fake_load_program(ops, n);
}

/* Adds, or compares and exchanges: what the tests use. */
static void do_atomic(const struct sm_request *r, uint8_t *line)
{
    uint32_t bytes = (r->fn & ATOMIC_WIDE) != 0 ? 8 : 4, fn = r->fn & ~(uint32_t)ATOMIC_WIDE;
    assert_true(fn == FN_ADD || fn == FN_CAS);
    for (uint32_t at = 0; at < b.c.line_bytes; at += bytes) {
        uint64_t old = 0, v = 0, compare = 0;
        if ((r->mask[at / 8] >> (at % 8) & 1) == 0)
            continue;
        memcpy(&old, line + at, bytes);
        memcpy(&v, r->data + at, bytes);
        memcpy(&compare, r->data + (at ^ bytes), bytes);
        if (fn == FN_ADD)
            v += old;
        if (fn == FN_ADD || old == compare)
            memcpy(line + at, &v, bytes);
    }
}

static void serve(void)
{
    const struct sm_request *r = sm_wants(b.sm);
    /* A hash of the cycle, not a sequence: skipping must see the same L1. */
    struct rng at = {b.now * 77};
    uint64_t dice = rng_next(&at);
    if (r == NULL || (b.random && dice % 3 == 0))
        return;
    struct flight *f = b.flight;
    while (f->used)
        f++;
    *f =
        (struct flight){.used = true,
                        .tag = r->tag,
                        .due = b.now + 1 + (b.random ? dice / 3 % (b.latency * 2) : b.latency - 1)};
    uint8_t *line = &b.memory[r->line * b.c.line_bytes];
    memcpy(f->line, line, b.c.line_bytes);
    if (r->op == OP_ATOMIC)
        do_atomic(r, line);
    if (r->op == OP_STORE)
        for (uint32_t i = 0; i < b.c.line_bytes; i++)
            if (r->mask[i / 8] >> (i % 8) & 1)
                line[i] = r->data[i];
    b.fences += r->op == OP_FENCE;
    if (b.requests < 256) {
        b.log_cycle[b.requests] = b.now;
        b.log[b.requests] = *r;
    }
    b.requests++;
    sm_sent(b.sm);
}

static bool cycle(struct error *err)
{
    for (int i = 0; i < FLIGHTS; i++)
        if (b.flight[i].used && b.flight[i].due == b.now) {
            struct flight *f = &b.flight[i];
            f->used = false;
            sm_answer(b.sm, f->tag, f->line);
        }
    if (b.next_cta < b.ctas && sm_has_room(b.sm, &b.grid))
        sm_take(b.sm, &b.grid, b.next_cta++);
    if (!b.skip || sm_wake(b.sm, b.now) == b.now) {
        int before = fake_logged;
        b.steps++;
        if (!sm_step(b.sm, b.now, err))
            return false;
        for (int i = before; i < fake_logged; i++)
            b.issue_cycle[i] = b.now;
        assert_true(fake_logged - before <= 1);
    }
    serve();
    b.now++;
    return true;
}

static struct sm_stats run(void)
{
    struct error err = {0};
    b.sm = sm_new(&b.c, "gpu0.sm3");
    while (b.next_cta < b.ctas || !sm_idle(b.sm)) {
        if (!cycle(&err))
            fail_msg("%s", err.text);
        assert_true(b.now < 1000000);
    }
    assert_int_equal(sm_ctas_done(b.sm), b.ctas);
    struct sm_stats s = *sm_stats(b.sm);
    sm_free(b.sm);
    return s;
}

#define N(a) ((int)(sizeof(a) / sizeof *(a)))
#define EXIT                                                                                       \
    {                                                                                              \
        .class = PTX_BRANCH, .dst = -1, .src = -1, .exit = true                                    \
    }

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
                         "against the launch file's counts");
    int calls = 0;
    start(ops, N(ops), 32, 1);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    sm_set_range(b.sm, range_1024, &calls);
    expect_out_of_bounds("gpu0.sm3: kernel fake, PTX line 3, CTA (0,0,0), thread (12,0,0): load "
                         "of 4 bytes at 0x800: no buffer holds it; check the kernel's indices "
                         "against the launch file's counts");
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

static void expect_log(const enum msg_op *ops, int n)
{
    assert_int_equal(b.requests, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(b.log[i].op, ops[i]);
}

static uint32_t word(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

/* 32 lanes over 4 words: 8 rounds of one line, each lane with what those below it left. */
static void test_atomic_rounds(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 128, .atomic = true, .value = 100}, EXIT};
    start(ops, N(ops), 32, 1);
    fake_wrap = 16;
    uint32_t want[4], old[SIMT_LANES];
    for (int i = 0; i < SIMT_LANES; i++) {
        if (i < 4)
            want[i] = word(&b.memory[128 + 4 * i]);
        old[i] = want[i % 4];
        want[i % 4] += 100 + (uint32_t)i;
    }
    struct sm_stats s = run();
    fake_wrap = 0;
    assert_int_equal(b.requests, 8);
    assert_int_equal(s.lines, 8);
    assert_int_equal(s.atomics, 1);
    assert_int_equal(s.loads + s.stores, 0);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(b.log[i].op, OP_ATOMIC);
        assert_int_equal(b.log[i].fn, FN_ADD);
        assert_int_equal(b.log[i].line, 2);
        assert_int_equal(b.log_cycle[i], 1 + i); /* they do not wait for each other */
        assert_int_equal(b.log[i].mask[0] | b.log[i].mask[1] << 8, 0xffff);
        assert_int_equal(word(b.log[i].data + 4), 100 + 4 * i + 1);
    }
    for (int i = 0; i < SIMT_LANES; i++)
        assert_int_equal(fake_seen[0][0][i], old[i]);
    assert_memory_equal(&b.memory[128], want, sizeof want);
}

/* A pair of elements has room for one CAS: neighbours go in rounds, too. */
static void test_cas_layout(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {{.class = PTX_LOAD,
                                          .dst = 0,
                                          .src = -1,
                                          .base = 0,
                                          .stride = 4,
                                          .atomic = true,
                                          .fn = FN_CAS,
                                          .value = 500,
                                          .compare = 7},
                                         EXIT};
    start(ops, N(ops), 32, 1);
    uint32_t seven = 7;
    memcpy(&b.memory[20], &seven, 4);
    run();
    assert_int_equal(b.requests, 4); /* even and odd elements of two lines */
    assert_int_equal(b.log[0].line, 0);
    assert_int_equal(b.log[0].mask[0], 0x0f);
    assert_int_equal(b.log[1].line, 0);
    assert_int_equal(b.log[1].mask[0], 0xf0);
    assert_int_equal(b.log[2].line, 1);
    assert_int_equal(word(b.log[1].data), 7);
    assert_int_equal(word(b.log[1].data + 4), 501);
    assert_int_equal(b.log[0].fn, FN_CAS);
    assert_int_equal(word(&b.memory[20]), 505);
    assert_int_equal(word(&b.memory[24]), word((const uint8_t[]){168, 175, 182, 189}));
    assert_int_equal(fake_seen[0][0][5], 7);
}

static void test_wide_and_fresh(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0, .fresh = true},
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0},
        {.class = PTX_LOAD,
         .dst = -1,
         .src = -1,
         .base = 256,
         .stride = 8,
         .bytes = 8,
         .atomic = true,
         .fn = FN_CAS,
         .value = 40,
         .compare = 9},
        EXIT};
    start(ops, N(ops), 32, 1);
    memcpy(&b.memory[256 + 24], &(uint64_t){9}, 8);
    run();
    assert_int_equal(b.requests, 2 + 8); /* four lines, in two rounds each */
    assert_int_equal(b.log[0].op, OP_FRESH);
    assert_int_equal(b.log[1].op, OP_LOAD);
    assert_int_equal(b.log[3].op, OP_ATOMIC);
    assert_int_equal(b.log[3].fn, FN_CAS + ATOMIC_WIDE);
    assert_int_equal(b.log[3].mask[0], 0);
    assert_int_equal(b.log[3].mask[1], 0xff);
    assert_int_equal(word(b.log[3].data), 9);
    assert_int_equal(word(&b.memory[256 + 24]), 43);
}

#define LOAD(to, at)                                                                               \
    {                                                                                              \
        .class = PTX_LOAD, .dst = to, .src = -1, .base = at                                        \
    }
#define STORE(at)                                                                                  \
    {                                                                                              \
        .class = PTX_STORE, .dst = -1, .src = -1, .base = at                                       \
    }
#define FENCE(extra)                                                                               \
    {                                                                                              \
        .class = PTX_FENCE, .dst = -1, .src = -1, .order = PTX_ACQUIRE | PTX_RELEASE | (extra)     \
    }
#define INT(to, from)                                                                              \
    {                                                                                              \
        .class = PTX_INT, .dst = to, .src = from                                                   \
    }

static void start_rc(const struct fake_op *ops, int n, uint32_t threads, uint32_t flights)
{
    start(ops, n, threads, 1);
    b.c.rc = true;
    b.c.flights = flights;
}

static void expect_issue(const uint64_t *at, int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(b.issue_cycle[i], at[i]);
}

static void test_rc_flights(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(1, 64), STORE(128), LOAD(2, 192),
                                         INT(3, 0),  LOAD(1, 0),  INT(4, 1),  EXIT};
    start_rc(ops, N(ops), 32, 3);
    struct sm_stats s = run();
    /* Lines at 1, 2, 3; answers at 11, 12, 13. The fourth waits for the first; the last load for
     * register 1's other load and for room, answered at 23. */
    const uint64_t at[] = {0, 1, 2, 11, 12, 13, 24, 25};
    expect_issue(at, N(at));
    assert_int_equal(b.log_cycle[2], 3);
    assert_true(s.stall_memory > 0);
    assert_int_equal(s.stall_fence, 0);
    assert_int_equal(fake_seen[0][1][0], word(&b.memory[0]));
    assert_int_equal(fake_seen[0][2][0], word(&b.memory[192]));
}

/* One load's register is another's, too: the first must not land on the second. */
static void test_rc_same_register(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(0, 64), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    assert_int_equal(b.issue_cycle[1], 11);
    assert_int_equal(fake_seen[0][0][0], word(&b.memory[64]));
}

static void test_rc_exit_waits(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), STORE(64), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    assert_int_equal(b.issue_cycle[2], 2);
    assert_int_equal(b.now, 13); /* lines at 1 and 2, answers at 11 and 12 */
}

static void test_rc_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0),   STORE(64),    FENCE(PTX_BEYOND_CTA),
                                         INT(0, -1), LOAD(1, 128), EXIT};
    start_rc(ops, N(ops), 32, 4);
    b.c.latency[PTX_FENCE] = 2;
    struct sm_stats s = run();
    /* Stores' lines at 1, 2; answers at 11, 12. The OP_FENCE at 14 is answered at 24. */
    const uint64_t at[] = {0, 1, 12, 14, 24, 25};
    expect_issue(at, N(at));
    expect_log((const enum msg_op[]){OP_STORE, OP_STORE, OP_FENCE, OP_LOAD}, 4);
    assert_int_equal(b.log_cycle[2], 14);
    assert_int_equal(s.fences, 1);
    assert_int_equal(s.lines, 3);
    assert_int_equal(s.stall_fence, 10 + 9); /* 2..11 and 15..23 */
}

static void test_rc_fence_of_cta(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), STORE(64), FENCE(0), LOAD(1, 128), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    const uint64_t at[] = {0, 1, 12, 13};
    expect_issue(at, N(at));
    expect_log((const enum msg_op[]){OP_STORE, OP_STORE, OP_LOAD}, 3);
}

static void test_rc_acquire_and_release(void **state)
{
    (void)state;
    enum { FAR = PTX_BEYOND_CTA };
    struct fake_op ops[] = {STORE(0), LOAD(0, 64), STORE(128), EXIT};
    /* Acquire: the register is there with the load, memory only after the fence. */
    ops[1].order = PTX_ACQUIRE | FAR;
    ops[1].fresh = true;
    start_rc(ops, N(ops), 32, 4);
    run();
    /* Lines at 1 and 2; the load's answer at 12, the fence then, its answer at 22. */
    expect_issue((const uint64_t[]){0, 1, 22, 23}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_FRESH, OP_FENCE, OP_STORE}, 4);
    /* Within the CTA: no request, but what follows waits for it. */
    ops[1].order = PTX_ACQUIRE;
    ops[1].fresh = false;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 1, 12, 13}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_LOAD, OP_STORE}, 3);
    /* Release: waits for the store and load, then the fence, then its own line. */
    ops[1].order = 0;
    ops[2].order = PTX_RELEASE | FAR;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 1, 12, 13}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_LOAD, OP_FENCE, OP_STORE}, 4);
    assert_int_equal(b.log_cycle[2], 13);
    assert_int_equal(b.log_cycle[3], 23);
    /* Both, around an atomic. */
    ops[1].order = PTX_ACQUIRE | PTX_RELEASE | FAR;
    ops[1].atomic = true;
    ops[2].order = 0;
    start_rc(ops, N(ops), 32, 4);
    ops[1].stride = 4;
    run();
    const enum msg_op both[] = {OP_STORE, OP_FENCE, OP_ATOMIC, OP_ATOMIC, OP_FENCE, OP_STORE};
    expect_log(both, N(both));
    assert_int_equal(b.issue_cycle[1], 11);
    assert_int_equal(b.log_cycle[2], 22); /* fence at 12 */
    assert_int_equal(b.log_cycle[4], 33); /* after both lines of the atomic */
    assert_int_equal(b.issue_cycle[2], 43);
}

/* Only the fence of a release holds up what follows, not its store's answer. */
static void test_rc_after_release(void **state)
{
    (void)state;
    struct fake_op ops[] = {STORE(0), LOAD(0, 64), EXIT};
    ops[0].order = PTX_RELEASE | PTX_BEYOND_CTA;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 11, 12}, 3);
    expect_log((const enum msg_op[]){OP_FENCE, OP_STORE, OP_LOAD}, 3);
    assert_int_equal(b.log_cycle[1], 11);
    assert_int_equal(b.log_cycle[2], 12);
}

/* An acquire comes before a barrier, as before memory; other loads need not. */
static void test_rc_acquire_and_barrier(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), {.class = PTX_BARRIER, .dst = -1, .src = -1}, EXIT};
    for (int acquire = 0; acquire < 2; acquire++) {
        ops[0].order = acquire ? PTX_ACQUIRE : 0;
        start_rc(ops, N(ops), 32, 4);
        run();
        assert_int_equal(b.issue_cycle[1], acquire ? 11 : 1);
    }
}

/* What follows an acquire in shared memory waits for it, too; under sc as well. */
static void test_acquire_and_shared_memory(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), {.class = PTX_SHARED, .dst = 1, .src = -1}, EXIT};
    for (int rc = 0; rc < 2; rc++)
        for (int acquire = 0; acquire < 2; acquire++) {
            ops[0].order = acquire ? PTX_ACQUIRE : 0;
            start_rc(ops, N(ops), 32, 4);
            b.c.rc = rc != 0;
            run();
            assert_int_equal(b.issue_cycle[1], acquire ? 11 : 1);
        }
    struct fake_op fenced[] = {
        LOAD(0, 0), FENCE(PTX_BEYOND_CTA), {.class = PTX_SHARED, .dst = 1, .src = -1}, EXIT};
    start(fenced, N(fenced), 32, 1);
    run();
    expect_issue((const uint64_t[]){0, 1, 11, 12}, 4);
    assert_int_equal(b.requests, 1);
}

/* A barrier does not wait; a fence behind it waits for what other warps took across. */
static void test_rc_barrier(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 64, .per_warp = 2048},
        {.class = PTX_BARRIER, .dst = -1, .src = -1},
        FENCE(PTX_BEYOND_CTA),
        EXIT};
    start_rc(ops, N(ops), 64, 4);
    struct sm_stats s = run();
    /* Stores at 0 and 1, of 32 lines each: shown at 1..32 and 33..64, answered by 42 and 74. */
    const uint64_t at[] = {0, 1, 2, 3, 74, 75};
    expect_issue(at, N(at));
    assert_int_equal(b.fences, 2);
    assert_true(s.stall_fence > 60);
}

/* A fence costs its latency under sc. */
static void test_sc_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), FENCE(PTX_BEYOND_CTA), INT(0, -1), EXIT};
    start(ops, N(ops), 32, 1);
    b.c.latency[PTX_FENCE] = 4;
    struct sm_stats s = run();
    expect_issue((const uint64_t[]){0, 1, 5, 6}, 4);
    expect_log((const enum msg_op[]){OP_STORE}, 1);
    assert_int_equal(s.fences, 1);
}

static void test_waiting_for_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {FENCE(PTX_BEYOND_CTA), EXIT};
    start_rc(ops, N(ops), 32, 2);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    struct error err = {0};
    for (int i = 0; i < 3; i++)
        assert_true(cycle(&err));
    char text[256];
    uint64_t line, since;
    assert_true(sm_waiting(b.sm, 0, text, sizeof text));
    assert_string_equal(text, "gpu0.sm3 warp 0: fence since cycle 1, tag 0: kernel fake, PTX line "
                              "1, CTA (0,0,0), thread (0,0,0)");
    assert_false(sm_waits_longest(b.sm, &line, &since));
    sm_free(b.sm);
}

/* A program of everything, drawn from a seed. */
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
        const struct sm_stats *t = &s[0];
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
        cmocka_unit_test(test_coalescing),
        cmocka_unit_test(test_store_merge),
        cmocka_unit_test(test_sc),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_exit_waits),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_atomic_rounds),
        cmocka_unit_test(test_cas_layout),
        cmocka_unit_test(test_wide_and_fresh),
        cmocka_unit_test(test_rc_flights),
        cmocka_unit_test(test_rc_same_register),
        cmocka_unit_test(test_rc_exit_waits),
        cmocka_unit_test(test_rc_fence),
        cmocka_unit_test(test_rc_fence_of_cta),
        cmocka_unit_test(test_rc_acquire_and_release),
        cmocka_unit_test(test_rc_after_release),
        cmocka_unit_test(test_rc_acquire_and_barrier),
        cmocka_unit_test(test_acquire_and_shared_memory),
        cmocka_unit_test(test_rc_barrier),
        cmocka_unit_test(test_sc_fence),
        cmocka_unit_test(test_waiting_for_fence),
        cmocka_unit_test(test_wake_is_exact),
    };
    return cmocka_run_group_tests_name("sm", tests, NULL, NULL);
}
