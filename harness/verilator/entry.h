/*
 * A file of the cache: its content, and after it a seal of one line, its size and the hash of its
 * key and content. (Who loads a shared object does not look behind its end.) So what was cut short,
 * changed, or moved to another name is told from what was written.
 */
#ifndef UMBEL_HARNESS_VERILATOR_ENTRY_H
#define UMBEL_HARNESS_VERILATOR_ENTRY_H

#include "sw/util/error.h"

enum entry { ENTRY_GOOD, ENTRY_MISSING, ENTRY_DAMAGED };

/* Looks at a file that may be anything, and never waits. A good one counts as used now. */
enum entry entry_check(const char *path, const char *key);

/* The content of a good one with a few lines of text, to be freed; NULL when it is not good. */
char *entry_read(const char *path, const char *key);

/* Seals the file `aside`, and gives it the name `path` instead of whatever has that. */
bool entry_add(const char *aside, const char *path, const char *key, struct error *err);

#endif
