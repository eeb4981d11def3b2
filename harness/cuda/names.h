/* Names of kernels as sources have them: PTX has them mangled, as C++ does it. */
#ifndef UMBEL_HARNESS_CUDA_NAMES_H
#define UMBEL_HARNESS_CUDA_NAMES_H

#include <stdbool.h>

/* "void sums<float>(float*)" of "_Z4sumsIfEvPT_", to be freed; a name that is not mangled as it is.
 */
char *name_in_source(const char *kernel);
/* "sums": without its type, namespaces, parameters, and those of its template; to be freed. */
char *name_alone(const char *kernel);
/* Whether a pattern of fnmatch's is for the kernel: by any of the three names. */
bool name_matches(const char *pattern, const char *kernel);

#endif
