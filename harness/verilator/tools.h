/*
 * Verilator and the C++ compiler: their paths and versions.
 *
 * Their version texts are kept in the cache together with the size and the times of the programs'
 * files; the tools are asked again only if one of these has changed.
 */
#ifndef UMBEL_HARNESS_VERILATOR_TOOLS_H
#define UMBEL_HARNESS_VERILATOR_TOOLS_H

#include "harness/verilator/cache.h"
#include "sw/util/hash.h"

#define CXX_OPTIONS "-std=c++17", "-fPIC", "-shared", "-fvisibility=hidden", "-w", "-Wl,-Bsymbolic"
/* Definitions of Verilator's own makefiles for code that records into an FST file. */
#define CXX_WAVES "-DVM_TRACE=1", "-DVM_TRACE_FST=1", "-DVM_TRACE_VCD=0"

struct tools {
    char verilator[PATH_MAX], cxx[PATH_MAX]; /* absolute */
    /* What the script `verilator` starts, if it is beside the script: for a unit the script takes
     * as long as the program. Otherwise, and with VERILATOR_ROOT or VERILATOR_BIN, the script. */
    char verilator_bin[PATH_MAX];
    char include[PATH_MAX]; /* Verilator's headers and runtime */
    char root[PATH_MAX];    /* Umbel's root folder */
    const char *level;      /* how far the compiler optimises: "-O2" */
    const char *linker;     /* gold takes a third of the usual linker's time */
    content_hash versions;  /* of both tools, the headers and all else that an object depends on */
};

bool tools_find(struct tools *t, const struct cache *c, struct error *err);

#endif
