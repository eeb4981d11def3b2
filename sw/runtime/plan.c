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
    [LOCALITY_NONE] = {BIND_STRIDE, SHAPE_STRIDE},
    [LOCALITY_ROW_ROW] = {BIND_ROWS, SHAPE_ROWS},
    [LOCALITY_COLUMN_ROW] = {BIND_COLUMNS, SHAPE_ROWS},
    [LOCALITY_ROW_COLUMN] = {BIND_ROWS, SHAPE_COLUMNS},
    [LOCALITY_COLUMN_COLUMN] = {BIND_COLUMNS, SHAPE_COLUMNS},
    [LOCALITY_THREAD] = {BIND_CHUNKS, SHAPE_CHUNKS},
    [LOCALITY_UNCLASSIFIED] = {BIND_CHUNKS, SHAPE_CHUNKS},
};

static uint64_t step_of(const struct locality_param *p)
{
    return (uint64_t)(p->stride_bytes < 0 ? -p->stride_bytes : p->stride_bytes);
}

/* The stride to be dealt: by which a CTA leaps over what other CTAs access. Where no CTA leaps over
 * another's data, as it has no loop or steps through data of its own, so that the grid reaches
 * further than a step, the whole buffer is one stride. */
static void find_stride(const struct locality_param *p, const struct gpu_range *buffer,
                        uint64_t pointer, struct placement_pattern *pattern)
{
    const uint64_t step = step_of(p);
    const int64_t begin = (int64_t)(pointer - buffer->address) + p->begin_bytes;
    pattern->stride_bytes = buffer->bytes;
    if (p->reach_bytes >= step)
        return;
    pattern->stride_bytes = step;
    pattern->begin_bytes = begin > 0 ? (uint64_t)begin : 0;
}

/* Of a parameter that points to `pointer`, in that buffer. */
static struct placement_pattern pattern_of(const struct locality_param *p,
                                           const struct gpu_range *buffer, uint64_t pointer,
                                           const struct schedule_grid *grid)
{
    struct placement_pattern pattern = {
        .shape = actions[p->class].shape,
        .row_bytes = p->row_bytes,
        .bound = actions[p->class].bind == BIND_COLUMNS ? grid->x : grid->y,
        .step_bytes = step_of(p),
    };
    find_stride(p, buffer, pointer, &pattern);
    return pattern;
}

static uint32_t at_most_all(uint64_t ctas)
{
    return ctas > SCHEDULE_MOST_CTAS ? (uint32_t)SCHEDULE_MOST_CTAS : (uint32_t)ctas;
}

/* Equation 2, of a batch with so many bytes of the data. */
static uint32_t aligned(const struct locality_param *p, uint64_t bytes)
{
    const uint64_t block = p->datablock_bytes;
    return at_most_all(block > 0 && block < bytes ? bytes / block : 1);
}

/* ---- a launch ---- */

/* The allocation that parameter i points into; NULL: it is no pointer. */
static const struct gpu_range *pointed_at(const struct gpu *g, const struct simt_grid *at, int i,
                                          uint64_t *address)
{
    const struct ptx_param *p = &at->kernel->params[i];
    if (p->bytes != sizeof *address)
        return NULL;
    memcpy(address, at->params + p->offset, sizeof *address);
    return gpu_range_of(g, *address);
}

static bool is_once(const struct gpu *g, enum locality_class class)
{
    return g->once == GPU_ONCE || (g->once == GPU_ONCE_BY_CLASS && class == LOCALITY_THREAD);
}

/* What is known of a parameter of a launch. */
struct planned {
    const struct gpu_range *buffer; /* NULL: it is no pointer */
    struct locality_param found;
    struct placement_pattern pattern;
};

static struct planned plan_param(struct gpu *g, const struct locality *l,
                                 const struct locality_launch *launch,
                                 const struct schedule_grid *grid, int i)
{
    const struct simt_grid *at = &g->steps[g->step].grid;
    uint64_t address;
    struct planned p = {.buffer = pointed_at(g, at, i, &address)};
    if (p.buffer == NULL)
        return p;
    p.found = (struct locality_param){.class = LOCALITY_UNCLASSIFIED};
    if (l != NULL)
        p.found = locality_at(l, i, launch);
    p.pattern = pattern_of(&p.found, p.buffer, address, grid);
    return p;
}

/* CTAs, or rows or columns of them, that share a page of the buffer; 0: it is not known. */
static uint64_t in_page(const struct planned *p, uint64_t page)
{
    const struct placement_pattern *is = &p->pattern;
    switch (is->shape) {
    case SHAPE_ROWS:
        return is->bound * page / p->buffer->bytes;
    case SHAPE_COLUMNS:
        return is->row_bytes > 0 ? is->bound * page / is->row_bytes : 0;
    default:
        return aligned(&p->found, page);
    }
}

/* How the CTAs are dealt if this parameter's buffer decides. */
static void decide(const struct planned *p, uint64_t page, struct schedule_grid *grid)
{
    const uint64_t part = stride_printed_pages(p->pattern.step_bytes, page, grid->packages);
    grid->bind = actions[p->found.class].bind;
    grid->aligned = aligned(&p->found, page);
    grid->printed = aligned(&p->found, page * part);
    grid->in_page = at_most_all(in_page(p, page));
    grid->stride = (struct stride){p->pattern.stride_bytes, p->pattern.begin_bytes, page};
}

/* The buffer that decides, as `umbel locality` tells it. */
static const struct planned *decider(const struct planned *all, int n, const struct locality *l,
                                     const struct locality_launch *launch)
{
    if (l == NULL)
        return NULL;
    uint64_t *bytes = xcalloc((size_t)n + 1, sizeof *bytes);
    for (int i = 0; i < n; i++)
        bytes[i] = all[i].buffer != NULL ? all[i].buffer->bytes : 0;
    const int best = locality_decider(l, launch, bytes);
    free(bytes);
    return best >= 0 ? &all[best] : NULL;
}

void plan_step(struct gpu *g, struct schedule_grid *grid)
{
    const struct simt_grid *at = &g->steps[g->step].grid;
    const struct locality_launch launch = {at->grid, at->block, at->params};
    const struct locality *l = locality_of(g, at->kernel);
    const int n = at->kernel->n_params;
    struct planned *all = xcalloc((size_t)n + 1, sizeof *all);
    grid->bind = BIND_CHUNKS;
    grid->aligned = 1;
    for (int i = 0; i < n; i++) {
        all[i] = plan_param(g, l, &launch, grid, i);
        if (all[i].buffer != NULL)
            pages_use(g->pages, all[i].buffer->address, &all[i].pattern,
                      is_once(g, all[i].found.class));
    }
    const struct planned *p = decider(all, n, l, &launch);
    if (p != NULL)
        decide(p, pages_align(g->pages), grid);
    free(all);
}
