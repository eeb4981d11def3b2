/*
 * The recorder: Verilator's runtime with its FST writer, as a shared object (C++). Built once by
 * recorder_load.c; the units that record themselves link to it.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_H

#include "verilated.h"
#include "verilated_fst_c.h"

extern "C" {
#include "harness/verilator/waves.h"
}

struct um_recorder {
    VerilatedContext context; /* shared by all its units: a file accepts only one context */
    VerilatedFstC file;
};

#ifdef UM_RECORDER /* in the shared object itself, not in units that link to it */

static void *um_recorder_create()
{
    um_recorder *r = new um_recorder;
    r->context.traceEverOn(true);
    r->file.set_time_unit("1ps");
    r->file.set_time_resolution("1ps");
    return r;
}

static void um_recorder_destroy(void *recorder)
{
    delete static_cast<um_recorder *>(recorder);
}

static bool um_recorder_open(void *recorder, const char *path)
{
    um_recorder *r = static_cast<um_recorder *>(recorder);
    r->file.open(path);
    return r->file.isOpen();
}

static void um_recorder_dump(void *recorder, uint64_t picoseconds)
{
    static_cast<um_recorder *>(recorder)->file.dump(picoseconds);
}

static void um_recorder_close(void *recorder)
{
    static_cast<um_recorder *>(recorder)->file.close();
}

extern "C" __attribute__((visibility("default"))) const recorder_type um_recorder_type = {
    um_recorder_create, um_recorder_destroy, um_recorder_open,
    um_recorder_dump,   um_recorder_close,   um_recorder_failed};

#endif
#endif
