/* The virtual GPU: its allocations, and the steps that are to run. */
#include "sw/runtime/plan.h"

#include "sw/ptx/senses.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ADDRESS = 0x1000 }; /* above 0, so that a NULL pointer is out of bounds */

struct gpu *gpu_empty(const struct pages_config *memory)
{
    struct gpu *g = xcalloc(1, sizeof *g);
    g->line = memory->line_bytes;
    g->pages = pages_new(memory);
    return g;
}

/* ---- allocations ---- */

/* The first address behind an allocation, and behind the line that stays free: an access just past
 * an allocation's end is out of bounds. */
static uint64_t behind(const struct gpu *g, const struct gpu_range *r, uint64_t align)
{
    return (r->address + r->bytes + g->line + align - 1) / align * align;
}

/* Where `bytes` fit, and which of the ranges comes next. Holes are looked for only once something
 * was released: until then addresses rise. */
static uint64_t find_room(const struct gpu *g, uint64_t bytes, uint64_t align, size_t *next)
{
    uint64_t at = (FIRST_ADDRESS + align - 1) / align * align;
    *next = g->holes ? 0 : g->n_ranges;
    if (*next > 0)
        return behind(g, &g->ranges[*next - 1], align);
    for (; *next < g->n_ranges; ++*next) {
        if (at + bytes + g->line <= g->ranges[*next].address)
            break;
        at = behind(g, &g->ranges[*next], align);
    }
    return at;
}

/* Behind all that has ever been there. */
static uint64_t find_unused(const struct gpu *g, uint64_t align, size_t *next)
{
    *next = g->n_ranges;
    return ((g->top > FIRST_ADDRESS ? g->top : FIRST_ADDRESS) + align - 1) / align * align;
}

static bool add_pages(struct gpu *g, const struct gpu_range *what, uint64_t at, uint32_t node)
{
    return node != GPU_ANYWHERE ? pages_add_at(g->pages, at, what->bytes, what->init, node)
                                : pages_add(g->pages, at, what->bytes, what->init);
}

const struct gpu_range *gpu_allocate(struct gpu *g, const struct gpu_range *what, uint64_t align,
                                     uint32_t node)
{
    const uint64_t unit = pages_align(g->pages);
    size_t i;
    uint64_t at = 0;
    align = align > unit ? align : unit;
    bool ok = false;
    if (what->apart && g->holes) {
        at = find_unused(g, align, &i);
        ok = add_pages(g, what, at, node);
    }
    if (!ok) {
        at = find_room(g, what->bytes, align, &i);
        ok = add_pages(g, what, at, node);
    }
    if (!ok)
        return NULL;
    g->ranges = xrealloc(g->ranges, (g->n_ranges + 1) * sizeof *g->ranges);
    memmove(&g->ranges[i + 1], &g->ranges[i], (g->n_ranges - i) * sizeof *g->ranges);
    g->ranges[i] = *what;
    g->ranges[i].address = at;
    g->n_ranges++;
    const uint64_t end = behind(g, &g->ranges[i], 1);
    g->top = end > g->top ? end : g->top;
    return &g->ranges[i];
}

void gpu_release(struct gpu *g, uint64_t address)
{
    size_t i = 0;
    while (i < g->n_ranges && g->ranges[i].address != address)
        i++;
    if (i == g->n_ranges)
        return;
    pages_remove(g->pages, address);
    memmove(&g->ranges[i], &g->ranges[i + 1], (--g->n_ranges - i) * sizeof *g->ranges);
    g->holes = true;
}

bool gpu_place_variables(struct gpu *g, struct ptx_module *m, size_t *without)
{
    for (size_t i = 0; i < ptx_variable_count(m); i++) {
        const struct ptx_variable *v = ptx_variable(m, i);
        if (v->constant || v->bytes == 0)
            continue;
        const struct gpu_range r = {
            .name = v->name, .bytes = v->bytes, .init = v->init, .buffer = -1};
        const struct gpu_range *at = gpu_allocate(g, &r, v->align, GPU_ANYWHERE);
        *without = i;
        if (at == NULL)
            return false;
        ptx_place(m, i, at->address);
    }
    return true;
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

/* ---- steps ---- */

size_t gpu_add_step(struct gpu *g, const struct simt_grid *grid)
{
    g->steps = xgrown(g->steps, g->n_steps, sizeof *g->steps);
    struct gpu_step *s = &g->steps[g->n_steps];
    *s = (struct gpu_step){.grid = *grid};
    s->params = xcalloc(1, grid->kernel->param_bytes);
    if (grid->kernel->param_bytes > 0)
        memcpy(s->params, grid->params, grid->kernel->param_bytes);
    s->grid.params = s->params;
    return g->n_steps++;
}

const struct simt_grid *gpu_grid(const struct gpu *g, size_t step)
{
    return &g->steps[step].grid;
}

const struct gpu_host_step *gpu_host_step(const struct gpu *g, size_t step)
{
    return g->steps[step].host;
}

size_t gpu_step_count(const struct gpu *g)
{
    return g->n_steps;
}

static void forget(struct gpu_step *s)
{
    free(s->params);
    free(s->ran_on);
    senses_free(s->grid.senses);
    s->grid.senses = NULL;
    if (s->host != NULL)
        free(s->host->args);
    free(s->host);
    s->params = NULL;
    s->ran_on = NULL;
    s->host = NULL;
}

void gpu_forget_step(struct gpu *g, size_t step)
{
    forget(&g->steps[step]);
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
    for (size_t i = 0; i < g->n_steps; i++)
        forget(&g->steps[i]);
    free(g->steps);
    free(g->ranges);
    pages_free(g->pages);
    plan_free(g->analysed);
    free(g->given);
    free(g->queued);
    free(g->first);
    free(g->end);
    free(g->left);
    free(g->was_full);
    free(g->were_full);
    free(g);
}
