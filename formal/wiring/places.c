/* Where a message has its fields, and how many bits they have. */
#include "formal/wiring/impl.h"

uint32_t bits_for(uint64_t n)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

uint32_t padded(uint32_t bits)
{
    return (bits / 32 + 1) * 32;
}

bool has_clocks(const struct system *s)
{
    return s->protocol == PROTOCOL_MGCC || s->protocol == PROTOCOL_MGCC_RENEW;
}

bool as_published(const struct system *s)
{
    return s->protocol == PROTOCOL_MGCC_PAPER || s->protocol == PROTOCOL_MGCC_EXAMPLE;
}

bool has_times(const struct system *s)
{
    return has_clocks(s) || as_published(s);
}

uint32_t time_bits(const struct system *s)
{
    bool epochs = has_clocks(s) && s->mgcc.rules.m6;
    return s->mgcc.ts_bits + (epochs ? s->mgcc.epoch_bits : 0);
}

/* | copy_rts | copy | cts | fn | src | op | line | mask | data | and
 * | same | rts | wts | dst | op | line | data |, with those times that the protocol has; and
 * | tag | line |. */
struct places places_of(const struct system *s, uint32_t line_w, uint32_t src_w)
{
    uint32_t data = 8 * s->line_bytes, ts = s->mgcc.ts_bits, time = time_bits(s);
    bool clocks = has_clocks(s);
    struct places p = {.req_line = data + s->line_bytes, .rsp_line = data};
    p.req_op = p.req_line + line_w;
    p.req_src = p.req_op + 4;
    p.req_bits = p.req_src + src_w + 5 + (clocks ? time + 1 + ts : 0);
    p.rsp_op = p.rsp_line + line_w;
    p.rsp_dst = p.rsp_op + 4;
    p.rsp_bits = p.rsp_dst + src_w + (has_times(s) ? ts + time : 0) + (clocks ? 1 : 0);
    p.ack_bits = line_w;
    return p;
}
