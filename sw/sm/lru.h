/*
 * Set-associative, and of a set the least recently used key gives way: the pages of a TLB (tlb.c,
 * harness/machine/shared_tlb.h), the lines of a cache that is only read (read_cache.h). It has
 * keys, and a number beside each; what they stand for is elsewhere.
 */
#ifndef UMBEL_SW_SM_LRU_H
#define UMBEL_SW_SM_LRU_H

#include <stdbool.h>
#include <stdint.h>

struct lru;

/* `ways` divide `entries`, which are not 0. */
struct lru *lru_new(uint32_t entries, uint32_t ways);
void lru_free(struct lru *l); /* NULL: nothing */
/* Makes a key, not UINT64_MAX, the last used of its set. Returns whether it was there; if not, the
 * one that was not used for longest is gone, and the number beside the key is 0. */
bool lru_use(struct lru *l, uint64_t key);
/* The number beside the key that was used last in the set of this key. */
uint64_t *lru_beside(struct lru *l, uint64_t key);
bool lru_has(const struct lru *l, uint64_t key);
void lru_forget(struct lru *l);

#endif
