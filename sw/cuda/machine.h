/*
 * What the CUDA runtime needs of a machine: memory, copies, launches, time.
 *
 * The runtime (this folder) knows CUDA: handles, streams, symbols, errors. A machine knows none of
 * these. harness/cuda is the machine made of RTL; tests have one of plain memory. A program has one
 * machine, which cuda_machine_open() makes when the program first needs it.
 *
 * Device addresses are those that kernels use: bytes, from CUDA_FIRST_ADDRESS up. Time is in cycles
 * of the machine, whose clock is one of the facts. Everything is done when the
 * function returns: work of all streams is done in the order in which the program asks for it.
 */
#ifndef UMBEL_SW_CUDA_MACHINE_H
#define UMBEL_SW_CUDA_MACHINE_H

#include "sw/ptx/simt.h"
#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a call to the machine ended. After CUDA_FAULT and CUDA_HANG no kernel can run any more. */
enum cuda_end {
    CUDA_OK,
    CUDA_NO_ROOM,   /* memory is full */
    CUDA_TOO_LARGE, /* a launch that no SM can hold, or more CTAs than a cooperative one may have */
    CUDA_OUTSIDE,   /* a kernel accessed memory that is not allocated */
    CUDA_MISALIGNED,  /* a kernel accessed a misaligned address */
    CUDA_FAULT,       /* a kernel trapped */
    CUDA_ASSERTED,    /* an assertion of a kernel failed */
    CUDA_HANG,        /* nothing moves any more, or the limit of cycles is reached */
    CUDA_INTERRUPTED, /* by the user */
    CUDA_BROKEN       /* the machine itself: a monitor or a unit failed, or no memory of the host */
};

/* What cudaGetDeviceProperties and the occupancy functions tell. */
struct cuda_facts {
    const char *name;      /* of the system */
    uint32_t devices;      /* 1; packages that are GPUs of their own */
    uint32_t sms;          /* of a device */
    uint32_t warps;        /* most resident in an SM */
    uint32_t ctas;         /* likewise */
    uint32_t shared_bytes; /* of an SM */
    uint64_t memory_bytes; /* of a device, for programs */
    uint64_t l2_bytes;     /* of a device */
    uint32_t line_bytes;
    uint32_t clock_khz;
    uint32_t memory_bits; /* width of the way to memory, of a device */
    bool host_memory;     /* the machine has the memory of a host */
    bool copy_engines;    /* copies take cycles */
};

/* Where an allocation lies. */
enum cuda_place {
    CUDA_ON_DEVICE,
    CUDA_ON_HOST /* in the host's memory, if the machine has one: pinned and mapped memory */
};

/* One side of a copy: either memory of the program or of the device. */
struct cuda_side {
    void *host; /* NULL: `device` counts */
    uint64_t device;
    uint64_t pitch, slice; /* bytes from row to row, and from slice to slice */
};

/* A copy of `slices` slices of `rows` rows of `bytes` bytes. Both sides may be on the device. */
struct cuda_copy {
    struct cuda_side to, from;
    uint64_t bytes, rows, slices;
    bool free; /* takes no cycles: the host's own accesses to memory that it shares */
};

/* Every byte of `slices` slices of `rows` rows gets the next byte of `pattern`, 1, 2 or 4 long. */
struct cuda_fill {
    struct cuda_side to; /* on the device */
    uint64_t bytes, rows, slices;
    uint8_t pattern[4];
    uint32_t pattern_bytes;
};

struct cuda_launch {
    uint32_t device;
    const struct ptx_module *module;
    const struct ptx_kernel *kernel;
    struct simt_dim grid, block;
    uint32_t shared_bytes; /* dynamic */
    const uint8_t *params; /* kernel->param_bytes long */
    bool cooperative;      /* all CTAs have to be resident at once */
};

/* The host, where it stands for a device. */
#define CUDA_HOST UINT32_MAX

enum { CUDA_STACK_LIMIT, CUDA_HEAP_LIMIT, CUDA_LIMITS };

struct cuda_machine {
    void *ctx;
    struct cuda_facts facts;
    uint64_t (*now)(void *ctx);
    /* `name` is for reports, and copied. `align` is a power of two. The first bytes are zero. */
    enum cuda_end (*allocate)(void *ctx, uint32_t device, enum cuda_place place, const char *name,
                              uint64_t bytes, uint64_t align, uint64_t *address, struct error *err);
    /* Where the program asked for what allocate gave: a call's place in it. NULL: nobody asks. */
    void (*allocated)(void *ctx, uint64_t address, const char *caller);
    /* `address` is what allocate gave. */
    void (*release)(void *ctx, uint64_t address);
    /* Bytes that a program may still allocate on a device. */
    uint64_t (*left)(void *ctx, uint32_t device);
    /* Both sides lie inside allocations: the runtime has checked it. */
    enum cuda_end (*copy)(void *ctx, const struct cuda_copy *c, struct error *err);
    /* The pages with these bytes, which are of one allocation, go to a device's memory, or
     * CUDA_HOST's. Nothing happens if the machine's devices have no memory of their own. NULL: the
     * same. */
    enum cuda_end (*place)(void *ctx, uint64_t address, uint64_t bytes, uint32_t device,
                           struct error *err);
    enum cuda_end (*fill)(void *ctx, const struct cuda_fill *f, struct error *err);
    /* Gives the module's .global variables places on a device and their first contents, but for
     * those that have a place. */
    enum cuda_end (*add_module)(void *ctx, uint32_t device, struct ptx_module *m,
                                struct error *err);
    enum cuda_end (*launch)(void *ctx, const struct cuda_launch *l, struct error *err);
    /* Bytes of stack of a thread; bytes of the heap of kernels' malloc. */
    void (*set_limit)(void *ctx, int limit, uint64_t bytes);
    /* A call of the program, for the trace: it began at cycle `from` and has just ended. */
    void (*called)(void *ctx, const char *name, uint64_t from);
    /* CTAs of a kernel that fit one SM at once. */
    uint32_t (*fits)(void *ctx, const struct cuda_launch *l);
    /* The program ends: reports, and the exit status that the run deserves (0: all was right). */
    int (*end)(void *ctx);
};

/* Makes the machine that the environment asks for; NULL and an error if it cannot be had. Defined
 * by whoever provides the machine, outside this folder. */
struct cuda_machine *cuda_machine_open(struct error *err);

#endif
