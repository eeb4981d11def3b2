/*
 * Memory that the host and kernels have in common: managed, pinned, mapped. The host has a view of
 * it, at the same address. Before a launch pages that the host has changed go to the device; at the
 * next synchronising call what kernels have changed comes back. In between the host must not touch
 * it, as on devices without concurrentManagedAccess.
 */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

cudaError_t shared_map(struct block *b, bool managed)
{
    void *want = (void *)(uintptr_t)b->address; // NOLINT(performance-no-int-to-ptr)
    void *at = mmap(want, b->bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == MAP_FAILED && errno == ENOMEM)
        return cudaErrorMemoryAllocation;
    if (at != want) {
        if (at != MAP_FAILED)
            munmap(at, b->bytes);
        api_tell("the host cannot have memory at 0x%llx, where the device has it; a program that "
                 "is linked at fixed addresses (-no-pie) is there",
                 (unsigned long long)b->address);
        return cudaErrorMemoryAllocation;
    }
    b->shadow = calloc(1, b->bytes);
    if (b->shadow == NULL) {
        munmap(at, b->bytes);
        return cudaErrorMemoryAllocation;
    }
    b->host = at;
    b->managed = managed;
    return cudaSuccess;
}

void shared_unmap(struct block *b)
{
    if (b->host != NULL)
        munmap(b->host, b->bytes);
    free(b->shadow);
    b->host = b->shadow = NULL;
}

static cudaError_t transfer(const struct block *b, uint64_t from, uint64_t n, bool to_device)
{
    struct cuda_machine *m = api_machine();
    struct error err = {0};
    const struct cuda_side device = {.device = b->address + from},
                           host = {.host = (to_device ? b->host : b->shadow) + from};
    const struct cuda_copy c = {.to = to_device ? device : host,
                                .from = to_device ? host : device,
                                .bytes = n,
                                .rows = 1,
                                .slices = 1,
                                .free = !b->managed};
    return api_error(m->copy(m->ctx, &c, &err), &err);
}

/* Pages in a row that differ go in one copy. */
static cudaError_t publish(struct block *b)
{
    cudaError_t e = cudaSuccess;
    uint64_t from = 0, n = 0;
    for (uint64_t at = 0; e == cudaSuccess && at < b->bytes; at += PAGE) {
        uint64_t part = b->bytes - at < PAGE ? b->bytes - at : PAGE;
        if (memcmp(b->host + at, b->shadow + at, part) != 0) {
            from = n > 0 ? from : at;
            n += part;
        } else if (n > 0) {
            e = transfer(b, from, n, true);
            n = 0;
        }
    }
    if (e == cudaSuccess && n > 0)
        e = transfer(b, from, n, true);
    return e;
}

cudaError_t shared_publish(void)
{
    cudaError_t e = shared_collect();
    if (e == cudaSuccess)
        e = managed_publish();
    for (size_t i = 0; e == cudaSuccess && block_number(i) != NULL; i++) {
        struct block *b = block_number(i);
        if (b->host == NULL)
            continue;
        e = publish(b);
        memcpy(b->shadow, b->host, b->bytes);
        b->behind = true;
    }
    return e;
}

cudaError_t shared_collect(void)
{
    cudaError_t e = managed_collect();
    for (size_t i = 0; e == cudaSuccess && block_number(i) != NULL; i++) {
        struct block *b = block_number(i);
        if (b->host == NULL || !b->behind)
            continue;
        b->behind = false;
        e = transfer(b, 0, b->bytes, false);
        if (e == cudaSuccess)
            memcpy(b->host, b->shadow, b->bytes);
    }
    return e;
}
