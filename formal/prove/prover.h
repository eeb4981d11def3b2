/*
 * The provers that prove and refute, behind one face. A prover says PROVED or BROKEN in its own
 * words, which are looked for in its log; anything else, silence and a crash included, is FAILED.
 *
 *   cadical  k-induction on the bits of an AIGER file, unrolled here (formal/aig/cnf.h); it writes
 *            proofs of base and step, which formal/rup checks
 *   cvc5     k-induction over bit vectors: yosys-smtbmc and cvc5, base and step
 *   minisat  k-induction in Yosys' own SAT solver: no SMT, no AIGER between, and of the Verilog as
 *            it is before Yosys optimizes it
 *   ind      k-induction in abc, on the bits of an AIGER file
 *   pdr      property-directed reachability in abc, which finds invariants of its own
 *   bmc3     abc's bounded model checking, for what is BOUNDED, covers and counterexamples
 */
#ifndef UMBEL_FORMAL_PROVE_PROVER_H
#define UMBEL_FORMAL_PROVE_PROVER_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_FAILED, /* the prover did not run, crashed, or said nothing that we know: also of one
                       that nobody has asked yet */
    VERDICT_PROVED,
    VERDICT_BROKEN,        /* a counterexample from reset exists */
    VERDICT_NOT_INDUCTIVE, /* the step from k cycles to the next fails: nothing is known */
    VERDICT_TIMEOUT,
    VERDICT_REFUSED /* the prover says that it has proved, and its own proof is not right */
};
enum { VERDICTS = VERDICT_REFUSED + 1 };
extern const char *const verdict_names[VERDICTS];

struct prover_task {
    const char *dir;  /* with the model's files, see model.h; logs go here, too */
    uint32_t k;       /* induction depth, or the bound */
    uint32_t seconds; /* that it may take */
};

struct prover_result {
    enum verdict verdict;
    char property[96]; /* that the prover names, "" if none */
    double seconds;
    uint64_t rechecked; /* clauses of its proofs, each checked to follow; 0: it writes no proofs */
    double recheck_seconds;
    struct error why; /* REFUSED: the first mistake of the proof, and where it stands */
};

struct prover {
    const char *name;
    bool bounded;
    struct prover_result (*run)(const struct prover_task *task);
};

/* NULL if there is none of that name for such a proof. */
const struct prover *prover_find(const char *name, bool bounded);

/* abc's bmc3 on DIR/NAME.aig: whether its outputs can become 1. False and an error unless abc has
 * come to an end, which it also does when its time has run out. */
struct bmc {
    /* Asked. */
    uint32_t frames, seconds;
    uint32_t outputs;
    /* Answered. */
    int *frame; /* the cycle in which output i is 1, -1: none that was searched; the caller's */
    uint32_t searched; /* cycles searched to their end: fewer than `frames` when time ran out */
};
/* All outputs. */
bool bmc_all(const char *dir, const char *name, struct bmc *b, struct error *err);
/* Until the first output that can be 1; the witness, as abc writes it, is DIR/NAME.cex. */
bool bmc_first(const char *dir, const char *name, struct bmc *b, struct error *err);
/* One output alone, which is output 0 of the answer. */
bool bmc_one(const char *dir, const char *name, uint32_t output, struct bmc *b, struct error *err);

#endif
