/*
 * Progress of a long run. On a terminal one line is rewritten at most five times a second:
 *
 *     cycle 12,345  CTAs 17/256  10.2k cycles/s  0:42 left
 *
 * Elsewhere (a log) the same text is printed as a new line at most every ten seconds, and a run
 * shorter than a second prints nothing. progress_update may be called every cycle: it reads the
 * clock only once in `calls_a_look` calls.
 */
#ifndef UMBEL_SW_UTIL_PROGRESS_H
#define UMBEL_SW_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
    FILE *out;
    bool is_tty;
    const char *noun;        /* what `done` and `total` count; "done" unless the caller sets it */
    const char *what, *unit; /* "" and "cycle" unless the caller sets them: "reference: " */
    double (*clock)(void *); /* seconds, never going back */
    void *clock_ctx;
    double started, looked, next_print;
    uint64_t first_cycle;
    uint32_t calls, calls_a_look;
    bool begun, shown;
};

struct progress progress_start(FILE *out, bool is_tty);
/* The same, with a clock of the caller's. */
struct progress progress_start_clock(FILE *out, bool is_tty, double (*clock)(void *), void *ctx);
/* Reads the clock and prints if it is time. For progress_update, which callers use. */
void progress_look(struct progress *p, uint64_t cycle, uint64_t done, uint64_t total);
/* Clears the line on a terminal. */
void progress_end(struct progress *p);

/* `done` of `total` are finished. If `total` is 0 (unknown), no total and no time left are shown.
 */
static inline void progress_update(struct progress *p, uint64_t cycle, uint64_t done,
                                   uint64_t total)
{
    if (++p->calls >= p->calls_a_look)
        progress_look(p, cycle, done, total);
}

#endif
