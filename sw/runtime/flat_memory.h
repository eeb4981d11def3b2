/*
 * The memory of the reference run: the allocations of a gpu as plain bytes of the host.
 *
 * It can remember what it was at the start of a step (flat_mark), so that the step can be run once
 * more to find out who wrote a byte. Addresses and sizes are bytes.
 */
#ifndef UMBEL_SW_RUNTIME_FLAT_MEMORY_H
#define UMBEL_SW_RUNTIME_FLAT_MEMORY_H

#include "sw/runtime/gpu.h"

/* A memory with all allocations of the gpu and their first contents. NULL and an error if the host
 * has no memory for it. */
struct flat *flat_new(const struct gpu *g, struct error *err);
/* Allocations that come and go. False and an error if the host has no memory for it. */
bool flat_add(struct flat *f, const struct gpu_range *r, struct error *err);
void flat_remove(struct flat *f, uint64_t address);

/* The bytes from an address on; NULL if they do not lie inside one allocation. */
uint8_t *flat_at(struct flat *f, uint64_t address, uint64_t bytes);
/* The same for a caller that will change them. */
uint8_t *flat_change(struct flat *f, uint64_t address, uint64_t bytes);

/* What the memory holds now is what flat_undo goes back to. Allocations may not come or go in
 * between. flat_keep ends that, and keeps the changes. */
void flat_mark(struct flat *f);
void flat_undo(struct flat *f);
void flat_keep(struct flat *f);
/* The i-th piece of memory that has changed since flat_mark; false if there are fewer. */
bool flat_changed(const struct flat *f, size_t i, uint64_t *address, uint64_t *bytes);

#endif
