#include "sw/runtime/plan.h"

#include "sw/locality/locality.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* ---- the analyses ---- */

struct plan_kernels {
    struct analysed {
        const struct ptx_kernel *kernel;
        struct locality *locality; /* NULL: it could not be analysed */
    } * all;
    size_t n;
};

void plan_free(struct plan_kernels *k)
{
    if (k == NULL)
        return;
    for (size_t i = 0; i < k->n; i++)
        locality_free(k->all[i].locality);
    free(k->all);
    free(k);
}

static struct locality *locality_of(struct gpu *g, const struct ptx_kernel *kernel)
{
    if (g->analysed == NULL)
        g->analysed = xcalloc(1, sizeof *g->analysed);
    struct plan_kernels *k = g->analysed;
    for (size_t i = 0; i < k->n; i++)
        if (k->all[i].kernel == kernel)
            return k->all[i].locality;
    struct error none = {0};
    k->all = xgrown(k->all, k->n, sizeof *k->all);
    k->all[k->n] = (struct analysed){kernel, locality_new(kernel, &none)};
    return k->all[k->n++].locality;
}

/* ---- LADM's table II ---- */

static const struct action {
    enum schedule_bind bind;
    enum placement_shape shape;
} actions[LOCALITY_CLASSES] = {
    [LOCALITY_NONE] = {BIND_ALIGNED, SHAPE_STRIDE},
    [LOCALITY_ROW_ROW] = {BIND_ROWS, SHAPE_ROWS},
    [LOCALITY_COLUMN_ROW] = {BIND_COLUMNS, SHAPE_ROWS},
    [LOCALITY_ROW_COLUMN] = {BIND_ROWS, SHAPE_COLUMNS},
    [LOCALITY_COLUMN_COLUMN] = {BIND_COLUMNS, SHAPE_COLUMNS},
    [LOCALITY_THREAD] = {BIND_CHUNKS, SHAPE_CHUNKS},
    [LOCALITY_UNCLASSIFIED] = {BIND_CHUNKS, SHAPE_CHUNKS},
};

static struct placement_pattern pattern_of(const struct locality_param *p,
                                           const struct schedule_grid *grid)
{
    const int64_t stride = p->stride_bytes;
    return (struct placement_pattern){
        .shape = actions[p->class].shape,
        .stride_bytes = (uint64_t)(stride < 0 ? -stride : stride),
        .row_bytes = p->row_bytes,
        .bound = actions[p->class].bind == BIND_COLUMNS ? grid->x : grid->y,
    };
}

/* Equation 2, and as many such batches as the placement has in one part. Without a stride the
 * buffer has one part in each home, and so has the grid: with borders that several CTAs load, as
 * those of stencils, a part of the grid touches less than its datablocks together would be. */
static uint32_t aligned(const struct gpu *g, const struct locality_param *p, uint64_t ctas)
{
    const uint64_t page = pages_align(g->pages), homes = g->gpus;
    const uint64_t stride = (uint64_t)(p->stride_bytes < 0 ? -p->stride_bytes : p->stride_bytes);
    const uint64_t block = p->datablock_bytes > 0 ? p->datablock_bytes : page;
    const uint64_t least = block < page ? page / block : 1;
    uint64_t batch = least;
    if (g->policy != SCHEDULE_ALIGNED)
        batch = stride > 0 ? placement_part(stride, g->gpus, page) * page / block
                           : ((ctas + homes - 1) / homes + least - 1) / least * least;
    return batch == 0                   ? 1
           : batch > SCHEDULE_MOST_CTAS ? (uint32_t)SCHEDULE_MOST_CTAS
                                        : (uint32_t)batch;
}

/* ---- a launch ---- */

/* The allocation that parameter i points into; NULL: it is no pointer. */
static const struct gpu_range *pointed_at(const struct gpu *g, const struct simt_grid *at, int i)
{
    const struct ptx_param *p = &at->kernel->params[i];
    uint64_t address;
    if (p->bytes != sizeof address)
        return NULL;
    memcpy(&address, at->params + p->offset, sizeof address);
    return gpu_range_of(g, address);
}

static bool is_once(const struct gpu *g, enum locality_class class)
{
    return g->once == GPU_ONCE || (g->once == GPU_ONCE_BY_CLASS && class == LOCALITY_THREAD);
}

void plan_step(struct gpu *g, struct schedule_grid *grid)
{
    const struct simt_grid *at = &g->steps[g->step].grid;
    const struct locality_launch launch = {at->grid, at->block, at->params};
    const struct locality *l = locality_of(g, at->kernel);
    uint64_t most = 0;
    grid->bind = BIND_CHUNKS;
    grid->aligned = 1;
    for (int i = 0; i < at->kernel->n_params; i++) {
        const struct gpu_range *r = pointed_at(g, at, i);
        if (r == NULL)
            continue;
        struct locality_param p = {.class = LOCALITY_UNCLASSIFIED};
        if (l != NULL)
            p = locality_at(l, i, &launch);
        const struct placement_pattern pattern = pattern_of(&p, grid);
        pages_use(g->pages, r->address, &pattern, is_once(g, p.class));
        if (!p.accessed || r->bytes <= most)
            continue;
        most = r->bytes;
        grid->bind = actions[p.class].bind;
        grid->aligned = aligned(g, &p, simt_grid_ctas(at));
    }
}
