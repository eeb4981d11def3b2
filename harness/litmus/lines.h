/* Chooses lines of memory for each run: never touched before; far apart, adjacent, at one UMC or in
 * one set, at random. */
#ifndef UMBEL_HARNESS_LITMUS_LINES_H
#define UMBEL_HARNESS_LITMUS_LINES_H

#include "gen/proto/address.h"
#include "gen/system/system.h"
#include "sw/util/rng.h"

struct lines {
    uint64_t total, taken;
    uint8_t *used;                   /* one bit per line */
    uint64_t set_stride, umc_stride; /* lines this far apart share a set in all caches; a UMC */
    struct address_map map;          /* all homes have as many of these lines */
};

void lines_init(struct lines *l, const struct system *sys);
void lines_free(struct lines *l);
/* So many lines are taken that fresh ones are hard to find. */
bool lines_used_up(const struct lines *l);
/* Takes `n` lines for one run. */
void lines_take(struct lines *l, struct rng *rng, uint64_t *line, int n);

#endif
