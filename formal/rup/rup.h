/*
 * Checks a solver's proof that a formula cannot be satisfied.
 *
 * The formula is a DIMACS file and the proof a DRAT file in text form. Each line of the proof is a
 * clause that the solver learned, or "d" and a clause that it deleted, up to the empty clause. Each
 * learned clause must follow from those before by unit propagation (RUP): if all its literals are
 * set false, propagation must make some clause false. DRAT also allows resolution asymmetric
 * tautologies (RAT), which need not follow; they are refused here.
 *
 * This folder shares no code with what writes formulas or solves them, so that a mistake there is
 * not repeated here.
 */
#ifndef UMBEL_FORMAL_RUP_RUP_H
#define UMBEL_FORMAL_RUP_RUP_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct rup_counts {
    uint64_t given; /* clauses of the formula */
    uint64_t
        checked; /* clauses of the proof, each of which follows; the empty clause is the last */
};

/* True only if the proof ends in the empty clause and all its clauses follow. Otherwise the error
 * says in one line which clause is wrong, or that `seconds` were too short. */
bool rup_check(const char *formula, const char *proof, uint32_t seconds, struct rup_counts *n,
               struct error *err);

#endif
