/* SHA-256, as `sha256sum` prints it: what a file was, for others to check. Computed by libmd. */
#ifndef UMBEL_SW_UTIL_SHA256_H
#define UMBEL_SW_UTIL_SHA256_H

#include "sw/util/error.h"

#include <stddef.h>

/* Hexadecimal digits; empty until there is one. */
struct sha256 {
    char text[65];
};

struct sha256 sha256_of(const void *bytes, size_t len);
bool sha256_of_file(const char *path, struct sha256 *sum, struct error *err);

#endif
