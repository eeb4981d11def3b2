/*
 * Other programs, and work spread over processes.
 */
#ifndef UMBEL_SW_UTIL_PROCESS_H
#define UMBEL_SW_UTIL_PROCESS_H

#include "sw/util/error.h"

#include <stddef.h>

/* Runs a program (looked up in PATH, no shell) to its end, its input empty and its output kept
 * back. False and an error with the line that seems to say why (an error, a warning, else the last)
 * unless it exits with 0. */
bool process_run(const char *const *argv, struct error *err);

/* The same, run in the folder `dir`: relative names in `argv` are names there. */
bool process_run_in(const char *dir, const char *const *argv, struct error *err);

/* The same as process_run, and returns what the program wrote, to be freed; NULL and an error. */
char *process_read(const char *const *argv, struct error *err);

/* The same with its output kept in a file. True if it ran and exited: `status` is what with. Else
 * `status` is -1 if it could not be started, and 128 and more if a signal ended it. process_log_in
 * runs the program in the folder `dir`; `log` is no name there. */
bool process_log(const char *const *argv, const char *log, int *status, struct error *err);
bool process_log_in(const char *dir, const char *const *argv, const char *log, int *status,
                    struct error *err);

/* Runs work(0..n-1), each in a process of its own, `jobs` at a time; what the work changes in
 * memory is lost. Stops starting more at the first failure, whose message is passed on. */
bool process_parallel(size_t n, int jobs, bool (*work)(size_t i, void *ctx, struct error *err),
                      void *ctx, struct error *err);

/* For a signal's handler: ends the programs that run and starts no more, so that the functions
 * above soon fail. What they leave behind is the caller's to remove, as after any failure. */
void process_stop(void);
bool process_stopped(void);

#endif
