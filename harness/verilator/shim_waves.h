/*
 * C++ that a unit that records itself has in addition to shim.h; UM_MODEL as there.
 */
#ifndef UMBEL_HARNESS_VERILATOR_SHIM_WAVES_H
#define UMBEL_HARNESS_VERILATOR_SHIM_WAVES_H

#include "harness/verilator/recorder.h"

static void *um_wave_create(void *recorder, const char *scope)
{
    return new UM_MODEL{&static_cast<um_recorder *>(recorder)->context, scope};
}

static void um_wave_add(void *model, void *recorder)
{
    static_cast<UM_MODEL *>(model)->trace(&static_cast<um_recorder *>(recorder)->file, 99);
}

/* Sets __Vm_activity, as Verilator dumps a model only if it was evaluated since the last dump. */
static void um_wave_show_clock(void *model, int level)
{
    UM_MODEL *m = static_cast<UM_MODEL *>(model);
    m->clk_i = level != 0;
    m->rootp->vlSymsp->__Vm_activity = true;
}

extern "C" __attribute__((visibility("default")))
const wave_unit um_wave_unit = {um_wave_create, um_wave_add, um_wave_show_clock};

#endif
