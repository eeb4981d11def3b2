/*
 * Waves: every signal of some tiles in one FST file, for GTKWave and its like.
 *
 * A tile's signals are in a scope of its name, those of gpu0.sm0.l1 in gpu0, sm0, l1. A cycle is
 * 1 ns: clk_i rises at its beginning and falls after 500 ps. The values from the rise on are those
 * that the cycle's step sees, inputs and outputs settled, so a message passes in the cycle in which
 * its valid and ready are both 1. Cycles that the machine skips, since nothing can happen, have no
 * edges.
 */
#ifndef UMBEL_HARNESS_OBSERVE_WAVES_H
#define UMBEL_HARNESS_OBSERVE_WAVES_H

#include "gen/machine/netlist.h"
#include "harness/dut.h"
#include "harness/verilator/waves.h"

enum { WAVES_MOST = 64 }; /* most tiles that are recorded unless `tiles` names them */

struct waves_options {
    const char *path;  /* NULL: no waves */
    const char *tiles; /* shell patterns with commas between them, NULL: all */
    uint64_t from, to; /* cycles, both shown */
};

struct waves;

/* NULL and an error if the file cannot be written. */
struct waves *waves_new(const struct waves_options *o, struct error *err);
/* Discards the file unless waves_end has been called. To be called after the tiles are freed. */
void waves_free(struct waves *w);

/* For the engine that builds the tiles: chooses the tiles to record, tells whether a tile is one of
 * them, and creates one. With `w` NULL no tile is recorded. */
bool waves_choose(struct waves *w, const struct netlist *n, struct error *err);
bool waves_has(const struct waves *w, size_t tile);
struct dut waves_tile(struct waves *w, const struct netlist *n, size_t tile,
                      const struct dut_type *type, const struct wave_unit *unit);

/* Records cycle `now`; to be called when everything is set for its step. */
void waves_cycle(struct waves *w, uint64_t now);

/* Puts the file in its place. False and an error if the run, which ended at cycle `now`, had none
 * of the cycles to be shown, or if the file is incomplete. */
bool waves_end(struct waves *w, uint64_t now, struct error *err);

#endif
