/*
 * The reports about a run that went wrong: a wrong byte, with its writer and the caches that hold
 * its line; a machine in which nothing moves, with who waits for which line.
 */
#ifndef UMBEL_HARNESS_RUN_REPORT_H
#define UMBEL_HARNESS_RUN_REPORT_H

#include "harness/machine/machine.h"
#include "sw/races/races.h"
#include "sw/util/sbuf.h"

#include <stdio.h>

/* Compares all memory that is not racy with the reference. False: the first line of `text` names
 * the first difference; further lines its writer, the caches that hold it, and how to repeat. */
bool report_compare(struct machine *m, struct gpu *gpu, const struct launch *l,
                    const struct flat *reference, struct sbuf *text, struct error *err);

/* How memory differs from the reference. */
struct difference {
    uint64_t at, wrong; /* the first byte of the allocation, and how many in all */
    uint8_t got, want;
};
/* Adds to `d` where bytes [from, from + n) of an allocation differ from `want`, its bytes from
 * `from` on. False: interrupted. */
bool report_find(const struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                 uint64_t from, uint64_t n, const uint8_t *want, struct difference *d);
/* Writes the report about a difference. `writer`: NULL if it is not known; `l`: NULL of a program.
 */
void report_difference(struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                       const struct difference *d, const struct flat_writer *writer,
                       const struct launch *l, struct sbuf *text);

/* Writes a sentence if the kernel of a step has read where or when it ran, with which register and
 * where in its source. Returns whether it has. */
bool report_senses(const struct gpu *gpu, size_t step, struct sbuf *text);

/* Writes which accesses race, a line each, or that none were found. Without data races it names
 * atomics whose order may matter. Returns whether there are data races. */
bool report_races(const struct races *races, const struct gpu *gpu, struct sbuf *text);

/* Lines and addresses in all reports are those of the SMs: virtual ones. */

/* Nothing has moved since cycle `since`. The first line names who has waited longest and for which
 * line; further lines list everyone who waits, SMs first, then the host's CPU,
 * then every table of the RTL. */
void report_hang(struct machine *m, uint64_t since, struct sbuf *text);

/* After a kernel's fault: lists the buffers that it may access, one per line. */
void report_buffers(const struct gpu *gpu, FILE *out);

#endif
