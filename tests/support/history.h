/*
 * A history records the accesses of threads to a memory with their answers, and decides whether
 * they are consistent. It knows nothing of how the memory works.
 *
 * A store writes to each of its bytes a value that no other store of the history writes to that
 * byte, so a byte that is read identifies its writer. The coherence order of a byte is the order in
 * which its stores reach the memory. An access of several bytes is one op; an exchange or a
 * compare-and-swap is one op, too: a load of the line and a store to its bytes.
 *
 * A counter is a line that only additions change, all by the same odd step, so the value of an
 * element tells how many additions came before.
 */
#ifndef UMBEL_TESTS_SUPPORT_HISTORY_H
#define UMBEL_TESTS_SUPPORT_HISTORY_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_LINE = 128, HISTORY_NONE = -1, HISTORY_SOURCE = 128 };

enum op_kind {
    KIND_LOAD,
    KIND_FRESH, /* a load that no cache may answer from a copy */
    KIND_STORE,
    KIND_EXCHANGE,
    KIND_SWAP, /* compare and swap of one element */
    KIND_ADD,  /* addition to a counter */
    KIND_FENCE
};

/* The consistency that the history must have. */
enum history_model {
    MODEL_SC, /* one order of all ops explains all values and keeps each thread's order */
    MODEL_RC, /* one order of all ops keeps each thread's order across fences, and for each line
                 one order of its ops keeps each thread's order */
    MODEL_ONE_CORE /* the ops of a line take effect in the order in which they were asked, whichever
                      thread asked; of the writes to memory only the final bytes are checked */
};

struct op {
    uint32_t thread, core;
    enum op_kind kind;
    int line;                           /* index into history.lines; HISTORY_NONE for a fence */
    bool wide;                          /* an atomic's elements are 8 bytes, else 4 */
    uint8_t mask[HISTORY_LINE / 8];     /* bytes that it writes */
    uint8_t data[HISTORY_LINE];         /* the bytes written; a swap's compare value lies at the
                                           place of the neighbouring element */
    uint32_t label;                     /* the caller's name for a store's value */
    uint64_t issued, written, answered; /* cycles; 0: not yet */
    bool reads, writes;                 /* a swap writes, until its answer shows that it failed */
    int before;                         /* the thread's previous op, or HISTORY_NONE */
    uint8_t seen[HISTORY_LINE];         /* the line as it was read */
};

/* The values and stores of one byte of a line. */
struct cell {
    int *writer; /* [value - 1]: the store of that value; values are given out from 1 on */
    uint32_t n_values;
    int *order; /* stores in the order in which they reached the memory */
    uint32_t n_order;
};

struct line_state {
    uint64_t address;
    struct cell *cells; /* line_bytes of them; unused in a counter */
    uint8_t initial;    /* each byte at the start */
    uint8_t most;       /* values are given out up to this one */
    int copy;           /* the store of a copy to this line that has not reached memory */
    uint64_t step;      /* a counter's step; 0: no counter */
    bool wide;          /* a counter's elements are 8 bytes, else 4 */
    uint32_t added[HISTORY_LINE / 4], asked[HISTORY_LINE / 4]; /* of each element: additions in
                                                                  memory; all additions */
};

struct history {
    uint32_t line_bytes, n_threads;
    enum history_model model;
    bool rdcs; /* loads of copy engines may be answered by remote data caches */
    struct op *ops;
    int n_ops, cap_ops;
    struct line_state *lines;
    int n_lines, cap_lines;
    int *last;         /* per thread: its youngest op */
    bool cut;          /* the run was stopped: the youngest ops may lack their answers */
    struct sbuf wrong; /* the first impossible event, as text; empty: none so far */
};

/* The model is MODEL_SC until the caller sets another. */
struct history history_new(uint32_t line_bytes, uint32_t threads);
void history_free(struct history *h);

/* Adds a line, whose bytes are zero at the start; returns the index by which accesses name it. */
int history_line(struct history *h, uint64_t address);
/* The same for a counter; `step` is odd. */
int history_counter(struct history *h, uint64_t address, uint64_t step, bool wide);

/* A line that is copied to others: its bytes are HISTORY_SOURCE at the start. A line that a source
 * is copied to, at most once. */
int history_source(struct history *h, uint64_t address);
int history_target(struct history *h, uint64_t address);

/* Records a request and returns the op's number. `asked` has the thread, cycle, line and bytes; the
 * history chooses the data. A byte (in an atomic, an element) whose values are used up is removed
 * from the mask. If the mask becomes empty, nothing is recorded and the result is HISTORY_NONE. */
int history_ask(struct history *h, const struct op *asked);
/* Record that the memory was written, and that an op was answered. */
void history_written(struct history *h, uint64_t address, const uint8_t *data, const uint8_t *mask,
                     uint64_t now);
void history_answered(struct history *h, int n, const uint8_t *data, uint64_t now);
/* Records that the copy of a source to a target is asked for, by a thread that copies nothing else:
 * a fresh load and a store of the same bytes, which are those that reach memory. Returns the
 * store's number, which is to be answered when the copy is done. MODEL_ONE_CORE: nobody else may
 * write the source, or access the target, until then. */
int history_copy(struct history *h, uint32_t thread, uint32_t core, int from, int to, uint64_t now);

/* The store whose value op n read in a byte; HISTORY_NONE: the initial value. Only after
 * history_check. */
int history_writer(const struct history *h, int n, uint32_t byte);
/* The present value of a byte in memory. */
uint8_t history_now(const struct history *h, int line, uint32_t byte);

/* Whether every op was answered (unless `cut`) and the history is coherent and consistent with the
 * model. `final` gives a line's present bytes in memory. If false, `why` says what is wrong; for a
 * cycle it lists the ops. */
bool history_check(const struct history *h,
                   void (*final)(void *ctx, uint64_t address, uint8_t *data), void *ctx,
                   struct sbuf *why);
void history_tell(const struct history *h, int n, struct sbuf *text);

#endif
