/*
 * History: what threads asked of a memory and what it answered, and whether that is sequentially
 * consistent. Knows nothing of how the memory works.
 *
 * A store writes to each of its bytes a value that no other store of the history writes to that
 * byte, so a byte that is read names its writer. The coherence order of a byte is the order in
 * which its stores reach the memory. An access of many bytes counts as one step.
 */
#ifndef UMBEL_TESTS_SUPPORT_HISTORY_H
#define UMBEL_TESTS_SUPPORT_HISTORY_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_LINE = 128, HISTORY_NONE = -1 };

struct op {
    uint32_t thread, core;
    bool store;
    int line;                           /* index into history.lines */
    int before;                         /* the thread's op before, or HISTORY_NONE */
    uint32_t label;                     /* of a store: the user's name for its value */
    uint64_t issued, written, answered; /* cycles; 0: not yet */
    uint8_t mask[HISTORY_LINE / 8];     /* bytes that a store writes */
    uint8_t data[HISTORY_LINE];         /* what it writes, or what was read */
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
    struct cell *cells; /* line_bytes */
};

struct history {
    uint32_t line_bytes, n_threads;
    struct op *ops;
    int n_ops, cap_ops;
    struct line_state *lines;
    int n_lines, cap_lines;
    int *last;         /* of every thread: its youngest op */
    bool cut;          /* the memory stopped: the youngest ops may lack their answers */
    struct sbuf wrong; /* the first thing that cannot be */
};

struct history history_new(uint32_t line_bytes, uint32_t threads);
void history_free(struct history *h);

/* A line that accesses may name by the index returned; its bytes are zero at the start. */
int history_line(struct history *h, uint64_t address);

/* A thread asks: the op's number. Bytes of a store that have no value left are taken from its mask;
 * none may be left of it (then the number is HISTORY_NONE and nothing was asked). */
int history_load(struct history *h, uint32_t thread, uint32_t core, int line, uint64_t now);
int history_store(struct history *h, uint32_t thread, uint32_t core, int line, const uint8_t *mask,
                  uint64_t now);
/* The memory is written; an access is answered. */
void history_written(struct history *h, uint64_t address, const uint8_t *data, const uint8_t *mask,
                     uint64_t now);
void history_answered(struct history *h, int op, const uint8_t *data, uint64_t now);

/* The store that wrote what a load read in a byte; HISTORY_NONE: the initial value. The op must
 * have been checked. */
int history_writer(const struct history *h, int op, uint32_t byte);

/* Whether all of it, every op answered unless it was `cut` short, is coherent and sequentially
 * consistent. `final` gives a line's bytes in memory now. If not, `why` says what is wrong, and for
 * a cycle its ops. */
bool history_check(const struct history *h,
                   void (*final)(void *ctx, uint64_t address, uint8_t *data), void *ctx,
                   struct sbuf *why);
void history_tell(const struct history *h, int op, struct sbuf *text);

/* For history_check: a cycle among the ops, listed in `cycle` (room for n_ops); its length, 0 when
 * there is none. */
int history_cycle(const struct history *h, int *cycle);

#endif
