/*
 * Copy engines at work beside the random traffic of cores: each engine copies runs of lines from a
 * few sources to lines that nothing was copied to before, one run after the other. With coherence,
 * threads access both while they are copied. Without, as a runtime does when it moves a page: what
 * is being copied is not written, and its target is accessed by nobody until the copy is done.
 */
#ifndef UMBEL_TESTS_SUPPORT_COPYING_H
#define UMBEL_TESTS_SUPPORT_COPYING_H

#include "tests/support/cores.h"

enum { COPYING_SOURCES = 8, COPYING_LINES = 96, COPYING_RUN = 6 };

/* A run of an engine. */
struct copying_run {
    uint32_t from, to, lines; /* numbers of the first source and target */
    uint64_t start;           /* cycle in which the engine is to begin */
    bool busy;
    int ops[COPYING_RUN]; /* the copies' stores */
};

struct copying {
    struct cores *cores;
    struct rng rng;
    uint32_t thread; /* of the history: that of the first target; each has one of its own */
    bool paused;     /* begins no runs */
    int sources[COPYING_SOURCES], targets[COPYING_LINES];
    uint32_t n_targets;       /* those of runs that were drawn */
    bool open[COPYING_LINES]; /* threads may access the target */
    uint32_t wait;            /* most cycles between two runs of an engine */
    uint64_t base;            /* the line of the first source */
    struct copying_run *runs; /* one per engine */
    uint64_t runs_done;
    struct cores_beside beside;
};

/* Lets the engines of the cores' machine copy. The history has COPYING_LINES threads for that, from
 * number `thread` on. Until copying_free *c may not move in memory. */
void copying_init(struct copying *c, struct cores *cores, uint32_t thread, uint64_t seed);
void copying_free(struct copying *c);
/* Whether runs wait; meanwhile threads may access all lines. */
void copying_pause(struct copying *c, bool paused);
/* A line that is copied, or was copied to, for an access. */
int copying_line(struct copying *c, struct rng *rng);

#endif
