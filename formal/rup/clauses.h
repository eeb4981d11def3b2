/*
 * A set of clauses with unit propagation by two watched literals.
 *
 * A literal is 2 * variable, + 1 for its complement.
 */
#ifndef UMBEL_FORMAL_RUP_CLAUSES_H
#define UMBEL_FORMAL_RUP_CLAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct watch {
    size_t clause;
    uint32_t other; /* a literal of the clause: if it is true the clause need not be visited */
};
struct watches {
    struct watch *at;
    uint32_t n, room;
};

struct clauses {
    uint32_t literals;  /* all literals are below this */
    int8_t *value;      /* of each literal: 1 true, -1 false, 0 open */
    uint32_t *trail;    /* the true literals in the order in which they were found */
    size_t fixed;       /* how many of them, from the first on, the clauses imply */
    size_t found, done; /* trail entries in all; those whose watches have been visited */
    bool contradiction; /* the clauses imply the empty clause */
    /* The clauses: each is its header and its literals, of which the first two are watched. */
    uint32_t *memory;
    size_t used, room, garbage;
    struct watches *watches; /* of each literal: clauses to visit when it becomes false */
    size_t *bucket;          /* hash table of clauses, to find one for deletion; 0: empty */
    size_t buckets;
    uint64_t *seen; /* of each literal: the `stamp` of the last clause that had it */
    uint64_t stamp;
};

void clauses_new(struct clauses *c, uint32_t variables);
void clauses_free(struct clauses *c);

/* Drops repeated literals and sets `len` to the number that remains. True if the clause is a
 * tautology. */
bool clauses_tidy(struct clauses *c, uint32_t *clause, size_t *len);
/* Whether a tidy clause follows by unit propagation. */
bool clauses_imply(struct clauses *c, const uint32_t *clause, size_t len);
/* Adds a tidy clause. */
void clauses_add(struct clauses *c, const uint32_t *clause, size_t len);
/* Deletes a clause. Literals that it has implied stay known, since the formula implies them. False
 * if there is no such clause. */
bool clauses_delete(struct clauses *c, const uint32_t *clause, size_t len);

#endif
