/*
 * formal/sizes.yaml: parameters of what ships whose values no row of formal/proofs.yaml has, and
 * why none is needed; and the modules whose proofs are another's.
 */
#ifndef UMBEL_FORMAL_PROVE_SIZES_H
#define UMBEL_FORMAL_PROVE_SIZES_H

#include "sw/util/error.h"
#include "sw/util/yaml.h"

#include <stdbool.h>
#include <stdint.h>

/* The values that need no row: any value; those between the least and the greatest value of the
 * rows; or those and all above the greatest. */
enum size_values { SIZE_ANY, SIZE_BETWEEN, SIZE_ABOVE };

struct size {
    char *module;
    char **params;
    uint32_t params_count;
    enum size_values values;
    char *why;
};

struct size_unproved {
    char *module;
    char *why;
};

/* A module whose Verilog is another's, but for their names and what they count: what is proved of
 * one is proved of both. */
struct size_same {
    char *module;
    char *as;
};

struct sizes {
    struct size_same *same;
    uint32_t same_count;
    struct size *sizes;
    uint32_t sizes_count;
    struct size_unproved *unproved;
    uint32_t unproved_count;
};

extern const cyaml_schema_value_t sizes_schema; /* of a struct sizes */

/* The module whose proofs are this one's: itself, or the one it is the same as. */
const char *sizes_proved_as(const struct sizes *sizes, const char *module);
/* Why the module has no proof at all; NULL: nothing says why. */
const char *sizes_excuse(const struct sizes *sizes, const char *module);

#endif
