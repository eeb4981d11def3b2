/*
 * The control flow of a listed kernel: basic blocks, dominators, natural loops, and where registers
 * are written. Device functions read as parts of the kernel are graphs of their own. Instructions,
 * blocks and loops are named by number; -1 is none.
 */
#ifndef UMBEL_SW_LOCALITY_FLOW_H
#define UMBEL_SW_LOCALITY_FLOW_H

#include "sw/ptx/listing.h"
#include "sw/util/arena.h"

enum { FLOW_MOST = 1 << 16, FLOW_MOST_LOOPS = 1 << 10 }; /* instructions, loops */

struct block {
    int first, end; /* instructions [first, end) */
    int next[2];    /* where it goes on; next[1] of a conditional branch is the target */
    int n_before;
    const int *before; /* blocks that lead here and are reached */
    int order;         /* in reverse postorder; -1: never reached */
    int dominator;     /* -1 of a first block */
    int loop;          /* innermost */
};

struct loop {
    int header;
    int parent; /* the next loop around it */
    int depth;  /* 1: no loop around it */
    const uint8_t *has;
};

struct flow {
    const struct ptx_listing *listing;
    int n_blocks, n_reached;
    struct block *blocks;
    const int *block_of; /* of each instruction */
    const int *in_order; /* reached blocks in reverse postorder, outer loops' headers first */
    int n_loops;
    struct loop *loops; /* outer loops come before those inside */
    /* The instructions that write register r, ascending: writers[first_writer[r]] up to, not
     * including, writers[first_writer[r + 1]]. */
    const int *first_writer, *writers;
};

/* False and an error if the kernel is too large. */
bool flow_new(struct flow *f, const struct ptx_listing *l, const char *kernel, struct arena *a,
              struct error *err);
bool flow_inside(const struct flow *f, int loop, int block);
/* Whether the opcode begins with this word: "ld" of "ld.global.u32". */
bool opcode_is(const struct ptx_text *t, const char *word);
/* Whether the opcode has this word between its dots. */
bool opcode_has(const struct ptx_text *t, const char *word);
/* "x.cu:14", or "PTX line 31" */
const char *flow_source(const struct ptx_text *t, struct arena *a);

#endif
