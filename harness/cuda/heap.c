#include "harness/cuda/heap.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 4, CLASSES = 48 }; /* blocks of 2^4 bytes and more */

enum { FREED = 1, FREED_BY_REFERENCE = 2 };

/* Blocks lie in the order of their addresses, as the heap grows. */
struct block {
    uint64_t address;
    uint8_t class;
    bool used;
    uint8_t freed; /* in this launch, by which runs */
};

/* What a thread got in this launch. */
struct taken {
    uint64_t thread, order, address;
};

struct list {
    size_t *block;
    size_t n;
};

struct heap {
    uint64_t next, end;
    struct block *blocks;
    size_t n_blocks;
    struct list spare[CLASSES]; /* by class: blocks that nobody uses */
    struct taken *taken;
    size_t n_taken;
    size_t *cursor; /* by the first of a thread's: how many of them the reference run has got */
};

struct heap *heap_new(uint64_t address, uint64_t bytes)
{
    struct heap *h = xcalloc(1, sizeof *h);
    h->next = address;
    h->end = address + bytes;
    return h;
}

static uint8_t class_of(uint64_t bytes)
{
    uint8_t class = SMALLEST;
    while (class < CLASSES && (UINT64_C(1) << class) < bytes)
        class ++;
    return class;
}

/* A block that was used before, or one from the end of those that were. */
static struct block *find_block(struct heap *h, uint8_t class)
{
    struct list *spare = &h->spare[class];
    if (spare->n > 0)
        return &h->blocks[spare->block[--spare->n]];
    uint64_t bytes = UINT64_C(1) << class;
    if (h->end - h->next < bytes)
        return NULL;
    h->blocks = xgrown(h->blocks, h->n_blocks, sizeof *h->blocks);
    struct block *b = &h->blocks[h->n_blocks++];
    *b = (struct block){.address = h->next, .class = class};
    h->next += bytes;
    return b;
}

uint64_t heap_take(struct heap *h, uint64_t thread, uint64_t bytes)
{
    uint8_t class = class_of(bytes);
    struct block *b = bytes > 0 && class < CLASSES ? find_block(h, class) : NULL;
    uint64_t address = b != NULL ? b->address : 0;
    if (b != NULL)
        b->used = true;
    h->taken = xgrown(h->taken, h->n_taken, sizeof *h->taken);
    h->taken[h->n_taken] = (struct taken){thread, h->n_taken, address};
    h->n_taken++;
    return address;
}

static int by_thread(const void *a, const void *b)
{
    const struct taken *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

void heap_replay(struct heap *h)
{
    if (h->n_taken > 0)
        qsort(h->taken, h->n_taken, sizeof *h->taken, by_thread);
    free(h->cursor);
    h->cursor = xcalloc(h->n_taken + 1, sizeof *h->cursor);
}

/* The first of what a thread got; n_taken if it got nothing. */
static size_t first_of(const struct heap *h, uint64_t thread)
{
    size_t low = 0, high = h->n_taken;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (h->taken[mid].thread < thread)
            low = mid + 1;
        else
            high = mid;
    }
    return low < h->n_taken && h->taken[low].thread == thread ? low : h->n_taken;
}

uint64_t heap_taken(struct heap *h, uint64_t thread, uint64_t bytes)
{
    (void)bytes;
    size_t first = first_of(h, thread), at = first + h->cursor[first];
    if (at >= h->n_taken || h->taken[at].thread != thread)
        return 0;
    h->cursor[first]++;
    return h->taken[at].address;
}

static struct block *block_at(const struct heap *h, uint64_t address)
{
    size_t low = 0, high = h->n_blocks;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (h->blocks[mid].address < address)
            low = mid + 1;
        else
            high = mid;
    }
    return low < h->n_blocks && h->blocks[low].address == address ? &h->blocks[low] : NULL;
}

bool heap_release(struct heap *h, uint64_t address, bool reference)
{
    struct block *b = block_at(h, address);
    uint8_t by = reference ? FREED_BY_REFERENCE : FREED;
    if (b == NULL || !b->used || (b->freed & by) != 0)
        return false;
    b->freed |= by;
    return true;
}

void heap_forget(struct heap *h)
{
    for (size_t i = 0; i < h->n_blocks; i++) {
        struct block *b = &h->blocks[i];
        struct list *spare = &h->spare[b->class];
        if (b->freed == 0)
            continue;
        b->freed = 0;
        b->used = false;
        spare->block = xgrown(spare->block, spare->n, sizeof *spare->block);
        spare->block[spare->n++] = i;
    }
    h->n_taken = 0;
}
