/*
 * The parts of a run: its launches, copies, and what lies between them. Each has what every counter
 * counted in it, as the difference of two readings of the RTL; so the parts' sums are the run's.
 */
#ifndef UMBEL_HARNESS_RUN_PARTS_H
#define UMBEL_HARNESS_RUN_PARTS_H

#include "harness/machine/machine.h"
#include "sw/ptx/simt.h"

/* What became of a launch. */
#define PART_IDENTICAL "identical to cacheless execution"
#define PART_WRONG "WRONG"
#define PART_RACY "racy"
#define PART_INCOMPLETE "INCOMPLETE"
#define PART_NOT_COMPARED "not compared"

/* A launch begins with the boundary before it and ends with its last CTA. A drain is what follows:
 * messages arrive, dirty lines are written back, caches are emptied. */
enum part_kind { PART_LAUNCH, PART_COPY, PART_DRAIN };

struct part {
    enum part_kind kind;
    size_t launch; /* of a launch its number; of others, that of the last one before them */
    uint64_t from, cycles;
    char *name;     /* of a launch its kernel or host's function; of a copy its way, or buffers */
    char *function; /* as the source has it; NULL: as `name` */
    const char *verdict; /* of a launch; NULL: not known yet */
    struct simt_dim grid, block;
    uint32_t shared_bytes;
    bool racy, of_host;
    uint64_t bytes;   /* of a copy */
    uint64_t *values; /* a reading's difference; NULL: nothing was counted */
    size_t n_values;
};

struct parts {
    struct part *list;
    size_t n, launches;
    struct stats *reading; /* the last one */
    uint64_t *before;      /* the values of the one before */
    size_t n_before;
    uint64_t now; /* the cycle of the last reading */
};

struct parts *parts_new(void);
void parts_free(struct parts *p);

/* Ends a part, which began where the last one ended: reads all counters. A drain without cycles is
 * none. The part, to be filled in before the next call; NULL: there is none, or p is NULL. */
struct part *parts_end(struct parts *p, struct machine *m, enum part_kind kind);

/* Adds "launches", "copies" and "drains" to the JSON. */
void parts_attach(const struct parts *p, struct stats *to);

/* One row for each counter of each instance in each launch, and for those that another part has
 * changed. Puts the open file in its place, or discards it if that fails. */
struct outfile;
bool parts_csv(const struct parts *p, struct outfile *to, struct error *err);

#endif
