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
 * load_hit, load_join, load_miss, store_go, request_done, s1_parks, park_unsent.
 */
#ifndef UMBEL_GEN_UNITS_PARTS_CACHE_H
#define UMBEL_GEN_UNITS_PARTS_CACHE_H

#include "gen/hdl/hdl.h"

struct cache {
    const char *who, *who_w, *whos; /* who waits for a line: "tag", "TAG_W", "TAGS" (how many) */
    const char *in, *in_msg;        /* channel of requests, prefix of its fields */
    const char *below, *below_msg;  /* channel of answers from below, prefix of its fields */
    const char *up_room;            /* room in the queue of answers to those above */
    const char *down_room;          /* room in the queue of requests to below */
    const char *set;                /* the part of a line address that is the set */
    const char *const *fields;      /* of a request, besides op, line, mask, data; ends with NULL */
    const char *sends;              /* a request goes below and takes an MSHR */
    const char *cts;                /* the clock of the request in stage 1 */
    const char *joined_cts;         /* an MSHR's clock after that request joined it */
    bool peeks;                     /* an MSHR may be a peek (mshr_peek_q): its fill is not kept */
};

/* Registers of the MSHRs, and the lookup of s1_line among them. */
void cache_misses(struct hdl *m, const struct cache *c);
/* What an answer in stage 1 does: fill_serves, fill_again, fill_install, ack_done, copy_good, ...
 */
void cache_answers(struct hdl *m, const struct cache *c);
/* Stage 0, the registers of stage 1, parking: take_answer, take_parked, take_next, park_sleeps. */
void cache_stage0(struct hdl *m, const struct cache *c);
/* What requests and answers do to the MSHRs. */
void cache_update(struct hdl *m, const struct cache *c);
/* Tag writes, recency and the data array: line_read, a cycle after load_hit. */
void cache_arrays(struct hdl *m);
/* idle_o. */
void cache_idle(struct hdl *m, const struct cache *c);

#endif
