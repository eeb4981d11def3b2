/*
 * The map that Yosys writes beside an AIGER file (`write_aiger -map`): which bit of which signal an
 * input, a latch or an output is. A signal may have several names.
 */
#ifndef UMBEL_FORMAL_AIG_MAP_H
#define UMBEL_FORMAL_AIG_MAP_H

#include <stdbool.h>
#include <stdint.h>

/* A line of the map. */
struct aig_named {
    char kind[8]; /* "input", "latch", "output"; "init": the input that is a latch's first value */
    uint32_t number, bit;
    char name[256]; /* of the signal */
};

/* Reads the line at `*at`, and goes to the next; lines that name nothing are passed over. False
 * behind the last. */
bool aig_map_next(const char **at, struct aig_named *n);

#endif
