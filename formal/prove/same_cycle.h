/*
 * The order of induction (formal/composition.md): units promise and assume things of one cycle of
 * each other, and that is no circle if
 *   * an assumption holds in each cycle in which the unit is shown nothing;
 *   * what a unit promises in a cycle in which it is shown nothing is so, too, in the same cycle
 *     with whatever it is shown.
 * Both are asked of a row's circuit, of any state. What is shown are the inputs of the module that
 * say that something comes, such as req_valid_i, but for answers of DRAM, which is C; in the cycle
 * in which they are 0, all other inputs are as they are in the other.
 */
#ifndef UMBEL_FORMAL_PROVE_SAME_CYCLE_H
#define UMBEL_FORMAL_PROVE_SAME_CYCLE_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct same_cycle {
    uint32_t shown;       /* inputs that say that something comes */
    uint32_t assumptions; /* that look at them, */
    uint32_t demanding;   /* and those of them that do not hold where nothing is shown */
    uint32_t promises;    /* of all promises, so many look at them; */
    char **reads;         /* names of those that are not so with whatever is shown */
    uint32_t reads_count;
};

/* Reads broken.aig in a proof's folder (model.h). False with an error if a question takes longer
 * than `seconds`. To be freed in any case. */
bool same_cycle_check(const char *dir, uint32_t seconds, struct same_cycle *o, struct error *err);
void same_cycle_free(struct same_cycle *o);

#endif
