/*
 * Checks sequential consistency: whether the answers to a board's engines can be explained by one
 * order of all requests that keeps each thread's order, by trying all orders. Has no model of
 * caches.
 *
 * An access is to a line of four bytes: a load sees all of it, a store changes the bytes of its
 * mask, an atomic adds to the 16-bit half that its mask covers and sees that half before the
 * addition.
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
    uint32_t data; /* stored or added, at the bytes of the mask */
    uint32_t seen; /* by a load; by an add, its half of the line before the addition */
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
