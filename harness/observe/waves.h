/*
 * Waves: every signal of some tiles in one FST file, for GTKWave and its like.
 *
 * A tile's signals stand in a scope of its name, gpu0.sm0.l1 in gpu0, sm0, l1. A cycle is 1 ns: its
 * clk_i rises at its beginning and falls after 500 ps; what is shown from the rise on is what the
 * cycle's step sees, inputs and outputs settled, so that a message passes in the cycle in which
 * its valid and ready are both 1. Cycles that the machine skips, since nothing can happen, have no
 * edges.
 */
#ifndef UMBEL_HARNESS_OBSERVE_WAVES_H
#define UMBEL_HARNESS_OBSERVE_WAVES_H

#include "gen/system/netlist.h"
#include "harness/dut.h"
#include "harness/verilator/waves.h"

enum { WAVES_MOST = 64 }; /* tiles, unless some are asked for by name */

struct waves_options {
    const char *path;  /* NULL: no waves */
    const char *tiles; /* shell patterns with commas between them, NULL: all */
    uint64_t from, to; /* cycles, both shown */
};

struct waves;

/* Makes sure that the file can be written. NULL and an error otherwise. */
struct waves *waves_new(const struct waves_options *o, struct error *err);
/* Discards what was written unless waves_end has been called. Call it after the tiles are gone. */
void waves_free(struct waves *w);

/* For who builds the tiles: which are recorded, and making one; NULL is answered as none are. */
bool waves_choose(struct waves *w, const struct netlist *n, struct error *err);
bool waves_has(const struct waves *w, size_t tile);
struct dut waves_tile(struct waves *w, const struct netlist *n, size_t tile,
                      const struct dut_type *type, const struct wave_unit *unit);

/* Shows cycle `now`; to be called when all is set for its step. */
void waves_cycle(struct waves *w, uint64_t now);

/* Puts the file in its place. False and an error if the run, which ended at `now`, had no cycle of
 * those to be shown, or the file is not whole. */
bool waves_end(struct waves *w, uint64_t now, struct error *err);

#endif
