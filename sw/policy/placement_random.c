/* random: any home, the same one whenever the page's number and the seed of the run are the same.
 */
#include "sw/policy/placement.h"
#include "sw/util/rng.h"

uint32_t placement_random(const struct placement_page *p)
{
    struct rng of_seed = {p->seed};
    struct rng of_page = {rng_next(&of_seed) ^ p->number};
    return (uint32_t)rng_below(&of_page, p->homes);
}
