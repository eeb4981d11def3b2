/* `umbel locality`, between its files. */
#ifndef UMBEL_HARNESS_UMBEL_LOCALITY_H
#define UMBEL_HARNESS_UMBEL_LOCALITY_H

#include "sw/locality/locality.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"

#include <jansson.h>

enum { LOCALITY_MOST_WORDS = 64 };

/* What is analysed. */
struct locality_input {
    const char *const *words; /* -I and -D, for clang */
    size_t n_words;
    struct arena arena;
    struct launch *launch; /* NULL: the classes for both kinds of grid are told */
    const char *source;
    struct ptx_module *module;
};

/* Loads NAME or NAME:SIZE of a shipped kernel; FILE or FILE:SIZE with a launch file; a .cu or .ptx
 * file without one. */
bool locality_input_load(struct locality_input *in, const char *kernel, const char *launch,
                         struct error *err);
void locality_input_free(struct locality_input *in);

/* A kernel, and where it is launched. */
struct locality_subject {
    const struct locality_input *in;
    const struct ptx_kernel *kernel;
    const struct locality *found;
    const struct launch_step *step; /* NULL: no launch is known */
    struct locality_launch at;
    const uint64_t *bytes;    /* of the buffers that the parameters point to */
    const char *const *names; /* of the parameters */
};

/* The parameter block of a launch, and the sizes of its buffers. */
bool locality_subject_bind(struct locality_subject *s, struct arena *a, struct error *err);
/* The names of a kernel's parameters in the text of its source, or of a file that the source
 * includes and that the analysis names; NULL where they are not found. */
const char *const *locality_names(const char *source, const struct ptx_kernel *k,
                                  const struct locality *l, struct arena *a);
/* "fan1" of "_Z4fan1PfS_i" */
const char *locality_kernel_name(const char *name, struct arena *a);

void locality_print(const struct locality_subject *s);
json_t *locality_json(const struct locality_subject *s);

#endif
