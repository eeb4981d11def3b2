/*
 * The pipeline that L1 and L2 share.
 *
 *   stage 0   chooses an answer from below, the parked request or the next request, in that order,
 *             and starts the lookup of its set
 *   stage 1   has the set's row, and decides
 *   stage 2   brings the line of a hit; each unit has a stage 2 of its own
 *
 * A request that cannot go on leaves stage 1 and is parked, so that answers can pass it. A load of
 * a line in flight joins the line's MSHR. A fill serves the waiting requesters, one per cycle. If
 * the fill's lease ends before the latest of their clocks, it serves the first requester alone, and
 * the MSHR sends its request again for the others.
 *
 * Under rules with renewals a load tells of a copy whose lease has ended, and its answer may be
 * without a line: then the copy's own is read into it, in two cycles more. If the copy has gone
 * meanwhile, the MSHR sends its request again, which tells of no copy.
 *
 * A unit says how it differs in a `struct cache`. It drives the conditions of its requests:
 * load_hit, load_join, load_miss, store_go, atomic_go, request_done, s1_parks, park_unsent. It also
 * drives three times: `cts` is the clock that decides, `rts` is the answer's, and `wts` is that of
 * the answer or of the copy found.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_PIPELINE_H
#define UMBEL_GEN_UNITS_CACHE_PIPELINE_H

#include "gen/hdl/hdl.h"
#include "gen/proto/rules.h"

/* A field of a request that only one of the two units has. */
struct cache_field {
    const char *name, *width;
};

/* How a unit differs: the pipeline asks this instead of asking which unit it is. Strings are
 * Verilog of the unit: names of its wires, or expressions of them. */
struct cache {
    const struct rules *rules;
    const char *who, *who_w, *whos; /* requesters of a line: "tag", "TAG_W", "TAGS" (how many) */
    const char *in, *in_msg;        /* the channel of requests, and the prefix of its fields */
    const char *below, *below_msg;  /* the same of the channel of answers from below */
    const char *up_room;            /* room in the queue of answers to those above */
    const char *down_room;          /* room in the queue of requests to below */
    const char *set;                /* the part of a line address that is the set */
    struct cache_field fields[8];   /* of a request, besides those of every cache; ends with NULL */
    const char *sends;              /* a request goes below and takes an MSHR */
    const char *locks;              /* nobody may join that MSHR */
    const char *cts;                /* the clock of the request in stage 1 */
    bool cts_is_latest;             /* no earlier request has a later one, as in L1 */
    /* What a unit adds to the pipeline, as conditions in stage 1. NULL: it adds nothing. */
    const char *read, *read_at;  /* reads the data array (default: load_hit, its line) */
    const char *writes;          /* a store's bytes go into a copy (default: on its way) */
    const char *allocates;       /* a store of a whole line makes a copy */
    const char *keeps;           /* a fill is kept */
    const char *scan, *scan_set; /* looks up a set for the unit itself */
    const char *bars;            /* no request is looked up in this cycle */
    const char *busy;            /* the unit may not be idle, for a reason of its own */
    bool invalidations;   /* answers from below may be invalidations (ack_room: for theirs), also
                           * behind an OP_EMPTY: looked up when it has emptied the sets */
    const char *ack_room; /* room for an acknowledgement; NULL: ack_room */
    bool remembers; /* invalidations may overtake fills: an MSHR remembers that its line was dropped
                     */
    bool keeps_whole;  /* a copy survives a store of its own only if that is of the whole line: else
                        * bytes that others stored before would be missing beside the new ones */
    bool renews_above; /* an answer remembers that its line has come from the copy (s1_renewed_q) */
    bool gone;         /* an MSHR may keep a line that was evicted (l2_evict.h) */
    bool peeks;        /* an MSHR may be of a peek (mshr_peek_q): its fill is not kept */
    bool fences;       /* a fence (is_fence) empties the sets: so is the request behind it */
    /* Under rc one requester may have two loads in one MSHR, and they must be answered in order.
     * After an MSHR has re-sent its request, a load with a newer clock may not join: it could force
     * a third request. */
    bool in_order;
    /* Adds up the latencies of requests (latency.h): the channel of their answers, which of
     * what passes there are answers (NULL: all), and a width for the number of those in flight. */
    bool counts_latency;
    const char *up, *are_answers, *in_flight_w;
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

#define CACHE_COUNT_RENEWALS                                                                       \
    {"renewals", "loads", "sent on with the time of a copy here", "load_miss && tells_copy"},      \
        {"renewed", "loads", "of these, answered with times alone, and from that copy",            \
         "renew_read"},                                                                            \
    {                                                                                              \
        "renewals_lost", "loads", "answered with times alone when the copy had gone: sent again",  \
            "renew_lost"                                                                           \
    }

/* With directories, releases: stores of no bytes that are counted apart from the others. Conditions
 * that counters alone need stand with the counters: a module that counts more is else the same, and
 * shares its proofs (formal/sizes.yaml). */
#define CACHE_STORED "store_go && s1_fn_q == 5'd0"
#define CACHE_COUNT_RELEASES(meaning)                                                              \
    {                                                                                              \
        "releases", "releases", meaning, "store_go && s1_fn_q != 5'd0"                             \
    }

/* Counters of invalidations; `of` says of which. */
#define CACHE_COUNT_INVALIDATED(of)                                                                \
    {"invalidations", "lines", of, "invalidation_done"},                                           \
    {                                                                                              \
        "invalidated", "lines", "of these, that there was a copy of", "invalidation_done && hit"   \
    }

/* Registers of stage 1 and of the parked request. */
void cache_stage_registers(struct hdl *m, const struct cache *c);
/* Registers of the MSHRs, and the lookup of s1_line among them. */
void cache_misses(struct hdl *m, const struct cache *c);
/* A wire that tells whether stage 1 is a request of this op. */
void cache_op(struct hdl *m, const char *name, const char *op);
/* Whether stage 1 is an answer, and the times of the answer or of the copy: is_answer, rts, wts. */
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

/* Under rules with renewals: whether stage 1 has a copy that a load tells of, tells_copy. */
void cache_tells_copy(struct hdl *m, const struct cache *c);

/* Whether a miss may have to be sent again: only when requests carry clocks. */
static inline bool cache_asks_again(const struct cache *c)
{
    return c->rules->short_lease != NULL;
}

/* Whether a load tells of its copy, and may be answered with times alone. */
static inline bool cache_renews(const struct cache *c)
{
    return c->rules->renew != NULL;
}

#endif
