/*
 * libFuzzer target: reading PTX from any bytes ends with a module or a one-line error.
 * clang -g -O1 -fsanitize=fuzzer,address,undefined -std=c17 -D_GNU_SOURCE -I. \
 *   tests/fuzz/fuzz_ptx.c sw/ptx/[!c]*.c sw/ptx/c[!o]*.c sw/util/{arena,error,file,sbuf}.c -lm
 */
#include "sw/ptx/simt.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A few instructions of each kernel: decoded operations must be executable, too. */
static void execute(struct ptx_module *m, const struct ptx_kernel *k)
{
    static struct simt_access access;
    uint8_t *params = calloc(1, k->param_bytes + 1u);
    struct simt_grid g = {
        .module = m, .kernel = k, .grid = {1, 1, 1}, .block = {33, 1, 1}, .params = params};
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct error err = {0};
    bool ok = true;
    for (int i = 0; ok && i < 200; i++) {
        struct simt_warp *w = simt_cta_warp(cta, i & 1);
        if (simt_state(w) != SIMT_READY)
            continue;
        const struct ptx_inst *inst = simt_next(w);
        memset(access.data, i, sizeof access.data);
        ok = simt_step(w, &access, &err);
        if (ok && access.lanes != 0 && simt_returns(&access))
            simt_load(w, inst, &access);
    }
    simt_cta_free(cta);
    free(params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct ptx_module *m = ptx_parse((const char *)data, size, "fuzz", &err);
    if ((m == NULL) != error_is_set(&err))
        abort();
    for (size_t i = 0; m != NULL && i < ptx_variable_count(m); i++)
        ptx_place(m, i, 0x1000 * (i + 1));
    /* Not when it is large: an input is to take a moment. */
    for (size_t i = 0; m != NULL && i < ptx_kernel_count(m); i++)
        if (ptx_kernel(m, i)->n_regs < 2000 && ptx_kernel(m, i)->local_bytes < 4096)
            execute(m, ptx_kernel(m, i));
    ptx_free(m);
    return 0;
}
