/* Declarations that the files of this folder share. */
#ifndef UMBEL_HARNESS_MACHINE_IMPL_H
#define UMBEL_HARNESS_MACHINE_IMPL_H

#include "harness/machine/machine.h"

/* What one member of the team did with its SMs in a cycle. */
struct sm_part {
    uint32_t *offered; /* SMs whose L1s have been shown a request that they will take */
    size_t n_offered;
    uint32_t *touching; /* SMs that wait for a page that has no place yet */
    size_t n_touching;
    struct error err; /* of its first SM whose kernel faulted */
};

/* One allocation: parts for so many members, each with room for all of its SMs. */
struct sm_part *machine_parts(uint32_t sms, unsigned members);

/* Gives SMs their CTAs, steps those that are awake, and offers their requests to the L1s. */
bool machine_step_sms(struct machine *m, struct gpu *gpu, struct error *err);

/* Writes a request to an L1's port without offering it. */
void machine_put(struct machine *m, uint32_t sm, const struct sm_request *r);

#endif
