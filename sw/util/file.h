/*
 * Whole files, read at once and replaced at once. A writer never leaves half a file (outfile.h).
 */
#ifndef UMBEL_SW_UTIL_FILE_H
#define UMBEL_SW_UTIL_FILE_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* Bytes of a file that is read. What users write is far smaller; so is what tools leave for us. */
enum { FILE_MOST = 256 << 20 };

/* NUL-terminated contents to be freed by the caller; NULL and an error when it cannot be read. Only
 * a regular file can: a device or a pipe may have no end, or keep us waiting. */
char *file_read(const char *path, size_t *len, struct error *err);
/* A descriptor of such a file of up to `most` bytes, to be closed; -1 and an error otherwise. */
int file_open(const char *path, int64_t most, struct error *err);

/* A device or a pipe (/dev/stdout) is written to; it cannot be replaced. */
bool file_write(const char *path, const void *bytes, size_t len, struct error *err);

/* mkdir -p */
bool file_mkdirs(const char *path, struct error *err);
/* Whether files can be put into a folder, or the folder can be made; nothing is made yet. */
bool file_folder_takes(const char *path, struct error *err);

/* rm -rf */
void file_remove_all(const char *path);

bool file_exists(const char *path);

/* A path as messages show it: '' when it is empty. */
const char *file_shown(const char *path);

#endif
