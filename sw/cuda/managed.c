/*
 * __managed__ variables: the host's own copy of each, which headers put into a section of its own,
 * is kept equal to the device's. The device's address is another than the host's.
 */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

#include <string.h>

extern char managed_begin[] __asm__("__start_umbel_managed") __attribute__((weak));
extern char managed_end[] __asm__("__stop_umbel_managed") __attribute__((weak));

struct managed {
    uint8_t *host, *shadow; /* shadow: what both sides agreed on last */
    const struct ptx_module *module;
    size_t variable;
    bool behind; /* kernels may have written it since */
};

static struct managed *all;
static size_t n;

bool managed_is(const void *host)
{
    uintptr_t at = (uintptr_t)host;
    return at >= (uintptr_t)managed_begin && at < (uintptr_t)managed_end;
}

void managed_add(void *host, const struct ptx_module *m, size_t variable)
{
    const struct ptx_variable *v = ptx_variable(m, variable);
    all = xgrown(all, n, sizeof *all);
    all[n++] = (struct managed){host, xcalloc(1, v->bytes), m, variable, false};
    if (v->init != NULL) {
        memcpy(host, v->init, v->bytes);
        memcpy(all[n - 1].shadow, v->init, v->bytes);
    }
}

static cudaError_t transfer(const struct managed *g, bool to_device)
{
    struct cuda_machine *m = api_machine();
    const struct ptx_variable *v = ptx_variable(g->module, g->variable);
    struct error err = {0};
    const struct cuda_side device = {.device = v->address},
                           host = {.host = to_device ? g->host : g->shadow};
    const struct cuda_copy c = {.to = to_device ? device : host,
                                .from = to_device ? host : device,
                                .bytes = v->bytes,
                                .rows = 1,
                                .slices = 1};
    return api_error(m->copy(m->ctx, &c, &err), &err);
}

cudaError_t managed_publish(void)
{
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < n && e == cudaSuccess; i++) {
        struct managed *g = &all[i];
        const struct ptx_variable *v = ptx_variable(g->module, g->variable);
        if (memcmp(g->host, g->shadow, v->bytes) != 0)
            e = transfer(g, true);
        memcpy(g->shadow, g->host, v->bytes);
        g->behind = true;
    }
    return e;
}

cudaError_t managed_collect(void)
{
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < n && e == cudaSuccess; i++) {
        struct managed *g = &all[i];
        if (!g->behind)
            continue;
        g->behind = false;
        e = transfer(g, false);
        if (e == cudaSuccess)
            memcpy(g->host, g->shadow, ptx_variable(g->module, g->variable)->bytes);
    }
    return e;
}
