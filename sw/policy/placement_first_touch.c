/* first-touch: the home of the package whose SM accesses the page first. A machine with fewer homes
 * than packages deals its packages to them round. */
#include "sw/policy/placement.h"

uint32_t placement_first_touch(const struct placement_page *p)
{
    return p->package % p->homes;
}
