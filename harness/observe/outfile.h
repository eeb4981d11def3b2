/*
 * A file that is written while a run goes on: its bytes go to a temporary name beside the target
 * and are renamed into place at the end. sw/util/file.h does the same for files that fit memory.
 */
#ifndef UMBEL_HARNESS_OBSERVE_OUTFILE_H
#define UMBEL_HARNESS_OBSERVE_OUTFILE_H

#include "sw/util/error.h"

#include <stdio.h>

struct outfile {
    char *path, *target, *aside; /* as given; without links; the temporary name, NULL of a device */
    FILE *file;
    int why; /* errno of the first write that failed; 0: none */
};

/* Opens it. A device or a pipe is written to at once, as it cannot be replaced. */
bool outfile_open(struct outfile *f, const char *path, struct error *err);
/* After writing to f->file: remembers why it failed, if it did. Returns whether all is well. */
bool outfile_well(struct outfile *f);
/* Makes sure that another's writer may write to f->aside, which is left empty; no device. */
bool outfile_reserve(struct outfile *f, const char *path, struct error *err);
/* Puts what was written in its place. False and an error when any of it failed: then nothing is
 * left beside the earlier file. */
bool outfile_commit(struct outfile *f, struct error *err);
/* Leaves nothing; after a commit, of no effect but that memory is freed. */
void outfile_discard(struct outfile *f);

#endif
