/*
 * A CUDA program's machine: the RTL, with launches that come one after the other. It is what
 * sw/cuda/machine.h asks for.
 *
 * Beside the machine's memory there is that of the reference run (sw/runtime/flat_memory.h). What
 * the program copies goes to both; each launch runs on both; what kernels have written is compared
 * before the program can see it. The launches since the last comparison can be run once more on the
 * reference, to find who wrote a wrong byte.
 *
 * Errors of a launch go to the program as CUDA's; a wrong answer is told on stderr, and decides the
 * program's exit status. Times are cycles, sizes bytes.
 */
#ifndef UMBEL_HARNESS_CUDA_PROGRAM_H
#define UMBEL_HARNESS_CUDA_PROGRAM_H

#include "harness/run/record.h"
#include "harness/run/run.h"
#include "sw/cuda/machine.h"

/* What a program sees as a device. */
enum program_devices {
    PROGRAM_AS_BUILT, /* each GPU if they are joined as discrete GPUs are, by PCIe; else the machine
                       */
    PROGRAM_ONE,      /* the machine */
    PROGRAM_EACH      /* each GPU, with the memory of its package */
};

struct program_options {
    struct run_options run; /* kernel, launch and flat do not count */
    const char *const *racy;
    size_t n_racy; /* kernels whose results are taken as they are: names.h */
    enum program_devices devices;
    bool races;       /* every launch is searched for data races */
    bool stray_loads; /* loads outside of all allocations read zeros */
    bool locality;    /* the locality table of all launches is told at the end */
    bool quiet;       /* no table at the end */
    struct record_program program;
};

/* Builds the machine. NULL and an error on failure. */
struct cuda_machine *program_open(const struct program_options *o, struct error *err);

#endif
