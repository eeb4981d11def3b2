/*
 * A host program: a file of ordinary C whose functions run on the model of a CPU (cpu.h), or on
 * plain memory (plain.h).
 *
 * It is compiled once, by clang 14 for x86-64, and kept as the bytes of a shared object. Each CPU
 * loads a copy of its own. Before each access to memory, and at the start of each straight piece of
 * its instructions, the object does what instance.h says.
 *
 * Errors are of the compiler, or name what host programs cannot have: FILE:LINE:COLUMN: FUNCTION:
 * what. There are no variables outside of functions (constants are fine), no calls of libraries, no
 * long double, no assembly.
 */
#ifndef UMBEL_SW_HOST_PROGRAM_H
#define UMBEL_SW_HOST_PROGRAM_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum host_class { HOST_BUFFER, HOST_INTEGER, HOST_REAL };

/* An argument: the virtual address of a buffer's byte, an integer, or the bits of a float. */
struct host_value {
    enum host_class class;
    uint32_t bytes; /* 1, 2, 4, 8; a real: 4, 8; a buffer: 8 */
    uint64_t bits;  /* in its low `bytes` bytes */
};

struct host_parameter {
    enum host_class class;
    uint32_t bytes;
    bool is_signed; /* of 1 or 2 bytes: whether the caller extends the sign */
};

enum { HOST_MOST_PARAMETERS = 16 };

/* The virtual addresses of buffers are below this. */
#define HOST_REACH (UINT64_C(1) << 32)

struct host_function {
    char *name;
    struct host_parameter parameters[HOST_MOST_PARAMETERS];
    size_t n;
};

struct host_program {
    char *path;  /* of the source, as it was given */
    char *text;  /* LLVM's, instrumented: ssa.h reads it */
    char *image; /* the shared object */
    size_t image_bytes;
    struct host_function *functions; /* those that return nothing, and are not static */
    size_t n_functions;
};

/* NULL and an error on failure. */
struct host_program *host_compile(const char *path, struct error *err);
void host_program_free(struct host_program *p);

/* The number of a function. False and an error if the program has none of that name. */
bool host_find(const struct host_program *p, const char *name, size_t *function, struct error *err);
/* Whether a function takes these arguments; else an error that says which it takes. */
bool host_takes(const struct host_program *p, size_t function, const struct host_value *args,
                size_t n, struct error *err);

#endif
