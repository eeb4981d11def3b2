/*
 * Whole files: read into memory, replaced atomically. A write that fails leaves the earlier file as
 * it was (outfile.h). Functions that fail return false, NULL or -1 and set the error.
 */
#ifndef UMBEL_SW_UTIL_FILE_H
#define UMBEL_SW_UTIL_FILE_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* The most bytes that file_read takes. Files of users and outputs of tools are far smaller. */
enum { FILE_MOST = 256 << 20 };

/* The contents with a NUL behind them, to be freed by the caller; NULL and an error when it cannot
 * be read. Only regular files are read: a device or a pipe may have no end, or block. */
char *file_read(const char *path, size_t *len, struct error *err);
/* Opens a regular file of at most `most` bytes; the caller closes the descriptor. -1 and an error
 * otherwise. */
int file_open(const char *path, int64_t most, struct error *err);

/* Replaces a regular file. A device or a pipe (/dev/stdout) is written to instead. */
bool file_write(const char *path, const void *bytes, size_t len, struct error *err);

/* mkdir -p */
bool file_mkdirs(const char *path, struct error *err);
/* Whether files can be created in a folder, or the folder itself can be. Creates nothing. */
bool file_folder_takes(const char *path, struct error *err);

/* rm -rf */
void file_remove_all(const char *path);

bool file_exists(const char *path);

/* Adds to an error that no space is left where this file or folder is, if so. For other programs'
 * failures, which seldom say it. */
void file_tell_full(const char *path, struct error *err);

/* A path for messages: '' when it is empty. */
const char *file_shown(const char *path);

#endif
