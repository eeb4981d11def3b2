/*
 * The launch's buffers in the machine's memory, by their virtual addresses. A page that is placed
 * at its first touch is in the memory from then on; a buffer's bytes in pages that nobody has
 * touched are its first contents.
 */
#ifndef UMBEL_HARNESS_RUN_MEMORY_H
#define UMBEL_HARNESS_RUN_MEMORY_H

#include "harness/machine/machine.h"

/* Writes the first contents of bytes [from, from + n) of a buffer, where they have a place. */
void memory_fill(struct machine *m, const struct gpu *gpu, const struct gpu_range *r, uint64_t from,
                 uint64_t n);
/* Reads bytes [from, from + n) of a buffer. */
void memory_read(const struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                 uint64_t from, uint8_t *bytes, uint64_t n);

/* Adds the bytes of the pages that each node's memory has had at a time, where pages are placed. A
 * frame that a page has left counts until the end of the launch, as it is not free before. */
void memory_stats(const struct system *sys, const struct gpu *gpu, struct stats *to);

#endif
