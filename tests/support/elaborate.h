/*
 * Which parameters the modules of a system have: Yosys elaborates the emitted flat top, so cells
 * inside units count, too.
 */
#ifndef UMBEL_TESTS_SUPPORT_ELABORATE_H
#define UMBEL_TESTS_SUPPORT_ELABORATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct param {
    char *module, *name;
    uint64_t value;
    char *where; /* the first system that has it */
};

struct params {
    struct param *list;
    size_t n, room;
    struct param *preset; /* what a row has that leaves the parameter out; `where` is NULL */
    size_t n_preset;
};

/* Adds a value that is not there yet. */
void params_add(struct params *p, const char *module, const char *param, uint64_t value,
                const char *where);
/* Adds those of the systems and boards that ship; files go to the test's folder. */
void params_of_all_that_ships(struct params *p, void **state);
/* The module has this value where nobody gives another. */
bool preset_is(const struct params *p, const char *module, const char *param, uint64_t value);
void params_free(struct params *p);

#endif
