/*
 * Nanoseconds per warp instruction, for kernels of one kind of instruction each.
 * Build: cc -O2 -I. tests/bench/bench_simt.c build/libumbel.a -lm; no argument.
 */
#include "sw/ptx/internal.h"
#include "sw/ptx/simt.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { REPEAT = 16, LOOPS = 20000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* A loop around REPEAT copies of `body`, after `%p1` was set for threads below `threads_on`. */
static struct ptx_module *make(const struct isa *isa, const char *body)
{
    struct sbuf s = {0};
    struct error err = {0};
    sbuf_printf(&s,
                ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n"
                ".reg .pred %%p<8>; .reg .b32 %%r<32>; .reg .b64 %%rd<32>; .reg .f32 %%f<32>;\n"
                ".reg .f64 %%fd<8>; .reg .b16 %%rs<8>; .shared .align 4 .b8 s[1024];\n"
                "mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %d; mov.f32 %%f1, 0f3F800001;\n"
                "mov.f32 %%f2, 0f3F800002; mul.wide.u32 %%rd1, %%r1, 4; mov.f64 %%fd1, 1.25;\n"
                "mov.f32 %%f3, 0f3F800002; mov.u64 %%rd2, s; add.s64 %%rd3, %%rd2, %%rd1;\n"
                "setp.lt.u32 %%p2, %%r1, 20;\nL:\n",
                LOOPS);
    for (int i = 0; i < REPEAT; i++)
        sbuf_puts(&s, body);
    sbuf_puts(&s, "\nadd.s32 %r2, %r2, -1;\nsetp.ne.s32 %p1, %r2, 0;\n@%p1 bra L;\nret;\n}\n");
    struct ptx_module *m = ptx_parse_for(isa, s.text, s.len, "bench", &err);
    if (m == NULL)
        fprintf(stderr, "%s\n", err.text);
    sbuf_free(&s);
    return m;
}

static double measure(const struct isa *isa, const char *body)
{
    struct ptx_module *m = make(isa, body);
    if (m == NULL)
        return 0;
    struct simt_grid g = {.module = m,
                          .kernel = ptx_kernel(m, 0),
                          .grid = {1, 1, 1},
                          .block = {32, 1, 1},
                          .params = (const uint8_t *)""};
    static struct simt_access access;
    struct error err = {0};
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 0);
    uint64_t steps = 0;
    double start = now();
    for (; simt_state(w) == SIMT_READY; steps++)
        if (!simt_step(w, &access, &err))
            break;
    double ns = (now() - start) / (double)steps;
    if (error_is_set(&err))
        fprintf(stderr, "%s\n", err.text);
    simt_cta_free(cta);
    ptx_free(m);
    return ns;
}

int main(void)
{
    static const struct {
        const char *name, *body;
    } mixes[] = {
        {"add.s32", "add.s32 %r3, %r1, %r2;\n"},
        {"add.s32 in place", "add.s32 %r3, %r3, %r1;\n"},
        {"add.s64", "add.s64 %rd5, %rd5, %rd1;\n"},
        {"mad.lo.s32", "mad.lo.s32 %r3, %r1, %r2, %r3;\n"},
        {"mul.wide.s32", "mul.wide.s32 %rd5, %r1, 4;\n"},
        {"div.u32", "div.u32 %r3, %r1, %r2;\n"},
        {"setp.lt.s32", "setp.lt.s32 %p3, %r1, %r2;\n"},
        {"selp.b32", "selp.b32 %r3, %r1, %r2, %p2;\n"},
        {"mov.u32 %tid.x", "mov.u32 %r3, %tid.x;\n"},
        {"cvt.u64.u32", "cvt.u64.u32 %rd4, %r1;\n"},
        {"cvt.rn.f32.s32", "cvt.rn.f32.s32 %f4, %r1;\n"},
        {"cvt.rzi.s32.f32", "cvt.rzi.s32.f32 %r4, %f1;\n"},
        {"add.f32", "add.f32 %f3, %f1, %f2;\n"},
        {"fma.rn.f32", "fma.rn.f32 %f3, %f1, %f2, %f3;\n"},
        {"fma.rn.f64", "fma.rn.f64 %fd2, %fd1, %fd1, %fd1;\n"},
        {"min.f32", "min.f32 %f3, %f1, %f2;\n"},
        {"div.rn.f32", "div.rn.f32 %f3, %f1, %f2;\n"},
        {"sqrt.rn.f32", "sqrt.rn.f32 %f3, %f1;\n"},
        {"ex2.approx.f32", "ex2.approx.f32 %f3, %f1;\n"},
        {"sin.approx.f32", "sin.approx.f32 %f3, %f1;\n"},
        {"@p add.s32 (20 lanes)", "@%p2 add.s32 %r3, %r1, %r2;\n"},
        {"@p fma.rn.f32 (20 lanes)", "@%p2 fma.rn.f32 %f3, %f1, %f2, %f3;\n"},
        {"ld.shared.f32", "ld.shared.f32 %f3, [%rd3];\n"},
        {"st.shared.f32", "st.shared.f32 [%rd3], %f3;\n"},
        {"ld.global.f32 (address only)", "ld.global.f32 %f5, [%rd1];\n"},
        {"st.global.f32", "st.global.f32 [%rd1], %f3;\n"},
        {"mix: ld.shared fma add setp",
         "ld.shared.f32 %f3, [%rd3];\nfma.rn.f32 %f4, %f3, %f2, %f4;\nadd.s32 %r3, %r3, %r1;\n"
         "setp.lt.s32 %p3, %r3, %r2;\n"},
    };
    printf("%-32s %8s %8s   ns per warp instruction\n", "", "any CPU", "this CPU");
    for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++)
        printf("%-32s %8.1f %8.1f\n", mixes[i].name, measure(&isa_base, mixes[i].body),
               measure(isa_best(), mixes[i].body));
    return 0;
}
