/*
 * The heap of kernels' malloc: which blocks of a range of device memory are in use. A launch runs
 * twice, on the machine and for reference, and both runs must get the same addresses, whichever
 * thread comes first: the machine's run decides, and the heap remembers what each thread got. A
 * block that is freed may be given again after the launch alone, since the two runs free and
 * allocate in different orders.
 *
 * Sizes and addresses are bytes. A block has a power of two of them, at least 16.
 */
#ifndef UMBEL_HARNESS_CUDA_HEAP_H
#define UMBEL_HARNESS_CUDA_HEAP_H

#include <stdbool.h>
#include <stdint.h>

struct heap;

struct heap *heap_new(uint64_t address, uint64_t bytes);

/* The machine's run: a new block; 0 if none is left. */
uint64_t heap_take(struct heap *h, uint64_t thread, uint64_t bytes);
/* The reference run: the next block that the thread got in the machine's run; 0 if it got none. */
uint64_t heap_taken(struct heap *h, uint64_t thread, uint64_t bytes);
/* False: no block in use begins there. A block is freed once in each run. */
bool heap_release(struct heap *h, uint64_t address, bool reference);
/* Between the machine's run of a launch and that for reference; after both. */
void heap_replay(struct heap *h);
void heap_forget(struct heap *h);

#endif
