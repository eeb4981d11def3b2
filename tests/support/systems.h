/* The systems that ship, as the folder gen/system/systems has them: no list to keep beside it. And
 * what is refused of them. */
#ifndef UMBEL_TESTS_SUPPORT_SYSTEMS_H
#define UMBEL_TESTS_SUPPORT_SYSTEMS_H

#include <stddef.h>

struct shipped_systems {
    char *names[256]; /* sorted */
    size_t n;
    char *list; /* "numa-4gpu, numa-small", as messages have it */
};

struct shipped_systems shipped_systems(void);
void shipped_systems_free(struct shipped_systems *s);

enum { REFUSED_SETS = 7 };
/* A system that is not loaded with these --sets, and the error. */
struct refused_system {
    const char *system, *sets[REFUSED_SETS], *text;
};
void are_refused(const struct refused_system *cases, size_t n);

#endif
