/* The scheduler of CTAs: which SM runs a CTA, and when. */
#include "sw/runtime/gpu_internal.h"

#include "sw/util/arena.h"

#include <string.h>

/* First CTA of a GPU's chunk: the least i with i*gpus/n >= gpu. */
static uint64_t chunk(const struct gpu *g, uint64_t gpu)
{
    return (gpu * g->ctas + g->gpus - 1) / g->gpus;
}

void gpu_begin(struct gpu *g, size_t step, uint32_t gpus, uint32_t sms)
{
    size_t n = (size_t)gpus * sms;
    if (n > g->given_cap) {
        g->given = xrealloc(g->given, n * sizeof *g->given);
        g->given_cap = n;
    }
    memset(g->given, 0, n * sizeof *g->given);
    g->step = step;
    g->gpus = gpus;
    g->sms = sms;
    g->ctas = simt_grid_ctas(&g->grids[step]);
    g->dispatched = 0;
}

uint64_t gpu_next_cta(const struct gpu *g, uint32_t sm_index)
{
    uint32_t gpu = sm_index / g->sms;
    uint64_t cta = chunk(g, gpu) + sm_index % g->sms + g->given[sm_index] * g->sms;
    return cta < chunk(g, gpu + 1) ? cta : GPU_NO_CTA;
}

bool gpu_dispatch(struct gpu *g, uint32_t sm_index, struct sm *sm)
{
    const struct simt_grid *grid = &g->grids[g->step];
    uint64_t cta = gpu_next_cta(g, sm_index);
    if (cta == GPU_NO_CTA || !sm_has_room(sm, grid))
        return false;
    sm_take(sm, grid, cta);
    g->given[sm_index]++;
    g->dispatched++;
    return true;
}

bool gpu_all_dispatched(const struct gpu *g)
{
    return g->dispatched == g->ctas;
}

int gpu_placed_sm(const struct gpu *g, uint64_t cta)
{
    if (cta >= g->ctas)
        return -1;
    uint64_t gpu = cta * g->gpus / g->ctas, j = cta - chunk(g, gpu);
    return (int)(gpu * g->sms + j % g->sms);
}

int gpu_sm_of_cta(const struct gpu *g, uint64_t cta)
{
    int sm = gpu_placed_sm(g, cta);
    if (sm < 0)
        return -1;
    uint64_t j = cta - chunk(g, (uint64_t)sm / g->sms);
    return j / g->sms < g->given[sm] ? sm : -1;
}
