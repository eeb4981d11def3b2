/*
 * The messages that units exchange. Every pack, unpack and width in the Verilog and in the harness
 * is derived from these tables.
 *
 *   core_req   SM -> L1      | fn | op | tag | line |     mask | data |   also to a copy engine
 *   core_rsp   L1 -> SM      |           tag |                   data |
 *   req        L1 -> L2 -> UMC | copy_rts | copy | cts | fn | src | op | line | mask | data |
 *   rsp        UMC -> L2 -> L1 | same | rts | wts | dst | op | line |             data |
 *   dram_req   UMC -> DRAM   | write | tag | line |       mask | data |
 *   dram_rsp   DRAM -> UMC   |         tag |                     data |
 *   ack        L2 -> UMC     | tag | line |                          without a line of data
 *   drop       to L1         | line |                                and back, when it is dropped
 *
 * With an IMST (gen/proto/imst.h), dram_req ends with | entry | spare | and dram_rsp with
 * | write | entry | spare |: memory has IMST_W spare bits beside each line.
 * Where a remote data cache shares the channel (gen/units/memory/rdc.h), a UMC and the cache meet
 * in a um_dram_mux, behind which the messages are those of msg_dram_req_rdc: the spare bits are
 * META_W, and the tag has one bit more, on top, which is set in what the cache asks. Without
 * timestamps, the top field of req is fn and that of rsp is dst. The paper's req ends with fn too,
 * and its rsp has no `same`. A time (cts, rts) is an epoch above a timestamp; wts and copy_rts are
 * timestamps of the epoch beside them. Fields are listed from bit 0 up. A message is padded to
 * whole 32-bit words, so that the ports of a switch begin at words. Pure data: no includes but
 * <stdint.h>, <stdbool.h> and <stddef.h>.
 */
#ifndef UMBEL_GEN_PROTO_MESSAGE_H
#define UMBEL_GEN_PROTO_MESSAGE_H

#include <stdint.h>

/* Classes of messages between two nodes: requests, answers with invalidations, acknowledgements. A
 * class never waits for one before it. */
enum msg_class { MSG_REQ, MSG_RSP, MSG_ACK, MSG_CLASSES };

/* Operations of core_req, req and rsp. */
enum msg_op {
    OP_LOAD = 0,
    OP_STORE = 1,
    OP_CLOCK = 2,       /* raise this L1's clock to data[TIME_W-1:0]; the answer is the clock */
    OP_PEEK_L1 = 3,     /* read the L1's copy of a line, without changing anything */
    OP_PEEK_L2 = 4,     /* read the L2's copy of a line, without changing anything */
    OP_FRESH = 5,       /* a load that no copy may answer: it goes to the memory */
    OP_ATOMIC = 6,      /* `fn` on the elements that the mask covers; the answer is the old line */
    OP_FENCE = 7,       /* rc: raise this L1's clock to the latest time that its SM has seen */
    OP_EMPTY = 8,       /* write back dirty lines, drop every copy, restart clocks at 0 */
    OP_WRITEBACK = 9,   /* the dirty bytes of a line that an L2 writes back */
    OP_STORE_LINE = 10, /* a store whose answer brings the line as it is after the store */
    OP_COPY = 11,       /* to a copy engine alone: copy a run of lines (gen/units/memory/copy.h) */
    OP_INVALIDATE = 12, /* UMC -> L2: drop the copy of the line, and acknowledge data[TAG_W-1:0] */
    OP_RENEW = 13,      /* answers a load without a line: the copy that it told of is as good */
    OP_EVICT = 14       /* an L2 has evicted its copy: the TSU may forget the line; no answer */
};

/* `fn` of loads. MSG_FN_FRESH is that of an OP_FRESH: an L2 bank sends it on as an OP_LOAD with
 * this fn, which tells a remote data cache behind the bank that no copy may answer. MSG_FN_ONCE is
 * that of a load whose line its home's L2 need not keep (gen/units/cache/l2_both.h). MSG_FN_NEAR is
 * that of an OP_FRESH that a copy in the package's own L2 may answer (hmg,
 * gen/units/directory/bank_front.h). */
enum { MSG_FN_FRESH = 1, MSG_FN_ONCE = 2, MSG_FN_NEAR = 3 };

/* `fn` of a store of no bytes that is answered when no invalidation is under way any more that the
 * directory of its line's bank has sent before (gen/units/directory/bank_front_directory.h): a
 * release. MSG_FN_RELEASE_NEAR waits for those to L2s of its own GPU alone
 * (gen/units/directory/bank_front_gpu.h). */
enum { MSG_FN_RELEASE = 1, MSG_FN_RELEASE_NEAR = 2 };

/* With directories: tags of invalidations, and of their acknowledgements. Where a GPU is one
 * package there are the first two. */
enum bank_front_tag {
    BANK_FRONT_TAG_NONE,   /* a kill inside a GPU: not acknowledged */
    BANK_FRONT_TAG_MARKER, /* of a release */
    BANK_FRONT_TAG_HANDED, /* such a marker as a GPU home hands it on */
    BANK_FRONT_TAG_CREDIT  /* a kill to another GPU */
};

/* A field's width in bits, named after the Verilog parameter that gives it. */
enum msg_width {
    MSG_BIT,   /* 1 */
    MSG_OP,    /* MSG_OP_W: 4 */
    MSG_LINE,  /* LINE_W: line address */
    MSG_TAG,   /* TAG_W: of the requester */
    MSG_SRC,   /* SRC_W: port of the switch that the request came in by */
    MSG_TS,    /* TS_W: timestamp */
    MSG_TIME,  /* TIME_W: epoch and timestamp */
    MSG_FN,    /* MSG_FN_W: 5; of an atomic (gen/proto/atomic.h), a level, or MSG_FN_FRESH */
    MSG_MASK,  /* LINE_BYTES: one bit per byte of the line */
    MSG_DATA,  /* 8*LINE_BYTES: the line */
    MSG_SPARE, /* MSG_SPARE_W: 2; memory's spare bits beside a line: its entry of the IMST */
    MSG_META,  /* META_W: the same as the remote data cache has them: | valid | epoch | tag | */
    MSG_WIDTHS
};

enum { MSG_OP_W = 4, MSG_FN_W = 5, MSG_SPARE_W = 2, BANK_FRONT_TAG_W = 2, MSG_MAX_FIELDS = 10 };

/* Which level an OP_EMPTY empties, in `fn`; its line address chooses the bank or controller.
 * LEVEL_L2_REMOTE: an L2 bank with both roles drops the lines of other packages alone. */
enum msg_level { LEVEL_L1, LEVEL_L2, LEVEL_UMC, LEVEL_RDC, LEVEL_L15, LEVEL_L2_REMOTE };

struct msg_field {
    const char *name;
    enum msg_width width;
    const char *note;
};

struct msg {
    const char *name;
    struct msg_field fields[MSG_MAX_FIELDS]; /* ends with a NULL name */
};

extern const struct msg msg_core_req, msg_core_rsp, msg_dram_req, msg_dram_rsp;
extern const struct msg msg_dram_req_spare, msg_dram_rsp_spare;
extern const struct msg msg_dram_req_rdc, msg_dram_rsp_rdc;
extern const struct msg msg_req, msg_rsp, msg_req_plain, msg_rsp_plain, msg_rsp_ts;
extern const struct msg msg_ack, msg_drop;

/* A number by its name, as C and the Verilog have it: "OP_LOAD", 4 bits, 0. */
struct msg_constant {
    const char *name;
    unsigned bits, value;
    const char *note; /* NULL: the name says it */
};
#define MSG_CONSTANT(name, bits, note)                                                             \
    {                                                                                              \
#name, bits, name, note                                                                    \
    }
/* Those of messages' fields. */
extern const struct msg_constant msg_constants[]; /* ends with a NULL name */

/* The answer to a peek, in the low bits of the data: | rts | wts | present |, each time as wide as
 * MSG_TIME. Without timestamps it is `present` alone. */
enum { PEEK_PRESENT = 0, PEEK_WTS = 1 };

#endif
