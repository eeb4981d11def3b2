/*
 * The reports about a run that went wrong: a wrong byte, with its writer and the caches that hold
 * its line; a machine in which nothing moves, with who waits for which line.
 */
#ifndef UMBEL_HARNESS_RUN_REPORT_H
#define UMBEL_HARNESS_RUN_REPORT_H

#include "harness/machine/machine.h"
#include "sw/util/sbuf.h"

#include <stdio.h>

/* Compares all memory that is not racy with the reference. False: the first line of `text` names
 * the first difference; further lines its writer, the caches that hold it, and how to repeat. */
bool report_compare(struct machine *m, struct gpu *gpu, const struct launch *l,
                    const struct flat *reference, struct sbuf *text, struct error *err);

/* Lines and addresses in all reports are those of the SMs: virtual ones. */

/* Nothing has moved since cycle `since`. The first line names who has waited longest and for which
 * line; further lines list everyone who waits, SMs first, then every table of the RTL. */
void report_hang(struct machine *m, uint64_t since, struct sbuf *text);

/* After a kernel's fault: lists the buffers that it may access, one per line. */
void report_buffers(const struct gpu *gpu, FILE *out);

#endif
