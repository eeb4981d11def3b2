/*
 * The pipeline that L1 and L2 share. Stage 0 chooses between an answer from below, the parked
 * request and the next one, and starts the lookup of its set; stage 1 has the row and decides;
 * stage 2 (the unit's own) brings the line of a hit.
 *
 * A request that cannot go on leaves stage 1 and is parked, so that answers pass it. A load of a
 * line in flight joins its MSHR; a fill serves those who wait one a cycle. If its lease ends before
 * the latest of their clocks, it serves the first alone and the rest are asked for again.
 *
 * The unit says what differs in a `struct cache`, and drives the conditions of its requests:
 * load_hit, load_join, load_miss, store_go, atomic_go, request_done, s1_parks, park_unsent; and
 * `cts`, the clock that decides, `rts`, of the answer, and `wts`, of the answer or the copy found.
 */
#ifndef UMBEL_GEN_UNITS_PARTS_CACHE_H
#define UMBEL_GEN_UNITS_PARTS_CACHE_H

#include "gen/hdl/hdl.h"
#include "gen/proto/mgcc.h"

struct cache_field {
    const char *name, *width;
};

struct cache {
    const struct mgcc_rules *rules;
    const char *who, *who_w, *whos; /* who waits for a line: "tag", "TAG_W", "TAGS" (how many) */
    const char *in, *in_msg;        /* channel of requests, prefix of its fields */
    const char *below, *below_msg;  /* channel of answers from below, prefix of its fields */
    const char *up_room;            /* room in the queue of answers to those above */
    const char *down_room;          /* room in the queue of requests to below */
    const char *set;                /* the part of a line address that is the set */
    struct cache_field fields[8];   /* of a request, besides those of every cache; ends with NULL */
    const char *sends;              /* a request goes below and takes an MSHR */
    const char *locks;              /* and lets nobody join it */
    const char *cts;                /* the clock of the request in stage 1 */
    bool cts_is_latest;             /* no earlier request has a later one: the cache's own clock */
    /* Where a unit does more than the pipeline; NULL: it does not. Conditions in stage 1. */
    const char *read, *read_at;  /* reads the data array (default: load_hit, its line) */
    const char *writes;          /* a store's bytes go into a copy (default: on its way) */
    const char *allocates;       /* a store of a whole line makes a copy */
    const char *keeps;           /* a fill is kept */
    const char *scan, *scan_set; /* looks up a set for the unit itself */
    const char *holds;           /* a request stays in stage 1 */
    const char *busy;            /* there is more to do */
    bool peeks;                  /* an MSHR may be a peek (mshr_peek_q): its fill is not kept */
    /* A thread may wait twice in one MSHR and must not get the older value later: once asked for
     * again, an MSHR is joined no more by those that might have it asked for a third time. */
    bool in_order;
};

/* Counters of copies with leases, and of what requests with clocks bring. */
#define CACHE_COUNT_EXPIRED                                                                        \
    {                                                                                              \
        "load_expired", "loads", "missed although the line was here: its lease had ended",         \
            "load_miss && hit && !is_fresh"                                                        \
    }
#define CACHE_COUNT_CLOCKED                                                                        \
    {"copies_dropped", "lines", "copies dropped, as another store came between (M9)",              \
     "is_store_ack && answer_room && hit && !copy_good"},                                          \
    {                                                                                              \
        "reissues", "loads",                                                                       \
            "misses sent again, as their lease ended before a joined load's time", "fill_again"    \
    }

/* Registers of stage 1 and of the parked request. */
void cache_stage_registers(struct hdl *m, const struct cache *c);
/* Registers of the MSHRs, and the lookup of s1_line among them. */
void cache_misses(struct hdl *m, const struct cache *c);
/* A wire that tells whether stage 1 is a request of this op. */
void cache_op(struct hdl *m, const char *name, enum msg_op op);
/* Is stage 1 an answer, and its times, or the copy's: is_answer, rts, wts. */
void cache_times(struct hdl *m, const struct cache *c);
/* What an answer in stage 1 does: fill_serves, fill_again, fill_install, ack_done, copy_good, ...
 */
void cache_answers(struct hdl *m, const struct cache *c);
/* Stage 0, the registers of stage 1, parking: take_answer, take_parked, take_next, park_sleeps. */
void cache_stage0(struct hdl *m, const struct cache *c);
/* What requests and answers do to the MSHRs. */
void cache_update(struct hdl *m, const struct cache *c);
/* Tag writes, recency and the data array: line_read, a cycle after load_hit or ack_reads. */
void cache_arrays(struct hdl *m, const struct cache *c);
/* idle_o. */
void cache_idle(struct hdl *m, const struct cache *c);

/* Whether a miss may have to be sent again: only when requests carry clocks. */
static inline bool cache_asks_again(const struct cache *c)
{
    return c->rules->short_lease != NULL;
}

#endif
