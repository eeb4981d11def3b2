/* What the name of a file says that it is. */
#include "sw/cuda/build.h"

#include <string.h>

bool cuda_ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

static bool ends_with_any(const char *s, const char *const *ends)
{
    for (; *ends != NULL; ends++)
        if (cuda_ends_with(s, *ends))
            return true;
    return false;
}

bool cuda_is_source(const char *file)
{
    return ends_with_any(
        file, (const char *const[]){".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++", NULL});
}

bool cuda_is_linked(const char *file)
{
    return ends_with_any(file, (const char *const[]){".o", ".obj", ".a", ".so", NULL}) ||
           strstr(file, ".so.") != NULL;
}
