/* Pages of a program's memory that it wants in a device's memory: cudaMemAdvise,
 * cudaMemPrefetchAsync.
 */
#include "harness/cuda/impl.h"

#include "harness/run/memory.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* A page that nobody has touched gets its place: by first touch, the node that asks. */
static void touch(struct program *p, uint64_t address, uint32_t node)
{
    struct pages_placed at;
    if (pages_touch(gpu_pages(p->s.gpu), address, node, &at) && at.init != NULL)
        machine_poke(p->s.machine, at.physical, at.init, at.bytes);
}

/* By an engine of the machine, or at once where it has none. */
static void move(struct program *p, uint64_t address, uint32_t node)
{
    struct pages *pages = gpu_pages(p->s.gpu);
    const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
    const uint64_t left = r->address + r->bytes - address, page = pages_align(pages);
    const uint64_t bytes = left < page ? left : page;
    const uint32_t from = pages_node(pages, address), gpus = p->s.sys->gpus;
    const bool by_engine = p->s.sys->copy_engine.lines > 0;
    struct pages_move way;
    uint8_t *kept = xcalloc(1, bytes);
    if (!by_engine)
        program_get(p, address, kept, bytes);
    if (pages_move(pages, address, node, &way)) { /* else its memory is full */
        p->emptied_frames = true;
        p->copied_bytes += way.bytes;
        if (by_engine)
            machine_host_copy(p->s.machine, node < gpus ? node : from, &way);
        else
            program_put(p, address, kept, bytes);
    }
    free(kept);
}

/* The node of a device; UINT32_MAX: the machine has none for it alone. */
static uint32_t node_of(const struct program *p, uint32_t device)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    if (!pages_in_table(pages) || p->devices < 2)
        return UINT32_MAX;
    return device == CUDA_HOST ? pages_host(pages) : device;
}

enum cuda_end program_place(void *ctx, uint64_t address, uint64_t bytes, uint32_t device,
                            struct error *err)
{
    struct program *p = ctx;
    struct pages *pages = gpu_pages(p->s.gpu);
    const uint32_t node = node_of(p, device);
    const uint64_t page = pages_align(pages), before = p->s.machine->now;
    if (node == UINT32_MAX)
        return CUDA_OK;
    enum cuda_end end = program_quiet(p, err);
    for (uint64_t at = address / page * page; end == CUDA_OK && at < address + bytes; at += page) {
        touch(p, at, node);
        program_drop_replicas(p, at);
        if (pages_node(pages, at) != node)
            move(p, at, node);
    }
    if (end == CUDA_OK)
        end = engines_finish(p, err);
    p->copy_cycles += p->s.machine->now - before;
    return end;
}
