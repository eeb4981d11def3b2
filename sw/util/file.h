/*
 * Whole files, read at once and replaced at once. A writer never leaves half a file: the bytes go
 * to a temporary name beside the target, are flushed to the disk, and are renamed into place.
 */
#ifndef UMBEL_SW_UTIL_FILE_H
#define UMBEL_SW_UTIL_FILE_H

#include "sw/util/error.h"

#include <stddef.h>

/* NUL-terminated contents to be freed by the caller; NULL and an error when it cannot be read. */
char *file_read(const char *path, size_t *len, struct error *err);

/* A device or a pipe (/dev/stdout) is written to; it cannot be replaced. */
bool file_write(const char *path, const void *bytes, size_t len, struct error *err);

/* mkdir -p */
bool file_mkdirs(const char *path, struct error *err);

/* rm -rf */
void file_remove_all(const char *path);

bool file_exists(const char *path);

#endif
