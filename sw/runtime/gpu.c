/* The virtual GPU: placement of buffers and variables, and the kernels' parameters. */
#include "sw/runtime/gpu_internal.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ADDRESS = 0x1000 }; /* above 0, so that a NULL pointer is out of bounds */

static bool does_not_fit(const struct gpu *g, const struct gpu_range *range, struct error *err)
{
    uint64_t unit = pages_align(g->pages);
    error_set(err, "%s: '%s' (%llu bytes) does not fit the memory of %llu bytes", g->launch->path,
              range->name, (unsigned long long)range->bytes,
              (unsigned long long)pages_memory(g->pages));
    if (unit == g->line)
        error_add(err, "; choose a smaller size or raise umc.bytes");
    else
        error_add(err,
                  " in pages of %llu; choose a smaller size or smaller placement.page_bytes, or "
                  "raise umc.bytes",
                  (unsigned long long)unit);
    return false;
}

/* Whether a buffer begins in the host's memory, if there is one: its file says so, or that it is
 * copied to the packages. */
static bool is_from_host(const struct launch *l, const struct launch_buffer *b)
{
    const struct launch_copy *first = NULL;
    for (size_t i = 0; i < l->n_copies; i++)
        if (&l->buffers[l->copies[i].buffer] == b &&
            (first == NULL || l->copies[i].step < first->step))
            first = &l->copies[i];
    return b->home == LAUNCH_TO_HOST ||
           (b->home == LAUNCH_TO_PACKAGES && first != NULL && first->to != LAUNCH_TO_HOST);
}

/* The node that all of a buffer is in; UINT32_MAX: as the placement says. */
static uint32_t node_of(const struct gpu *g, const struct launch_buffer *b)
{
    if (b->home >= 0)
        return (uint32_t)b->home;
    return is_from_host(g->launch, b) ? pages_host(g->pages) : UINT32_MAX;
}

/* Whether the machine can make the copies that the launch file asks for, or has none to make. */
static bool can_copy(const struct gpu *g, uint32_t homes, struct error *err)
{
    const struct launch *l = g->launch;
    for (size_t i = 0; i < l->n_copies; i++) {
        const struct launch_copy *c = &l->copies[i];
        if (c->to >= 0 && (uint32_t)c->to >= homes)
            return error_set(err,
                             "%s:%d:%d: a copy to home %d; the homes of this system are 0 to %u",
                             l->path, c->line, c->column, c->to, homes - 1);
        if (pages_host(g->pages) != UINT32_MAX && !pages_in_table(g->pages))
            return error_set(err,
                             "%s:%d:%d: a copy moves pages, but the memory of this system is "
                             "placed by lines; --set placement.policy=pages",
                             l->path, c->line, c->column);
    }
    return true;
}

/* Whether the machine can have a buffer where the launch file says. */
static bool has_home(const struct gpu *g, const struct launch_buffer *b, uint32_t homes,
                     struct error *err)
{
    if (!pages_in_table(g->pages))
        return error_set(
            err,
            "%s:%d:%d: buffer '%s' has home %d, but the memory of this system is placed "
            "by lines; take a system whose packages have memory (rdma-small, "
            "numa-small), or --set placement.policy=pages",
            g->launch->path, b->line, b->column, b->name, b->home);
    if ((uint32_t)b->home >= homes)
        return error_set(err,
                         "%s:%d:%d: buffer '%s' has home %d; the homes of this system are 0 to %u",
                         g->launch->path, b->line, b->column, b->name, b->home, homes - 1);
    return true;
}

static bool home_is_full(const struct gpu *g, const struct launch_buffer *b, struct error *err)
{
    return error_set(err,
                     "%s:%d:%d: buffer '%s' (%llu bytes) does not fit what is left of home %u, in "
                     "pages of %llu; choose a smaller size or raise umc.bytes",
                     g->launch->path, b->line, b->column, b->name, (unsigned long long)b->bytes,
                     node_of(g, b), (unsigned long long)pages_align(g->pages));
}

/* Places one allocation. A line behind it stays free, so that an access just past its end is out of
 * bounds. */
static bool place(struct gpu *g, struct gpu_range range, uint64_t align, struct error *err)
{
    uint64_t unit = pages_align(g->pages);
    align = align > unit ? align : unit;
    uint64_t at = (g->free_from + align - 1) / align * align;
    const struct launch_buffer *b = range.buffer >= 0 ? &g->launch->buffers[range.buffer] : NULL;
    uint32_t node = b != NULL ? node_of(g, b) : UINT32_MAX;
    if (node != UINT32_MAX && !pages_add_at(g->pages, at, range.bytes, range.init, node))
        return home_is_full(g, b, err);
    if (node == UINT32_MAX && !pages_add(g->pages, at, range.bytes, range.init))
        return does_not_fit(g, &range, err);
    g->free_from = at + range.bytes + g->line;
    range.address = at;
    g->ranges[g->n_ranges++] = range;
    return true;
}

static bool place_all(struct gpu *g, uint32_t homes, struct error *err)
{
    struct launch *l = g->launch;
    size_t variables = ptx_variable_count(g->module);
    g->free_from = FIRST_ADDRESS;
    g->ranges = xcalloc(l->n_buffers + variables, sizeof *g->ranges);
    for (size_t i = 0; i < l->n_buffers; i++) {
        struct launch_buffer *b = &l->buffers[i];
        struct gpu_range r = {
            .name = b->name, .bytes = b->bytes, .init = b->init, .buffer = (int)i};
        if ((b->home >= 0 && !has_home(g, b, homes, err)) || !place(g, r, g->line, err))
            return false;
        b->address = g->ranges[g->n_ranges - 1].address;
    }
    for (size_t i = 0; i < variables; i++) {
        const struct ptx_variable *v = ptx_variable(g->module, i);
        if (v->constant || v->bytes == 0)
            continue;
        struct gpu_range r = {.name = v->name, .bytes = v->bytes, .init = v->init, .buffer = -1};
        if (!place(g, r, v->align, err))
            return false;
        ptx_place(g->module, i, g->ranges[g->n_ranges - 1].address);
    }
    return true;
}

__attribute__((format(printf, 4, 5))) static bool step_error(const struct gpu *g,
                                                             const struct launch_step *s,
                                                             struct error *err, const char *fmt,
                                                             ...)
{
    char what[768];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return error_set(err, "%s:%d:%d: %s", g->launch->path, s->line, s->column, what);
}

static bool no_such_entry(const struct gpu *g, const struct launch_step *s, struct error *err)
{
    struct sbuf names = {0};
    for (size_t i = 0; i < ptx_kernel_count(g->module); i++)
        sbuf_printf(&names, "%s%s", i > 0 ? ", " : "", ptx_kernel(g->module, i)->name);
    step_error(g, s, err, "'%.100s' has no kernel '%.60s'; it has: %.400s", g->launch->source,
               s->entry, names.len > 0 ? names.text : "none");
    sbuf_free(&names);
    return false;
}

static bool bind_args(struct gpu *g, const struct launch_step *s, const struct ptx_kernel *k,
                      uint8_t *params, struct error *err)
{
    if ((size_t)k->n_params != s->n_args)
        return step_error(g, s, err, "kernel '%s' takes %d argument%s, the launch gives %zu",
                          k->name, k->n_params, k->n_params == 1 ? "" : "s", s->n_args);
    for (size_t i = 0; i < s->n_args; i++) {
        const struct launch_arg *a = &s->args[i];
        const struct ptx_param *p = &k->params[i];
        if (p->bytes != a->bytes)
            return step_error(g, s, err,
                              "argument %zu of kernel '%s' has %u bytes, the launch gives %u%s%s; "
                              "use another type",
                              i + 1, k->name, p->bytes, a->bytes, a->buffer >= 0 ? ": buffer " : "",
                              a->buffer >= 0 ? g->launch->buffers[a->buffer].name : "");
        uint64_t v = a->buffer >= 0 ? g->launch->buffers[a->buffer].address : a->value;
        memcpy(params + p->offset, &v, a->bytes);
    }
    return true;
}

static bool bind_step(struct gpu *g, size_t i, struct error *err)
{
    const struct launch_step *s = &g->launch->steps[i];
    const struct ptx_kernel *k = ptx_find(g->module, s->entry);
    if (k == NULL)
        return no_such_entry(g, s, err);
    g->params[i] = xcalloc(1, k->param_bytes);
    g->grids[i] = (struct simt_grid){.module = g->module,
                                     .kernel = k,
                                     .grid = s->grid,
                                     .block = s->block,
                                     .dynamic_shared = s->shared_bytes,
                                     .params = g->params[i]};
    uint64_t ctas = simt_grid_ctas(&g->grids[i]);
    if (ctas > SCHEDULE_MOST_CTAS)
        return step_error(g, s, err, "a grid of %llu CTAs; at most %llu, use larger blocks",
                          (unsigned long long)ctas, (unsigned long long)SCHEDULE_MOST_CTAS);
    return bind_args(g, s, k, g->params[i], err);
}

struct gpu *gpu_new(struct launch *l, struct ptx_module *m, const struct pages_config *memory,
                    struct error *err)
{
    struct gpu *g = xcalloc(1, sizeof *g);
    g->launch = l;
    g->module = m;
    g->line = memory->line_bytes;
    g->pages = pages_new(memory);
    g->grids = xcalloc(l->n_steps, sizeof *g->grids);
    g->params = xcalloc(l->n_steps, sizeof *g->params);
    g->ran_on = xcalloc(l->n_steps, sizeof *g->ran_on);
    bool ok = can_copy(g, memory->homes, err) && place_all(g, memory->homes, err);
    for (size_t i = 0; ok && i < l->n_steps; i++)
        ok = bind_step(g, i, err);
    if (ok)
        return g;
    gpu_free(g);
    return NULL;
}

void gpu_hints(struct gpu *g, FILE *to, uint64_t patience)
{
    g->hints = to;
    g->patience = patience;
}

void gpu_free(struct gpu *g)
{
    if (g == NULL)
        return;
    for (size_t i = 0; i < g->launch->n_steps; i++) {
        free(g->params[i]);
        free(g->ran_on[i]);
    }
    free(g->params);
    free(g->grids);
    free(g->ranges);
    pages_free(g->pages);
    free(g->ran_on);
    free(g->given);
    free(g->queued);
    free(g->first);
    free(g->left);
    free(g);
}

struct pages *gpu_pages(const struct gpu *g)
{
    return g->pages;
}

size_t gpu_range_count(const struct gpu *g)
{
    return g->n_ranges;
}

const struct gpu_range *gpu_range(const struct gpu *g, size_t i)
{
    return &g->ranges[i];
}

const struct gpu_range *gpu_range_of(const struct gpu *g, uint64_t address)
{
    size_t lo = 0, hi = g->n_ranges;
    while (lo < hi) { /* the first range that starts above the address */
        size_t mid = lo + (hi - lo) / 2;
        if (g->ranges[mid].address <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0)
        return NULL;
    const struct gpu_range *r = &g->ranges[lo - 1];
    return address - r->address < r->bytes ? r : NULL;
}

bool gpu_bounds(void *gpu, uint64_t address, uint32_t bytes)
{
    const struct gpu_range *r = gpu_range_of(gpu, address);
    return r != NULL && bytes <= r->address + r->bytes - address;
}

bool gpu_allocation(void *gpu, uint64_t address, uint64_t *start, uint64_t *end)
{
    const struct gpu_range *r = gpu_range_of(gpu, address);
    if (r == NULL)
        return false;
    *start = r->address;
    *end = r->address + r->bytes;
    return true;
}

const struct simt_grid *gpu_grid(const struct gpu *g, size_t step)
{
    return &g->grids[step];
}

bool gpu_fits(const struct gpu *g, const struct sm_config *c, struct error *err)
{
    for (size_t i = 0; i < g->launch->n_steps; i++) {
        struct error why = {0};
        if (!sm_fits(c, &g->grids[i], &why))
            return step_error(g, &g->launch->steps[i], err, "%s", why.text);
    }
    return true;
}
