/*
 * Builds a whole CUDA program: a .cu file is compiled once for the device, to PTX, and once for the
 * host, with that PTX in its object; all objects are linked with the runtime that runs them on a
 * simulated machine (umbel_cuda.o).
 */
#ifndef UMBEL_SW_CUDA_BUILD_H
#define UMBEL_SW_CUDA_BUILD_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>

struct cuda_build {
    const char *const *files; /* .cu, .cpp, .cc, .c, .o, .a */
    size_t n_files;
    const char *const *options; /* for both passes: -I, -D, -U, -std= */
    size_t n_options;
    const char *const *libraries; /* -L, -l */
    size_t n_libraries;
    bool fast_math;
    const char *keep; /* folder that PTX and objects are left in; NULL: they are removed */
};

/* Writes the program `output`, aside and then in its place. False and one line on failure. */
bool cuda_build(const struct cuda_build *b, const char *output, struct error *err);

#endif
