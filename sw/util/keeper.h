/*
 * A process that cleans up after this one, however it ends: also by SIGKILL or a crash. It knows
 * which temporary files are there and which programs run. When this process is gone, it ends the
 * programs with all that they have started, and removes the files.
 */
#ifndef UMBEL_SW_UTIL_KEEPER_H
#define UMBEL_SW_UTIL_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it; processes that are forked from this one share it. To be called while this process is
 * small, as the keeper's memory is a copy of it. Without a keeper all functions have no effect. */
void keeper_begin(void);
/* A temporary file or folder is there, or is no more. */
void keeper_file(const char *path, bool there);
/* A program runs, or has ended and is about to be reaped. `target`: an argument for kill(). */
void keeper_program(pid_t target, bool runs);
/* Ends the programs and removes the files now, and waits for that. For signal handlers. */
void keeper_clean(void);

#endif
