/*
 * A TLB as the set of pages that it has: set-associative, and of a set the least recently used page
 * gives way. What pages translate to comes from the page table. An SM has one of its own
 * (tlb.c), and the SMs of a package may share a second one (harness/machine/shared_tlb.h).
 */
#ifndef UMBEL_SW_SM_TLB_H
#define UMBEL_SW_SM_TLB_H

#include <stdbool.h>
#include <stdint.h>

struct tlb;

/* `ways` divide `entries`, which are not 0. */
struct tlb *tlb_new(uint32_t entries, uint32_t ways);
void tlb_free(struct tlb *t); /* NULL: nothing */
/* Makes a page the last used of its set. Returns whether the TLB had it; if not, the one that was
 * not used for longest is gone. */
bool tlb_use(struct tlb *t, uint64_t page);
void tlb_forget(struct tlb *t);

#endif
