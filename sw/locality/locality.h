/*
 * The index analysis of LADM (III-B to III-D, table II, algorithm 1): how each access of a kernel
 * to global memory moves with threads, CTAs and iterations, and what follows for the placement of
 * its buffers and the schedule of its CTAs.
 *
 * Where the paper is silent:
 * - The unit of an index is the size of the access (16 bytes for a float4): index = bytes from the
 *   buffer's begin / size. So `m alone` means that an iteration reads the next element, or the one
 *   before.
 * - m counts the iterations of the outermost loop that moves the access by a step that is known. A
 *   loop around it that does not move the access, or only by data (the rows of a CSR graph), is
 *   passed over. Inner loops (m2, m3 ..) belong to the datablock.
 * - A loop that the compiler has unrolled counts as the source wrote it, where the copies show it:
 *   equal steps from one source line and column, that fill the loop's step or stand in a row. Parts
 *   of at most 16 bytes side by side, in an array of such parts, are one access of a structure.
 * - `dims` is of the grid: 2 if gridDim.y or .z is above 1. blockIdx.z counts as blockIdx.y does. A
 *   2-D block in a 1-D grid is 1-D. In a grid of one column blockIdx.y alone tells CTAs apart, so
 *   it does for both.
 * - Motion is by columns if the step has gridDim.x, or a scalar parameter (a row's width is often
 *   one), or is a multiple of a row's width that threadIdx.y shows in some access of the kernel.
 *   At a launch it is by columns, too, if the step is at least as long as a row of the grid's
 *   threads.
 * - Line 3 of algorithm 1 calls every access with bx and by one of no locality; III-B, only if no
 *   CTA touches another's datablocks. So an access that m moves has row-locality if CTAs of a grid
 *   row touch the same datablocks, whole ones: in other iterations, or by another access of the
 *   buffer. Else it has column-locality if CTAs of a grid column do. Borders of stencils, which are
 *   parts of datablocks, do not count (III-B). See neighbours.c.
 * - Intra-thread locality has, beside m alone, an index begin[m] + own, where begin[m] is loaded by
 *   all threads, one element after the other, and own differs by threads and CTAs: what III-B calls
 *   "data-dependent, irregularly-sized datablocks". Other loaded parts that change are
 *   unclassified. See blocks.c.
 * - An access with neither blockIdx nor m is unclassified: every CTA makes it.
 * - A bound (max(x - 1, 0), max(-row, 0)) is told and does not change the class.
 * - The class of a buffer is that of most of its accesses in the deepest nest of loops that move
 *   them; an access that no loop moves counts as outside of all. An access in a loop that was
 *   unrolled to its end counts once for each iteration. Of equal numbers rows 2 to 5 of table II go
 *   first, as row 1 schedules "in the absence of any strong row or column data affinity" (III-D2),
 *   then row 1 and rows 6 and 7. The class of a kernel is that of its largest buffer at a launch.
 *   Of buffers of equal size, or without a launch of all buffers, it is that of most of those in
 *   the deepest nest, by the same order.
 *
 * Indices are taken to be whole numbers at least 0 that do not wrap round in their type; masks of
 * the low 16 or 24 bits are taken for conversions to such a type.
 */
#ifndef UMBEL_SW_LOCALITY_LOCALITY_H
#define UMBEL_SW_LOCALITY_LOCALITY_H

#include "sw/ptx/ptx.h"
#include "sw/ptx/simt.h"
#include "sw/util/sbuf.h"

/* Rows 1 to 7 of table II. */
enum locality_class {
    LOCALITY_NONE,       /* no datablock locality */
    LOCALITY_ROW_ROW,    /* CTAs of a grid row share, moving along a row of the data */
    LOCALITY_COLUMN_ROW, /* CTAs of a grid column share, moving along a row */
    LOCALITY_ROW_COLUMN, /* CTAs of a grid row share, moving down columns */
    LOCALITY_COLUMN_COLUMN,
    LOCALITY_THREAD, /* intra-thread locality */
    LOCALITY_UNCLASSIFIED,
    LOCALITY_CLASSES
};

struct locality_advice {
    const char *name;                         /* "row-locality, horizontally shared" */
    const char *schedule, *placement, *cache; /* table II's actions */
};
extern const struct locality_advice locality_advice[LOCALITY_CLASSES];

/* One access as the source has it: copies by unrolling are one. */
struct locality_access {
    const char *file; /* NULL: not known */
    int line, column; /* in the source */
    int ptx_line;
    int param;            /* number of the pointer parameter; -1: none of them */
    const char *variable; /* a .global variable; NULL: none */
    uint32_t bytes;       /* per thread */
    bool reads, writes;   /* both: atomic */
    int depth;            /* loops around it */
    int unrolled;         /* copies that are one access; 1: none */
    bool bounded;         /* its index has a bound, where it may be another */
    const char *why;      /* what could not be followed: "x.cu:14: ..."; NULL: nothing */
};

struct locality;

/* Analyses a kernel of a module that ptx_parse_listed has read, and that is not refused. The module
 * must outlive the analysis. NULL and an error if the kernel is too large. */
struct locality *locality_new(const struct ptx_kernel *k, struct error *err);
void locality_free(struct locality *l);

size_t locality_count(const struct locality *l);
const struct locality_access *locality_access(const struct locality *l, size_t access);

/* A launch. `params` is the parameter block. */
struct locality_launch {
    struct simt_dim grid, block;
    const uint8_t *params;
};
static inline int locality_dims(const struct locality_launch *at)
{
    return at->grid.y > 1 || at->grid.z > 1 ? 2 : 1;
}

/* The class of an access. `at` NULL: no launch is known. */
enum locality_class locality_class(const struct locality *l, size_t access, int dims,
                                   const struct locality_launch *at);
/* Of a kernel: that of the largest buffer that it accesses (LADM III-D); of several as large the
 * one that most of them have, or the first of the classes, as they are listed. `bytes`: sizes of
 * the buffers that the parameters point to, 0 for scalars; NULL: not known. */
enum locality_class locality_class_of_kernel(const struct locality *l, int dims,
                                             const struct locality_launch *at,
                                             const uint64_t *bytes);
/* The parameter whose buffer decides how the CTAs are dealt: of the largest ones the first that has
 * the kernel's class. -1: there is none. */
int locality_decider(const struct locality *l, const struct locality_launch *at,
                     const uint64_t *bytes);

/* The same by algorithm 1 as the paper prints it, line by line: what printed.c says. */
enum locality_class locality_printed(const struct locality *l, size_t access, int dims,
                                     const struct locality_launch *at);
enum locality_class locality_printed_of_kernel(const struct locality *l, int dims,
                                               const struct locality_launch *at,
                                               const uint64_t *bytes);

/* What a placement needs to know of a pointer parameter. Bytes are 0 where they are not known. */
struct locality_param {
    enum locality_class class;
    bool accessed, reads, writes;
    size_t access;            /* the one that gives the class and what is below */
    int64_t stride_bytes;     /* from iteration to iteration; below 0: downwards */
    uint64_t datablock_bytes; /* different bytes that one CTA touches in one iteration */
    uint64_t row_bytes;       /* from one row of the structure to the next */
    /* What first threads of CTAs access in the first iteration: the lowest byte, counted from where
     * the parameter points to, and how far above it the highest is. */
    int64_t begin_bytes;
    uint64_t reach_bytes;
};
struct locality_param locality_at(const struct locality *l, int param,
                                  const struct locality_launch *at);

/* In words. `names[i]` is what to call parameter i; NULL, or a NULL among them: arg0, arg1
 * and so on. A name that is a word of the analysis, such as m, gets an underscore. */
void locality_tell_index(const struct locality *l, size_t access, const char *const *names,
                         struct sbuf *out);
/* The variant part divided by m, in elements: "16*n"; nothing if there is no m. */
void locality_tell_stride(const struct locality *l, size_t access, const char *const *names,
                          struct sbuf *out);

#endif
