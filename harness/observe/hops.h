/*
 * Hops: the messages that pass the channels of the RTL, each with its place in a request's way.
 *
 *   CORE_REQ -> L1_REQ -> L2_REQ -> MEM_REQ -> UMC_REQ -> DRAM_OUT
 *   CORE_RSP <- L1_RSP <- L2_RSP <- MEM_RSP <- UMC_RSP <- DRAM_IN
 *
 * A line of another package passes an L1.5 bank, if there are such: L1_REQ -> L15_REQ -> FAR_REQ ->
 * L2_REQ, and L1_RSP <- L15_RSP <- FAR_RSP <- L2_RSP. If L2 banks have both roles, the bank of the
 * asking package is to a line of another package what an L1.5 bank is, and has these hops; so has
 * the bank of its GPU home, if GPUs have such, between these and the L2 bank.
 *
 * Hops are read from the channels themselves, never from a copy of the hardware's state. A cycle's
 * answers are reported before its requests, since a tag or an entry that an answer frees may be
 * used again in the same cycle. Only DRAM may answer in the cycle in which it is asked.
 */
#ifndef UMBEL_HARNESS_OBSERVE_HOPS_H
#define UMBEL_HARNESS_OBSERVE_HOPS_H

#include "gen/machine/netlist.h"
#include "harness/engine/engine.h"

enum hop_kind {
    HOP_CORE_RSP, /* L1 to SM: tag */
    HOP_L2_RSP,   /* an L2 bank to the switch: dst is the L1's number in the GPU */
    HOP_L15_RSP,  /* an L1.5 bank to the switch, as an L2 bank */
    HOP_L1_RSP,   /* the switch to an L1 */
    HOP_FAR_RSP,  /* the lanes' switch to an L1.5 bank */
    HOP_MEM_RSP,  /* the link to an L2 bank */
    HOP_UMC_RSP,  /* a UMC to the switch */
    HOP_DRAM_OUT, /* a UMC to DRAM: tag, store */
    HOP_DRAM_IN,  /* DRAM to a UMC: tag; a write may be answered as it is taken */
    HOP_CORE_REQ, /* SM to L1: tag */
    HOP_L1_REQ,   /* an L1 to the switch */
    HOP_L15_REQ,  /* the switch to an L1.5 bank */
    HOP_FAR_REQ,  /* an L1.5 bank to the lanes' switch */
    HOP_L2_REQ,   /* the switch to an L2 bank */
    HOP_MEM_REQ,  /* an L2 bank to the link */
    HOP_UMC_REQ,  /* the switch to a UMC */
    HOP_KINDS
};

/* A field that this kind of message does not have is zero. */
struct hop {
    enum hop_kind kind;
    size_t channel; /* number in the netlist */
    uint32_t where; /* core, L1.5 bank, L2 bank (both gpu-major) or UMC at the channel's end */
    uint32_t op;    /* enum msg_op; of DRAM_OUT, OP_STORE for a write */
    uint32_t tag;
    uint32_t l1, bank; /* who asked: the core, and at a UMC the L2 bank (gpu-major) */
    uint32_t l15;  /* at an L2 bank or a GPU home: the L1.5 bank that asked, or NETLIST_NO_L15 */
    uint64_t line; /* global line number */
    uint64_t cts, rts; /* cts of a request, rts of an answer */
    bool copy;         /* of a request: its sender holds the line, */
    uint64_t copy_rts; /* under a lease up to this rts */
};

/* The operation is on a line. */
bool hop_has_line(uint32_t op);

typedef void hop_told(void *ctx, const struct hop *h);

struct hops;

/* NULL and an error if the engine does not show its channels. */
struct hops *hops_new(const struct engine *e, const struct netlist *n, struct error *err);
void hops_free(struct hops *h);
/* Calls `told` for each message that will pass in the step that is set up now. */
void hops_tell(const struct hops *h, hop_told *told, void *ctx);

#endif
