/* What the files of a program's machine share. */
#ifndef UMBEL_HARNESS_CUDA_IMPL_H
#define UMBEL_HARNESS_CUDA_IMPL_H

#include "harness/cuda/heap.h"
#include "harness/cuda/program.h"
#include "harness/run/results.h"
#include "harness/run/session.h"
#include "sw/runtime/flat_memory.h"

/* An allocation of the program, or a variable of a module. */
struct allocation {
    uint64_t address, bytes;
    char *name;
    uint8_t *init;   /* what the pages have that no SM has touched yet; NULL: all have a place */
    uint32_t device; /* whose memory the program has it in */
    char *caller;    /* where the program allocated it; NULL: it did not by a call */
};

/* A launch that has run. */
struct launched {
    char *kernel;
    struct simt_dim grid, block;
    uint32_t shared_bytes;
    uint64_t from, cycles, warp_insts;
    bool racy;
    enum cuda_end end;
    const char *verdict; /* NULL: not compared */
    size_t part;         /* of p->s.parts */
};

struct program {
    struct cuda_machine machine;
    struct program_options o;
    struct session s;
    struct error err; /* of the session */
    struct flat *flat;
    struct allocation *allocations;
    size_t n_allocations;
    uint32_t devices;    /* 1: the machine; else each GPU is one */
    bool warm;           /* caches may have lines: something ran since they were emptied */
    bool unsettled;      /* kernels have written what was not compared yet */
    bool ended;          /* the program has: nothing is observed any more */
    bool broken;         /* a launch did not end: the machine stands still as it was */
    bool emptied_frames; /* frames that were left may be given away */
    size_t unchecked;    /* the first step that was not compared; the number of steps: none */
    struct launched *launches;
    size_t n_launches;
    uint64_t wrong_launches, racy_launches, racing_launches, compared;
    uint64_t copies, copied_bytes, copy_cycles;
    bool copying;            /* a copy of the program's is being made */
    struct staging *staging; /* NULL: no engine has copied for the program yet */
    uint64_t stray_loads;    /* of lanes, where they are taken */
    uint64_t stack_bytes, heap_bytes;
    bool heap_chosen;  /* the program has said how large */
    struct heap *heap; /* NULL: no kernel has asked for it */
    struct simt_host host, reference_host;
    struct results results;
    struct locality_table *locality; /* NULL: it was not asked for */
};

/* ---- memory.c ---- */

enum cuda_end program_allocate(void *ctx, uint32_t device, enum cuda_place place, const char *name,
                               uint64_t bytes, uint64_t align, uint64_t *address,
                               struct error *err);
/* The same of what the program has not asked for by name: it does not go where the program's memory
 * was, so that an access to what the program has freed is one outside of memory. */
enum cuda_end program_allocate_apart(struct program *p, uint32_t device, enum cuda_place place,
                                     const char *name, uint64_t bytes, uint64_t align,
                                     uint64_t *address, struct error *err);
void program_allocated(void *ctx, uint64_t address, const char *caller);
void program_release(void *ctx, uint64_t address);
uint64_t program_memory(const struct program *p); /* bytes of a device's memory for programs */
uint64_t program_left(void *ctx, uint32_t device);
enum cuda_end program_add_module(void *ctx, uint32_t device, struct ptx_module *m,
                                 struct error *err);

/* ---- copy.c ---- */

enum cuda_end program_copy(void *ctx, const struct cuda_copy *c, struct error *err);
enum cuda_end program_fill(void *ctx, const struct cuda_fill *f, struct error *err);
/* Memory has what kernels have written, and it was compared. */
enum cuda_end program_settle(struct program *p, struct error *err);
/* The same, and no cache has a line, so that memory may be written. */
enum cuda_end program_quiet(struct program *p, struct error *err);

/* Bytes where the machine has them: in memory, or in the first contents of pages that nobody has
 * touched. Nothing may be in flight; before bytes are put, no cache may have their lines. Put, they
 * are in no replica of their page any more. */
void program_put(struct program *p, uint64_t address, const uint8_t *bytes, uint64_t n);
void program_drop_replicas(struct program *p, uint64_t address);
void program_get(const struct program *p, uint64_t address, uint8_t *bytes, uint64_t n);

/* ---- places.c ---- */

enum cuda_end program_place(void *ctx, uint64_t address, uint64_t bytes, uint32_t device,
                            struct error *err);

/* ---- engines.c ---- */

/* Whether a copy is made by copy engines, which takes cycles. The machine has them, and a host's
 * memory if one side is the program's; both sides of a copy within the machine lie alike in their
 * lines, and do not overlap. */
bool engines_take(struct program *p, const struct cuda_copy *c, struct error *err);
/* Give engines the copy of a row. Caches have no line of what is written. It is done, and what the
 * program gets is there, after engines_finish. */
enum cuda_end engines_put(struct program *p, uint64_t to, const uint8_t *bytes, uint64_t n,
                          struct error *err);
enum cuda_end engines_get(struct program *p, uint64_t from, uint8_t *bytes, uint64_t n,
                          struct error *err);
void engines_move(struct program *p, uint64_t to, uint64_t from, uint64_t n);
enum cuda_end engines_finish(struct program *p, struct error *err);

/* ---- launch.c ---- */

enum cuda_end program_launch(void *ctx, const struct cuda_launch *l, struct error *err);
uint32_t program_fits(void *ctx, const struct cuda_launch *l);
/* How a session's end is told to the runtime; takes its error. */
enum cuda_end program_end_of(struct program *p, enum run_end end, struct error *err);

/* ---- locality.c ---- */

/* The locality table of the launches (LADM's figure 5): adds the rows of a launch that begins;
 * prints all; makes JSON of all. */
void program_locality_add(struct program *p, const struct cuda_launch *l);
void program_locality_print(const struct program *p, FILE *to);
struct json_t *program_locality_json(const struct program *p);

/* ---- kernels.c ---- */

/* What kernels may ask for, in the machine's run and in that for reference. */
void program_hosts(struct program *p);
/* The heap is there. */
enum cuda_end program_heap(struct program *p, struct error *err);

/* ---- check.c ---- */

/* Compares what launches have written since the last time. Tells what is wrong on stderr. */
void program_check(struct program *p);
/* Compares all memory; false, and it is told, if it differs. */
bool program_check_all(struct program *p);

/* ---- report.c ---- */

/* The end of the program: its table and its JSON. Returns the exit status that the run deserves. */
int program_end(void *ctx);

#endif
