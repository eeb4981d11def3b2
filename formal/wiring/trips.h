/* What the routes of lines share: the trips from L1s to the DRAM and back (routes.c), and those
 * between L2 banks of both roles (both.c). Nothing outside this folder includes it. */
#ifndef UMBEL_FORMAL_WIRING_TRIPS_H
#define UMBEL_FORMAL_WIRING_TRIPS_H

#include "formal/wiring/impl.h"

struct trips {
    struct check *k;
    struct lines lines;
    struct heard *heard;
    size_t n_heard;
    const struct cell **l2; /* of each bank, by its number */
    uint32_t banks;         /* L1.5 banks among them */
};

/* A unit `from` whose requests end at `to`; all such units must have different ids. */
struct heard {
    const struct cell *to, *from;
    int64_t id;
};
void hear(struct trips *t, struct heard h);

/* Messages of a line. Of the line the low bits and the home are known: they alone decide who owns
 * it. An answer has its destination, too. */
struct message request(const struct trips *t, uint64_t line, uint32_t src_w);
struct message answer(const struct trips *t, uint64_t line, int64_t id, uint32_t src_w);
struct message ack(const struct trips *t, uint64_t line, uint32_t tag_w);

/* Whether a message came to a unit whose module's name begins with `prefix`, and to that `who` if
 * it is not NULL; else a finding. */
bool arrives(struct check *k, const char *check, const struct end *at, const char *prefix,
             const char *channel, const struct cell *who);
/* From package to package a message passes a lane of each, or a network, and before and behind it
 * the link of a package that has one for all its lanes; within one package it passes none. */
uint32_t links_between(const struct system *s, uint32_t from, uint32_t to);
void check_wires(struct check *k, const char *check, const struct cell *from, uint64_t line,
                 struct arrival a, uint32_t right);
/* A line has one bank for all SMs of a package, and of all packages if it is beside the memory:
 * `asker` finds `l2` to be the bank of this number. */
void check_line_bank(struct trips *t, const struct cell *asker, uint32_t number, uint64_t line,
                     const struct cell *l2);
/* Two parameters must be equal. */
void same_width(struct check *k, const struct cell *a, const char *of_a, const struct cell *b,
                const char *of_b);

/* The trip from a bank with both roles, of this package, to those that it asks for a line of
 * another package, and back. */
void beyond_both(struct trips *t, const struct cell *l2, uint32_t gpu, uint64_t line);

#endif
