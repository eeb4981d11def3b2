/*
 * The hit predictor of a remote data cache (rdc.h): which loads go to their home at once, without a
 * look-up in DRAM (CARVE IV-A; after the memory access predictor of Alloy Cache). The carve-out has
 * PREDICT parts of as many sets each, with a counter each: look-ups that hit raise it, others lower
 * it, and at 0 a load of the part is taken for a miss. One in eight of those is looked up all the
 * same, or a part would stay at 0.
 *
 * A load that is taken for a miss does what a fresh load does: its home answers, and the line is
 * written into its set. So a wrong guess costs time, and never a wrong byte.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_RDC_PREDICT_H
#define UMBEL_GEN_UNITS_MEMORY_RDC_PREDICT_H

#include "gen/hdl/hdl.h"

void rdc_predict_sizes(struct hdl *m);
/* `skip`: the request is a load that is not looked up. Put before `is_load`. With `back` all loads
 * of regions that may have dirty lines are looked up (rdc_back.h). */
void rdc_predict_admission(struct hdl *m, bool back);
/* What the counters learn. */
void rdc_predict_update(struct hdl *m);

#endif
