/*
 * Mistakes that a person would make, formal/bugs.yaml: each a change of an emitted module's text,
 * and the property that must be broken by it, by a counterexample from reset.
 */
#ifndef UMBEL_FORMAL_PROVE_BUGS_H
#define UMBEL_FORMAL_PROVE_BUGS_H

#include "formal/prove/prove.h"

struct bug {
    char *bug;   /* its name */
    char *about; /* one line */
    char *proof; /* of the table: whose module and properties */
    char *from;  /* text of the emitted module; stands there once */
    char *to;    /* what the mistake makes of it */
    char *kills; /* the property that notices */
};

struct bugs {
    struct bug *bugs;
    uint32_t bugs_count;
};

struct bugs *bugs_load(const char *path, struct error *err);
void bugs_free(struct bugs *b);

/* Tries all bugs of the proofs that the options name, and tells of each. False and an error unless
 * every one is killed by its property. */
bool bugs_run(const struct prove_options *o, const char *path, FILE *out, struct error *err);

#endif
