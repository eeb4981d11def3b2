/*
 * One checked run: a kernel on a system, from source to compared result.
 */
#ifndef UMBEL_HARNESS_RUN_RUN_H
#define UMBEL_HARNESS_RUN_RUN_H

#include "harness/observe/observe.h"
#include "harness/run/stats.h"
#include "sw/util/error.h"

#include <stdint.h>
#include <stdio.h>

struct run_options {
    const char *system; /* name or file */
    const char *const *sets;
    size_t n_sets;
    const char *kernel;        /* NAME, NAME:SIZE, or a .cu/.ptx file when `launch` is given */
    const char *launch;        /* launch file, NULL for a shipped kernel's own */
    bool fast_math;            /* compile it as nvcc's -use_fast_math does */
    uint64_t seed, max_cycles; /* 0: no limit */
    FILE *progress;            /* where progress goes, NULL: nowhere */
    void (*say)(const char *); /* told of each unit that has to be built; NULL: nobody is */
    bool tty;
    bool flat;                     /* the RTL as one Verilog top: slower, and the same */
    unsigned threads;              /* that step SMs and tiles; 0 or 1: one; the same bytes */
    bool never_sleep;              /* evaluates every tile in every cycle: slower, and the same */
    struct observe_options seeing; /* profile, sharing, traces and waves */
    const char *json, *csv;        /* files that the caller will write; NULL: none */
    const char *repeat;            /* the command that repeats this run, for reports */
    const char *recorded;          /* the same for those files, without what changes no byte */
    struct json_t *(*about)(void); /* the version, for those files */
};

enum run_end {
    RUN_OK,
    RUN_BAD_INPUT,  /* nothing ran */
    RUN_WRONG,      /* the result differs from the reference */
    RUN_STOPPED,    /* hang, timestamp overflow, faulting kernel, --max-cycles */
    RUN_UNWRITTEN,  /* the result is right, but an output, trace or wave cannot be written */
    RUN_INTERRUPTED /* SIGINT (Ctrl-C), SIGTERM or SIGHUP */
};

struct run_result {
    uint64_t cycles;
    double seconds;       /* CPU time of the simulation alone, over all threads */
    double elapsed;       /* the same on the clock */
    uint64_t evaluations; /* tiles evaluated */
    struct stats *stats;  /* NULL if nothing ran; to be freed */
    struct parts *parts;  /* if `json` or `csv` is wanted; to be freed */
    struct observed seen; /* empty if nothing ran */
};

/* Runs, compares, and writes the launch's output files if the result is right. All files to be
 * written are opened first; each must be a different file, and none may be an input. On RUN_OK
 * `err` is empty. A report of several lines goes to `report`. */
enum run_end run(const struct run_options *o, struct run_result *result, FILE *report,
                 struct error *err);

#endif
