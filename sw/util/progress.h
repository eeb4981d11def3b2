/*
 * Progress of a long run. On a terminal one line is rewritten at most five times a second:
 *
 *     cycle 12,345  CTAs 17/256  10.2k cycles/s  0:42 left
 *
 * Elsewhere (a log) the same text is a line of its own at most every ten seconds, and a run
 * shorter than a second prints nothing. progress_update may be called every cycle: it looks at
 * the clock only now and then.
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
/* Looks at the clock and prints if it is time to. Call progress_update instead. */
void progress_look(struct progress *p, uint64_t cycle, uint64_t done, uint64_t total);
/* Clears the line. */
void progress_end(struct progress *p);

/* `done` of `total` finished so far; a total of 0: unknown, neither it nor the time is shown. */
static inline void progress_update(struct progress *p, uint64_t cycle, uint64_t done,
                                   uint64_t total)
{
    if (++p->calls >= p->calls_a_look)
        progress_look(p, cycle, done, total);
}

#endif
