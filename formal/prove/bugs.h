/*
 * Mistakes that a person would make: formal/bugs.yaml. Each is a change of an emitted module's text
 * with the property that it must break, in a counterexample from reset.
 */
#ifndef UMBEL_FORMAL_PROVE_BUGS_H
#define UMBEL_FORMAL_PROVE_BUGS_H

#include "formal/prove/prove.h"

struct bug {
    char *bug;   /* its name */
    char *about; /* one line */
    char *proof; /* the row of proofs.yaml whose module and properties are used */
    char *from;  /* text of the emitted module, which must be in it exactly once */
    char *to;    /* the text that replaces it */
    char *kills; /* the property that must be broken */
};

struct bugs {
    struct bug *bugs;
    uint32_t bugs_count;
};

struct bugs *bugs_load(const char *path, struct error *err);
void bugs_free(struct bugs *b);

/* Tries all bugs of the proofs that the options name, and prints a line for each. False and an
 * error unless each is killed by its property. */
bool bugs_run(const struct prove_options *o, const char *path, FILE *out, struct error *err);

#endif
