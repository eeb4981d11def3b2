/*
 * Runs other programs, and spreads work over processes. All of them can be stopped from a signal
 * handler, and end when this process ends, also by SIGKILL, with all that they have started
 * (keeper.h).
 */
#ifndef UMBEL_SW_UTIL_PROCESS_H
#define UMBEL_SW_UTIL_PROCESS_H

#include "sw/util/error.h"

#include <stddef.h>
#include <sys/types.h>

/* Runs a program (looked up in PATH, no shell) to its end, with empty input; its output is not
 * shown. True if it exits with 0. Otherwise false and an error that names the program (PROGRAM of
 * "env [-u NAME] NAME=VALUE... PROGRAM") and quotes one line of the output: the first with
 * "undefined reference" in it, else with "error", else with "warning", else the last line. */
bool process_run(const char *const *argv, struct error *err);

/* The same in the folder `dir`: relative names in `argv` are relative to it. */
bool process_run_in(const char *dir, const char *const *argv, struct error *err);

/* As process_run, and returns the program's output, to be freed. NULL and an error on failure. */
char *process_read(const char *const *argv, struct error *err);

/* Runs a program with its output in the file `log`. True if it exited by itself, with exit status
 * `status`. Otherwise false: `status` is -1 if it could not be started, 128 or more if a signal
 * ended it. process_log_in runs the program in the folder `dir`; `log` is not relative to it. */
bool process_log(const char *const *argv, const char *log, int *status, struct error *err);
bool process_log_in(const char *dir, const char *const *argv, const char *log, int *status,
                    struct error *err);

/* Runs work(0) .. work(n-1), each in a forked process, at most `jobs` at a time; changes that the
 * work makes in memory are lost. Starts no more after the first failure and passes its message
 * on; if several fail, that of the lowest i. */
bool process_parallel(size_t n, int jobs, bool (*work)(size_t i, void *ctx, struct error *err),
                      void *ctx, struct error *err);

/* Starts a program and does not wait. Its output goes to the file `log`. Returns its number, or -1
 * and an error. */
pid_t process_start(const char *const *argv, const char *log, struct error *err);
/* Whether a program of process_start has ended; does not wait. Sets `status` to the exit status, or
 * to 128 and the signal's number. */
bool process_ended(pid_t pid, int *status);

/* For signal handlers: ends the running programs and starts no more, so that the functions above
 * soon fail. The caller removes the files that they leave behind, as after any failure. */
void process_stop(void);
bool process_stopped(void);

#endif
