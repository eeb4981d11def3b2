#include "tests/support/fake_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { THINKING_US = 20 };

static bool happens(struct fake_line *l, unsigned in_a_million)
{
    return in_a_million > 0 && rng_below(&l->rng, 1000000) < in_a_million;
}

/* ---- the line ---- */

static void push(struct fake_line *l, struct fake_queue *q, uint8_t byte)
{
    q->n -= q->head;
    memmove(q->bytes, q->bytes + q->head, q->n * sizeof *q->bytes);
    q->head = 0;
    assert_true(q->n < sizeof q->bytes / sizeof *q->bytes);
    q->tail_us += l->board.byte_us;
    q->bytes[q->n].at_us = q->tail_us;
    q->bytes[q->n++].byte = byte;
}

static void push_through_faults(struct fake_line *l, struct fake_queue *q, const uint8_t *bytes,
                                size_t n)
{
    if (happens(l, l->faults.truncate))
        n = rng_below(&l->rng, n);
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];
        if (happens(l, l->faults.insert))
            push(l, q, rng_below(&l->rng, 3) == 0 ? 0xA5 : (uint8_t)rng_next(&l->rng));
        if (happens(l, l->faults.drop))
            continue;
        if (happens(l, l->faults.corrupt))
            byte ^= (uint8_t)(1 + rng_below(&l->rng, 255));
        push(l, q, byte);
        if (happens(l, l->faults.duplicate))
            push(l, q, byte);
    }
}

static bool is_hello(const uint8_t *frame)
{
    return frame[3] == 1;
}

/* Sends a copy of an earlier frame; no copies of requests any more once a HELLO was copied. The
 * protocol cannot tell a repeated HELLO, followed by repeats of its successors, from a new start.
 */
static void push_late_copy(struct fake_line *l, struct fake_queue *q)
{
    size_t have = q->past_n < 32 ? q->past_n : 32;
    bool requests = q == &l->out;
    if (have == 0 || (requests && l->replayed))
        return;
    size_t which = rng_below(&l->rng, have);
    for (size_t i = 0; requests && i < have && rng_below(&l->rng, 4) != 0; i++)
        if (is_hello(q->past[i]))
            which = i; /* a HELLO does the most harm */
    l->replayed = l->replayed || (requests && is_hello(q->past[which]));
    push_through_faults(l, q, q->past[which], q->past_len[which]);
}

static void send(struct fake_line *l, struct fake_queue *q, int64_t at_us, const uint8_t *bytes,
                 size_t n)
{
    if (happens(l, l->faults.stall))
        at_us += (int64_t)rng_below(&l->rng, (uint64_t)l->stall_ms) * 1000;
    if (q->tail_us < at_us)
        q->tail_us = at_us;
    if (happens(l, l->faults.late))
        push_late_copy(l, q);
    push_through_faults(l, q, bytes, n);
    memcpy(q->past[q->past_n % 32], bytes, n);
    q->past_len[q->past_n++ % 32] = n;
}

/* ---- the board ---- */

static void run_board(struct fake_line *l, int64_t until_us)
{
    struct fake_queue *q = &l->out;
    uint8_t answer[FAKE_ANSWER_MAX];
    while (q->head < q->n && q->bytes[q->head].at_us <= until_us) {
        int64_t at = q->bytes[q->head].at_us;
        uint8_t byte = q->bytes[q->head++].byte;
        if (at < l->deaf_until_us || l->silent)
            continue;
        size_t n = fake_board_hear(&l->board, at, byte, answer);
        if (n == 0)
            continue;
        int64_t begin = at + THINKING_US;
        if (happens(l, l->faults.stall))
            begin += (int64_t)rng_below(&l->rng, (uint64_t)l->stall_ms) * 1000;
        l->deaf_until_us = begin + (int64_t)n * l->board.byte_us;
        if (l->lose_answers > 0)
            l->lose_answers--;
        else
            send(l, &l->in, begin, answer, n);
    }
}

/* ---- the port ---- */

static bool line_write(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                       struct error *err)
{
    struct fake_line *l = (struct fake_line *)p;
    (void)timeout_ms;
    if (l->gone)
        return port_is_gone(p, err);
    send(l, &l->out, l->now_us, bytes, n);
    return true;
}

/* Takes bytes that have arrived: all, or fewer. */
static int take(struct fake_line *l, uint8_t *bytes, size_t room)
{
    struct fake_queue *q = &l->in;
    size_t most = 1 + rng_below(&l->rng, room), n = 0;
    while (n < most && q->head < q->n && q->bytes[q->head].at_us <= l->now_us)
        bytes[n++] = q->bytes[q->head++].byte;
    return (int)n;
}

static int line_read(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err)
{
    struct fake_line *l = (struct fake_line *)p;
    int64_t until = l->now_us + (int64_t)timeout_ms * 1000;
    assert_true(timeout_ms > 0 && room > 0);
    if (l->gone) {
        port_is_gone(p, err);
        return -1;
    }
    if (l->babbling) {
        l->now_us += l->board.byte_us;
        bytes[0] = (uint8_t)(rng_below(&l->rng, 4) == 0 ? 0xA5 : rng_next(&l->rng));
        return 1;
    }
    run_board(l, until);
    if (l->in.head < l->in.n && l->in.bytes[l->in.head].at_us <= until) {
        if (l->now_us < l->in.bytes[l->in.head].at_us)
            l->now_us = l->in.bytes[l->in.head].at_us;
        return take(l, bytes, room);
    }
    l->now_us = until;
    return 0;
}

static void line_close(struct port *p)
{
    struct fake_line *l = (struct fake_line *)p;
    assert_false(l->closed);
    l->closed = true;
}

void fake_line_init(struct fake_line *l, uint64_t seed, int byte_us)
{
    memset(l, 0, sizeof *l);
    l->port = (struct port){"line", line_write, line_read, line_close};
    l->rng.state = seed;
    l->stall_ms = 1;
    l->now_us = (int64_t)rng_below(&l->rng, 1000000000);
    fake_board_init(&l->board, byte_us);
    l->board.last = (uint8_t)rng_next(&l->rng);
}

int64_t fake_line_now(void *line)
{
    return ((const struct fake_line *)line)->now_us / 1000;
}

void fake_line_intrude(struct fake_line *l, const uint8_t *body, size_t n)
{
    uint8_t frame[FRAME_MAX];
    size_t len = frame_build(frame, body, n);
    if (l->out.tail_us < l->now_us)
        l->out.tail_us = l->now_us;
    for (size_t i = 0; i < len; i++)
        push(l, &l->out, frame[i]);
}

void fake_line_forge(struct fake_line *l, const uint8_t *bytes, size_t n)
{
    if (l->in.tail_us < l->now_us)
        l->in.tail_us = l->now_us;
    for (size_t i = 0; i < n; i++)
        push(l, &l->in, bytes[i]);
}

void fake_line_settle(struct fake_line *l)
{
    enum { LONG_US = 60 * 1000 * 1000 };
    run_board(l, INT64_MAX);
    if (l->now_us < l->in.tail_us)
        l->now_us = l->in.tail_us;
    if (l->now_us < l->deaf_until_us)
        l->now_us = l->deaf_until_us;
    l->now_us += LONG_US;
}
