/*
 * The data races of launches, as a run of them shows them (README.md). The run tells what each warp
 * does, in the order in which it does it.
 */
#ifndef UMBEL_SW_RACES_RACES_H
#define UMBEL_SW_RACES_RACES_H

#include "sw/ptx/simt.h"

enum race_class {
    RACE_DATA, /* at least one access is plain */
    RACE_ORDER /* atomics, or strong stores, whose order the result may depend on */
};

/* An access, in words: "stores", "thread (3,0,0) of CTA (1,0,0)" and where. */
struct race_side {
    const char *verb;
    struct simt_dim cta, thread;
    const struct ptx_inst *inst;
};

/* The first pair of two instructions. */
struct race {
    enum race_class class;
    struct race_side sides[2]; /* the later one first */
    uint64_t step;             /* of the launch */
    uint64_t address;
    bool shared;    /* in shared memory; else global */
    uint64_t count; /* of pairs that were seen */
};

struct races;

/* If `address` is not 0, a pair that accesses that byte comes before all others. */
struct races *races_new(uint64_t address);
void races_free(struct races *r); /* NULL: nothing */

/* A launch begins: it is ordered behind all before. `grid` must outlive the launch. */
void races_begin(struct races *r, uint64_t step, const struct simt_grid *grid);
/* What an instruction of a warp does; `shared` as simt_shared gives it. */
void races_access(struct races *r, uint64_t cta, int warp, const struct ptx_inst *inst,
                  const struct simt_access *a, bool shared);
/* All warps of a CTA have passed a barrier. */
void races_barrier(struct races *r, uint64_t cta);
/* The CTA has ended. */
void races_ended(struct races *r, uint64_t cta);

/* The i-th race, those of RACE_DATA first; false if there are fewer. Few pairs of instructions are
 * kept. */
bool races_get(const struct races *r, size_t i, struct race *race);
/* Accesses of lanes that were looked at; whether others were not, as memory was too large or the
 * launch too long. */
uint64_t races_looked_at(const struct races *r, bool *partly);

#endif
