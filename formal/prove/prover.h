/*
 * One interface to all provers. A prover says in its own words that a property is proved or broken;
 * the log is searched for those words. Anything else, silence and a crash included, is FAILED.
 *
 *   cadical  k-induction on the bits of an AIGER file, unrolled here (formal/aig/cnf.h); it writes
 *            proofs of base and step, which formal/rup checks
 *   cvc5     k-induction over bit vectors: yosys-smtbmc and cvc5, base and step
 *   minisat  k-induction in Yosys' own SAT solver, without SMT or AIGER files, on the design before
 *            Yosys has optimized it
 *   ind      k-induction in abc, on the bits of an AIGER file (formal/prove/ind.h)
 *   pdr      property-directed reachability in abc, which finds invariants itself
 *   bmc3     bounded model checking in abc, for BOUNDED proofs and counterexamples
 */
#ifndef UMBEL_FORMAL_PROVE_PROVER_H
#define UMBEL_FORMAL_PROVE_PROVER_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_FAILED, /* the prover did not run, crashed, or printed nothing known; also the verdict
                       of a prover that was not asked yet */
    VERDICT_PROVED,
    VERDICT_BROKEN,        /* a counterexample from reset exists */
    VERDICT_NOT_INDUCTIVE, /* the step from k cycles to the next fails: nothing is known */
    VERDICT_TIMEOUT,
    VERDICT_REFUSED /* the prover says that it has proved, but the proof that it wrote is wrong */
};
enum { VERDICTS = VERDICT_REFUSED + 1 };
extern const char *const verdict_names[VERDICTS];

struct prover_task {
    const char *dir;  /* with the model's files, see model.h; logs go here, too */
    uint32_t k;       /* induction depth, or the bound */
    uint32_t seconds; /* time limit */
};

struct prover_result {
    enum verdict verdict;
    char property[96]; /* a property that the prover names, "" if none */
    double seconds;
    uint64_t rechecked; /* clauses of its proofs, all of them checked; 0: it writes no proofs */
    double recheck_seconds;
    struct error why; /* REFUSED: the first mistake of the proof, and where it stands */
};

struct prover {
    const char *name;
    bool bounded;
    struct prover_result (*run)(const struct prover_task *task);
};

/* The prover of that name for bounded or unbounded proofs; NULL if there is none. */
const struct prover *prover_find(const char *name, bool bounded);

/* A question to abc's bmc3 about DIR/NAME.aig: can its outputs become 1? bmc_first() is false with
 * an error unless abc ended normally, which it also does when its time has run out. */
struct bmc {
    /* Asked. */
    uint32_t frames, seconds;
    uint32_t outputs;
    /* Answered. */
    int *frame; /* the cycle in which output i is 1, -1: in none searched; the caller allocates */
    uint32_t searched; /* cycles searched completely: fewer than `frames` when time ran out */
};
/* Stops at the first output that can be 1; abc writes the witness to DIR/NAME.cex. */
bool bmc_first(const char *dir, const char *name, struct bmc *b, struct error *err);

#endif
