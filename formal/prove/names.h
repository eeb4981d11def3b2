/* The names of a circuit's inputs and covers, for legs.h: a signal and its bits. */
#ifndef UMBEL_FORMAL_PROVE_NAMES_H
#define UMBEL_FORMAL_PROVE_NAMES_H

#include "formal/prove/legs.h"

#define LEG_NO_INPUT UINT32_MAX

struct leg_signal {
    char *name;
    bool is_register; /* its inputs are its first value */
    uint32_t bits;    /* one more than the highest that the circuit has */
    uint32_t *input;  /* of each bit; LEG_NO_INPUT: the circuit does not have it */
};

struct leg_names {
    struct leg_signal *list;
    uint32_t n;
    uint32_t *first; /* of each input, the first signal that it is a bit of */
    char **cover;    /* of each output, its cover */
    uint32_t covers;
};

/* Bit `bit` of signal `i` in a cycle's inputs, if signal `i` is the first that has that input. */
bool leg_bit_is_set(const struct leg_names *n, uint32_t i, uint32_t bit, const bool *input);
/* Whether any is. */
bool leg_signal_is_set(const struct leg_names *n, uint32_t i, const bool *input);
/* Sets a bit of a signal to 1, if the circuit has it. */
void leg_set(const struct leg_names *n, const char *name, bool is_register, uint32_t bit,
             bool *input);
/* The output of a cover; LEG_LOST if there is none. */
uint32_t leg_cover(const struct leg_names *n, const char *name);

#endif
