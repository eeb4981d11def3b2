/*
 * Vector clocks: for each warp a time up to which its accesses are known. A warp that is not in
 * the list is not known at all. Warps are numbers within a launch, CTA after CTA.
 */
#ifndef UMBEL_SW_RACES_CLOCKS_H
#define UMBEL_SW_RACES_CLOCKS_H

#include <stddef.h>
#include <stdint.h>

struct clock {
    uint32_t warp, time; /* times begin at 1 */
};

struct clocks {
    struct clock *list; /* sorted by warp */
    size_t n, cap;
};

/* 0: not known. */
uint32_t clocks_of(const struct clocks *c, uint32_t warp);
void clocks_set(struct clocks *c, uint32_t warp, uint32_t time);
/* Adds all that `from` knows. */
void clocks_join(struct clocks *c, const struct clocks *from);
/* Forgets all, and keeps the memory. */
void clocks_clear(struct clocks *c);
void clocks_free(struct clocks *c);

#endif
