/*
 * One SM, the program of fake_simt.h, and a memory that answers after a fixed or random time.
 * Issued instructions and requests are logged with their cycles.
 */
#ifndef UMBEL_TESTS_SM_BENCH_H
#define UMBEL_TESTS_SM_BENCH_H

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
    uint8_t line[SM_MAX_LINE]; /* contents when the request was taken */
};

struct bench {
    struct sm_config c;
    struct sm *sm;
    struct ptx_kernel kernel;
    struct simt_grid grid;
    uint8_t memory[MEMORY];
    struct flight flight[FLIGHTS];
    struct rng rng;
    struct read_cache *l1i, *scalar; /* NULL: the SM has none */
    uint32_t latency;                /* cycles from request to answer */
    bool random;                     /* latency and readiness of the L1 vary with the cycle */
    bool skip;                       /* skip the steps that sm_wake allows to be skipped */
    uint64_t now, steps, next_cta, ctas;
    int requests, fences;
    struct sm_request log[256];
    uint64_t log_cycle[256];
    uint64_t issue_cycle[FAKE_LOG];
};

static struct bench b; /* large */

static inline void start(const struct fake_op *ops, int n, uint32_t threads, uint64_t ctas)
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

/* Does an addition or a compare-and-swap, the only atomics in these tests. */
static inline void do_atomic(const struct sm_request *r, uint8_t *line)
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

static inline void serve(void)
{
    const struct sm_request *r = sm_wants(b.sm);
    /* A hash of the cycle, not a sequence, so that a run with skipped steps has the same L1. */
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

static inline bool cycle(struct error *err)
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
        assert_true(fake_logged - before <= (b.c.schedulers > 1 ? (int)b.c.schedulers : 1));
        if (b.l1i != NULL || b.scalar != NULL)
            sm_read(b.sm, b.l1i, b.scalar);
    }
    serve();
    b.now++;
    return true;
}

static inline struct sm_stats run(void)
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

static inline void start_rc(const struct fake_op *ops, int n, uint32_t threads, uint32_t flights)
{
    start(ops, n, threads, 1);
    b.c.rc = true;
    b.c.flights = flights;
}

static inline void expect_issue(const uint64_t *at, int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(b.issue_cycle[i], at[i]);
}

static inline void expect_log(const enum msg_op *ops, int n)
{
    assert_int_equal(b.requests, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(b.log[i].op, ops[i]);
}

static inline uint32_t word(const uint8_t *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

#endif
