/*
 * Temporary folders, in $TMPDIR or else /tmp: all temporary files of Umbel but those beside results
 * (outfile.h) are in one. They are removed at exit and by the keeper (keeper.h); what both could
 * not remove is, when the next process makes a folder.
 */
#ifndef UMBEL_SW_UTIL_TEMP_H
#define UMBEL_SW_UTIL_TEMP_H

#include "sw/util/error.h"

struct temp {
    char *path; /* absolute; NULL: there is none */
    int lock;   /* a file in it, locked for as long as this process and those forked of it live */
};

/* Makes a folder of a new name with `what` in it, which only this user may enter. False and an
 * error if it cannot be made. */
bool temp_make(struct temp *t, const char *what, struct error *err);
/* The path of a file in it, to be freed. */
char *temp_file(const struct temp *t, const char *name);
/* Removes it with all that is in it; no effect on a zeroed struct. */
void temp_remove(struct temp *t);
/* Removes what processes that are gone have left: folders of this user whose lock is free. */
void temp_sweep(void);

#endif
