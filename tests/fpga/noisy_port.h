/*
 * A port around the simulated board's port, with a line that corrupts, loses, doubles and inserts
 * bytes, cuts frames short, stalls, and delivers late copies of earlier frames. Host and board do
 * not know of it. Its clock is the board's. The same seed gives the same faults.
 */
#ifndef UMBEL_TESTS_FPGA_NOISY_PORT_H
#define UMBEL_TESTS_FPGA_NOISY_PORT_H

#include "harness/board/sim_port.h"
#include "sw/util/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum noise { CORRUPT, DROP, DUPLICATE, INSERT, TRUNCATE, STALL, LATE, NOISES };

enum { PAST = 16, NOISY_DIV = 4, BYTE_CYCLES = 10 * NOISY_DIV, MS_CYCLES = 100 * NOISY_DIV };

/* One direction of the line: bytes on the line, and earlier frames for late copies. */
struct way {
    struct {
        uint64_t at; /* the cycle in which it is delivered */
        uint8_t byte;
    } bytes[1 << 13];
    size_t head, n;
    uint8_t past[PAST][FRAME_MAX];
    size_t past_len[PAST], past_n;
};

struct noisy_port {
    struct port port;
    struct port *board;
    struct rng rng;
    unsigned rates[NOISES]; /* per million bytes; from TRUNCATE on, per million frames */
    uint64_t seen[NOISES];
    uint64_t stall_cycles;   /* longest stall */
    uint64_t offset_ms;      /* offset of the host's clock */
    uint8_t told[FRAME_MAX]; /* the board's answer so far */
    size_t told_n;
    struct way out, in;
    bool replayed; /* a copy of a HELLO came late: from now on no other request is copied */
    bool closed;
};

static inline uint64_t noisy_now(const struct noisy_port *p)
{
    return sim_port_cycles(p->board);
}

static inline bool noise_happens(struct noisy_port *p, enum noise kind)
{
    bool happens = p->rates[kind] > 0 && rng_below(&p->rng, 1000000) < p->rates[kind];
    p->seen[kind] += happens;
    return happens;
}

static inline void noisy_push(struct noisy_port *p, struct way *w, uint64_t at, uint8_t byte)
{
    w->n -= w->head;
    memmove(w->bytes, w->bytes + w->head, w->n * sizeof *w->bytes);
    w->head = 0;
    assert_true(w->n < sizeof w->bytes / sizeof *w->bytes);
    if (at < noisy_now(p))
        at = noisy_now(p);
    if (w->n > 0 && at < w->bytes[w->n - 1].at + BYTE_CYCLES)
        at = w->bytes[w->n - 1].at + BYTE_CYCLES;
    w->bytes[w->n].at = at;
    w->bytes[w->n++].byte = byte;
}

static inline void noisy_push_all(struct noisy_port *p, struct way *w, uint64_t at,
                                  const uint8_t *bytes, size_t n)
{
    if (noise_happens(p, TRUNCATE))
        n = rng_below(&p->rng, n);
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];
        if (noise_happens(p, INSERT))
            noisy_push(p, w, at,
                       rng_below(&p->rng, 3) == 0 ? FRAME_START : (uint8_t)rng_next(&p->rng));
        if (noise_happens(p, DROP))
            continue;
        if (noise_happens(p, CORRUPT))
            byte ^= (uint8_t)(1 + rng_below(&p->rng, 255));
        noisy_push(p, w, at, byte);
        if (noise_happens(p, DUPLICATE))
            noisy_push(p, w, at, byte);
    }
}

/* Sends a copy of an earlier frame; no copies of requests any more once a HELLO was copied. The
 * protocol cannot tell a repeated HELLO, followed by repeats of its successors, from a new start.
 */
static inline void noisy_push_late(struct noisy_port *p, struct way *w, uint64_t at)
{
    enum { OP = 3, HELLO = 1 };
    size_t have = w->past_n < PAST ? w->past_n : PAST;
    bool requests = w == &p->out;
    if (have == 0 || (requests && p->replayed) || !noise_happens(p, LATE))
        return;
    size_t which = rng_below(&p->rng, have);
    for (size_t i = 0; requests && i < have && rng_below(&p->rng, 4) != 0; i++)
        if (w->past[i][OP] == HELLO)
            which = i; /* a HELLO does the most harm */
    p->replayed = p->replayed || (requests && w->past[which][OP] == HELLO);
    noisy_push_all(p, w, at, w->past[which], w->past_len[which]);
}

/* Puts a whole frame on the line. */
static inline void noisy_frame(struct noisy_port *p, struct way *w, const uint8_t *bytes, size_t n)
{
    uint64_t at = noisy_now(p);
    if (noise_happens(p, STALL))
        at += rng_below(&p->rng, p->stall_cycles);
    noisy_push_late(p, w, at);
    noisy_push_all(p, w, at, bytes, n);
    memcpy(w->past[w->past_n % PAST], bytes, n);
    w->past_len[w->past_n++ % PAST] = n;
}

/* Collects the board's bytes. At its pins the line is good, so its answers are whole frames. */
static inline void noisy_collect(struct noisy_port *p)
{
    struct error err = {0};
    while (p->board->read(p->board, p->told + p->told_n, 1, 0, &err) > 0) {
        p->told_n++;
        assert_int_equal(p->told[0], FRAME_START);
        if (p->told_n < 2 || p->told_n < p->told[1] + (size_t)FRAME_EXTRA)
            continue;
        noisy_frame(p, &p->in, p->told, p->told_n);
        p->told_n = 0;
    }
}

/* Does the next event before cycle `until`; less than a byte time passes. */
static inline void noisy_step(struct noisy_port *p, uint64_t until)
{
    struct error err = {0};
    struct way *w = &p->out;
    uint64_t now = noisy_now(p), next = now + BYTE_CYCLES;
    if (w->head < w->n && w->bytes[w->head].at <= now) {
        p->board->write(p->board, &w->bytes[w->head++].byte, 1, 1, &err);
    } else {
        next = w->head < w->n && w->bytes[w->head].at < next ? w->bytes[w->head].at : next;
        next = until < next ? until : next;
        sim_port_run(p->board, next - now);
    }
    noisy_collect(p);
}

/* ---- the port ---- */

static inline bool noisy_write(struct port *port, const uint8_t *bytes, size_t n, int timeout_ms,
                               struct error *err)
{
    struct noisy_port *p = (struct noisy_port *)port;
    (void)timeout_ms, (void)err;
    noisy_frame(p, &p->out, bytes, n);
    return true;
}

static inline int noisy_read(struct port *port, uint8_t *bytes, size_t room, int timeout_ms,
                             struct error *err)
{
    struct noisy_port *p = (struct noisy_port *)port;
    struct way *w = &p->in;
    (void)err;
    assert_true(timeout_ms > 0 && room > 0);
    uint64_t until = noisy_now(p) + (uint64_t)timeout_ms * MS_CYCLES;
    size_t most = 1 + rng_below(&p->rng, room), n = 0;
    while (n == 0 && noisy_now(p) < until) {
        noisy_step(p, until);
        while (n < most && w->head < w->n && w->bytes[w->head].at <= noisy_now(p))
            bytes[n++] = w->bytes[w->head++].byte;
    }
    return (int)n;
}

static inline void noisy_close(struct port *port)
{
    struct noisy_port *p = (struct noisy_port *)port;
    assert_false(p->closed);
    p->closed = true;
}

static inline void noisy_init(struct noisy_port *p, struct port *board, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->port = (struct port){"line", noisy_write, noisy_read, noisy_close};
    p->board = board;
    p->rng.state = seed;
    p->stall_cycles = 1;
    p->offset_ms = rng_below(&p->rng, 1000000);
}

/* The clock, for struct exchange_timing. */
static inline int64_t noisy_ms(void *port)
{
    const struct noisy_port *p = port;
    return (int64_t)(p->offset_ms + noisy_now(p) / MS_CYCLES);
}

/* Lets time pass until everything has arrived and the board has dropped an unfinished frame. */
static inline void noisy_settle(struct noisy_port *p)
{
    enum { GAP = 70 * BYTE_CYCLES };
    while (p->out.head < p->out.n)
        noisy_step(p, UINT64_MAX);
    uint64_t until = noisy_now(p) + GAP;
    while (noisy_now(p) < until || p->told_n > 0)
        noisy_step(p, until);
    if (p->in.n > p->in.head && p->in.bytes[p->in.n - 1].at > noisy_now(p))
        sim_port_run(p->board, p->in.bytes[p->in.n - 1].at - noisy_now(p));
}

#endif
