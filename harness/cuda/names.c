#include "harness/cuda/names.h"

#include "sw/util/arena.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Of the C++ library, which verilated units need anyhow. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *size, int *status);

char *name_in_source(const char *kernel)
{
    int status = 0;
    char *s = __cxa_demangle(kernel, NULL, NULL, &status);
    return s != NULL ? s : xstrdup(kernel);
}

/* "(anonymous namespace)::k" has parentheses that are none of a function. */
static size_t head(const char *s)
{
    static const char nameless[] = "(anonymous namespace)";
    size_t n = 0;
    for (;;) {
        n += strcspn(s + n, "(<");
        if (strncmp(s + n, nameless, strlen(nameless)) != 0)
            return n;
        n += strlen(nameless);
    }
}

char *name_alone(const char *kernel)
{
    char *s = name_in_source(kernel);
    size_t end = head(s), start = end;
    while (start > 0 && s[start - 1] != ' ' && s[start - 1] != ':')
        start--;
    memmove(s, s + start, end - start);
    s[end - start] = '\0';
    return s;
}

bool name_matches(const char *pattern, const char *kernel)
{
    char *source = name_in_source(kernel), *alone = name_alone(kernel);
    bool matches = fnmatch(pattern, kernel, 0) == 0 || fnmatch(pattern, source, 0) == 0 ||
                   strcmp(pattern, source) == 0 || fnmatch(pattern, alone, 0) == 0;
    free(source);
    free(alone);
    return matches;
}
