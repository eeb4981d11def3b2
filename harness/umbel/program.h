/*
 * The options of a CUDA program's machine. `umbel cuda` takes them on its command line; a program
 * that is started by itself takes them from the environment: UMBEL_SYSTEM, and UMBEL_OPTIONS, whose
 * words are read as a shell reads them.
 */
#ifndef UMBEL_HARNESS_UMBEL_PROGRAM_H
#define UMBEL_HARNESS_UMBEL_PROGRAM_H

#include "harness/cuda/program.h"
#include "harness/umbel/seeing.h"
#include "harness/umbel/umbel.h"

enum { PROGRAM_MOST_RACY = 64 };

/* Input of the child parsers: the options that they fill. */
struct program_arguments {
    struct program_options o;
    struct umbel_sets sets;
    struct seeing seeing;
    const char *racy[PROGRAM_MOST_RACY];
    struct error *err;
};

/* The parsers of these options, as children of a command's own, which calls umbel_program_begin at
 * ARGP_KEY_INIT. */
extern const struct argp_child umbel_program_children[];
void umbel_program_begin(struct program_arguments *a, const struct argp_state *state);

/* The system unless another is named. */
#define PROGRAM_SYSTEM "tsm-4gpu"

/* All that `umbel cuda` takes: what to compile, and the options of the machine. */
enum { CUDA_MOST_WORDS = 128 };

struct cuda_arguments {
    struct program_arguments program;
    const char *files[CUDA_MOST_WORDS], *options[CUDA_MOST_WORDS], *libraries[CUDA_MOST_WORDS];
    size_t n_files, n_options, n_libraries;
    const char *output, *keep;
    bool fast_math, rdc;
    struct error err;
};

#define CUDA_DEFAULTS                                                                              \
    {                                                                                              \
        .program = {.o = {.run = {.seed = 1, .seeing = UMBEL_SEEING_DEFAULTS}} }                   \
    }

#endif
