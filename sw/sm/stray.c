/* Loads that no allocation holds, where the user takes them: hardware faults at pages, so programs
 * that read a little before or behind their arrays pass unnoticed there. */
#include "sw/sm/internal.h"

#include "sw/util/error.h"

void sm_take_stray_loads(struct sm *sm, uint64_t zeros)
{
    sm->zeros = zeros;
}

uint64_t sm_stray_loads(const struct sm *sm, const struct error **first)
{
    *first = &sm->first_stray;
    return sm->stray_loads;
}

bool stray_takes(struct sm *sm, uint32_t slot, const struct ptx_inst *inst, int lane,
                 struct simt_access *a)
{
    if (sm->zeros == 0 || a->kind != SIMT_LOAD)
        return false;
    if (sm->stray_loads++ == 0)
        sm_bounds_error(sm->name, sm->warps[slot].simt, inst, lane, a, &sm->first_stray);
    a->address[lane] = sm->zeros + a->address[lane] % (SM_ZEROS / 2);
    return true;
}
