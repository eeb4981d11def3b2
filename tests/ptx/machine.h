/* A machine for tests: flat global memory; CTAs run one after the other, their warps in turns. */
#ifndef UMBEL_TESTS_PTX_MACHINE_H
#define UMBEL_TESTS_PTX_MACHINE_H

#include "sw/ptx/internal.h"
#include "sw/ptx/simt.h"
#include "sw/util/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <unistd.h>

#include <cmocka.h>

enum { MACHINE_BYTES = 1 << 20, MACHINE_BASE = 0x10000 };

struct simt_machine {
    struct ptx_module *module;
    struct error err;
    uint64_t steps, limit; /* limit != 0: a launch that takes more is stopped */
    uint8_t params[4096];
    uint32_t param_bytes;
    _Alignas(16) uint8_t memory[MACHINE_BYTES]; /* global addresses start at MACHINE_BASE */
};

_Noreturn static inline void give_up(const char *why)
{
    fail_msg("%s", why);
    abort();
}

static inline void *at_address(struct simt_machine *m, uint64_t address, size_t bytes)
{
    assert_true(address >= MACHINE_BASE && address + bytes <= MACHINE_BASE + MACHINE_BYTES);
    return m->memory + (address - MACHINE_BASE);
}

/* Places the variables at the end of memory. */
static inline void simt_machine_place(struct simt_machine *m)
{
    uint64_t at = MACHINE_BASE + MACHINE_BYTES / 2;
    size_t n = ptx_variable_count(m->module);
    for (size_t i = 0; i < n; i++) {
        const struct ptx_variable *v = ptx_variable(m->module, i);
        if (v->constant)
            continue;
        at = align_up(at, v->align);
        ptx_place(m->module, i, at);
        at += v->bytes;
    }
    for (size_t i = 0; i < n; i++) {
        const struct ptx_variable *v = ptx_variable(m->module, i);
        if (!v->constant && v->init != NULL)
            memcpy(at_address(m, v->address, v->bytes), v->init, v->bytes);
    }
}

static inline struct simt_machine *simt_machine_new(const char *ptx)
{
    struct simt_machine *m = xcalloc(1, sizeof *m);
    m->module = ptx_parse(ptx, strlen(ptx), "test.ptx", &m->err);
    if (m->module == NULL)
        give_up(m->err.text);
    simt_machine_place(m);
    return m;
}

/* Compiles a CUDA text to PTX; NULL and an error if it cannot. `path`: "/tmp/umbel-test-XXXXXX.cu",
 * a template for the file that clang reads. */
static inline char *compile_text(const char *cuda, char *path, unsigned flags, size_t *len,
                                 struct error *err)
{
    int fd = mkstemps(path, 3);
    assert_true(fd >= 0 && write(fd, cuda, strlen(cuda)) == (ssize_t)strlen(cuda));
    close(fd);
    char *ptx = ptx_compile(path, UMBEL_ROOT "/sw/kernels", flags, len, err);
    remove(path);
    return ptx;
}

static inline struct simt_machine *simt_machine_cuda(const char *cuda)
{
    char path[] = "/tmp/umbel-test-XXXXXX.cu";
    struct error err = {0};
    size_t len;
    char *ptx = compile_text(cuda, path, 0, &len, &err);
    if (ptx == NULL)
        give_up(err.text);
    struct simt_machine *m = simt_machine_new(ptx);
    free(ptx);
    return m;
}

static inline void simt_machine_free(struct simt_machine *m)
{
    ptx_free(m->module);
    free(m);
}

static inline void param(struct simt_machine *m, const void *value, uint32_t bytes)
{
    m->param_bytes = (uint32_t)align_up(m->param_bytes, bytes < 8 ? bytes : 8);
    memcpy(m->params + m->param_bytes, value, bytes);
    m->param_bytes += bytes;
}

static inline void param_u64(struct simt_machine *m, uint64_t v)
{
    param(m, &v, 8);
}

static inline void param_u32(struct simt_machine *m, uint32_t v)
{
    param(m, &v, 4);
}

static inline void serve(struct simt_machine *m, struct simt_warp *w, const struct ptx_inst *inst,
                         struct simt_access *a)
{
    for (int lane = 0; lane < SIMT_LANES && a->kind != SIMT_FENCE; lane++) {
        if ((a->lanes >> lane & 1) == 0)
            continue;
        void *at = at_address(m, a->address[lane], a->bytes);
        if (a->kind == SIMT_ATOMIC)
            simt_atomic(a, lane, at);
        else if (a->kind == SIMT_STORE)
            memcpy(at, a->data[lane], a->bytes);
        else
            memcpy(a->data[lane], at, a->bytes);
    }
    if (a->lanes != 0 && simt_returns(a))
        simt_load(w, inst, a);
}

static inline bool run_cta(struct simt_machine *m, const struct simt_grid *g, uint64_t index)
{
    static struct simt_access access;
    struct simt_cta *cta = simt_cta_new(g, index);
    bool ok = true, moved = true;
    while (ok && moved && !simt_cta_done(cta)) {
        if (m->limit != 0 && m->steps > m->limit) {
            ok = error_set(&m->err, "stopped");
            break;
        }
        moved = false;
        for (int i = 0; ok && i < simt_cta_warps(cta); i++) {
            struct simt_warp *w = simt_cta_warp(cta, i);
            /* Turns of uneven length, so that warps overtake one another. */
            for (int k = 0; ok && k < 3 + i % 5 && simt_state(w) == SIMT_READY; k++) {
                const struct ptx_inst *inst = simt_next(w);
                ok = simt_step(w, &access, &m->err);
                m->steps++;
                moved = true;
                if (ok)
                    serve(m, w, inst, &access);
            }
        }
    }
    if (ok && !simt_cta_done(cta))
        ok = error_set(&m->err, "deadlock");
    simt_cta_free(cta);
    return ok;
}

/* False and m->err when a lane faults. */
static inline bool launch(struct simt_machine *m, const char *entry, struct simt_dim grid,
                          struct simt_dim block, uint32_t dynamic_shared)
{
    const struct ptx_kernel *k = ptx_find(m->module, entry);
    assert_non_null(k);
    assert_true(m->param_bytes >= k->param_bytes);
    struct simt_grid g = {.module = m->module,
                          .kernel = k,
                          .grid = grid,
                          .block = block,
                          .dynamic_shared = dynamic_shared,
                          .params = m->params};
    m->err.text[0] = '\0';
    m->param_bytes = 0;
    for (uint64_t i = 0; i < simt_grid_ctas(&g); i++)
        if (!run_cta(m, &g, i))
            return false;
    return true;
}

static inline void launch_ok(struct simt_machine *m, const char *entry, struct simt_dim grid,
                             struct simt_dim block, uint32_t dynamic_shared)
{
    if (!launch(m, entry, grid, block, dynamic_shared))
        fail_msg("%s", m->err.text);
}

#endif
