/*
 * AIGER: a circuit of AND gates and registers in bits, which is what Yosys and abc hand each other.
 *
 * Literals are 2 * node, + 1 for its complement; node 0 is false. Nodes are the inputs, then the
 * latches, then the gates, each of which reads nodes before it only. Latches begin at 0.
 * Constraints hold in each cycle that counts.
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
    uint32_t room; /* gates that `and` has place for */
};

/* One with nothing computed: its outputs, constraints and latches' next are false. */
void aig_new(struct aig *a, uint32_t inputs, uint32_t latches, uint32_t outputs,
             uint32_t constraints);
/* Binary AIGER, latches that begin at 0, no `bad` outputs. */
bool aig_read(struct aig *a, const char *path, struct error *err);
/* What the file's first line says of sizes; nothing else is read. All 0 if there is no such line.
 */
struct aig aig_sizes(const char *path);
bool aig_write(const struct aig *a, const char *path, struct error *err);
void aig_free(struct aig *a);

/* Gates at the end; what is constant is folded. */
uint32_t aig_and(struct aig *a, uint32_t x, uint32_t y);
uint32_t aig_or(struct aig *a, uint32_t x, uint32_t y);
uint32_t aig_xor(struct aig *a, uint32_t x, uint32_t y);

/* Adds the gates of `from` to `a`. `literal` has a place for each node of `from`: those of inputs
 * and latches are given, those of gates are filled in. */
void aig_add(struct aig *a, const struct aig *from, uint32_t *literal);
enum aig_input { AIG_OPEN, AIG_ZERO, AIG_ONE };
/* The same circuit with those of its inputs fixed that are not AIG_OPEN; they stay, unread. */
void aig_fix(struct aig *a, const struct aig *from, const enum aig_input *input);
/* Where a literal of `from` went. */
static inline uint32_t aig_of(const uint32_t *literal, uint32_t x)
{
    return literal[x >> 1] ^ (x & 1);
}
static inline uint32_t aig_nodes(const struct aig *a)
{
    return 1 + a->inputs + a->latches + a->ands;
}

#endif
