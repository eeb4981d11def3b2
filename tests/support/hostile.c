#include "tests/support/hostile.h"

#include "tests/support/folder.h"

#include "sw/util/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *const hostile[HOSTILE] = {
    "$(touch PWNED)",
    "`touch PWNED`",
    "a; touch PWNED; #",
    "a|touch PWNED",
    "\"; touch PWNED; \"",
    "'; touch PWNED; '",
    "`touch${IFS}PWNED`",                              /* where words end at blanks */
    "a\n!touch PWNED\n",                               /* Yosys, abc, gnuplot */
    "'.system('touch PWNED').'",                       /* gnuplot, in its quotes */
    "a\nendmodule\ninitial $system(\"touch PWNED\");", /* Verilog */
    "\");} __attribute__((constructor)) void f(){system(\"touch PWNED\");} //", /* C */
    "@PLACEHOLDER@ %s%n \\g",
    "<script>touch PWNED</script>\"><img src=x onerror=touch>", /* pages and pictures */
    "\033]0;PWNED\007\033[2J",                                  /* terminals */
    "-fplugin=PWNED.so",
    "@PWNED",
    "../away/PWNED.d", /* for names in files alone: a user may give such a path */
};

static const char launch_text[] =
    "about: y = max(x, 0)\n"
    "source: k.ptx\n"
    "sizes:\n  big: {n: 256}\n"
    "buffers:\n"
    "  - {name: x, type: f32, count: $n, init: file, path: x.bin}\n"
    "  - {name: y, type: f32, count: $n + 1, init: zero, output: y.bin}\n"
    "  - {name: z, type: i32, count: 4, init: iota, start: 5, step: 3}\n"
    "launches:\n"
    "  - {entry: relu, grid: [ceil($n/128)], block: [128], args: [x, y, \"u32 $n\"]}\n";

static const char system_text[] = "base: tsm-tiny\nabout: a system of a colleague\n"
                                  "consistency: rc\npackage: {gpus: 2}\n";
static const char family_text[] = "base: tsm-tiny\nabout: machines of a colleague\nsizes:\n"
                                  "  plain:\n  more:\n    about: with three GPUs\n"
                                  "    package: {gpus: 3}\n";
static const char mesh_text[] = "base: mesh-4x4\nabout: a mesh of a colleague\n"
                                "fabric: {network: {topology: mesh}}\n";
static const char trace_text[] =
    "umbel-net-trace version=1 nodes=16 flit_bytes=8 classes=req,rsp networks=mine,other\n"
    "1 mine 1 0 req 1\n5 mine 3 2 rsp 4\nend 2\n";
static const char study_text[] =
    "about: a study of a colleague\n"
    "paper: {title: A Title, figure: figure 1}\n"
    "rows:\n"
    "  - {kernel: vecadd:tiny, label: a row}\n"
    "series:\n"
    "  - {label: A, system: tsm-tiny}\n"
    "  - {label: B, system: tsm-tiny, sets: [consistency=rc]}\n"
    "metric: cycles\ncalled: cycles of a kernel\nnormalise: {to: B, as: speedup}\n"
    "mean: geometric\nplot: bars\nshape: partly\nbecause: of reasons\nnotes: [a note]\n";
static const char proofs_text[] =
    "proofs:\n  - {proof: mine, about: a wire, system: tsm-tiny, module: um_fifo,\n"
    "     texts: [channel, fifo_none], params: [WIDTH=8, DEPTH=0], define: [MINE],\n"
    "     provers: [cadical, ind], induction: 1, covers: 4, seconds: 5}\n";
static const char floorplan_text[] =
    "about: a package of a colleague\n"
    "paper: {figure: figure 1, max: 88.6}\n"
    "ambient: 45\n"
    "interposer: {width: 20, height: 10}\n"
    "cells: 8\n"
    "top: {resistance: 0.1}\n"
    "layers:\n"
    "  - {name: interposer, um: 100, conductivity: 130}\n"
    "  - {name: dies, um: 150, conductivity: 130, between: 0.026, blocks: true}\n"
    "blocks:\n"
    "  - {name: gpu0, x: 1, y: 1, width: 8, height: 8, units: [gpu0]}\n"
    "  - {name: rest, x: 11, y: 1, width: 8, height: 8, units: [\"umc*\"], static_watts: 2}\n"
    "  - {name: cpu, x: 9, y: 1, width: 2, height: 2, watts: 3}\n"
    "notes: [a note]\n";
static const char energies_text[] =
    "about: energies of a colleague\n"
    "sram:\n"
    "  - {bytes: 8192, pj: 7.5}\n"
    "sram_source: a page\n"
    "events:\n"
    "  - {class: sm, counters: [instructions], pj: 10, times: [package.gpus], source: a page}\n"
    "  - {class: umc, counters: [reads], capacity: [package.l1.bytes], source: a page}\n";
static const char run_text[] =
    "{\"schema\": 2, \"run\": {\"result\": \"identical to cacheless execution\", \"cycles\": 100, "
    "\"kernel\": \"k\"},\n"
    " \"system\": {\"clock_mhz\": 1000, \"package\": {\"gpus\": 2, \"l1\": {\"bytes\": 4096}}},\n"
    " \"units\": {\"sm\": {\"counters\": {\"instructions\": {\"values\": {\"gpu0.sm0\": 50}}}},\n"
    "  \"umc\": {\"counters\": {\"reads\": {\"values\": {\"umc0\": 7}}}}}}\n";
static const char cuda_text[] =
    "extern \"C\" __global__ void relu(const float *x, float *y, unsigned n)\n"
    "{ unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = fmaxf(x[i], 0); }\n"
    "int main() { float *x; cudaMallocManaged(&x, 1024); relu<<<1, 32>>>(x, x + 32, 32);\n"
    "  cudaDeviceSynchronize(); printf(\"%g\\n\", x[35]); return 0; }\n";

#define CORPUS "tests/fuzz/corpus/"

const struct hostile_input hostile_inputs[] = {
    {"s.yaml", system_text},
    {"m.yaml", mesh_text},
    {"l.yaml", launch_text},
    {"f.yaml", floorplan_text},
    {"e.yaml", energies_text},
    {"r.json", run_text},
    {"p.yaml", study_text},
    {"q.yaml", proofs_text},
    {"n.trace", trace_text},
    {"c.cu", cuda_text},
    {"k.ptx", CORPUS "ptx/relu.ptx"},
    {"x.bin", CORPUS "ptx/variables.ptx"},
    {"t.litmus", CORPUS "litmus/MP+rel-acq.litmus"},
    {"b/board.yaml", "fpga/boards/icebreaker/board.yaml"},
    {"b/system.yaml", "fpga/boards/icebreaker/system.yaml"},
    {"rel-acq.litmus", CORPUS "litmus/MP_relacq.litmus"},
    {"riscv.litmus", CORPUS "litmus/MP+addr.riscv.litmus"},
    {"x86.litmus", CORPUS "litmus/lock.x86.litmus"},
    {"all.yaml", family_text},
    {NULL, NULL},
};

static char *text_of(const char *source)
{
    if (strchr(source, '\n') != NULL)
        return xstrdup(source);
    struct arena a = {0};
    size_t len;
    char *text = read_bytes_of(arena_printf(&a, UMBEL_ROOT "/%s", source), &len);
    arena_free(&a);
    return text;
}

char *hostile_text_of(const char *name)
{
    for (const struct hostile_input *i = hostile_inputs; i->name != NULL; i++)
        if (strcmp(i->name, name) == 0)
            return text_of(i->source);
    fail_msg("no input %s", name);
    return NULL;
}

void hostile_put_all(const struct sandbox *s)
{
    sandbox_clear(s);
    for (const struct hostile_input *i = hostile_inputs; i->name != NULL; i++) {
        char *text = text_of(i->source);
        sandbox_put(s, i->name, text);
        free(text);
    }
}
