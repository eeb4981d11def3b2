/* Checks the wires that take time, links and lanes: where they look for a message's op, which ops
 * they take for messages with a line of data, and the cycles of each kind. The bytes of a message
 * are counted here anew (thesis 4.2.7), and not by gen/proto/wire.h. */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

#include <stdio.h>
#include <string.h>

/* Ops, as in the units' properties. */
enum { LOAD = 0, STORE = 1, FRESH = 5, ATOMIC = 6, WRITEBACK = 9, STORE_LINE = 10 };

static uint32_t whole_bytes(uint32_t bits)
{
    return bits / 8 + (bits % 8 > 0 ? 1 : 0);
}

/* What a wire must know of the messages of one class. */
struct class
{
    uint32_t op_lsb, line_ops;
    uint32_t head, line; /* bytes of a message without a line of data, and of one with a line */
};

/* 8 bytes of address and 4 of metadata, and the clock; a store has the end of its copy's lease too,
 * and where copies are renewed any request has a time of its copy.
 * The paper has 2 bytes of time in each request. */
static struct class requests(const struct system *s)
{
    struct places p = places_of(s, lines_of(s).bits, 0);
    struct class c = {p.req_op, 1 << STORE | 1 << ATOMIC | 1 << WRITEBACK | 1 << STORE_LINE, 12, 0};
    if (as_published(s))
        c.head += 2;
    if (has_clocks(s))
        c.head += whole_bytes(time_bits(s));
    if (s->protocol == PROTOCOL_MGCC_RENEW)
        c.head += whole_bytes(s->mgcc.ts_bits);
    c.line = c.head + s->line_bytes;
    if (s->protocol == PROTOCOL_MGCC)
        c.line += whole_bytes(s->mgcc.ts_bits);
    return c;
}

/* 8 bytes of address, 4 of metadata, 4 of acknowledgement, and both ends of the lease. */
static struct class answers(const struct system *s)
{
    struct places p = places_of(s, lines_of(s).bits, 0);
    struct class c = {p.rsp_op, 1 << LOAD | 1 << FRESH | 1 << ATOMIC | 1 << STORE_LINE, 16, 0};
    if (has_times(s))
        c.head += whole_bytes(time_bits(s)) + whole_bytes(s->mgcc.ts_bits);
    c.line = c.head + s->line_bytes;
    return c;
}

static uint64_t cycles(const struct check *k, const struct cell *wire, uint32_t bytes)
{
    uint32_t rate = link_of(k, wire)->bytes_per_cycle;
    return bytes / rate + (bytes % rate > 0 ? 1 : 0);
}

/* The least cycles of a message, whose places must be as many as can be on their way. */
static void check_places(struct check *k, const struct cell *wire, uint64_t least)
{
    uint64_t depth = 0, latency = 0;
    cell_param(wire, "DEPTH", &depth);
    cell_param(wire, "LATENCY", &latency);
    if ((depth & (depth - 1)) != 0 || depth * least <= latency)
        wiring_found(k->f, "sizes_are_the_systems",
                     "%s has %llu places: messages wait for them within its latency", wire->name,
                     (unsigned long long)depth);
}

struct right {
    const char *name;
    uint64_t value;
};

static void check_params(struct check *k, const struct cell *wire, const char *prefix,
                         const struct right *right, size_t n, enum message_class is)
{
    for (size_t i = 0; i < n; i++) {
        char param[32];
        uint64_t value = 0;
        snprintf(param, sizeof param, "%s%s", prefix, right[i].name);
        if (!cell_param(wire, param, &value) || value != right[i].value)
            wiring_found(
                k->f,
                strcmp(right[i].name, "OP_LSB") == 0 ? "sizes_agree" : "sizes_are_the_systems",
                "%s.%s is %llu, its %s need %llu", wire->name, param, (unsigned long long)value,
                class_name(is), (unsigned long long)right[i].value);
    }
}

/* An acknowledgement is as long as an answer without a line. A lane of its own has one length for
 * all; in the place of answers, none of its ops has a line. */
static void check_ack_wire(struct check *k, const struct cell *wire, const char *prefix)
{
    const bool own = cell_param(wire, "ACK_CYCLES", &(uint64_t){0});
    const struct class c = answers(k->sys);
    const struct right right[] = {{own ? "CYCLES" : "HEAD_CYCLES", cycles(k, wire, c.head)},
                                  {own ? "CYCLES" : "LINE_OPS", own ? cycles(k, wire, c.head) : 0}};
    check_params(k, wire, prefix, right, 2, ACKS);
    check_places(k, wire, cycles(k, wire, c.head));
}

/* Messages whose order counts must be of one lane, as they keep their order there alone: those of a
 * line, and of directories' answers and acknowledgements all that go from one package to another,
 * whose number is the destination's or the home's. */
static void check_lane_bits(struct check *k, const struct cell *inject, const char *prefix,
                            enum message_class is)
{
    const struct lines lines = lines_of(k->sys);
    const struct places p = places_of(k->sys, lines.bits, 0);
    const uint32_t line_lsb = is == REQUESTS ? p.req_line : is == ANSWERS ? p.rsp_line : p.ack_line;
    const bool any_line = system_has_directory(k->sys) && is != REQUESTS;
    const uint32_t from = !any_line       ? line_lsb
                          : is == ANSWERS ? p.rsp_dst
                                          : line_lsb + lines.home_lsb,
                   bits = any_line ? lines.home_bits : lines.bits;
    const char *name = arena_printf(&k->f->arena, "%sLANE_LSB", prefix);
    const uint64_t lsb = value_of(inject, name),
                   n = value_of(inject, arena_printf(&k->f->arena, "%sLANE_W", prefix));
    if (value_of(inject, "OPEN") > 1 && (lsb < from || lsb + n > from + bits))
        wiring_found(k->f, "orders_are_kept", "%s.%s is %llu, which is not of its %s' %s",
                     inject->name, name, (unsigned long long)lsb, class_name(is),
                     any_line ? "package" : "line");
}

/* What an invalidation has in the place of data: the entry of the controller that waits for its
 * acknowledgement, or one of the four tags of a bank with a directory. */
static uint64_t invalidation_tag(const struct system *s)
{
    return system_invalidates(s) ? bits_for(s->umc.entries) : system_has_directory(s) ? 2 : 0;
}

/* An acknowledgement is a head alone. What is above the line of data is the head of others. */
void check_interface(struct check *k, const struct cell *interface, const char *prefix,
                     enum message_class is)
{
    const struct system *s = k->sys;
    const struct end *e = end_at(k, interface, class_channel(is), 0);
    const struct places p = places_of(s, lines_of(s).bits, 0);
    const struct class c = is == ANSWERS ? answers(s) : requests(s);
    const struct right right[] = {{"W", e->bits},
                                  {"BODY_W", is == ANSWERS ? p.rsp_line : p.req_line},
                                  {"OP_LSB", c.op_lsb},
                                  {"LINE_OPS", c.line_ops},
                                  {"TAG_W", invalidation_tag(s)}};
    const bool cuts = is_unit(interface, "um_ni_inject");
    const size_t of_one_that_cuts = is == ANSWERS ? 5 : 4;
    check_params(k, interface, prefix, right, is == ACKS ? 1 : cuts ? of_one_that_cuts : 2, is);
    if (cuts)
        check_lane_bits(k, interface, prefix, is);
}

void check_wire(struct check *k, const struct cell *wire, const char *prefix, enum message_class is)
{
    const struct system *s = k->sys;
    if (is == ACKS) {
        check_ack_wire(k, wire, prefix);
        return;
    }
    const struct class c = is == ANSWERS ? answers(s) : requests(s);
    const struct right right[] = {{"OP_LSB", c.op_lsb},
                                  {"LINE_OPS", c.line_ops},
                                  {"HEAD_CYCLES", cycles(k, wire, c.head)},
                                  {"LINE_CYCLES", cycles(k, wire, c.line)}};
    check_params(k, wire, prefix, right, 4, is);
    check_places(k, wire, cycles(k, wire, c.head));
}
