/* Lines of a machine's memory for the next run: never touched before, near and far in turn. */
#ifndef UMBEL_HARNESS_LITMUS_LINES_H
#define UMBEL_HARNESS_LITMUS_LINES_H

#include "gen/system/system.h"
#include "sw/util/rng.h"

struct lines {
    uint64_t total, taken;
    uint8_t *used;                   /* a bit a line */
    uint64_t set_stride, umc_stride; /* lines that meet in all caches' sets; at a UMC */
};

void lines_init(struct lines *l, const struct system *sys);
void lines_free(struct lines *l);
/* So many lines were taken that fresh ones are hard to find. */
bool lines_used_up(const struct lines *l);
/* `n` lines for one run. */
void lines_take(struct lines *l, struct rng *rng, uint64_t *line, int n);

#endif
