/*
 * The locality table (LADM III-A, figure 5): a row for each pointer that a kernel was launched
 * with. What a compiler knows is the kernel and its argument, the type of locality, the size of the
 * data and where the program called for the memory (MallocPC); what the launch adds is the address
 * and the pages. The paper's compiler finds the MallocPC by aliasing of pointers; here an
 * allocation has the place of the call that made it, and an argument is bound to the allocation
 * that it points into, so a pointer is never without its row. A row is told once, by the first
 * launch that has it.
 */
#include "harness/cuda/impl.h"
#include "harness/cuda/names.h"

#include "sw/locality/locality.h"
#include "sw/util/arena.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct row {
    const struct ptx_kernel *kernel;
    char *name, *call, *caller;
    int arg;
    struct locality_param found;
    uint32_t element; /* bytes of an access */
    uint64_t address, bytes, pages;
};

struct locality_table {
    struct row *rows;
    size_t n;
    struct {
        const struct ptx_kernel *kernel;
        struct locality *found; /* NULL: it could not be analysed */
    } * kernels;
    size_t n_kernels;
};

static const struct locality *analysis(struct locality_table *t, const struct ptx_kernel *k)
{
    for (size_t i = 0; i < t->n_kernels; i++)
        if (t->kernels[i].kernel == k)
            return t->kernels[i].found;
    struct error ignored = {0};
    t->kernels = xgrown(t->kernels, t->n_kernels, sizeof *t->kernels);
    t->kernels[t->n_kernels].kernel = k;
    t->kernels[t->n_kernels].found = locality_new(k, &ignored);
    return t->kernels[t->n_kernels++].found;
}

static const struct allocation *pointed_at(const struct program *p, const struct cuda_launch *l,
                                           int arg)
{
    const struct ptx_param *param = &l->kernel->params[arg];
    uint64_t address;
    if (param->bytes != sizeof address)
        return NULL;
    memcpy(&address, l->params + param->offset, sizeof address);
    for (size_t i = 0; i < p->n_allocations; i++)
        if (address - p->allocations[i].address < p->allocations[i].bytes)
            return &p->allocations[i];
    return NULL;
}

static bool is_told(const struct locality_table *t, const struct ptx_kernel *k, int arg,
                    const struct allocation *a)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].kernel == k && t->rows[i].arg == arg && t->rows[i].address == a->address)
            return true;
    return false;
}

static void add(struct program *p, const struct cuda_launch *l, const struct locality *found,
                int arg)
{
    struct locality_table *t = p->locality;
    const struct allocation *a = pointed_at(p, l, arg);
    if (a == NULL || is_told(t, l->kernel, arg, a))
        return;
    const struct locality_launch at = {l->grid, l->block, l->params};
    struct row r = {.kernel = l->kernel,
                    .name = name_alone(l->kernel->name),
                    .call = xstrdup(a->name),
                    .caller = xstrdup(a->caller != NULL ? a->caller : ""),
                    .arg = arg,
                    .found = {.class = LOCALITY_UNCLASSIFIED},
                    .address = a->address,
                    .bytes = a->bytes};
    if (found != NULL)
        r.found = locality_at(found, arg, &at);
    if (r.found.accessed)
        r.element = locality_access(found, r.found.access)->bytes;
    const uint64_t page = pages_align(gpu_pages(p->s.gpu));
    r.pages = (a->bytes + page - 1) / page;
    t->rows = xgrown(t->rows, t->n, sizeof *t->rows);
    t->rows[t->n++] = r;
}

void program_locality_add(struct program *p, const struct cuda_launch *l)
{
    if (p->locality == NULL)
        p->locality = xcalloc(1, sizeof *p->locality);
    const struct locality *found = analysis(p->locality, l->kernel);
    for (int arg = 0; arg < l->kernel->n_params; arg++)
        add(p, l, found, arg);
}

void program_locality_print(const struct program *p, FILE *to)
{
    if (p->locality == NULL)
        return;
    fprintf(to, "\n%-24s%4s  %-40s%5s  %-24s%14s%8s\n", "kernel", "arg", "locality", "data",
            "allocated at", "address", "pages");
    for (size_t i = 0; i < p->locality->n; i++) {
        const struct row *r = &p->locality->rows[i];
        fprintf(to, "%-23.23s %4d  %-40s%4uB  %-24.24s%#14" PRIx64 "%8" PRIu64 "\n", r->name,
                r->arg, r->found.accessed ? locality_advice[r->found.class].name : "not accessed",
                r->element, r->caller, r->address, r->pages);
    }
}

struct json_t *program_locality_json(const struct program *p)
{
    json_t *list = json_array();
    for (size_t i = 0; p->locality != NULL && i < p->locality->n; i++) {
        const struct row *r = &p->locality->rows[i];
        const struct locality_advice *advice = &locality_advice[r->found.class];
        json_array_append_new(
            list, json_pack("{s:s, s:i, s:s, s:s, s:b, s:s, s:s, s:s, s:i, s:I, s:I, s:I}",
                            "kernel", r->name, "argument", r->arg, "call", r->call, "allocated_at",
                            r->caller, "accessed", r->found.accessed, "locality", advice->name,
                            "placement", advice->placement, "cache", advice->cache, "data_bytes",
                            (int)r->element, "address", (json_int_t)r->address, "bytes",
                            (json_int_t)r->bytes, "pages", (json_int_t)r->pages));
    }
    return list;
}
