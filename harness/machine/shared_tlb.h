/*
 * The second-level TLBs: one for each package, which its SMs ask when their own misses (the thesis'
 * table 3.1). A page that it has costs an SM the latency of a miss of its own; one that it lacks
 * costs the walk of the page table besides, and is there from then on.
 */
#ifndef UMBEL_HARNESS_MACHINE_SHARED_TLB_H
#define UMBEL_HARNESS_MACHINE_SHARED_TLB_H

#include "gen/system/system.h"
#include "sw/sm/sm.h"

struct shared_tlbs;
struct stats;

/* NULL: the system has none. */
struct shared_tlbs *shared_tlbs_new(const struct system *s);
void shared_tlbs_free(struct shared_tlbs *t);
/* SM number `i` missed in this cycle, if it did; in the order of the SMs. */
void shared_tlbs_ask(struct shared_tlbs *t, uint32_t i, struct sm *sm);
void shared_tlbs_forget(struct shared_tlbs *t);
void shared_tlbs_stats(const struct shared_tlbs *t, struct stats *s);

#endif
