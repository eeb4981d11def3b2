/*
 * Host programs from text, and a memory that answers a CPU after a fixed or random time. Requests
 * are logged with their cycles.
 */
#ifndef UMBEL_TESTS_HOST_BENCH_H
#define UMBEL_TESTS_HOST_BENCH_H

#include "sw/host/cpu.h"
#include "sw/host/plain.h"

#include "gen/proto/atomic.h"
#include "sw/util/rng.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 1 << 18, FLIGHTS = 64, LOG = 4096, BASE = 0x1000 };

struct flight {
    bool used;
    uint32_t tag;
    uint64_t due, line;
    uint8_t bytes[SM_MAX_LINE]; /* of the line when the request was taken */
};

/* The machine around one CPU. Its buffers are all of BASE..MEMORY, but for a hole. */
struct bench {
    struct cpu_config c;
    struct cpu *cpu;
    uint8_t memory[MEMORY];
    struct flight flight[FLIGHTS];
    uint64_t hole, hole_end; /* addresses that no buffer has */
    uint32_t latency;        /* from the cycle of a request to that of its answer */
    bool random;             /* latency, readiness and order of the answers vary with the cycle */
    bool skip;               /* skip the steps that cpu_wake allows to be skipped */
    uint8_t flip;            /* answers to loads have their bytes changed by this */
    uint64_t now, steps;
    uint32_t in_flight, most_in_flight;
    uint32_t requests;
    struct sm_request log[LOG];
    uint64_t log_cycle[LOG];
};

static inline bool bench_range(void *bench, uint64_t address, uint64_t *start, uint64_t *end)
{
    const struct bench *b = bench;
    *start = address < b->hole ? BASE : b->hole_end;
    *end = address < b->hole ? b->hole : MEMORY;
    return address >= *start && address < *end;
}

static inline void bench_setup(struct bench *b)
{
    memset(b, 0, sizeof *b);
    b->c = (struct cpu_config){.line_bytes = 64, .misses = 4, .width = 1};
    b->latency = 10;
    b->hole = b->hole_end = MEMORY;
}

/* An addition, an exchange or a compare-exchange: the only atomics of these tests. */
static inline void bench_atomic(const struct bench *b, const struct sm_request *r, uint8_t *line)
{
    uint32_t bytes = (r->fn & ATOMIC_WIDE) != 0 ? 8 : 4, fn = r->fn & ~(uint32_t)ATOMIC_WIDE;
    assert_true(fn == FN_ADD || fn == FN_EXCH || fn == FN_CAS);
    for (uint32_t at = 0; at < b->c.line_bytes; at += bytes) {
        uint64_t old = 0, v = 0, compare = 0;
        if ((r->mask[at / 8] >> (at % 8) & 1) == 0)
            continue;
        memcpy(&old, line + at, bytes);
        memcpy(&v, r->data + at, bytes);
        memcpy(&compare, r->data + (at ^ bytes), bytes);
        v += fn == FN_ADD ? old : 0;
        if (fn != FN_CAS || old == compare)
            memcpy(line + at, &v, bytes);
    }
}

/* Answers of a line keep their order, as the L1 takes its requests in order; others may not. */
static inline uint64_t bench_due(const struct bench *b, uint64_t line, uint64_t dice)
{
    uint64_t due = b->now + (b->random ? 1 + dice % (2 * b->latency) : b->latency);
    for (int i = 0; i < FLIGHTS; i++)
        if (b->flight[i].used && b->flight[i].line == line && b->flight[i].due > due)
            due = b->flight[i].due;
    return due;
}

static inline void bench_take(struct bench *b, const struct sm_request *r, uint64_t dice)
{
    struct flight *f = b->flight;
    while (f->used)
        f++;
    *f = (struct flight){
        .used = true, .tag = r->tag, .line = r->line, .due = bench_due(b, r->line, dice)};
    uint8_t *line = &b->memory[r->line * b->c.line_bytes];
    for (uint32_t i = 0; i < b->c.line_bytes; i++)
        f->bytes[i] = line[i] ^ b->flip;
    if (r->op == OP_ATOMIC)
        bench_atomic(b, r, line);
    for (uint32_t i = 0; r->op == OP_STORE && i < b->c.line_bytes; i++)
        if (r->mask[i / 8] >> (i % 8) & 1)
            line[i] = r->data[i];
    if (b->requests < LOG) {
        b->log[b->requests] = *r;
        b->log_cycle[b->requests] = b->now;
    }
    b->requests++;
    b->in_flight++;
    b->most_in_flight = b->in_flight > b->most_in_flight ? b->in_flight : b->most_in_flight;
}

static inline bool bench_cycle(struct bench *b, struct error *err)
{
    for (int i = 0; i < FLIGHTS; i++)
        if (b->flight[i].used && b->flight[i].due == b->now) {
            b->flight[i].used = false;
            b->in_flight--;
            cpu_answer(b->cpu, b->flight[i].tag, b->flight[i].bytes);
        }
    if (!b->skip || cpu_wake(b->cpu, b->now) == b->now) {
        b->steps++;
        if (!cpu_step(b->cpu, b->now, err))
            return false;
    }
    struct rng at = {b->now * 77 + 5}; /* of the cycle, so that skipped steps change nothing */
    uint64_t dice = rng_next(&at);
    const struct sm_request *r = cpu_wants(b->cpu);
    if (r != NULL && (!b->random || dice % 3 != 0)) {
        bench_take(b, r, dice / 3);
        cpu_sent(b->cpu);
    }
    b->now++;
    return true;
}

/* Makes the CPU, which the caller frees. */
static inline void bench_make(struct bench *b)
{
    struct error err = {0};
    b->cpu = cpu_new(&b->c, "cpu0", &err);
    if (b->cpu == NULL)
        fail_msg("%s", err.text);
    cpu_set_range(b->cpu, bench_range, b);
}

/* Runs a function to its end. False and an error if it fails. */
static inline bool bench_try(struct bench *b, const struct host_program *p, const char *name,
                             const struct host_value *args, size_t n, struct error *err)
{
    size_t function;
    if (!host_find(p, name, &function, err) || !cpu_start(b->cpu, p, function, args, n, err))
        return false;
    while (!cpu_idle(b->cpu)) {
        if (!bench_cycle(b, err))
            return false;
        assert_true(b->now < 10000000);
    }
    assert_int_equal(b->in_flight, 0);
    return true;
}

static inline void bench_run(struct bench *b, const struct host_program *p, const char *name,
                             const struct host_value *args, size_t n)
{
    struct error err = {0};
    if (!bench_try(b, p, name, args, n, &err))
        fail_msg("%s", err.text);
}

/* A program from text, in the test's folder; the caller frees it. */
static inline struct host_program *compile_text(void **state, const char *text)
{
    struct error err = {0};
    const char *path = in_folder(state, "prog.c");
    write_text(path, text);
    struct host_program *p = host_compile(path, &err);
    if (p == NULL)
        fail_msg("%s", err.text);
    return p;
}

#define N(a) (sizeof(a) / sizeof *(a))
#define BUFFER(address)                                                                            \
    {                                                                                              \
        HOST_BUFFER, 8, (address)                                                                  \
    }
#define U32(v)                                                                                     \
    {                                                                                              \
        HOST_INTEGER, 4, (v)                                                                       \
    }
#define U64(v)                                                                                     \
    {                                                                                              \
        HOST_INTEGER, 8, (v)                                                                       \
    }

static inline struct host_value f64_value(double v)
{
    struct host_value h = {HOST_REAL, 8, 0};
    memcpy(&h.bits, &v, sizeof v);
    return h;
}

static inline uint32_t word_at(const struct bench *b, uint64_t address)
{
    uint32_t v;
    memcpy(&v, b->memory + address, sizeof v);
    return v;
}

static inline void set_word(struct bench *b, uint64_t address, uint32_t v)
{
    memcpy(b->memory + address, &v, sizeof v);
}

#endif
