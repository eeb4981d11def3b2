#include "gen/proto/wire.h"

#include <stddef.h>

enum { ADDRESS_BYTES = 8, METADATA_BYTES = 4, ACK_BYTES = 4, PAPER_REQ_BYTES = 2 };

bool wire_req_has_line(enum msg_op op)
{
    return op == OP_STORE || op == OP_STORE_LINE || op == OP_ATOMIC || op == OP_WRITEBACK;
}

bool wire_rsp_has_line(enum msg_op op)
{
    return op == OP_LOAD || op == OP_FRESH || op == OP_ATOMIC || op == OP_STORE_LINE;
}

static bool is(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

/* What the times of a message take, each in whole bytes. The lease of a copy goes with bytes to
 * write alone, unless loads tell the time of theirs. */
static uint32_t times(const struct msg *msg, const struct rules *r, const struct wire_sizes *s,
                      bool with_line)
{
    uint32_t sum = 0;
    for (const struct msg_field *f = msg->fields; f->name != NULL; f++) {
        uint32_t bits = 0;
        if (f->width == MSG_TIME)
            bits = s->ts_bits + (r->epochs ? s->epoch_bits : 0);
        else if (f->width == MSG_TS && (with_line || r->renew != NULL || !is(f->name, "copy_rts")))
            bits = s->ts_bits;
        sum += (bits + 7) / 8;
    }
    return sum;
}

uint32_t wire_req_time_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op)
{
    return times(r->req, r, s, wire_req_has_line(op));
}

uint32_t wire_rsp_time_bytes(const struct rules *r, const struct wire_sizes *s)
{
    return times(r->rsp, r, s, true);
}

/* The paper counts a timestamp in every request, although its algorithms send none. */
uint32_t wire_req_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op)
{
    const bool line = wire_req_has_line(op);
    const uint32_t time = r->timed && !r->sends_cts ? PAPER_REQ_BYTES : times(r->req, r, s, line);
    return ADDRESS_BYTES + METADATA_BYTES + (line ? s->line_bytes : 0) + time;
}

/* The paper counts no metadata in an answer that brings the line to a store. */
uint32_t wire_rsp_bytes(const struct rules *r, const struct wire_sizes *s, enum msg_op op)
{
    const uint32_t metadata = op == OP_STORE_LINE ? 0 : METADATA_BYTES;
    return ADDRESS_BYTES + ACK_BYTES + metadata + (wire_rsp_has_line(op) ? s->line_bytes : 0) +
           times(r->rsp, r, s, true);
}
