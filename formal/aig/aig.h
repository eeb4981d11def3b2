/*
 * AIGER: a circuit of AND gates and one-bit registers (latches), the format in which Yosys and abc
 * exchange circuits.
 *
 * A literal is 2 * node, + 1 for the complement of the node; node 0 is false. Nodes are the inputs,
 * then the latches, then the gates, each of which reads only nodes before it. Latches begin at 0. A
 * run counts only as long as all constraints hold.
 */
#ifndef UMBEL_FORMAL_AIG_AIG_H
#define UMBEL_FORMAL_AIG_AIG_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct aig {
    uint32_t inputs, latches, outputs, constraints, ands;
    uint32_t *next; /* of each latch */
    uint32_t *output;
    uint32_t *constraint;
    uint32_t (*and)[2];
    uint32_t room; /* allocated gates of `and` */
    char *symbols; /* of a file that was read: its last lines, "o3 NAME"; NULL of others */
};

/* A circuit without gates: its outputs, constraints and latches' next values are false. */
void aig_new(struct aig *a, uint32_t inputs, uint32_t latches, uint32_t outputs,
             uint32_t constraints);
/* Reads binary AIGER whose latches begin at 0 and which has no `bad` outputs. */
bool aig_read(struct aig *a, const char *path, struct error *err);
/* The sizes in the file's first line; nothing else is read. All 0 if there is no such line. */
struct aig aig_sizes(const char *path);
bool aig_write(const struct aig *a, const char *path, struct error *err);
void aig_free(struct aig *a);

/* Add a gate and return its literal; constants are folded. */
uint32_t aig_and(struct aig *a, uint32_t x, uint32_t y);
uint32_t aig_or(struct aig *a, uint32_t x, uint32_t y);
uint32_t aig_xor(struct aig *a, uint32_t x, uint32_t y);

/* Adds the gates of `from` to `a`. `literal` has an element for each node of `from`, its literal in
 * `a`: the caller sets those of inputs and latches, this function those of gates. */
void aig_add(struct aig *a, const struct aig *from, uint32_t *literal);
enum aig_input { AIG_OPEN, AIG_ZERO, AIG_ONE };
/* The same circuit with constants for all inputs that are not AIG_OPEN. Those inputs remain, but
 * nothing reads them. */
void aig_fix(struct aig *a, const struct aig *from, const enum aig_input *input);
/* The literal in `a` of a literal of `from`, after aig_add(). */
static inline uint32_t aig_of(const uint32_t *literal, uint32_t x)
{
    return literal[x >> 1] ^ (x & 1);
}
static inline uint32_t aig_nodes(const struct aig *a)
{
    return 1 + a->inputs + a->latches + a->ands;
}

#endif
