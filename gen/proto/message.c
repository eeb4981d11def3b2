#include "gen/proto/message.h"

const struct msg msg_core_req = {
    "core_req",
    {
        {"data", MSG_DATA, "bytes of a store"},
        {"mask", MSG_MASK, "bytes that a store writes"},
        {"line", MSG_LINE, "line address"},
        {"tag", MSG_TAG, "comes back with the answer"},
        {"op", MSG_OP, "operation"},
    },
};

const struct msg msg_core_rsp = {
    "core_rsp",
    {
        {"data", MSG_DATA, "the whole line"},
        {"tag", MSG_TAG, "of the request"},
    },
};

const struct msg msg_req = {
    "req",
    {
        {"data", MSG_DATA, "bytes of a store"},
        {"mask", MSG_MASK, "bytes that a store writes"},
        {"line", MSG_LINE, "line address"},
        {"op", MSG_OP, "operation"},
        {"src", MSG_SRC, "where the answer goes"},
        {"cts", MSG_TS, "the requester's clock"},
        {"copy", MSG_BIT, "a store: the sender holds a copy of the line"},
        {"copy_rts", MSG_TS, "and this is the end of the copy's lease"},
    },
};

const struct msg msg_rsp = {
    "rsp",
    {
        {"data", MSG_DATA, "the whole line, of a load"},
        {"line", MSG_LINE, "line address"},
        {"op", MSG_OP, "of the request"},
        {"dst", MSG_SRC, "the request's src"},
        {"wts", MSG_TS, "when the value was written"},
        {"rts", MSG_TS, "the last time at which it may be read"},
        {"same", MSG_BIT, "a store: no other store came since the copy was granted"},
    },
};

const struct msg msg_dram_req = {
    "dram_req",
    {
        {"data", MSG_DATA, "bytes to write"},
        {"mask", MSG_MASK, "which of them"},
        {"line", MSG_LINE, "line within this channel"},
        {"tag", MSG_TAG, "comes back with the answer"},
        {"write", MSG_BIT, "write, else read"},
    },
};

const struct msg msg_dram_rsp = {
    "dram_rsp",
    {
        {"data", MSG_DATA, "the line read"},
        {"tag", MSG_TAG, "of the request"},
    },
};
