/*
 * A launch file says how a kernel is run: buffers with their first contents, arguments, the
 * launches in their order, which buffers to write to files, and which buffers are racy. Between
 * launches a CPU of the host may run functions of a C program (sw/host).
 *
 *     about: C = A + B
 *     needs: boundaries                  # or coherence: what the memory must promise
 *     source: vecadd.cu                  # relative to the launch file; .cu or .ptx
 *     host: vecadd_host.c                # likewise; only with steps of the host
 *     sizes:                             # NAME:SIZE picks one; its values replace $NAME below
 *       tiny:  {n: 256}
 *       small: {n: 16384}
 *     buffers:
 *       - {name: a, type: f32, count: $n, init: random, low: -1, high: 1}
 *       - {name: c, type: f32, count: $n, init: zero}
 *     launches:
 *       - {entry: vecadd, grid: [$n/128], block: [128], args: [a, b, c, "u32 $n"]}
 *       - {host: sum, args: [c, a, "u32 $n"]}
 *     copies:                            # where a machine has a host, or copy engines
 *       - {buffer: c, to: host, after: 1}
 */
#ifndef UMBEL_SW_RUNTIME_LAUNCH_H
#define UMBEL_SW_RUNTIME_LAUNCH_H

#include "sw/ptx/simt.h"
#include "sw/util/error.h"
#include "sw/util/sha256.h"

#include <stddef.h>
#include <stdint.h>

/* Instead of the number of a home: where the system's placement says; in the host's memory, if the
 * machine has one. */
enum { LAUNCH_TO_PACKAGES = -1, LAUNCH_TO_HOST = -2 };

struct launch_buffer {
    char *name;
    uint64_t bytes;
    uint8_t *init;           /* `bytes` long: its first contents */
    bool racy;               /* its final bytes are not compared */
    bool written;            /* the file gives it contents, and not zeros */
    char *input;             /* file of its first contents, NULL for none */
    struct sha256 input_sum; /* of the first `bytes` bytes of that file */
    char *output;            /* file that receives its final bytes, NULL for none */
    int32_t home;            /* where all of it begins: a home, or one of LAUNCH_TO_* */
    uint64_t address;        /* set when it is placed (gpu.h) */
    int line, column;        /* in the launch file */
};

struct launch_arg {
    int buffer;    /* index of a buffer, -1 for a value */
    uint8_t bytes; /* of the value: 1, 2, 4 or 8 */
    bool is_real;  /* the value is an f32 or f64 */
    uint64_t value;
};

struct launch_step {
    char *entry;                 /* the kernel; of the host: the function */
    bool is_host;                /* a step of the host: no grid, block or shared memory */
    struct simt_dim grid, block; /* of the host: all 0 */
    uint32_t shared_bytes;       /* dynamic */
    struct launch_arg *args;
    size_t n_args;
    int line, column;
};

/* A copy of a buffer or of a part of it, of machines with copy engines, before a step or after the
 * last one. */
struct launch_copy {
    int buffer;           /* index of the buffer */
    uint64_t from, bytes; /* the part, in bytes */
    int32_t to;           /* the number of a home, or one of LAUNCH_TO_* */
    size_t step;          /* before this one; n_steps: after the last */
    int line, column;
};

struct launch_parameter {
    char *name;
    int64_t value;
};

struct launch {
    char *path;        /* of the launch file, for messages */
    struct sha256 sum; /* of its bytes */
    char *about;
    bool needs_coherence;                /* inside a launch; boundaries are not enough */
    char *source;                        /* resolved path of the kernel source */
    char *host;                          /* of the host program; NULL: none */
    char *size;                          /* the chosen one; "" if the file has none */
    struct launch_parameter *parameters; /* that size's variables, in their order */
    size_t n_parameters;
    struct launch_buffer *buffers;
    size_t n_buffers;
    struct launch_step *steps;
    size_t n_steps;
    struct launch_copy *copies; /* those of one step in the order of the file */
    size_t n_copies;
};

/* Reads a file; NULL and an error on failure. `size` NULL: the file's first. `seed` is for `init:
 * random`. Buffers that together exceed `memory` bytes are refused before any is filled. */
struct launch *launch_load(const char *path, const char *size, uint64_t seed, uint64_t memory,
                           struct error *err);
/* The same from text, for fuzzing. Paths in the text are relative to the current folder. */
struct launch *launch_parse(const char *text, size_t len, const char *name, const char *size,
                            uint64_t seed, struct error *err);
void launch_free(struct launch *l);

/* For `umbel kernels`: a launch file's `about` and the names of its sizes, in order, with a space
 * between two. The caller frees both. */
bool launch_describe(const char *path, char **about, char **sizes, struct error *err);

#endif
