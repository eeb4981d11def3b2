/*
 * A host program's function on plain memory, for the reference run: no caches, no time, and hooks
 * that only check addresses. An access that the instrumentation missed would read here what is
 * there, and on a CPU what is not: so the two runs would differ.
 */
#ifndef UMBEL_SW_HOST_PLAIN_H
#define UMBEL_SW_HOST_PLAIN_H

#include "sw/host/program.h"

struct host_memory {         /* an allocation; they do not overlap */
    uint64_t address, bytes; /* virtual, below 4 GiB */
    uint8_t *at;             /* its bytes, which the function may change */
};

/* Instructions after which a function is taken for one without an end. */
#define PLAIN_LIMIT UINT64_C(100000000000)

struct plain_writer { /* the last writer of a byte */
    uint64_t address;
    bool found;
    char where[512]; /* "update.c:12:5: update" */
};

struct plain_options {
    uint64_t limit;             /* instructions; 0: PLAIN_LIMIT */
    struct plain_writer *watch; /* receives the last writer of its byte; NULL: none */
};

/* False and an error if the arguments are not the function's, the program makes one, or
 * process_stop() was called; the memory is then as it was. `o` NULL: no options. */
bool plain_run(const struct host_program *p, size_t function, const struct host_value *args,
               size_t n_args, const struct host_memory *memory, size_t n,
               const struct plain_options *o, struct error *err);

#endif
