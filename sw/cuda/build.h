/*
 * Builds whole CUDA programs: a .cu file is compiled once for the device, to PTX, and once for the
 * host, with that PTX in its object; all objects are linked with the runtime that runs them on a
 * simulated machine (umbel_cuda.o). Outputs are written aside and then put in their place.
 * With `separate`, objects hold LLVM's text, and a further object has the PTX of all
 * (device_link.h).
 */
#ifndef UMBEL_SW_CUDA_BUILD_H
#define UMBEL_SW_CUDA_BUILD_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Words of a command. */
struct cuda_words {
    const char *const *list;
    size_t n;
};

struct cuda_build {
    struct cuda_words files;   /* .cu, .cpp, .cc, .cxx, .c, .o, .a, .so */
    struct cuda_words options; /* of both passes: -I, -D, -U, -std= */
    struct cuda_words device;  /* of the pass for the device alone */
    struct cuda_words host;    /* of the pass for the host and of the host's compiler */
    struct cuda_words rule;    /* of CUDA_DEPENDENCIES: -MT, -MP */
    struct cuda_words link;    /* -L, -l and what else the linker takes, behind the objects */
    bool fast_math;
    bool separate;    /* device code of several files is linked: device_link.h */
    bool own_headers; /* rules leave out the system's headers */
    bool shared;      /* a shared object, without the runtime, which the program has */
    bool all_cuda;    /* every source is CUDA, whatever its name */
    const char *keep; /* folder that PTX and objects are left in; NULL: they are removed */
    FILE *show;       /* each command before it is run; NULL: not */
    bool dry;         /* commands are shown and not run */
};

enum cuda_output {
    CUDA_PTX,
    CUDA_PREPROCESSED, /* for the host */
    CUDA_DEPENDENCIES, /* a rule for make */
    CUDA_OBJECT
};

/* Compiles one source. False and one line on failure, as all of these. */
bool cuda_compile(const struct cuda_build *b, const char *file, enum cuda_output what,
                  const char *output, struct error *err);
/* Compiles the sources among the files and links all with the runtime. */
bool cuda_build(const struct cuda_build *b, const char *output, struct error *err);
/* Only the object with the device code of the objects and archives among `link`: -dlink. */
bool cuda_link_device(const struct cuda_build *b, const char *output, struct error *err);

/* The folder that is laid out as CUDA's toolkit. */
const char *cuda_toolkit(void);

/* The compiler of CUDA: $UMBEL_CLANG, or clang 14. */
const char *cuda_clang(void);

/* What the name of a file says that it is. */
bool cuda_ends_with(const char *name, const char *end);
bool cuda_is_source(const char *file);
bool cuda_is_linked(const char *file);

#endif
