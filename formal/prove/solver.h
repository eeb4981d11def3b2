/*
 * A circuit over some cycles in CaDiCaL, which is used as a library here: a question is asked by
 * what its caller assumes and adds, and what one question teaches helps with the next.
 */
#ifndef UMBEL_FORMAL_PROVE_SOLVER_H
#define UMBEL_FORMAL_PROVE_SOLVER_H

#include "formal/aig/cnf.h"
#include "formal/prove/prover.h"

#include <ccadical.h>

struct solver {
    CCaDiCaL *cadical; /* NULL: not open */
    struct cnf cnf;
    double until; /* tool_now() at which a question is given up */
};

/* Unrolls the circuit as cnf.h says. CaDiCaL keeps the address of `s`. */
void solver_open(struct solver *s, const struct aig *a, uint32_t cycles, enum cnf_start start);
/* BROKEN if there are values under what was assumed, PROVED if there are none; TIMEOUT after
 * `until`, at a limit that the caller has set, or when the process is to stop. */
enum verdict solver_ask(struct solver *s);
/* Nothing happens to one that is not open. */
void solver_close(struct solver *s);

#endif
