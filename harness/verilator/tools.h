/*
 * Verilator and the C++ compiler: where they are, and which.
 *
 * What they say of their version is kept in the cache beside the size and the times of the files
 * that it came from, so that they are asked anew only when one of these has changed.
 */
#ifndef UMBEL_HARNESS_VERILATOR_TOOLS_H
#define UMBEL_HARNESS_VERILATOR_TOOLS_H

#include "harness/verilator/cache.h"
#include "sw/util/hash.h"

#define CXX_OPTIONS                                                                                \
    "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w", "-Wl,-Bsymbolic"
/* What Verilator's own makefiles say of code that records into an FST file. */
#define CXX_WAVES "-DVM_TRACE=1", "-DVM_TRACE_FST=1", "-DVM_TRACE_VCD=0"

struct tools {
    char verilator[PATH_MAX], cxx[PATH_MAX]; /* absolute */
    char include[PATH_MAX];                  /* Verilator's headers and runtime */
    char root[PATH_MAX];                     /* ours */
    content_hash versions; /* of both, of the headers and of what else an object depends on */
};

bool tools_find(struct tools *t, const struct cache *c, struct error *err);

#endif
