/* The program's allocations of device memory. */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

static struct block **blocks; /* sorted by address */
static size_t n_blocks;

struct block *block_of(uint64_t address)
{
    size_t lo = 0, hi = n_blocks;
    while (lo < hi) { /* the first that begins above the address */
        size_t mid = lo + (hi - lo) / 2;
        if (blocks[mid]->address <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo > 0 && address - blocks[lo - 1]->address < blocks[lo - 1]->bytes ? blocks[lo - 1]
                                                                               : NULL;
}

struct block *block_at(const void *p)
{
    struct block *b = block_of((uint64_t)(uintptr_t)p);
    return b != NULL && b->address == (uint64_t)(uintptr_t)p ? b : NULL;
}

cudaError_t block_new(uint64_t bytes, uint64_t align, enum cuda_place place, const char *name,
                      struct block **made)
{
    struct cuda_machine *m = api_machine();
    struct error err = {0};
    uint64_t address;
    cudaError_t e = api_error(
        m->allocate(m->ctx, (uint32_t)*api_device(), place, name, bytes, align, &address, &err),
        &err);
    if (e != cudaSuccess)
        return e;
    if (m->allocated != NULL)
        m->allocated(m->ctx, address, api_caller());
    struct block *b = xcalloc(1, sizeof *b);
    *b = (struct block){.address = address, .bytes = bytes, .device = *api_device()};
    blocks = xgrown(blocks, n_blocks, sizeof(struct block *));
    size_t i = n_blocks++;
    for (; i > 0 && blocks[i - 1]->address > address; i--)
        blocks[i] = blocks[i - 1];
    blocks[i] = b;
    *made = b;
    return cudaSuccess;
}

void block_free(struct block *b)
{
    struct cuda_machine *m = api_machine();
    size_t i = 0;
    while (blocks[i] != b)
        i++;
    for (n_blocks--; i < n_blocks; i++)
        blocks[i] = blocks[i + 1];
    shared_unmap(b);
    m->release(m->ctx, b->address);
    free(b);
}

struct block *block_number(size_t i)
{
    return i < n_blocks ? blocks[i] : NULL;
}

bool block_is_device(const void *p)
{
    uint64_t address = (uint64_t)(uintptr_t)p;
    return block_of(address) != NULL || module_has(address, 1);
}

bool block_has(const char *call, const void *p, uint64_t bytes)
{
    uint64_t address = (uint64_t)(uintptr_t)p;
    const struct block *b = block_of(address);
    if (b != NULL && bytes <= b->address + b->bytes - address)
        return true;
    if (b == NULL && module_has(address, bytes))
        return true;
    if (b == NULL)
        api_tell("%s: %p is no memory of the device: it was never allocated, or is freed", call, p);
    else
        api_tell("%s: %llu bytes from %p on go beyond the allocation of %llu bytes at 0x%llx", call,
                 (unsigned long long)bytes, p, (unsigned long long)b->bytes,
                 (unsigned long long)b->address);
    return false;
}
