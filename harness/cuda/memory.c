/* The program's allocations, and the variables of its modules. */
#include "harness/cuda/impl.h"

#include "harness/run/memory.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

uint64_t program_memory(const struct program *p)
{
    return pages_memory(gpu_pages(p->s.gpu)) / p->devices;
}

static uint64_t used(const struct program *p, uint32_t device)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_allocations; i++)
        sum += p->allocations[i].device == device ? p->allocations[i].bytes : 0;
    return sum;
}

static enum cuda_end no_room(struct program *p, uint32_t device, const char *name, uint64_t bytes,
                             struct error *err)
{
    error_set(err,
              "'%s' (%llu bytes) does not fit the memory of %s: %llu of %llu bytes are in use; "
              "choose a smaller size or raise umc.bytes",
              name, (unsigned long long)bytes, p->s.sys->name, (unsigned long long)used(p, device),
              (unsigned long long)program_memory(p));
    return CUDA_NO_ROOM;
}

/* Whether all nodes together, the host's among them, have room for so many bytes more. A machine
 * that places pages when they are touched would take any number of them until then. */
static bool may_fit(const struct program *p, uint64_t bytes)
{
    const struct pages *pages = gpu_pages(p->s.gpu);
    uint64_t all = pages_memory(pages);
    if (pages_host(pages) != UINT32_MAX)
        all += p->s.sys->umc.count * p->s.sys->umc.bytes;
    for (size_t i = 0; i < p->n_allocations; i++)
        all -= p->allocations[i].bytes < all ? p->allocations[i].bytes : all;
    return bytes <= all;
}

/* Memory that was in use before does not hold zeros. It is in no cache any more. */
static void clear(struct program *p, const struct gpu_range *r)
{
    static const uint8_t zeros[1 << 16];
    const struct pages *pages = gpu_pages(p->s.gpu);
    for (uint64_t at = 0, n; at < r->bytes; at += n) {
        uint64_t physical, left = r->bytes - at;
        n = pages_run(pages, r->address + at);
        n = n < left ? n : left;
        n = n < sizeof zeros ? n : sizeof zeros;
        if (pages_find(pages, r->address + at, &physical))
            machine_poke(p->s.machine, physical, zeros, n);
    }
}

static void note(struct program *p, const struct gpu_range *r, char *name, uint8_t *init,
                 uint32_t device)
{
    p->allocations = xgrown(p->allocations, p->n_allocations, sizeof *p->allocations);
    p->allocations[p->n_allocations++] =
        (struct allocation){r->address, r->bytes, name, init, device, NULL};
}

/* The node of an allocation; anywhere unless it is the host's, which the machine has, or that of a
 * GPU that is a device of its own. */
static uint32_t node_of(const struct program *p, uint32_t device, enum cuda_place place)
{
    struct pages *pages = gpu_pages(p->s.gpu);
    bool host = place == CUDA_ON_HOST && pages_in_table(pages) && pages_host(pages) != UINT32_MAX;
    return host ? pages_host(pages) : p->devices > 1 ? device : GPU_ANYWHERE;
}

static enum cuda_end allocate(struct program *p, uint32_t device, enum cuda_place place,
                              struct gpu_range what, uint64_t align, uint64_t *address,
                              struct error *err)
{
    const char *name = what.name;
    const uint64_t bytes = what.bytes;
    enum cuda_end end = program_settle(p, err);
    if (end == CUDA_OK && p->emptied_frames)
        end = program_quiet(p, err);
    if (end != CUDA_OK)
        return end;
    if (!may_fit(p, bytes))
        return no_room(p, device, name, bytes, err);
    uint8_t *init = NULL;
    if (pages_in_table(gpu_pages(p->s.gpu)) && pages_by_touch(gpu_pages(p->s.gpu))) {
        what.init = init = calloc(1, bytes > 0 ? bytes : 1);
        if (init == NULL) {
            error_set(err, "'%s' (%llu bytes): this computer has no memory for it", name,
                      (unsigned long long)bytes);
            return CUDA_NO_ROOM;
        }
    }
    what.name = xstrdup(name);
    const struct gpu_range *r = gpu_allocate(p->s.gpu, &what, align, node_of(p, device, place));
    if (r == NULL || !flat_add(p->flat, r, err)) {
        free(init);
        end = error_is_set(err) ? CUDA_NO_ROOM : no_room(p, device, name, bytes, err);
        free((char *)(uintptr_t)what.name);
        return end;
    }
    clear(p, r);
    note(p, r, (char *)(uintptr_t)what.name, init, device);
    *address = r->address;
    return CUDA_OK;
}

enum cuda_end program_allocate(void *ctx, uint32_t device, enum cuda_place place, const char *name,
                               uint64_t bytes, uint64_t align, uint64_t *address, struct error *err)
{
    const struct gpu_range what = {.name = name, .bytes = bytes, .buffer = -1};
    return allocate(ctx, device, place, what, align, address, err);
}

enum cuda_end program_allocate_apart(struct program *p, uint32_t device, enum cuda_place place,
                                     const char *name, uint64_t bytes, uint64_t align,
                                     uint64_t *address, struct error *err)
{
    const struct gpu_range what = {.name = name, .bytes = bytes, .buffer = -1, .apart = true};
    return allocate(p, device, place, what, align, address, err);
}

void program_allocated(void *ctx, uint64_t address, const char *caller)
{
    struct program *p = ctx;
    for (size_t i = 0; i < p->n_allocations; i++)
        if (p->allocations[i].address == address && p->allocations[i].caller == NULL)
            p->allocations[i].caller = xstrdup(caller);
}

void program_release(void *ctx, uint64_t address)
{
    struct program *p = ctx;
    struct error ignored = {0};
    size_t i = 0;
    while (i < p->n_allocations && p->allocations[i].address != address)
        i++;
    if (i == p->n_allocations || program_settle(p, &ignored) != CUDA_OK)
        return;
    gpu_release(p->s.gpu, address);
    flat_remove(p->flat, address);
    free(p->allocations[i].name);
    free(p->allocations[i].caller);
    free(p->allocations[i].init);
    p->allocations[i] = p->allocations[--p->n_allocations];
    p->emptied_frames = true;
}

uint64_t program_left(void *ctx, uint32_t device)
{
    const struct program *p = ctx;
    uint64_t all = program_memory(p), taken = used(p, device);
    return taken < all ? all - taken : 0;
}

/* The module's initial values go to memory, and addresses in them are known only once all of its
 * variables are placed. */
/* The first contents may hold addresses of variables, so all have places before any is written. */
static enum cuda_end initialise(struct program *p, const struct ptx_variable *v, struct error *err)
{
    const struct cuda_copy c = {.to = {.device = v->address},
                                .from = {.host = (void *)(uintptr_t)v->init},
                                .bytes = v->bytes,
                                .rows = 1,
                                .slices = 1,
                                .free = true};
    return v->init != NULL ? program_copy(p, &c, err) : CUDA_OK;
}

enum cuda_end program_add_module(void *ctx, uint32_t device, struct ptx_module *m,
                                 struct error *err)
{
    struct program *p = ctx;
    enum cuda_end end = CUDA_OK;
    size_t n = ptx_variable_count(m);
    bool *placed = xcalloc(n + 1, sizeof *placed); /* here */
    for (size_t i = 0; i < n && end == CUDA_OK; i++) {
        const struct ptx_variable *v = ptx_variable(m, i);
        uint64_t address;
        if (v->constant || v->bytes == 0 || v->address != 0)
            continue;
        end = program_allocate_apart(p, device, CUDA_ON_DEVICE, v->name, v->bytes, v->align,
                                     &address, err);
        placed[i] = end == CUDA_OK;
        if (placed[i])
            ptx_place(m, i, address);
    }
    for (size_t i = 0; i < n && end == CUDA_OK; i++)
        if (placed[i])
            end = initialise(p, ptx_variable(m, i), err);
    free(placed);
    return end;
}
