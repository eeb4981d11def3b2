/*
 * What assumptions rest on, formal/rests.yaml: of each, the promises of other units and the checks
 * of the wiring from which it follows, and what is said elsewhere.
 */
#ifndef UMBEL_FORMAL_PROVE_RESTS_H
#define UMBEL_FORMAL_PROVE_RESTS_H

#include "formal/prove/ships.h"
#include "formal/prove/table.h"

#include <stdio.h>

struct rest {
    char **assumes; /* "cache_env.ticket_is_free" */
    uint32_t assumes_count;
    char **of; /* "um_l1_*"; none: of any unit */
    uint32_t of_count;
    bool demands;
    char *what;
    char **by; /* "l1.one_request_a_line", "wiring.ids_differ" */
    uint32_t by_count;
    char *also; /* NULL: nothing */
};

struct rests {
    struct rest *rests;
    uint32_t rests_count;
};

/* NULL and an error with file, line and column when the file is wrong. */
struct rests *rests_load(const char *path, struct error *err);
void rests_free(struct rests *r);

/* Whether a row may assume something of cycles in which the unit is shown nothing. */
bool rests_demand(const struct rests *r, const struct proof *row);

/* Whether assumptions of other units rest on a row's property. */
bool rests_on(const struct rests *r, const struct proof *row, const char *property);

/* Prints each assumption of a machine's modules, with who promises it there, and sets how many
 * there are, and of how many nobody is named. False with an error if a text cannot be read. */
struct rests_count {
    uint32_t all, left;
};
bool rests_tell(const struct rests *r, const struct ships *machine, FILE *out,
                struct rests_count *n, struct error *err);

#endif
