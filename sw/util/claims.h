/*
 * The files that one command reads and writes. An output may not be the same file as an input or
 * another output, even under another name (a link): one of the two would be overwritten. All are
 * checked before the first is written.
 */
#ifndef UMBEL_SW_UTIL_CLAIMS_H
#define UMBEL_SW_UTIL_CLAIMS_H

#include "sw/util/error.h"

#include <stddef.h>

struct claims {
    struct claim *list; /* zeroes: none yet */
    size_t n;
};

/* Adds a file; false and an error if it clashes with one added before. `what` names the file's role
 * in the message: "--json", "the launch file". */
bool claims_read(struct claims *c, const char *what, const char *path, struct error *err);
/* Character devices (a terminal, /dev/null) never clash. */
bool claims_write(struct claims *c, const char *what, const char *path, struct error *err);
void claims_free(struct claims *c);

#endif
