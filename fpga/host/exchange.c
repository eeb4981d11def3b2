/*
 * Why each request takes effect exactly once and in order.
 *
 * The line may lose or garble bytes, and sending a request again makes copies of it; but the line
 * does not reorder bytes. The board executes a request whose number is one above its last number,
 * answers AGAIN to a WRITE that repeats its last number, and answers ORDER to any other number. So
 * while host and board agree on the count, a request is sent again until its answer comes, and has
 * then been done once.
 *
 * Host and board can disagree: the board was configured anew, another program spoke to it, or a
 * copy of a HELLO came late. Then the board answers ORDER. Or, if its count happens to equal the
 * request's number, it answers AGAIN to a WRITE that was sent only once; the host treats that as
 * ORDER. After ORDER the host knows this:
 *  - This copy of the request did nothing. An earlier copy may have been done, if its answer was
 *    lost and the count has moved since. Neither ORDER nor a HELLO tells.
 *  - No later request was sent, as the host has only one in flight. So a READ, or a WRITE of plain
 *    words, can be done again under a new number: its effect is the same whether an earlier copy
 *    was done or not.
 *  - A WRITE that starts or resets (`once`) cannot be done again. Neither the status nor the count
 *    of cycles tells whether it was done: a run may have begun and ended since, or the run that is
 *    seen may be an older one. This is an error.
 *
 * Each new request, HELLO too, has the next number, so an answer to an old request is never taken
 * for the answer to a new one.
 *
 * The request after a HELLO is always a READ. If it were a WRITE, a late copy of the HELLO followed
 * by a late copy of that WRITE would do the WRITE a second time. With the READ, a late HELLO leaves
 * the count at a number that no WRITE follows. The READ also checks that this is an Umbel board.
 *
 * After a request without an answer, the counts of host and board may differ by one, so the next
 * request begins with a HELLO. Copies of the older request that are still on the line arrive before
 * the HELLO; even if they arrived after it, the board would answer ORDER.
 */
#include "fpga/host/exchange.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 5, ANSWER = 3, ROUNDS = 4 };
enum { MAGIC = 0x554D, VERSION = 1 };

enum status { STATUS_OK, STATUS_AGAIN, STATUS_ORDER, STATUS_BAD };

enum outcome { DONE, OUT_OF_ORDER, FAILED, SILENT };

static int64_t machine_ms(void *context)
{
    (void)context;
    return port_now_ms();
}

void exchange_init(struct exchange *x, struct port *port, const struct exchange_timing *timing)
{
    *x = (struct exchange){.port = port};
    if (timing != NULL)
        x->timing = *timing;
    if (x->timing.now_ms == NULL)
        x->timing.now_ms = machine_ms;
    if (x->timing.answer_ms <= 0)
        x->timing.answer_ms = 1000;
    if (x->timing.tries <= 0)
        x->timing.tries = 5;
    /* An arbitrary first number: answers to an earlier program, which may still come, then have
     * other numbers. */
    x->seq = (uint8_t)x->timing.now_ms(x->timing.context);
}

/* ---- texts of messages ---- */

struct words {
    char text[64];
};

static struct words words_of(const struct request *q)
{
    struct words w = {"HELLO"};
    if (q->op != EXCHANGE_HELLO)
        snprintf(w.text, sizeof w.text, "%s of %u word%s at 0x%04X",
                 q->op == EXCHANGE_READ ? "READ" : "WRITE", q->count, q->count == 1 ? "" : "s",
                 q->address);
    return w;
}

/* The bytes and frames that came since the counts were `was`. */
static struct words words_of_what_came(const struct exchange *x, const struct exchange_counts *was)
{
    struct words w;
    uint64_t bytes = x->counts.bytes_in - was->bytes_in;
    uint64_t foreign = x->counts.foreign - was->foreign;
    if (bytes == 0)
        snprintf(w.text, sizeof w.text, "no byte");
    else if (foreign == 0)
        snprintf(w.text, sizeof w.text, "%llu bytes without a good frame",
                 (unsigned long long)bytes);
    else
        snprintf(w.text, sizeof w.text, "%llu other frames, at last 0x%02X 0x%02X 0x%02X",
                 (unsigned long long)foreign, x->last[0], x->last[1], x->last[2]);
    return w;
}

static enum outcome no_answer(const struct exchange *x, const struct request *q,
                              const struct exchange_counts *was, struct error *err)
{
    error_set(err,
              "%s: no answer to %s, number %u, sent %d times and waited for %d ms each; %s came%s; "
              "is the board configured, and is this its port and its baud rate?",
              x->port->name, words_of(q).text, x->seq, x->timing.tries, x->timing.answer_ms,
              words_of_what_came(x, was).text,
              q->op == EXCHANGE_WRITE ? "; it may have been done or not" : "");
    return FAILED;
}

static enum outcome refused(const struct exchange *x, const struct request *q, unsigned status,
                            struct error *err)
{
    error_set(
        err,
        "%s: the board answers status %u to %s and did nothing; configure it with a bitstream "
        "of this version",
        x->port->name, status, words_of(q).text);
    return FAILED;
}

/* ---- one request under one number ---- */

static size_t build(const struct exchange *x, const struct request *q, uint8_t frame[FRAME_MAX])
{
    uint8_t body[BODY_MAX] = {x->seq, (uint8_t)q->op, q->count, (uint8_t)(q->address >> 8),
                              (uint8_t)q->address};
    size_t n = HEADER;
    if (q->op == EXCHANGE_HELLO)
        n = BODY_MIN;
    for (unsigned i = 0; q->op == EXCHANGE_WRITE && i < q->count; i++) {
        body[n++] = (uint8_t)(q->out[i] >> 8);
        body[n++] = (uint8_t)q->out[i];
    }
    return frame_build(frame, body, n);
}

static bool answers(const struct exchange *x, const struct request *q, const uint8_t *body,
                    size_t n)
{
    bool words = q->op == EXCHANGE_READ && body[2] == STATUS_OK;
    bool possible = body[2] != STATUS_AGAIN || q->op == EXCHANGE_WRITE;
    return body[0] == x->seq && body[1] == (q->op | 0x80) && possible &&
           n == ANSWER + (words ? 2u * q->count : 0);
}

static enum outcome take(const struct exchange *x, const struct request *q, const uint8_t *body,
                         struct error *err)
{
    unsigned status = body[2];
    if (status == STATUS_ORDER && q->op != EXCHANGE_HELLO)
        return OUT_OF_ORDER;
    if (status == STATUS_AGAIN && x->sent == 1)
        return OUT_OF_ORDER;
    if (status != STATUS_OK && status != STATUS_AGAIN)
        return refused(x, q, status, err);
    for (unsigned i = 0; q->op == EXCHANGE_READ && i < q->count; i++)
        q->in[i] = (uint16_t)(body[ANSWER + 2 * i] << 8 | body[ANSWER + 2 * i + 1]);
    return DONE;
}

/* The next good frame of the bytes received so far; its length, or 0. */
static size_t next_body(struct exchange *x, uint8_t body[BODY_MAX])
{
    size_t n = frame_next(&x->rx, body);
    while (n == 0 && x->in_at < x->in_n) {
        frame_put(&x->rx, x->in[x->in_at++]);
        n = frame_next(&x->rx, body);
    }
    x->counts.frames_in += n > 0;
    return n;
}

/* Looks for the answer in the bytes received so far; SILENT: it is not there. */
static enum outcome look(struct exchange *x, const struct request *q, struct error *err)
{
    uint8_t body[BODY_MAX];
    size_t n;
    while ((n = next_body(x, body)) > 0) {
        if (answers(x, q, body, n))
            return take(x, q, body, err);
        x->counts.foreign++;
        memcpy(x->last, body, sizeof x->last);
    }
    return SILENT;
}

static enum outcome await(struct exchange *x, const struct request *q, struct error *err)
{
    const struct exchange_timing *t = &x->timing;
    int64_t end = t->now_ms(t->context) + t->answer_ms;
    int got = 1;
    while (got > 0) {
        enum outcome o = look(x, q, err);
        int64_t left = end - t->now_ms(t->context);
        if (o != SILENT)
            return o;
        if (left <= 0)
            break;
        got = x->port->read(x->port, x->in, sizeof x->in, (int)left, err);
        if (got < 0)
            return FAILED;
        x->in_at = 0;
        x->in_n = (size_t)got;
        x->counts.bytes_in += x->in_n;
    }
    /* A frame that began and did not end may hide a good frame. */
    enum outcome o = SILENT;
    while (o == SILENT && frame_give_up(&x->rx))
        o = look(x, q, err);
    return o;
}

static enum outcome ask(struct exchange *x, const struct request *q, struct error *err)
{
    const struct exchange_counts was = x->counts;
    uint8_t frame[FRAME_MAX];
    x->seq++;
    size_t n = build(x, q, frame);
    for (x->sent = 1; x->sent <= x->timing.tries; x->sent++) {
        x->counts.retries += x->sent > 1;
        x->counts.frames_out++;
        x->counts.bytes_out += n;
        if (!x->port->write(x->port, frame, n, x->timing.answer_ms, err))
            return FAILED;
        enum outcome o = await(x, q, err);
        if (o != SILENT)
            return o;
    }
    return no_answer(x, q, &was, err);
}

/* ---- requests, with a HELLO where needed ---- */

static enum outcome greet(struct exchange *x, struct error *err)
{
    uint16_t id[2] = {0};
    const struct request hello = {.op = EXCHANGE_HELLO};
    const struct request read = {.op = EXCHANGE_READ, .count = 2, .in = id};
    enum outcome o = ask(x, &hello, err);
    if (o == DONE)
        o = ask(x, &read, err);
    if (o != DONE)
        return o;
    if (id[0] != MAGIC)
        error_set(err, "%s: what answers is no Umbel board: word 0 is 0x%04X, not 0x%04X",
                  x->port->name, id[0], (unsigned)MAGIC);
    else if (id[1] != VERSION)
        error_set(err,
                  "%s: the board has version %u of its table of words, this program knows %u; "
                  "configure it with a bitstream of this version",
                  x->port->name, id[1], (unsigned)VERSION);
    x->in_step = id[0] == MAGIC && id[1] == VERSION;
    return x->in_step ? DONE : FAILED;
}

static bool may_be_done(const struct exchange *x, const struct request *q, struct error *err)
{
    return error_set(
        err,
        "%s: the board finds %s out of order, and an earlier copy may have been done or "
        "not; look at the board's state, or reset it, before you go on",
        x->port->name, words_of(q).text);
}

bool exchange_do(struct exchange *x, const struct request *q, struct error *err)
{
    for (int round = 0; round < ROUNDS; round++) {
        enum outcome o = x->in_step ? DONE : greet(x, err);
        bool greeted = o == DONE;
        if (greeted)
            o = ask(x, q, err);
        if (o == DONE)
            return true;
        x->in_step = false;
        if (o == FAILED)
            return false;
        x->counts.orders++;
        if (greeted && q->once)
            return may_be_done(x, q, err);
    }
    return error_set(
        err,
        "%s: the board finds %s, or the greeting before it, out of order, %d times; does "
        "another program speak to it?",
        x->port->name, words_of(q).text, (int)ROUNDS);
}
