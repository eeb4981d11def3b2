/*
 * An output file. Its bytes go to a temporary file beside the target, are flushed to the disk, and
 * at the end that file is renamed to the target. So the target is never half written. Open it
 * before long work, so that a path that cannot be written is reported at once. file_write is all
 * steps in one call.
 *
 * A device or a pipe cannot be replaced and is written to directly. So is a file that is this
 * process's standard output or error: the bytes are appended to what it holds.
 */
#ifndef UMBEL_SW_UTIL_OUTFILE_H
#define UMBEL_SW_UTIL_OUTFILE_H

#include "sw/util/error.h"

#include <stdio.h>

struct outfile {
    char *path, *target, *aside; /* as given; links resolved; temporary file, NULL of a device */
    FILE *file;
    int why; /* errno of the first write that failed; 0: none */
};

/* Opens it for writing. False and an error if it cannot be written. */
bool outfile_open(struct outfile *f, const char *path, struct error *err);
/* The same for a writer that takes a path: it is to write to f->aside, which is created empty and
 * closed. Devices are refused. */
bool outfile_reserve(struct outfile *f, const char *path, struct error *err);
/* Call after writing to f->file: records errno if a write failed. False if any has failed. */
bool outfile_well(struct outfile *f);
/* Renames the temporary file to the target. False and an error if that or any write failed: then
 * the temporary file is removed and the earlier target is untouched. */
bool outfile_commit(struct outfile *f, struct error *err);
/* Writes these bytes and commits. */
bool outfile_finish(struct outfile *f, const void *bytes, size_t len, struct error *err);
/* Removes the temporary file. No effect after a commit, or on a zeroed struct. */
void outfile_discard(struct outfile *f);

/* Files that belong together: all are written to temporary files before the first is renamed. */
struct outfiles {
    struct outfile *list; /* zeroes: none yet */
    size_t n;
};
bool outfiles_add(struct outfiles *all, const char *path, const void *bytes, size_t len,
                  struct error *err);
/* Commits in the order of adding. Frees the list, also on failure, as outfiles_discard does. */
bool outfiles_commit(struct outfiles *all, struct error *err);
void outfiles_discard(struct outfiles *all);

/* The path with all links resolved; the file need not exist. To be freed. NULL when its folder does
 * not exist. */
char *outfile_target(const char *path);

#endif
