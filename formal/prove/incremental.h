/*
 * Many questions about one circuit that differ only in a number at some of its inputs. CaDiCaL is
 * used as a library here, so that clauses learned from one question help with the next.
 */
#ifndef UMBEL_FORMAL_PROVE_INCREMENTAL_H
#define UMBEL_FORMAL_PROVE_INCREMENTAL_H

#include "formal/aig/cnf.h"
#include "formal/prove/prover.h"

struct incremental;

/* `number` are the inputs that carry the number, lowest bit first; they are constant over all
 * cycles. The circuit is unrolled as in cnf.h. */
struct incremental *incremental_new(const struct aig *a, uint32_t cycles, enum cnf_start start,
                                    const uint32_t *number, uint32_t bits);
/* Asks with this number: PROVED if no output can be set as `struct cnf` describes, BROKEN if one
 * can. */
enum verdict incremental_ask(struct incremental *s, uint32_t number, uint32_t seconds);
void incremental_free(struct incremental *s);

#endif
