/*
 * The messages that units exchange, drawn once. Every pack, unpack, width and byte count in the
 * Verilog and in the harness is derived from these tables.
 *
 *   core_req   SM -> L1      | op | tag | line |          mask | data |
 *   core_rsp   L1 -> SM      |      tag |                        data |
 *   req        L1 -> L2 -> UMC | copy_rts | copy | cts | src | op | line | mask | data |
 *   rsp        UMC -> L2 -> L1 | same | rts | wts | dst | op | line |             data |
 *   dram_req   UMC -> DRAM   | write | tag | line |       mask | data |
 *   dram_rsp   DRAM -> UMC   |         tag |                     data |
 *
 * Fields are listed from bit 0 up; a message is padded to whole 32-bit words, so that the ports of
 * a switch begin at words. Pure data: no includes but <stdint.h> and <stdbool.h>.
 */
#ifndef UMBEL_GEN_PROTO_MESSAGE_H
#define UMBEL_GEN_PROTO_MESSAGE_H

#include <stdint.h>

/* What the core of a machine may ask, and what travels between caches and memory. */
enum msg_op {
    OP_LOAD = 0,
    OP_STORE = 1,
    OP_CLOCK = 2,   /* raise this L1's clock to data[TS_W-1:0]; answers the clock */
    OP_PEEK_L1 = 3, /* what the L1 holds of a line, without touching it */
    OP_PEEK_L2 = 4  /* what the L2 holds of a line, without touching it */
};

/* A field's width, named after the Verilog parameter that gives it. */
enum msg_width {
    MSG_BIT,  /* 1 */
    MSG_OP,   /* OP_W: 4 */
    MSG_LINE, /* LINE_W: line address */
    MSG_TAG,  /* TAG_W: of the requester */
    MSG_SRC,  /* SRC_W: port of the switch that the request came in by */
    MSG_TS,   /* TS_W: timestamp */
    MSG_MASK, /* MASK_W: one bit a byte of the line */
    MSG_DATA, /* DATA_W: the line */
    MSG_WIDTHS
};

enum { MSG_OP_W = 4, MSG_MAX_FIELDS = 10 };

struct msg_field {
    const char *name;
    enum msg_width width;
    const char *note;
};

struct msg {
    const char *name;
    struct msg_field fields[MSG_MAX_FIELDS]; /* ends with a NULL name */
};

extern const struct msg msg_core_req, msg_core_rsp, msg_req, msg_rsp, msg_dram_req, msg_dram_rsp;

/* What a peek answers, in the low bits of the line's data. */
enum { PEEK_PRESENT = 0, PEEK_WTS = 16, PEEK_RTS = 64, PEEK_BITS = 112 };

#endif
