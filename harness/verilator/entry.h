/*
 * An entry is a file of the cache: its content, and after it a seal of one line with its size and
 * the hash of its key and content. (The loader ignores bytes after the end of a shared object.) The
 * seal reveals a file that was cut short, changed, or moved to another name.
 */
#ifndef UMBEL_HARNESS_VERILATOR_ENTRY_H
#define UMBEL_HARNESS_VERILATOR_ENTRY_H

#include "sw/util/error.h"

enum entry { ENTRY_GOOD, ENTRY_MISSING, ENTRY_DAMAGED };

/* Checks a file of any kind, and never blocks. A good entry counts as used now. */
enum entry entry_check(const char *path, const char *key);

/* The content of a good entry with a few lines of text, to be freed; NULL if it is not good. */
char *entry_read(const char *path, const char *key);

/* Copies what is before the seal of an entry, which was checked a moment ago, into the new file
 * `to`, for a reader that takes no bytes after its end. False, with errno: nothing is left. */
bool entry_copy(const char *path, const char *to);

/* Seals the file `aside` and renames it to `path`, replacing whatever is there. */
bool entry_add(const char *aside, const char *path, const char *key, struct error *err);

#endif
