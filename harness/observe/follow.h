/*
 * Follows every request of a core through the machine, using only the messages that pass its
 * channels (hops.h). A request is in one stage at a time, from the cycle in which the SM first
 * shows it to the cycle in which its answer leaves the L1, so its stages' cycles always add up to
 * its latency.
 *
 * Messages are matched by tag at the core, by line and sender below it. An L1 or L2 bank has at
 * most one miss or store of a line in flight; other requests to that line wait there until it is
 * answered. If the answer's lease is too short for some requests that joined, the miss is sent
 * again.
 */
#ifndef UMBEL_HARNESS_OBSERVE_FOLLOW_H
#define UMBEL_HARNESS_OBSERVE_FOLLOW_H

#include "harness/observe/hops.h"

enum stage {
    STAGE_ISSUE,  /* shown by the SM, not yet taken by the L1 */
    STAGE_L1,     /* in the L1, until it is answered or sent on */
    STAGE_SWITCH, /* in the GPU's switch, or on the way from an L1.5 bank to an L2 bank */
    STAGE_L2,     /* in the L2 bank or an L1.5 bank, until it is answered or sent on */
    STAGE_LINK,   /* link and memory switch, or on the way to another package's L2 bank (both roles)
                   */
    STAGE_UMC,    /* in the UMC, not yet in DRAM */
    STAGE_DRAM,   /* until DRAM has answered */
    STAGE_LOCK,   /* at an L1 or L2 bank with a store to the line in flight (M7) */
    STAGE_JOINED, /* at an L1 or L2 bank with another's miss of the line in flight */
    STAGE_EXPIRED, /* anywhere below a cache whose copy's lease had ended */
    STAGE_BACK,    /* from DRAM, or from the cache that had the line, to the core */
    STAGES
};

extern const char *const stage_names[STAGES], *const stage_meanings[STAGES];

/* A part of a request's way, in cycles. Never STAGE_EXPIRED: spans have the real stage instead. */
struct span {
    enum stage stage;
    uint64_t from, to;
};

/* A request's state at one cache. */
enum at_cache { NOT_HERE, WAITS, SENT, RETURNED };

struct request {
    uint32_t sm, tag, op; /* sm: the core; behind the SMs it is the host's CPU */
    uint64_t line;
    uint64_t start;          /* cycle in which it was shown; of the CPU, in which it was taken */
    uint64_t cycles[STAGES]; /* spent in each so far */
    struct span *spans;      /* kept if follow_new was asked for them */
    uint32_t n_spans;
    bool below_l1, below_l2;     /* this request itself was sent on by the L1, by the L2 bank */
    bool expired_l1, expired_l2; /* it was sent on because a lease had ended */
    uint32_t reissues;           /* how often it was sent again for requests that joined */
    /* Private to the follower. */
    bool busy;
    uint32_t cap_spans;
    enum stage stage;
    uint64_t since;
    enum at_cache at[4];          /* L1, L1.5 bank, GPU home, L2 bank */
    uint32_t l15, gpu_home, bank; /* numbers of the banks, once there */
    uint64_t cts[4];              /* clock with which it asked the L2 bank */
    uint64_t rts[4];              /* of the last answer for its line, if RETURNED */
    bool copy, late[4]; /* its L1 had a copy; it is below a cache whose copy's lease had ended */
};

/* A request has ended at cycle `end`; `ended` is false if follow_end cut it off unanswered. */
typedef void follow_told(void *ctx, const struct request *r, uint64_t end, bool ended);

struct follow;

/* `spans`: whether requests keep their spans. `told` is called for each request that ends. */
struct follow *follow_new(const struct netlist *n, bool spans, follow_told *told, void *ctx);
void follow_free(struct follow *f);

/* follow_shown: an SM shows a request; called in each cycle until it is taken. follow_hop: a
 * message passes in cycle `now`. */
void follow_shown(struct follow *f, uint32_t sm, uint32_t tag, uint64_t now);
void follow_hop(struct follow *f, const struct hop *h, uint64_t now);
/* The run is over: reports the requests that were not answered. */
void follow_end(struct follow *f, uint64_t now);

/* Whether an operation comes from a core. The others are the harness's own and are not reported. */
bool follow_is_core(uint32_t op);
/* "load"; "?" if there is no such operation. */
const char *follow_op_name(uint32_t op);
/* Messages so far that matched no followed request, without those that caches send on their own. If
 * it is not 0, the follower does not understand the machine. */
uint64_t follow_strays(const struct follow *f);

#endif
