/* A CTA: its memory, its warps, its barrier. */
#include "sw/ptx/simt.h"
#include "sw/ptx/warp.h"

#include <stdlib.h>
#include <string.h>

static uint64_t threads(const struct simt_grid *g)
{
    return (uint64_t)g->block.x * g->block.y * g->block.z;
}

int simt_grid_warps(const struct simt_grid *grid)
{
    return (int)((threads(grid) + SIMT_LANES - 1) / SIMT_LANES);
}

uint32_t simt_grid_shared(const struct simt_grid *grid)
{
    return grid->kernel->shared_bytes + grid->dynamic_shared;
}

uint64_t simt_grid_ctas(const struct simt_grid *grid)
{
    return (uint64_t)grid->grid.x * grid->grid.y * grid->grid.z;
}

/* Recursive functions have the stack that the launch allows, others what they need. */
static uint32_t local_bytes(const struct simt_grid *grid)
{
    const struct kernel *k = kernel_of(grid->kernel);
    uint32_t limit = grid->stack_bytes > 0 ? grid->stack_bytes : SIMT_STACK_BYTES;
    return (uint32_t)align_up(
        k->recursive && limit > k->pub.local_bytes ? limit : k->pub.local_bytes, FRAME_ALIGN);
}

static void warp_start(struct simt_cta *cta, int index, uint8_t *regs, uint32_t *preds,
                       uint8_t *local)
{
    struct simt_warp *w = &cta->warps[index];
    const struct kernel *k = kernel_of(cta->grid.kernel);
    const struct simt_dim *block = &cta->grid.block;
    *w = (struct simt_warp){.ops = k->ops,
                            .base = {regs, k->consts},
                            .preds = preds,
                            .isa = k->module->isa,
                            .join = NO_JOIN,
                            .meeting = NO_MEETING,
                            .free_meeting = NO_MEETING,
                            .cta = cta,
                            .index = index,
                            .local = local};
    preds[0] = UINT32_MAX;
    uint64_t total = threads(&cta->grid);
    for (uint32_t i = 0; i < SIMT_LANES; i++) {
        uint32_t t = (uint32_t)index * SIMT_LANES + i;
        w->tid[0][i] = t % block->x;
        w->tid[1][i] = t / block->x % block->y;
        w->tid[2][i] = t / block->x / block->y;
        if (t < total)
            w->live |= 1u << i;
    }
    w->active = w->live;
}

struct simt_cta *simt_cta_new(const struct simt_grid *grid, uint64_t index)
{
    const struct kernel *k = kernel_of(grid->kernel);
    struct simt_cta *cta = xcalloc(1, sizeof *cta);
    cta->grid = *grid;
    cta->index = index;
    cta->at.x = (uint32_t)(index % grid->grid.x);
    cta->at.y = (uint32_t)(index / grid->grid.x % grid->grid.y);
    cta->at.z = (uint32_t)(index / grid->grid.x / grid->grid.y);
    cta->n_warps = simt_grid_warps(grid);
    cta->shared_bytes = simt_grid_shared(grid);
    cta->local_bytes = local_bytes(grid);
    cta->warps = xcalloc((size_t)cta->n_warps, sizeof *cta->warps);

    size_t n = (size_t)cta->n_warps;
    size_t preds = align_up(sizeof(uint32_t) * k->n_preds, 64);
    size_t local = align_up((size_t)cta->local_bytes * SIMT_LANES, 64);
    size_t shared = align_up(cta->shared_bytes, 64);
    /* calloc, because it clears lazily; 64 bytes more, to align the block to a cache line here. */
    cta->memory = xcalloc(1, n * (k->reg_bytes + preds + local) + shared + 64);
    uint8_t *at = cta->memory + (64 - (uintptr_t)cta->memory % 64) % 64;
    cta->shared = at;
    at += shared;
    for (int i = 0; i < cta->n_warps; i++) {
        uint8_t *regs = at;
        at += k->reg_bytes;
        warp_start(cta, i, regs, (uint32_t *)(void *)at, at + preds);
        at += preds + local;
    }
    return cta;
}

void simt_cta_free(struct simt_cta *cta)
{
    if (cta == NULL)
        return;
    for (int i = 0; i < cta->n_warps; i++)
        meetings_free(&cta->warps[i]);
    free(cta->memory);
    free(cta->warps);
    free(cta);
}

uint64_t simt_cta_index(const struct simt_cta *cta)
{
    return cta->index;
}

int simt_cta_warps(const struct simt_cta *cta)
{
    return cta->n_warps;
}

struct simt_warp *simt_cta_warp(struct simt_cta *cta, int warp)
{
    return &cta->warps[warp];
}

bool simt_cta_done(const struct simt_cta *cta)
{
    return cta->done == cta->n_warps;
}

uint64_t simt_cta_barriers(const struct simt_cta *cta)
{
    return cta->barriers;
}

void cta_check_barrier(struct simt_cta *cta)
{
    if (cta->arrived == 0 || cta->arrived + cta->done < cta->n_warps)
        return;
    cta->arrived = 0;
    cta->barriers++;
    sync_reduce(cta);
    for (int i = 0; i < cta->n_warps; i++) {
        struct simt_warp *w = &cta->warps[i];
        if (w->state != SIMT_BARRIER)
            continue;
        w->state = SIMT_READY;
        /* No group waits now, so this cannot fail. */
        if (w->pc == w->join)
            warp_settle(&(struct step){.w = w});
    }
}
