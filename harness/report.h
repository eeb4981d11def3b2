/*
 * What to tell when a run goes wrong: a wrong byte with its writer and the caches that hold its
 * line; a machine in which nothing moves, with who waits for which line.
 */
#ifndef UMBEL_HARNESS_REPORT_H
#define UMBEL_HARNESS_REPORT_H

#include "harness/machine.h"
#include "sw/util/sbuf.h"

/* Compares all memory that is not racy with the reference. False: `text` says in one line what
 * differs first, and in further lines who wrote it, who holds it, and how to repeat. */
bool report_compare(struct machine *m, struct gpu *gpu, const struct launch *l,
                    const struct flat *reference, struct sbuf *text, struct error *err);

/* Nothing moved since `since`. In one line, who has waited longest and for which line; in further
 * ones who waits for what, SMs first, then every table of the RTL. */
void report_hang(struct machine *m, uint64_t since, struct sbuf *text);

#endif
