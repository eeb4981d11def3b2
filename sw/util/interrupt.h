/*
 * SIGINT, SIGTERM and SIGHUP: what they do stands here alone.
 *
 * At first a signal ends the process with one line and status 130; programs that it runs are ended,
 * and its temporary files removed (keeper.h). A command that has something to tell of work that was
 * cut short asks for that, and looks whether it was told to stop (process_stopped()).
 */
#ifndef UMBEL_SW_UTIL_INTERRUPT_H
#define UMBEL_SW_UTIL_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* `program` is the name before the line, such as "umbel"; NULL: no line, and the signal ends the
 * process, as its default is. A signal that is ignored, as under nohup, or that the program catches
 * itself stays so. */
void interrupt_begin(const char *program);
/* From now on a first signal stops the work alone (process_stop()), so that the process can tell
 * how far it came. A second one, more than a second later, ends the process, and so does a work
 * that has not stopped within 20 seconds. */
void interrupt_stops_work(void);
/* Whether a signal came since. */
bool interrupt_came(void);
/* From now on a signal is passed on to a program that shares the terminal; its end is awaited. */
void interrupt_passes_to(pid_t program);
/* For a process forked to share the work: its end is not the work's, so it says nothing. */
void interrupt_in_worker(void);

#endif
