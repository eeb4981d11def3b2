/*
 * What the index analysis (sw/locality) says of a launch, for the policies that ask: how its CTAs
 * are to be dealt, how each buffer is used, and which loads their lines' homes need not keep. LADM
 * calls this LASP (III-D) and compiler-assisted remote request bypassing (III-E).
 *
 * A buffer keeps the pattern of the first launch that uses it, as its pages are placed then. Of
 * buffers that want different schedules the largest wins; of several the first parameter. A kernel
 * that cannot be analysed is dealt in chunks.
 */
#ifndef UMBEL_SW_RUNTIME_PLAN_H
#define UMBEL_SW_RUNTIME_PLAN_H

#include "sw/runtime/gpu_internal.h"

/* The analyses of the kernels that have been launched. */
struct plan_kernels;
void plan_free(struct plan_kernels *k); /* NULL: nothing */

/* Plans the step that begins: sets grid->bind, grid->aligned, grid->printed and grid->stride, and
 * tells the page table. */
void plan_step(struct gpu *g, struct schedule_grid *grid);

#endif
