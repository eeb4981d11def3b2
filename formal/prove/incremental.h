/*
 * Many questions about one circuit, which differ in a number that some of its inputs carry: CaDiCaL
 * as a library, which learns from each for the next.
 */
#ifndef UMBEL_FORMAL_PROVE_INCREMENTAL_H
#define UMBEL_FORMAL_PROVE_INCREMENTAL_H

#include "formal/aig/cnf.h"
#include "formal/prove/prover.h"

struct incremental;

/* `number` names the inputs, lowest bit first; in the circuit they are read in all cycles. */
struct incremental *incremental_new(const struct aig *a, uint32_t cycles, bool from_reset,
                                    const uint32_t *number, uint32_t bits);
/* With that number: PROVED if no output can be set as `struct cnf` asks, BROKEN if one can. */
enum verdict incremental_ask(struct incremental *s, uint32_t number, uint32_t seconds);
void incremental_free(struct incremental *s);

#endif
