/* What the builders of units (build.c) and of the recorder (recorder.c) share. */
#ifndef UMBEL_HARNESS_VERILATOR_BUILD_IMPL_H
#define UMBEL_HARNESS_VERILATOR_BUILD_IMPL_H

#include "sw/util/error.h"
#include "sw/util/hash.h"

#define CXX_OPTIONS                                                                                \
    "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w", "-Wl,-Bsymbolic"
/* What Verilator's own makefiles say of code that records into an FST file. */
#define CXX_WAVES "-DVM_TRACE=1", "-DVM_TRACE_FST=1", "-DVM_TRACE_VCD=0"

/* Verilator's version, by a file that says it. */
bool hash_verilator(content_hash *h, struct error *err);

/* The folder of Verilator's headers and runtime. */
const char *verilator_include(void);

#endif
