/*
 * The configurations of systems: each module, with the parameters that some instance of it has.
 * Yosys elaborates a tile of each shape, so modules that are instantiated inside units are
 * included.
 */
#ifndef UMBEL_FORMAL_PROVE_ELABORATE_H
#define UMBEL_FORMAL_PROVE_ELABORATE_H

#include "gen/system/system.h"
#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct configuration {
    char *module;  /* "um_fifo" */
    char **params; /* "DEPTH=2", every parameter of the module, in one order */
    uint32_t n_params;
    char *where; /* the first system that has it */
};

/* A parameter's default in the module's text; none for one that is computed from others. */
struct preset {
    char *module, *name;
    uint64_t value;
};

struct configurations {
    struct configuration *list;
    size_t n;
    struct preset *presets;
    size_t n_presets;
    char **shapes; /* of the tiles that have been elaborated */
    size_t n_shapes;
};

/* Adds those of a system that are not in the list, under the system's name `where`. Files of Yosys
 * go to the folder `dir`, which is made. */
bool configurations_add(struct configurations *c, const struct system *sys, const char *where,
                        const char *dir, struct error *err);
void configurations_free(struct configurations *c);

/* The value of "DEPTH=2". */
uint64_t configuration_value(const char *param);

#endif
