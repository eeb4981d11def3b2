/* Binds a launch file to the virtual GPU: places its buffers, checks its launches. */
#include "sw/runtime/gpu_internal.h"
#include "sw/runtime/host_steps.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
 * copied to the packages. Zeros that are copied to one GPU do not: the file places what GPUs write
 * there. */
static bool is_from_host(const struct launch *l, const struct launch_buffer *b)
{
    const struct launch_copy *first = NULL;
    for (size_t i = 0; i < l->n_copies; i++)
        if (&l->buffers[l->copies[i].buffer] == b &&
            (first == NULL || l->copies[i].step < first->step))
            first = &l->copies[i];
    return b->home == LAUNCH_TO_HOST ||
           (b->home == LAUNCH_TO_PACKAGES && first != NULL && first->to != LAUNCH_TO_HOST &&
            (first->to < 0 || b->written));
}

/* Whether a buffer is managed where pages fault: its file neither says where it is nor has it
 * copied to the packages. A copy to the host is an access of the host's. */
static bool is_managed(const struct launch *l, const struct launch_buffer *b)
{
    for (size_t i = 0; i < l->n_copies; i++)
        if (&l->buffers[l->copies[i].buffer] == b && l->copies[i].to != LAUNCH_TO_HOST)
            return false;
    return b->home == LAUNCH_TO_PACKAGES;
}

/* The node that all of a buffer is in; UINT32_MAX: as the placement says. Where pages fault, a
 * managed buffer begins where it was written, at the host. */
static uint32_t node_of(const struct gpu *g, const struct launch_buffer *b)
{
    if (b->home >= 0)
        return (uint32_t)b->home;
    if (pages_fault_from_host(g->pages))
        return b->home == LAUNCH_TO_HOST ? pages_host(g->pages) : UINT32_MAX;
    if (pages_can_fault(g->pages) && is_managed(g->launch, b))
        return b->written ? pages_host(g->pages) : UINT32_MAX;
    return is_from_host(g->launch, b) ? pages_host(g->pages) : UINT32_MAX;
}

/* Whether the machine can make the copies that the launch file asks for, or has none to make. */
static bool can_copy(const struct gpu *g, uint32_t homes, struct error *err)
{
    const struct launch *l = g->launch;
    for (size_t i = 0; i < l->n_copies; i++) {
        const struct launch_copy *c = &l->copies[i];
        if (pages_in_table(g->pages) && c->to >= 0 && (uint32_t)c->to >= homes)
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

/* Places one allocation. */
static bool place(struct gpu *g, struct gpu_range range, uint64_t align, struct error *err)
{
    const struct launch_buffer *b = range.buffer >= 0 ? &g->launch->buffers[range.buffer] : NULL;
    uint32_t node = b != NULL ? node_of(g, b) : GPU_ANYWHERE;
    if (gpu_allocate(g, &range, align, node) != NULL)
        return true;
    return node != GPU_ANYWHERE ? home_is_full(g, b, err) : does_not_fit(g, &range, err);
}

static bool place_buffers(struct gpu *g, uint32_t homes, struct error *err)
{
    struct launch *l = g->launch;
    for (size_t i = 0; i < l->n_buffers; i++) {
        struct launch_buffer *b = &l->buffers[i];
        struct gpu_range r = {
            .name = b->name, .bytes = b->bytes, .init = b->init, .buffer = (int)i};
        if ((b->home >= 0 && !has_home(g, b, homes, err)) || !place(g, r, g->line, err))
            return false;
        b->address = g->ranges[g->n_ranges - 1].address;
        if (is_managed(l, b))
            pages_manage(g->pages, b->address);
    }
    return true;
}

static bool place_variables(struct gpu *g, struct ptx_module *m, struct error *err)
{
    size_t i;
    if (gpu_place_variables(g, m, &i))
        return true;
    const struct ptx_variable *v = ptx_variable(m, i);
    const struct gpu_range r = {.name = v->name, .bytes = v->bytes};
    return does_not_fit(g, &r, err);
}

bool gpu_step_error(const struct gpu *g, const struct launch_step *s, struct error *err,
                    const char *fmt, ...)
{
    char what[768];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return error_set(err, "%s:%d:%d: %s", g->launch->path, s->line, s->column, what);
}

static bool no_such_entry(const struct gpu *g, const struct ptx_module *m,
                          const struct launch_step *s, struct error *err)
{
    struct sbuf names = {0};
    for (size_t i = 0; i < ptx_kernel_count(m); i++)
        sbuf_printf(&names, "%s%s", i > 0 ? ", " : "", ptx_kernel(m, i)->name);
    gpu_step_error(g, s, err, "'%.100s' has no kernel '%.60s'; it has: %.400s", g->launch->source,
                   s->entry, names.len > 0 ? names.text : "none");
    sbuf_free(&names);
    return false;
}

static bool bind_args(struct gpu *g, const struct launch_step *s, const struct ptx_kernel *k,
                      uint8_t *params, struct error *err)
{
    if ((size_t)k->n_params != s->n_args)
        return gpu_step_error(g, s, err, "kernel '%s' takes %d argument%s, the launch gives %zu",
                              k->name, k->n_params, k->n_params == 1 ? "" : "s", s->n_args);
    for (size_t i = 0; i < s->n_args; i++) {
        const struct launch_arg *a = &s->args[i];
        const struct ptx_param *p = &k->params[i];
        if (p->bytes != a->bytes)
            return gpu_step_error(
                g, s, err,
                "argument %zu of kernel '%s' has %u bytes, the launch gives %u%s%s; "
                "use another type",
                i + 1, k->name, p->bytes, a->bytes, a->buffer >= 0 ? ": buffer " : "",
                a->buffer >= 0 ? g->launch->buffers[a->buffer].name : "");
        uint64_t v = a->buffer >= 0 ? g->launch->buffers[a->buffer].address : a->value;
        memcpy(params + p->offset, &v, a->bytes);
    }
    return true;
}

static bool bind_step(struct gpu *g, struct ptx_module *m, const struct launch_step *s,
                      struct error *err)
{
    const struct ptx_kernel *k = ptx_find(m, s->entry);
    if (k == NULL)
        return no_such_entry(g, m, s, err);
    if (k->refused != NULL)
        return error_set(err, "%s", k->refused);
    uint8_t *params = xcalloc(1, k->param_bytes);
    const struct simt_grid grid = {.module = m,
                                   .kernel = k,
                                   .grid = s->grid,
                                   .block = s->block,
                                   .dynamic_shared = s->shared_bytes,
                                   .params = params};
    uint64_t ctas = simt_grid_ctas(&grid);
    bool ok =
        ctas <= SCHEDULE_MOST_CTAS
            ? bind_args(g, s, k, params, err)
            : gpu_step_error(g, s, err, "a grid of %llu CTAs; at most %llu, use larger blocks",
                             (unsigned long long)ctas, (unsigned long long)SCHEDULE_MOST_CTAS);
    if (ok)
        gpu_add_step(g, &grid);
    free(params);
    return ok;
}

struct gpu *gpu_new(struct launch *l, struct ptx_module *m, const struct host_program *host,
                    const struct pages_config *memory, struct error *err)
{
    struct gpu *g = gpu_empty(memory);
    g->launch = l;
    bool ok = can_copy(g, memory->homes, err) && place_buffers(g, memory->homes, err) &&
              place_variables(g, m, err);
    for (size_t i = 0; ok && i < l->n_steps; i++)
        ok = l->steps[i].is_host ? host_step_bind(g, host, &l->steps[i], err)
                                 : bind_step(g, m, &l->steps[i], err);
    if (ok)
        return g;
    gpu_free(g);
    return NULL;
}

bool gpu_fits(const struct gpu *g, const struct sm_config *c, struct error *err)
{
    for (size_t i = 0; i < g->launch->n_steps; i++) {
        struct error why = {0};
        if (gpu_host_step(g, i) == NULL && !sm_fits(c, gpu_grid(g, i), &why))
            return gpu_step_error(g, &g->launch->steps[i], err, "%s", why.text);
    }
    return true;
}
