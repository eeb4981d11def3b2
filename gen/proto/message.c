#include "gen/proto/message.h"

#include <stddef.h>

const struct msg msg_core_req = {
    "core_req",
    {
        {"data", MSG_DATA, "bytes of a store"},
        {"mask", MSG_MASK, "bytes that a store writes"},
        {"line", MSG_LINE, "line address"},
        {"tag", MSG_TAG, "comes back with the answer"},
        {"op", MSG_OP, "operation"},
        {"fn", MSG_FN, "of an atomic; the level of an OP_EMPTY"},
    },
};

const struct msg msg_core_rsp = {
    "core_rsp",
    {
        {"data", MSG_DATA, "the whole line"},
        {"tag", MSG_TAG, "of the request"},
    },
};

#define REQ_PLAIN                                                                                  \
    {"data", MSG_DATA, "bytes of a store, operands of an atomic"}, {"mask", MSG_MASK, "which"},    \
        {"line", MSG_LINE, "line address"}, {"op", MSG_OP, "operation"},                           \
        {"src", MSG_SRC, "where the answer goes"},                                                 \
    {                                                                                              \
        "fn", MSG_FN, "of an atomic; the level of an OP_EMPTY"                                     \
    }

const struct msg msg_req_plain = {"req", {REQ_PLAIN}};

const struct msg msg_req = {
    "req",
    {
        REQ_PLAIN,
        {"cts", MSG_TIME, "the requester's clock"},
        {"copy", MSG_BIT,
         "a store: the sender holds a copy of the line of the clock's epoch; a load: it holds one "
         "whose lease has ended"},
        {"copy_rts", MSG_TS, "the end of the copy's lease; of a load to be renewed the copy's wts"},
    },
};

#define RSP_PLAIN                                                                                  \
    {"data", MSG_DATA, "the whole line"}, {"line", MSG_LINE, "line address"},                      \
        {"op", MSG_OP, "of the request"},                                                          \
    {                                                                                              \
        "dst", MSG_SRC, "src of the request"                                                       \
    }
#define RSP_TIMES                                                                                  \
    {"wts", MSG_TS, "when it was written"},                                                        \
    {                                                                                              \
        "rts", MSG_TIME, "end of the lease"                                                        \
    }

const struct msg msg_rsp_plain = {"rsp", {RSP_PLAIN}};
const struct msg msg_rsp_ts = {"rsp", {RSP_PLAIN, RSP_TIMES}};
const struct msg msg_rsp = {
    "rsp",
    {RSP_PLAIN, RSP_TIMES, {"same", MSG_BIT, "a store: the copy is good but for its bytes (M9)"}},
};

#define DRAM_REQ                                                                                   \
    {"data", MSG_DATA, "bytes to write"}, {"mask", MSG_MASK, "which of them"},                     \
        {"line", MSG_LINE, "line within this channel"},                                            \
        {"tag", MSG_TAG, "comes back with the answer"},                                            \
    {                                                                                              \
        "write", MSG_BIT, "write, else read"                                                       \
    }
#define DRAM_RSP                                                                                   \
    {"data", MSG_DATA, "the line read"},                                                           \
    {                                                                                              \
        "tag", MSG_TAG, "of the request"                                                           \
    }

const struct msg msg_dram_req = {"dram_req", {DRAM_REQ}};
const struct msg msg_dram_rsp = {"dram_rsp", {DRAM_RSP}};

#define DRAM_REQ_BESIDE(width)                                                                     \
    {"spare", width, "the spare bits to write"},                                                   \
    {                                                                                              \
        "entry", MSG_BIT, "write the spare bits; or a read for them alone"                         \
    }
#define DRAM_RSP_BESIDE(width)                                                                     \
    {"spare", width, "the spare bits read"}, {"entry", MSG_BIT, "of the request"},                 \
    {                                                                                              \
        "write", MSG_BIT, "of the request"                                                         \
    }

const struct msg msg_dram_req_spare = {"dram_req", {DRAM_REQ, DRAM_REQ_BESIDE(MSG_SPARE)}};
const struct msg msg_dram_rsp_spare = {"dram_rsp", {DRAM_RSP, DRAM_RSP_BESIDE(MSG_SPARE)}};
const struct msg msg_dram_req_rdc = {"dram_req", {DRAM_REQ, DRAM_REQ_BESIDE(MSG_META)}};
const struct msg msg_dram_rsp_rdc = {"dram_rsp", {DRAM_RSP, DRAM_RSP_BESIDE(MSG_META)}};

const struct msg msg_drop = {"drop", {{"line", MSG_LINE, "line address"}}};

const struct msg msg_ack = {
    "ack",
    {
        {"line", MSG_LINE, "line address"},
        {"tag", MSG_TAG, "of the invalidation"},
    },
};

const struct msg_constant msg_constants[] = {
    MSG_CONSTANT(OP_LOAD, MSG_OP_W, NULL),
    MSG_CONSTANT(OP_STORE, MSG_OP_W, NULL),
    MSG_CONSTANT(OP_CLOCK, MSG_OP_W, "raise the clock"),
    MSG_CONSTANT(OP_PEEK_L1, MSG_OP_W, "read the L1's copy, changing nothing"),
    MSG_CONSTANT(OP_PEEK_L2, MSG_OP_W, "read the L2's copy, changing nothing"),
    MSG_CONSTANT(OP_FRESH, MSG_OP_W, "a load that no copy may answer"),
    MSG_CONSTANT(OP_ATOMIC, MSG_OP_W, NULL),
    MSG_CONSTANT(OP_FENCE, MSG_OP_W, NULL),
    MSG_CONSTANT(OP_EMPTY, MSG_OP_W, "drop every copy, dirty bytes written back"),
    MSG_CONSTANT(OP_WRITEBACK, MSG_OP_W, "dirty bytes of an L2"),
    MSG_CONSTANT(OP_STORE_LINE, MSG_OP_W, "a store whose answer brings the line"),
    MSG_CONSTANT(OP_COPY, MSG_OP_W, "copy a run of lines"),
    MSG_CONSTANT(OP_INVALIDATE, MSG_OP_W, "drop the copy, and acknowledge"),
    MSG_CONSTANT(OP_RENEW, MSG_OP_W, "answers a load: its copy is as good"),
    MSG_CONSTANT(OP_EVICT, MSG_OP_W, "an L2 has evicted its copy; no answer"),
    MSG_CONSTANT(MSG_FN_FRESH, MSG_FN_W, "of a load: no copy may answer"),
    MSG_CONSTANT(MSG_FN_ONCE, MSG_FN_W, "of a load: its home's L2 need not keep the line"),
    MSG_CONSTANT(MSG_FN_NEAR, MSG_FN_W, "of a fresh load: the own L2's copy may answer"),
    MSG_CONSTANT(MSG_FN_RELEASE, MSG_FN_W, "of a store of no bytes: a release"),
    MSG_CONSTANT(MSG_FN_RELEASE_NEAR, MSG_FN_W, "the same, of the own GPU alone"),
    MSG_CONSTANT(LEVEL_L1, MSG_FN_W, "what an OP_EMPTY empties"),
    MSG_CONSTANT(LEVEL_L2, MSG_FN_W, "what an OP_EMPTY empties"),
    MSG_CONSTANT(LEVEL_UMC, MSG_FN_W, "what an OP_EMPTY empties"),
    MSG_CONSTANT(LEVEL_RDC, MSG_FN_W, "what an OP_EMPTY empties"),
    MSG_CONSTANT(LEVEL_L15, MSG_FN_W, "what an OP_EMPTY empties"),
    MSG_CONSTANT(LEVEL_L2_REMOTE, MSG_FN_W, "an OP_EMPTY of other packages' lines alone"),
    MSG_CONSTANT(BANK_FRONT_TAG_NONE, BANK_FRONT_TAG_W, "a kill inside a GPU: not acknowledged"),
    MSG_CONSTANT(BANK_FRONT_TAG_MARKER, BANK_FRONT_TAG_W, "of a release"),
    MSG_CONSTANT(BANK_FRONT_TAG_HANDED, BANK_FRONT_TAG_W,
                 "such a marker as a GPU home hands it on"),
    MSG_CONSTANT(BANK_FRONT_TAG_CREDIT, BANK_FRONT_TAG_W, "a kill to another GPU"),
    {NULL, 0, 0, NULL},
};
