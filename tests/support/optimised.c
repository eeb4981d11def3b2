#include "tests/support/optimised.h"

#include <stdlib.h>
#include <string.h>

void optimise_units(void)
{
    const char *level = getenv("UMBEL_CXX_LEVEL");
    if (level != NULL && strcmp(level, "-O0") == 0)
        setenv("UMBEL_CXX_LEVEL", "-O1", 1);
}
