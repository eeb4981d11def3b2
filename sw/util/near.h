/* The name that somebody may have meant who gave one that does not exist. */
#ifndef UMBEL_SW_UTIL_NEAR_H
#define UMBEL_SW_UTIL_NEAR_H

#include "sw/util/error.h"
#include "sw/util/sbuf.h"

#include <stddef.h>

enum { NEAR_NAME = 64 };

/* { .word = WORD } and then each name that exists. */
struct near {
    const char *word;
    char best[NEAR_NAME];
    size_t edits; /* between the word and `best`, if that is not empty */
};

/* Names longer than NEAR_NAME - 1 are never offered, nor is the word itself. */
void near_name(struct near *n, const char *name);
/* The names of all files of a pattern of glob's, without folder and suffix. */
void near_files(struct near *n, const char *pattern);
/* Adds "; did you mean NAME?" if a name is near: a third of its letters differ, at most. */
void near_tell(const struct near *n, struct error *err);
void near_add(const struct near *n, struct sbuf *s);

#endif
