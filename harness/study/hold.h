/*
 * Which process runs a point: a lock on one byte of a file, at an offset made from the point's key.
 * The kernel releases the locks of a process that dies, however it dies. A child does not inherit
 * them. The file's contents are not used.
 */
#ifndef UMBEL_HARNESS_STUDY_HOLD_H
#define UMBEL_HARNESS_STUDY_HOLD_H

#include "sw/util/error.h"

#include <sys/types.h>

struct study_holds {
    int fd; /* close it only when all points are released: that releases them */
};

bool study_holds_open(struct study_holds *h, const char *path, struct error *err);
void study_holds_close(struct study_holds *h);

enum study_held { HELD_HERE, HELD_ELSEWHERE, HELD_FAILED };
/* Does not wait. HELD_ELSEWHERE: `by` is the process that has it, 0 if it is on another machine. */
enum study_held study_hold(struct study_holds *h, const char *key, pid_t *by, struct error *err);
void study_release(struct study_holds *h, const char *key);

#endif
