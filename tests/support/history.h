/*
 * History: what threads asked of a memory and what it answered, and whether that is consistent.
 * Knows nothing of how the memory works.
 *
 * A store writes to each of its bytes a value that no other store of the history writes to that
 * byte, so a byte that is read names its writer. The coherence order of a byte is the order in
 * which its stores reach the memory. An access of many bytes counts as one step; so does an
 * exchange or a compare-and-swap, a load of the line and a store to its bytes in one.
 *
 * A counter is a line that nothing but additions change, each by the same odd step, so what is read
 * of an element says how many additions came before.
 */
#ifndef UMBEL_TESTS_SUPPORT_HISTORY_H
#define UMBEL_TESTS_SUPPORT_HISTORY_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_LINE = 128, HISTORY_NONE = -1 };

enum op_kind {
    KIND_LOAD,
    KIND_FRESH, /* a load that no copy may answer */
    KIND_STORE,
    KIND_EXCHANGE,
    KIND_SWAP, /* compare and swap, of one element */
    KIND_ADD,  /* of a counter alone */
    KIND_FENCE
};

/* What must hold of the whole. */
enum history_model {
    MODEL_SC,      /* one order of all ops that keeps each thread's */
    MODEL_RC,      /* one that keeps it across fences, and for each line one that keeps it there */
    MODEL_ONE_CORE /* every line's ops happen as they were asked, threads regardless; what the
                      memory is written with is not looked at but for its last bytes */
};

struct op {
    uint32_t thread, core;
    enum op_kind kind;
    int line;                           /* index into history.lines; HISTORY_NONE of a fence */
    bool wide;                          /* an atomic's elements are 8 bytes, else 4 */
    uint8_t mask[HISTORY_LINE / 8];     /* bytes that it writes */
    uint8_t data[HISTORY_LINE];         /* with what; a swap's value to compare with lies at the
                                           neighbouring element's place */
    uint32_t label;                     /* of a store: the user's name for its value */
    uint64_t issued, written, answered; /* cycles; 0: not yet */
    bool reads, writes;                 /* a swap writes until its answer says that it has not */
    int before;                         /* the thread's op before, or HISTORY_NONE */
    uint8_t seen[HISTORY_LINE];         /* what was read */
};

/* A byte of a line. */
struct cell {
    int *writer; /* [value - 1]: the store of that value; values are given out in turn */
    uint32_t n_values;
    int *order; /* stores as they reached the memory */
    uint32_t n_order;
};

struct line_state {
    uint64_t address;
    struct cell *cells; /* line_bytes; unused in a counter */
    uint64_t step;      /* of a counter, else 0 */
    bool wide;          /* a counter's elements are 8 bytes, else 4 */
    uint32_t added[HISTORY_LINE / 4], asked[HISTORY_LINE / 4]; /* additions that reached the
                                                                  memory, and all; an element */
};

struct history {
    uint32_t line_bytes, n_threads;
    enum history_model model;
    struct op *ops;
    int n_ops, cap_ops;
    struct line_state *lines;
    int n_lines, cap_lines;
    int *last;         /* of every thread: its youngest op */
    bool cut;          /* the memory stopped: the youngest ops may lack their answers */
    struct sbuf wrong; /* the first thing that cannot be */
};

/* Of MODEL_SC, until set otherwise. */
struct history history_new(uint32_t line_bytes, uint32_t threads);
void history_free(struct history *h);

/* A line that accesses may name by the index returned; its bytes are zero at the start. */
int history_line(struct history *h, uint64_t address);
/* The same, a counter; `step` is odd. */
int history_counter(struct history *h, uint64_t address, uint64_t step, bool wide);

/* A thread asks: the op's number. `asked` says who, when, which line and bytes; data are filled
 * in. Bytes (of an atomic, elements) of which one has no value left are taken from its mask; none
 * may be left of it (then the number is HISTORY_NONE and nothing was asked). */
int history_ask(struct history *h, const struct op *asked);
/* The memory is written; an op is answered. */
void history_written(struct history *h, uint64_t address, const uint8_t *data, const uint8_t *mask,
                     uint64_t now);
void history_answered(struct history *h, int n, const uint8_t *data, uint64_t now);

/* The store that wrote what a load read in a byte; HISTORY_NONE: the initial value. The op must
 * have been checked. */
int history_writer(const struct history *h, int n, uint32_t byte);
/* What a byte of the memory is now. */
uint8_t history_now(const struct history *h, int line, uint32_t byte);

/* Whether all of it, every op answered unless it was `cut` short, is coherent and as the model
 * says. `final` gives a line's bytes in memory now. If not, `why` says what is wrong, and for a
 * cycle its ops. */
bool history_check(const struct history *h,
                   void (*final)(void *ctx, uint64_t address, uint8_t *data), void *ctx,
                   struct sbuf *why);
void history_tell(const struct history *h, int n, struct sbuf *text);

#endif
