/* host: the host's memory, which has the number after the homes'. Kernels reach it over the fabric:
 * zero-copy. */
#include "sw/policy/placement.h"

uint32_t placement_host(const struct placement_page *p)
{
    return p->homes;
}
