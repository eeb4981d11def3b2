/*
 * hash: the sum of all digits of a line's number, in the base of the number of homes. So each of
 * `homes` lines in a row has another home, and lines a power of the base apart differ, too. The
 * thesis extends HMG with "a hash function that assigns a home node for a given address" (4.3.2),
 * which it does not give.
 */
#include "sw/policy/placement.h"

uint32_t placement_hash(const struct placement_page *p)
{
    uint64_t sum = 0;
    for (uint64_t rest = p->homes > 1 ? p->page : 0; rest > 0; rest /= p->homes)
        sum += rest % p->homes;
    return (uint32_t)(sum % p->homes);
}
