/*
 * A um_bank_front whose bank is also the home, in its GPU, of lines of other GPUs (HMG of Ren et
 * al., with packages inside a GPU). A GPU has CHIPS packages. The GPU home of a line of another GPU
 * is the package that has the same place in this GPU as the line's home has in its own.
 *
 *     L1s ---- own -----+             +---- here ---- UMCs of this package
 *     GPU ---- near ----| bank (L2)   |
 *     all ---- far -----+             +---- there --- GPU homes, and homes
 *
 * Requests are of three levels. A far one is for a line of here and waits for this package's memory
 * alone. A near one comes from another package of this GPU, for a line that has its GPU home here,
 * and may wait for far ones at the line's home. An own one, of an L1, for a line of another package
 * may wait for near ones and far ones elsewhere. So of own and of near ones at most REMOTES each
 * are in the bank, together fewer than it has MSHRs, and none of them is parked in the bank behind
 * another of its line. Near ones that wait have a queue with room for all that packages of this GPU
 * may have sent, so far ones pass them. Answers to others, and what goes there, have queues of as
 * many places as there may be.
 *
 * The bank acknowledges invalidations among its answers. The directory (bank_front_gpu_directory.h)
 * hands them on to packages of this GPU, behind the answers before them.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_GPU_H
#define UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_GPU_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

extern const struct unit_counter bank_front_gpu_counters[];

/* Adds um_bank_front_RULES_homes, for rules with gpu_homes. Returns its name. */
const char *bank_front_gpu_emit(struct hdl_design *d, const struct rules *rules);

#endif
