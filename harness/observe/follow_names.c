/* Stages and operations in words. */
#include "harness/observe/follow.h"

const char *const stage_names[STAGES] = {
    [STAGE_ISSUE] = "issue",   [STAGE_L1] = "L1",           [STAGE_SWITCH] = "switch",
    [STAGE_L2] = "L2",         [STAGE_LINK] = "link",       [STAGE_UMC] = "UMC queue",
    [STAGE_DRAM] = "DRAM",     [STAGE_LOCK] = "lock",       [STAGE_JOINED] = "joined",
    [STAGE_BACK] = "way back", [STAGE_EXPIRED] = "expired",
};

const char *const stage_meanings[STAGES] = {
    [STAGE_ISSUE] = "shown by the SM, not yet taken by its L1",
    [STAGE_L1] = "in the L1, until answered or sent on",
    [STAGE_SWITCH] = "in the GPU's switch, to an L2 bank",
    [STAGE_L2] = "in the L2 bank, until answered or sent on",
    [STAGE_LINK] = "in a gate, the link and the switch beyond it, to a UMC or another's L2 bank",
    [STAGE_UMC] = "in the UMC, until DRAM has it",
    [STAGE_DRAM] = "until DRAM has answered",
    [STAGE_LOCK] = "at an L1 or L2 bank with a store to the line in flight (M7)",
    [STAGE_JOINED] = "at an L1 or L2 bank with another's miss of the line in flight",
    [STAGE_EXPIRED] = "below a cache whose copy was there, but its lease had ended",
    [STAGE_BACK] = "the answer, from where the line was found to the core",
};

/* ---- operations ---- */

static const char *const op_names[] = {
    [OP_LOAD] = "load",       [OP_STORE] = "store",
    [OP_CLOCK] = "clock",     [OP_PEEK_L1] = "peek",
    [OP_PEEK_L2] = "peek L2", [OP_FRESH] = "fresh",
    [OP_ATOMIC] = "atomic",   [OP_FENCE] = "fence",
    [OP_EMPTY] = "empty",     [OP_WRITEBACK] = "write back",
    [OP_RENEW] = "renew",     [OP_EVICT] = "evict",
};

const char *follow_op_name(uint32_t op)
{
    return op < sizeof op_names / sizeof *op_names ? op_names[op] : "?";
}

bool follow_is_core(uint32_t op)
{
    return op == OP_LOAD || op == OP_STORE || op == OP_FRESH || op == OP_ATOMIC || op == OP_FENCE;
}
