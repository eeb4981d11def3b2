/* A history and a memory that its tests control. */
#ifndef UMBEL_TESTS_COSIM_HISTORY_BENCH_H
#define UMBEL_TESTS_COSIM_HISTORY_BENCH_H

#include "tests/support/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { LINE_BYTES = 16, WORD = 4, THREADS = 3 };

/* A memory of four lines, two of which are used first, whose behaviour the test controls. */
struct bench {
    struct history h;
    uint64_t now;
    uint8_t memory[4][LINE_BYTES];
};

static inline struct bench bench_new(enum history_model model)
{
    struct bench b = {.h = history_new(LINE_BYTES, THREADS)};
    b.h.model = model;
    history_line(&b.h, 0);
    history_line(&b.h, 1);
    return b;
}

static inline int ask(struct bench *b, uint32_t thread, enum op_kind kind, int line)
{
    struct op op = {.thread = thread, .kind = kind, .line = line, .issued = ++b->now};
    op.mask[0] = 0xf;
    return history_ask(&b->h, &op);
}

static inline void write_line(struct bench *b, int line, const uint8_t *data, uint8_t mask)
{
    for (int i = 0; i < LINE_BYTES / 2; i++)
        if ((mask >> i & 1) != 0)
            b->memory[line][i] = data[i];
    const uint8_t masks[2] = {mask, 0};
    history_written(&b->h, (uint64_t)line, data, masks, ++b->now);
}

/* The bytes that the op writes reach the memory. */
static inline void reach(struct bench *b, int n)
{
    uint8_t data[LINE_BYTES];
    memcpy(data, b->h.ops[n].data, LINE_BYTES);
    write_line(b, b->h.ops[n].line, data, 0xf);
}

static inline void answer(struct bench *b, int n, const uint8_t *data)
{
    history_answered(&b->h, n, data, ++b->now);
}

/* A store or an atomic from request to answer; the answer is `line`. */
static inline int perform(struct bench *b, uint32_t thread, enum op_kind kind, int line,
                          const uint8_t *returns)
{
    int n = ask(b, thread, kind, line);
    reach(b, n);
    answer(b, n, returns);
    return n;
}

static inline void load(struct bench *b, uint32_t thread, int line, const uint8_t *returns)
{
    answer(b, ask(b, thread, KIND_LOAD, line), returns);
}

static inline void fence(struct bench *b, uint32_t thread)
{
    answer(b, ask(b, thread, KIND_FENCE, 0), NULL);
}

static inline void final(void *ctx, uint64_t address, uint8_t *data)
{
    const struct bench *b = ctx;
    memcpy(data, b->memory[address], LINE_BYTES);
}

/* Checks that the verdict begins with `want`; NULL: that the history is right. */
static inline void judged(struct bench *b, const char *want)
{
    struct sbuf why = {0};
    bool ok = history_check(&b->h, final, b, &why);
    if (want == NULL ? !ok : strncmp(sbuf_str(&why), want, strlen(want)) != 0)
        fail_msg("wanted '%s', got: %s", want == NULL ? "" : want, sbuf_str(&why));
    assert_int_equal(ok, want == NULL);
    sbuf_free(&why);
    history_free(&b->h);
}

static const uint8_t zero[LINE_BYTES], one[LINE_BYTES] = {1, 1, 1, 1},
                                       two[LINE_BYTES] = {2, 2, 2, 2},
                                       three[LINE_BYTES] = {3, 3, 3, 3};
#define CYCLE_SC "not sequentially consistent"

#endif
