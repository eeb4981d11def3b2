/* What kernels ask of the host: printf goes to the program's own output, malloc takes memory of the
 * heap. The machine's run prints; the run for reference is silent. */
#include "harness/cuda/impl.h"

#include <stdio.h>

static void print(void *ctx, const char *text, size_t n)
{
    (void)ctx;
    fwrite(text, 1, n, stdout);
}

static uint64_t allocate(void *ctx, uint64_t thread, uint64_t bytes)
{
    const struct program *p = ctx;
    return heap_take(p->heap, thread, bytes);
}

static bool release(void *ctx, uint64_t thread, uint64_t address)
{
    const struct program *p = ctx;
    (void)thread;
    return p->heap != NULL && heap_release(p->heap, address, false);
}

static uint64_t reference_allocate(void *ctx, uint64_t thread, uint64_t bytes)
{
    const struct program *p = ctx;
    return heap_taken(p->heap, thread, bytes);
}

static bool reference_release(void *ctx, uint64_t thread, uint64_t address)
{
    const struct program *p = ctx;
    (void)thread;
    return p->heap != NULL && heap_release(p->heap, address, true);
}

void program_hosts(struct program *p)
{
    p->host = (struct simt_host){p, print, allocate, release};
    p->reference_host = (struct simt_host){p, NULL, reference_allocate, reference_release};
}

enum cuda_end program_heap(struct program *p, struct error *err)
{
    uint64_t address, left = program_left(p, 0);
    if (p->heap != NULL)
        return CUDA_OK;
    /* A small machine has no room for the usual heap: then a quarter of what is left. */
    if (!p->heap_chosen && p->heap_bytes > left / 4)
        p->heap_bytes = left / 4;
    enum cuda_end end = program_allocate_apart(p, 0, CUDA_ON_DEVICE, "heap of kernels' malloc",
                                               p->heap_bytes, 256, &address, err);
    if (end == CUDA_OK)
        p->heap = heap_new(address, p->heap_bytes);
    return end;
}
