/*
 * A file that is written: its bytes go to a temporary name beside the target, are flushed to the
 * disk and are renamed into place at the end. So there is never half a file. It is opened before
 * long work, so that what cannot be written is known before it; file_write does all in one.
 *
 * What cannot be replaced, a device or a pipe, is written to at once; so is a file that is this
 * process's standard output or error, behind what it holds already.
 */
#ifndef UMBEL_SW_UTIL_OUTFILE_H
#define UMBEL_SW_UTIL_OUTFILE_H

#include "sw/util/error.h"

#include <stdio.h>

struct outfile {
    char *path, *target, *aside; /* as given; without links; the temporary name, NULL of a device */
    FILE *file;
    int why; /* errno of the first write that failed; 0: none */
};

/* Makes sure that it can be written. False and an error otherwise. */
bool outfile_open(struct outfile *f, const char *path, struct error *err);
/* The same for another's writer, which is to write to f->aside: it is left empty. No device. */
bool outfile_reserve(struct outfile *f, const char *path, struct error *err);
/* After writing to f->file: remembers why it failed, if it did. Returns whether all is well. */
bool outfile_well(struct outfile *f);
/* Puts what was written in its place. False and an error when any of it failed: then nothing is
 * left beside the earlier file. */
bool outfile_commit(struct outfile *f, struct error *err);
/* Writes these bytes and commits. */
bool outfile_finish(struct outfile *f, const void *bytes, size_t len, struct error *err);
/* Leaves nothing; after a commit, or of a file that was never opened (zeroes), of no effect. */
void outfile_discard(struct outfile *f);

/* Files that belong together: each is written aside, and only when all are, put in its place. */
struct outfiles {
    struct outfile *list; /* zeroes: none yet */
    size_t n;
};
bool outfiles_add(struct outfiles *all, const char *path, const void *bytes, size_t len,
                  struct error *err);
/* In the order of adding. Frees the list whether it succeeds or not, as discarding does. */
bool outfiles_commit(struct outfiles *all, struct error *err);
void outfiles_discard(struct outfiles *all);

/* Where a path leads, without links: the file itself need not be there. To be freed; NULL when its
 * folder is not there, either. */
char *outfile_target(const char *path);

#endif
