/*
 * The files that one command reads and writes: no two outputs may be one file, nor an output an
 * input, by whatever name: each would be lost in part. Checked before any of them is written.
 */
#ifndef UMBEL_SW_UTIL_CLAIMS_H
#define UMBEL_SW_UTIL_CLAIMS_H

#include "sw/util/error.h"

#include <stddef.h>

struct claims {
    struct claim *list; /* zeroes: none yet */
    size_t n;
};

/* `what` says whose the file is in messages: "--json", "the launch file". */
bool claims_read(struct claims *c, const char *what, const char *path, struct error *err);
/* A terminal or /dev/null may be written by many. */
bool claims_write(struct claims *c, const char *what, const char *path, struct error *err);
void claims_free(struct claims *c);

#endif
