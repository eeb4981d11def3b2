/*
 * Whether what a board's engines were answered can be explained by one order of all requests that
 * keeps each thread's: sequential consistency, by trying all orders. Knows nothing of caches.
 *
 * An access is of a line of four bytes: a load sees all of it, a store changes the bytes of its
 * mask, an atomic adds to the 16-bit half that its mask covers and sees the line before.
 */
#ifndef UMBEL_HARNESS_BOARD_JUDGE_H
#define UMBEL_HARNESS_BOARD_JUDGE_H

#include "sw/util/error.h"

#include <stdint.h>

enum { JUDGE_THREADS = 8, JUDGE_OPS = 12, JUDGE_LINES = 4 };

enum judge_kind { JUDGE_LOAD, JUDGE_STORE, JUDGE_ADD };

struct judge_op {
    enum judge_kind kind;
    unsigned line;
    uint8_t mask;  /* of a store; of an add 0x3 or 0xC */
    uint32_t data; /* stored, or added, where the mask has it */
    uint32_t seen; /* of a load; of an add that half of the line before it */
};

struct judge {
    unsigned threads, lines;
    unsigned n[JUDGE_THREADS];
    struct judge_op ops[JUDGE_THREADS][JUDGE_OPS];
    uint32_t first[JUDGE_LINES], last[JUDGE_LINES];
};

/* True if there is such an order, from `first` to `last`. */
bool judge_explains(const struct judge *j);

#endif
