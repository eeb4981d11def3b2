/*
 * Follows every request of a core through the machine, by the messages that pass its channels
 * (hops.h) and by nothing else. A request is in one stage at a time, from the cycle in which the SM
 * first shows it to that in which its answer leaves the L1, so its stages' cycles always add up to
 * its latency.
 *
 * Messages are matched by tag at the core, by line and sender below it. An L1 or L2 bank has one
 * miss or store of a line in flight at most; other requests to that line wait at it until it is
 * answered, and an answer whose lease is too short for some of those who joined is asked for again.
 */
#ifndef UMBEL_HARNESS_OBSERVE_FOLLOW_H
#define UMBEL_HARNESS_OBSERVE_FOLLOW_H

#include "harness/observe/hops.h"

enum stage {
    STAGE_ISSUE,   /* shown by the SM, not yet taken by the L1 */
    STAGE_L1,      /* in the L1, until it is answered or sent on */
    STAGE_SWITCH,  /* the GPU's */
    STAGE_L2,      /* in the L2 bank, until it is answered or sent on */
    STAGE_LINK,    /* link and memory switch */
    STAGE_UMC,     /* in the UMC, not yet in DRAM */
    STAGE_DRAM,    /* until DRAM has answered */
    STAGE_LOCK,    /* at an L1 or L2 bank that has a store to the line in flight (M7) */
    STAGE_JOINED,  /* at one that has another's miss of the line in flight */
    STAGE_EXPIRED, /* all below the cache whose copy's lease had ended */
    STAGE_BACK,    /* from DRAM, or from the cache that had the line, to the core */
    STAGES
};

extern const char *const stage_names[STAGES], *const stage_meanings[STAGES];

/* A part of a request's way. STAGE_EXPIRED is none: here it is what the message really did. */
struct span {
    enum stage stage;
    uint64_t from, to;
};

/* Where a request stands at a cache. */
enum at_cache { NOT_HERE, WAITS, SENT, RETURNED };

struct request {
    uint32_t sm, tag, op;
    uint64_t line;
    uint64_t start;          /* cycle in which it was shown */
    uint64_t cycles[STAGES]; /* spent in each so far */
    struct span *spans;      /* if they are wanted */
    uint32_t n_spans;
    bool below_l1, below_l2;     /* it was sent on by the L1, by the L2 bank, itself */
    bool expired_l1, expired_l2; /* and that because a lease had ended */
    uint32_t reissues;           /* times that it was sent again for those who joined */
    /* The follower's own. */
    bool busy;
    uint32_t cap_spans;
    enum stage stage;
    uint64_t since;
    enum at_cache at[2]; /* L1, L2 bank */
    uint32_t bank;       /* which, when there */
    uint64_t cts[2];     /* with which it asked the L2 bank */
    uint64_t rts[2];     /* of the last answer for its line, when RETURNED */
    bool copy, late[2];  /* its L1 had a copy; it is below a cache whose copy's lease had ended */
};

/* A request has ended (or, at follow_end, has not: then `ended` is false) at cycle `end`. */
typedef void follow_told(void *ctx, const struct request *r, uint64_t end, bool ended);

struct follow;

/* `spans`: whether requests keep them. */
struct follow *follow_new(const struct netlist *n, bool spans, follow_told *told, void *ctx);
void follow_free(struct follow *f);

/* An SM shows a request, in each cycle until it is taken; then what passes in cycle `now`. */
void follow_shown(struct follow *f, uint32_t sm, uint32_t tag, uint64_t now);
void follow_hop(struct follow *f, const struct hop *h, uint64_t now);
/* The run is over: tells those that were not answered. */
void follow_end(struct follow *f, uint64_t now);

/* Whether an operation is a core's: the others are the harness's own, and are not told. */
bool follow_is_core(uint32_t op);
/* "load"; "?" for what is none. */
const char *follow_op_name(uint32_t op);
/* Messages so far that belong to no request that is followed, those that caches send on their own
 * left out: 0, or the follower does not understand the machine. */
uint64_t follow_strays(const struct follow *f);

#endif
