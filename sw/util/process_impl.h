/* What process.c and parallel.c share. */
#ifndef UMBEL_SW_UTIL_PROCESS_IMPL_H
#define UMBEL_SW_UTIL_PROCESS_IMPL_H

#include "sw/util/sbuf.h"

#include <sys/types.h>

/* A process that process_stop() and the keeper are to end: an argument for kill(), -PID for a
 * process group. */
void process_note(pid_t target);
/* In a forked process of ours: none of those that run are its own. */
void process_forked(void);

/* Waits for the end of `pid`, which was noted as `target`: its wait status, or -1. */
int process_wait(pid_t pid, pid_t target);
/* Reads to the end. */
void process_read_fd(int fd, struct sbuf *out);

#endif
