/*
 * Whether covers are reached: for each, a run from reset in which it is 1 and all assumptions hold.
 *
 * A search over all runs of a length is exhaustive and dear: some covers need dozens of cycles. So
 * a search begins at reset and at each state in which a cover was reached before, and looks a few
 * cycles ahead, then twice as many, up to `cycles`. A run is found by CaDiCaL; what it reaches is
 * read off the circuit, which is evaluated cycle by cycle from reset on. If there is a file with
 * runs that were found before (legs.h), the circuit goes along them first.
 */
#ifndef UMBEL_FORMAL_PROVE_COVER_H
#define UMBEL_FORMAL_PROVE_COVER_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

#define COVER_ALL UINT32_MAX

struct cover_search {
    /* Asked. */
    uint32_t cycles;  /* that a run goes beyond its beginning, at most */
    uint32_t seconds; /* for all covers together */
    uint32_t stop_at; /* the search ends when this one is reached; COVER_ALL: when all are */
    const char *runs; /* a file with runs that were found before; NULL: none */
    const char *keep; /* the file to write such runs to; NULL: none */
    const char *row;  /* whose runs these are */
    /* Answered. */
    uint32_t covers;
    int64_t *reached; /* of each, the cycle after reset; -1: in none. To be freed */
    uint32_t known;   /* so many were reached along `runs` */
    bool whole;       /* all runs from reset of that many cycles were looked at */
};

/* Searches for the outputs of PATH.aig, whose map is PATH.aim. False with an error if one of the
 * files cannot be read, or if the solver and the circuit disagree. */
bool cover_search(struct cover_search *s, const char *path, struct error *err);

#endif
