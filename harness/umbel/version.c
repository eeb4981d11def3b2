/* Which version this is. The Makefile defines it for this file alone, so that a commit rebuilds no
 * other; it is linked into the command, and into the runtime of CUDA programs. */
#include "harness/umbel/umbel.h"

#ifndef UMBEL_VERSION
#define UMBEL_VERSION "unknown"
#define UMBEL_COMMIT "unknown"
#define UMBEL_DATE ""
#define UMBEL_MODELS "unknown"
#define UMBEL_ROUTING "unknown"
#endif

__attribute__((constructor)) static void set(void)
{
    umbel_version = (struct umbel_version){UMBEL_VERSION, UMBEL_COMMIT, UMBEL_DATE, UMBEL_MODELS,
                                           UMBEL_ROUTING};
}
