/* The follower's data structures: which request is where. */
#ifndef UMBEL_HARNESS_OBSERVE_FOLLOW_IMPL_H
#define UMBEL_HARNESS_OBSERVE_FOLLOW_IMPL_H

#include "harness/observe/follow.h"

/* GPU_HOME: an L2 bank that another package's bank asks, as the GPU home of the line. */
enum level { L1, L15, GPU_HOME, L2 };

/* One message and its answer between a cache and what is below it. */
struct miss {
    uint64_t line;
    uint32_t op;
    struct request *owner; /* NULL: the cache sent it on its own, or its owner was answered */
};

struct cache {
    uint32_t number;       /* of an L1.5 bank */
    struct request **here; /* taken and not yet answered, in order of arrival */
    uint32_t n_here, cap_here;
    struct miss *misses;
    uint32_t n_misses, cap_misses;
    uint64_t left_line, left_at; /* the request that left last: its line, and the cycle */
};

/* A request that a UMC has taken and not yet answered. */
struct entry {
    uint32_t bank, op, tag;
    uint64_t line;
    enum { QUEUED, IN_DRAM, READ } state;
};

struct umc {
    struct entry *entries; /* in order of arrival */
    uint32_t n, cap;
};

struct showing {
    bool up;
    uint32_t tag;
    uint64_t since;
};

struct follow {
    uint32_t cores, tags, n_l15s, n_banks, n_umcs;
    struct request *requests; /* [core * tags + tag] */
    struct showing *shown;    /* one per core */
    struct cache *l1s, *l15s, *l2s;
    struct umc *umcs;
    bool both;   /* l15s are the L2 banks with both roles, for lines of other packages */
    bool renews; /* loads report the time of their copy, to be answered without a line */
    bool spans;
    uint64_t strays;
    follow_told *told;
    void *ctx;
};

/* Returns the list, grown if needed, with room for one more element. */
void *follow_room(void *list, uint32_t n, uint32_t *cap, size_t size);

/* Ends a request's stage and begins the next. */
void follow_advance(const struct follow *f, struct request *r, enum stage next, uint64_t now);

/* What a cache of level `l` is to a request: an L1.5 bank other than its own is a GPU home. */
enum level cache_level(const struct cache *c, enum level l, const struct request *r);
/* A request arrives at a cache; it leaves with its answer. */
void cache_arrive(struct follow *f, struct cache *c, enum level l, struct request *r, uint64_t now);
void cache_leave(struct cache *c, enum level l, struct request *r, uint64_t now);
/* cache_send: the cache sends a request on, or one of its own. cache_answered: the level below has
 * answered it. */
void cache_send(struct follow *f, struct cache *c, enum level l, const struct hop *h, uint64_t now);
void cache_answered(struct follow *f, struct cache *c, enum level l, const struct hop *h,
                    uint64_t now);
/* The line's miss in flight, preferably one with this operation; NULL: there is none. */
struct miss *cache_miss(const struct cache *c, uint64_t line, uint32_t op);

#endif
