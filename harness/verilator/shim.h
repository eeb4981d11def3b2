/*
 * C++: a verilated class as a struct dut_type. The generated C++ of a unit defines UM_NAME,
 * UM_MODEL (Verilator's class), UM_ROOT (its state) and UM_PORTS, a list of UM_IN(name) and
 * UM_OUT(name), and then includes this file.
 *
 * A step raises clk_i once. Verilator detects an edge by comparing with the clock's last value. A
 * step sets that value to zero instead of evaluating a falling edge, which no unit uses: half the
 * evaluations. Outputs depend on registers alone, so one evaluation settles them.
 */
#ifndef UMBEL_HARNESS_VERILATOR_SHIM_H
#define UMBEL_HARNESS_VERILATOR_SHIM_H

#include <cstddef>
#include <cstdint>

extern "C" {
#include "harness/dut.h"
}

static void *um_create()
{
    return new UM_MODEL;
}

static void um_destroy(void *model)
{
    delete static_cast<UM_MODEL *>(model);
}

static void um_step(void *model)
{
    UM_MODEL *m = static_cast<UM_MODEL *>(model);
    m->rootp->__Vtrigrprev__TOP__clk_i = 0;
    m->clk_i = 1;
    m->eval_step();
}

static void um_settle(void *model)
{
    static_cast<UM_MODEL *>(model)->eval_step();
}

static void *um_base(void *model)
{
    return static_cast<UM_MODEL *>(model)->rootp;
}

#define UM_PORT(name, in)                                                                          \
    {#name, in, static_cast<uint32_t>(offsetof(UM_ROOT, name)),                                    \
     static_cast<uint32_t>(sizeof(UM_ROOT::name))},
#define UM_IN(name) UM_PORT(name, true)
#define UM_OUT(name) UM_PORT(name, false)

static const struct dut_port um_ports[] = {UM_PORTS{nullptr, false, 0, 0}};
#undef UM_PORT

extern "C" __attribute__((visibility("default"))) const dut_type um_dut_type = {
    UM_NAME, um_ports, um_create, um_destroy, um_step, um_settle, um_base};

#endif
