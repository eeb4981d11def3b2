/* The parameter values of all modules in systems, from their configurations
 * (formal/prove/elaborate.h). */
#ifndef UMBEL_TESTS_SUPPORT_ELABORATE_H
#define UMBEL_TESTS_SUPPORT_ELABORATE_H

#include "formal/prove/elaborate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct param {
    char *module, *name;
    uint64_t value;
    char *where; /* the first system with this value */
};

struct params {
    struct param *list;
    size_t n, room;
    struct configurations all;
};

/* Adds a value, unless it is in the list. */
void params_add(struct params *p, const char *module, const char *param, uint64_t value,
                const char *where);
/* Adds the values in all systems and boards that ship, in one that ships with the copy engines that
 * `--set` adds to it, and in those with remote data caches under carve-nc, too; files go to the
 * test's folder. */
void params_of_all_that_ships(struct params *p, void **state);
/* Those of systems called NAME-tiny and of boards alone. */
void params_of_what_is_tiny(struct params *p, void **state);
/* Whether this value is the parameter's default. */
bool preset_is(const struct params *p, const char *module, const char *param, uint64_t value);
void params_free(struct params *p);

#endif
