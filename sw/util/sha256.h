/* SHA-256 as `sha256sum` prints it, so that anybody can check which file was used. Uses libmd. */
#ifndef UMBEL_SW_UTIL_SHA256_H
#define UMBEL_SW_UTIL_SHA256_H

#include "sw/util/error.h"

#include <stddef.h>

/* 64 hexadecimal digits; empty until computed. */
struct sha256 {
    char text[65];
};

struct sha256 sha256_of(const void *bytes, size_t len);
bool sha256_of_file(const char *path, struct sha256 *sum, struct error *err);

#endif
