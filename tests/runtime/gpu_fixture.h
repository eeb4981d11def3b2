/* A gpu with two kernels and two buffers: shared by the programs test_gpu*. */
#ifndef UMBEL_TESTS_RUNTIME_GPU_FIXTURE_H
#define UMBEL_TESTS_RUNTIME_GPU_FIXTURE_H

#include "sw/runtime/gpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* k(out, n): out[global thread] = n + thread; `table` is there to be placed. */
static const char ptx[] = ".version 6.0\n.target sm_70\n.address_size 64\n"
                          ".visible .global .align 4 .b8 table[12] = {1, 2, 3};\n"
                          ".visible .entry k(\n"
                          "\t.param .u64 k_param_0,\n\t.param .u32 k_param_1\n)\n{\n"
                          "\t.reg .b32 \t%r<6>;\n\t.reg .b64 \t%rd<5>;\n"
                          "\tld.param.u64 \t%rd1, [k_param_0];\n"
                          "\tld.param.u32 \t%r1, [k_param_1];\n"
                          "\tcvta.to.global.u64 \t%rd2, %rd1;\n"
                          "\tmov.u32 \t%r2, %ctaid.x;\n\tmov.u32 \t%r3, %ntid.x;\n"
                          "\tmov.u32 \t%r4, %tid.x;\n"
                          "\tmad.lo.s32 \t%r5, %r2, %r3, %r4;\n"
                          "\tmul.wide.u32 \t%rd3, %r5, 4;\n\tadd.s64 \t%rd4, %rd2, %rd3;\n"
                          "\tadd.s32 \t%r5, %r5, %r1;\n"
                          "\tst.global.u32 \t[%rd4], %r5;\n\tret;\n}\n"
                          ".visible .entry spin()\n{\n$L1:\n\tbra.uni \t$L1;\n}\n"
                          ".visible .entry odd()\n{\n\tquux.b32 \t1;\n\tret;\n}\n";

struct fixture {
    struct launch *l;
    struct ptx_module *m;
    struct gpu *g;
    struct error err;
};

/* `more`: fields of buffer b. */
static inline void open_with(struct fixture *f, const char *more, const char *launches,
                             const struct pages_config *memory)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: x\nsource: k.ptx\nbuffers:\n"
             "  - {name: a, type: u32, count: 100, init: iota}\n"
             "  - {name: b, type: u8, count: 1, init: zero%s}\n"
             "launches:\n%s",
             more, launches);
    *f = (struct fixture){0};
    f->l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &f->err);
    if (f->l == NULL)
        fail_msg("%s", f->err.text);
    f->m = ptx_parse_program(ptx, strlen(ptx), "k.ptx", &f->err);
    if (f->m == NULL)
        fail_msg("%s", f->err.text);
    f->g = gpu_new(f->l, f->m, NULL, memory, &f->err);
}

static inline void open_in(struct fixture *f, const char *launches,
                           const struct pages_config *memory)
{
    open_with(f, "", launches, memory);
}

static inline struct pages_config lines_of(uint64_t memory)
{
    return (struct pages_config){
        .homes = 1, .node_bytes = memory, .line_bytes = 64, .page_bytes = 4096};
}

static inline void open_fixture(struct fixture *f, const char *launches, uint64_t memory)
{
    const struct pages_config c = lines_of(memory);
    open_in(f, launches, &c);
}

static inline void close_fixture(struct fixture *f)
{
    gpu_free(f->g);
    ptx_free(f->m);
    launch_free(f->l);
}

#define ONE "  - {entry: k, grid: [2], block: [50], args: [a, \"u32 7\"]}\n"

#endif
