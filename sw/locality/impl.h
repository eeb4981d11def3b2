/* The analysis of one kernel, between its files. */
#ifndef UMBEL_SW_LOCALITY_IMPL_H
#define UMBEL_SW_LOCALITY_IMPL_H

#include "sw/locality/expand.h"
#include "sw/locality/locality.h"

enum { MOST_NEST = 16 }; /* loops around an access that are kept, from the innermost out */

struct access {
    struct locality_access pub;
    int instruction;
    int base;                     /* variable that is the buffer's address; -1: not known */
    const struct poly *offset;    /* bytes from there */
    int nest[MOST_NEST];          /* loops around it, outermost first, as VAR_ITERATION variables */
    int fill[MOST_NEST];          /* copies that fill the step of each; 0: one */
    int rests[MOST_NEST];         /* loops with what is left of the iterations */
    int n_nest, n_rests, rest_of; /* of which loop of the nest */
    int m;                        /* one of them, or -1 */
    const struct poly *variant, *invariant; /* variant: what m is multiplied by; zero without m */
    const struct poly *rows; /* bytes that threadIdx.y moves it; NULL: not linear in it */
    int moved;               /* of its loops, those up to the last that moves it */
    int weight;              /* iterations of loops that were unrolled to their end */
    int copies;              /* by unrolling, before merging: see merge.c */
    bool merged;             /* into access `into` */
    int into;                /* while they are merged */
};

/* When a loop ends, if one comparison decides: left OP right, where `exits` is the comparison's
 * result that ends it. */
struct trips {
    const struct poly *left, *right; /* NULL: not known */
    const char *op;                  /* "lt" */
    bool exits, at_begin;            /* tested before the body */
};

struct locality {
    struct arena arena;
    const struct ptx_kernel *kernel;
    struct expansion x;
    struct access *accesses;
    size_t n;
    int *access_of; /* of each instruction: the number of the access that it is, or is a copy of; -1
                     */
    struct trips *trips; /* of the loops of the flow */
    int n_rolled; /* loops that were unrolled to their end, which have iterations of their own */
    int *rolled;  /* how many each has */
};

/* gather.c: all accesses to global memory, in the order of the PTX. */
void gather_accesses(struct locality *l);
/* merge.c: copies of one access become one. */
void merge_copies(struct locality *l);
/* Whether both are written at one place of the source, and access a buffer alike. */
bool same_source(const struct access *a, const struct access *b);
bool has_kind(const struct locality *l, const struct term *t, enum symbol_kind_of kind);
/* rests.c */
void merge_rests(struct locality *l);
void rename_loads(struct locality *l);
/* motion.c: finds m, and splits the offset. */
void split_access(struct locality *l, struct access *a);
/* evaluate.c: the value of a polynomial in which only what a launch tells stands, and the
 * iterations of loops: 0, but for that of loop variable `loop`. False: something else stands there.
 * Without a launch, `at` NULL, only numbers and iterations have values.
 */
struct at_thread {
    uint32_t tid[3], cta[3];
    int loop;
    int64_t iteration;
};
#define FIRST_THREAD ((struct at_thread){.loop = -1})
/* trips.c: the iterations of a loop, given its VAR_ITERATION, of the first thread; 0: not known. */
/* Finds how loops end. */
void find_trips(struct locality *l);
/* Of a loop of an access's nest, as the source counts them; of what is left of an unrolled loop,
 * those that have a loop of their own. 0: not known. */
uint64_t source_iterations(const struct locality *l, const struct access *a, int level,
                           const struct locality_launch *at);
/* classes.c: whether blocks or data decide the part in a way that is no polynomial. What is loaded
 * from one place for all threads is as good as a parameter. */
bool is_hidden(const struct locality *l, const struct poly *p);
/* neighbours.c: whether CTAs of a grid row (VAR_BX) or column (VAR_BY) touch the same datablocks by
 * an access that m moves. */
bool shared_along(const struct locality *l, const struct access *a, int block,
                  const struct locality_launch *at);
/* blocks.c: whether m moves the access over blocks whose begins are read from memory. */
bool over_listed_blocks(const struct locality *l, const struct access *a);
/* datablock.c: see struct locality_param */
uint64_t datablock_of(const struct locality *l, const struct access *a,
                      const struct locality_launch *at);
uint64_t row_bytes_of(const struct locality *l, const struct access *a,
                      const struct locality_param *p, const struct locality_launch *at);
/* Sets begin_bytes and reach_bytes, which are 0 where they are not known. */
void find_reach(const struct locality *l, const struct access *a, const struct locality_launch *at,
                struct locality_param *p);
bool evaluate(const struct locality *l, const struct poly *p, const struct locality_launch *at,
              const struct at_thread *thread, int64_t *value);
#endif
