/*
 * Building as Makefiles do: `umbel-nvcc` with nvcc's options, objects apart, gcc as the linker with
 * the toolkit's libraries. Every program that is built also runs.
 */
#include "sw/util/file.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char device[] = "#include \"sum.h\"\n"
                             "__global__ void add(int *p, int n) { p[threadIdx.x] += n; }\n"
                             "int sum(int n)\n"
                             "{\n"
                             "    int h[32], *d, s = 0;\n"
                             "    cudaMalloc(&d, sizeof h);\n"
                             "    cudaMemset(d, 0, sizeof h);\n"
                             "    add << <1, 32>> >(d, n + PLUS);\n"
                             "    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
                             "    for (int i = 0; i < 32; i++) s += h[i];\n"
                             "    return s;\n"
                             "}\n";
static const char host[] =
    "#include \"sum.h\"\n"
    "#include <stdio.h>\n"
    "#include <cuda_runtime.h>\n"
    "int main(void) { int n; cudaGetDeviceCount(&n); cudaThreadSynchronize();\n"
    "printf(\"%d %d\\n\", sum(5), n); return 0; }\n";
static const char header[] = "#ifdef __cplusplus\nextern \"C\"\n#endif\nint sum(int n);\n";
static const char makefile[] =
    "NVCC = $(CUDA_DIR)/bin/nvcc\n"
    "prog: main.o sum.o\n\tgcc $^ -o $@ -L$(CUDA_DIR)/lib64 -lcuda -lcudart -lm\n"
    "main.o: main.c\n\tgcc -c -I$(CUDA_DIR)/include $< -o $@\n"
    "sum.o: sum.cu\n\t$(NVCC) -arch=sm_35 -O3 -Xptxas -v -DPLUS=1 -c $<\n";

static void put(void **state, const char *name, const char *text)
{
    struct error err = {0};
    if (!file_write(in_folder(state, name), text, strlen(text), &err))
        fail_msg("%s", err.text);
}

static void put_all(void **state)
{
    put(state, "sum.cu", device);
    put(state, "main.c", host);
    put(state, "sum.h", header);
    put(state, "Makefile", makefile);
}

/* A line in a shell, in the test's folder, with nvcc in PATH. */
static struct command shell(void **state, const char *line)
{
    char text[4096];
    snprintf(text, sizeof text,
             "export CUDA_DIR=%s/build/cuda UMBEL_SYSTEM=tsm-tiny UMBEL_OPTIONS=-q; "
             "PATH=$CUDA_DIR/bin:$PATH; %s",
             UMBEL_ROOT, line);
    struct command c = {.argv = (const char *const[]){"bash", "-c", text, NULL},
                        .dir = in_folder(state, ".")};
    command_run(&c);
    return c;
}

static void prints(void **state, const char *line, const char *out)
{
    struct command c = shell(state, line);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), out);
    command_free(&c);
}

static void fails(void **state, const char *line, const char *err)
{
    struct command c = shell(state, line);
    assert_status(&c, 1);
    assert_string_equal(err_of(&c), err);
    command_free(&c);
}

static void programs(void **state)
{
    put_all(state);
    prints(state, "nvcc -DPLUS=1 sum.cu main.c && ./a.out", "192 1\n");
    prints(
        state,
        "nvcc -ccbin g++ -m64 -gencode arch=compute_70,code=sm_70 -Xcompiler -Wall,-O3 -lineinfo "
        "--use_fast_math -D PLUS=2 -std=c++14 --compiler-options=-fopenmp -lcudart -L/nowhere "
        "-o prog main.c -I. sum.cu -lm && ./prog",
        "224 1\n");
}

/* -Xcompiler -fopenmp compiles and links a team of host threads. */
static void openmp(void **state)
{
    put_all(state);
    put(state, "team.cu",
        "#include <cstdio>\n"
        "int main() {\n int n = 0;\n"
        "#pragma omp parallel num_threads(3) reduction(+:n)\n"
        " n++;\n printf(\"%d\\n\", n); }\n");
    prints(state, "nvcc -Xcompiler -fopenmp team.cu -o team && ./team", "3\n");
}

/* Programs choose sizes by -D N=...: headers use no name of one capital. */
static void capitals(void **state)
{
    put(state, "all.cu",
        "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
        "#include <cuComplex.h>\n"
        "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
        "#include <cooperative_groups/scan.h>\n#include <cooperative_groups/memcpy_async.h>\n"
        "__global__ void k() {}\n");
    prints(state, "nvcc -c $(printf -- '-D %s=7 ' {A..Z} SIZE WIDTH HEIGHT) all.cu", "");
}

/* cuComplex.h is for C, too, where gcc sees it without a pass for the device. */
static void complex_numbers(void **state)
{
    put(state, "complex.c",
        "#include <cuComplex.h>\n#include <stdio.h>\n"
        "int main(void) {\n"
        " cuDoubleComplex x = make_cuDoubleComplex(1, 2), y = cuCmul(x, cuConj(x));\n"
        " cuComplex z = cuCdivf(make_cuComplex(-10, 5), cuComplexDoubleToFloat(x));\n"
        " printf(\"%g %g %g %g\\n\", cuCreal(y), cuCimag(y), cuCrealf(z), cuCimagf(z));\n"
        " return cuCabs(cuCfma(x, y, x)) < 13; }\n");
    prints(state, "gcc -std=c99 -Wall -Wextra -Werror -I$CUDA_DIR/include complex.c -lm && ./a.out",
           "5 0 0 5\n");
}

static void objects(void **state)
{
    put_all(state);
    prints(state,
           "nvcc -c -DPLUS=0 sum.cu -o s.o && nvcc -c main.c && nvcc -lib s.o -o libs.a && "
           "nvcc main.o libs.a -o prog && ./prog",
           "160 1\n");
    prints(state, "nvcc -x cu -c main.c -MD && cat main.d | tr -d '\\\\' | head -c 7", "main.o:");
    prints(state, "nvcc -ptx -DPLUS=0 sum.cu && grep -c 'entry _Z3addPii' sum.ptx", "1\n");
    prints(state, "nvcc -E -DPLUS=77 sum.cu | grep -c 'n + 77'", "1\n");
}

/* Rules for make as CMake asks for them, options in a file, and what changes nothing here. */
static void further_options(void **state)
{
    put_all(state);
    put(state, "options", "-DPLUS=1 -c \"sum.cu\"\n-o s.o\n");
    put(state, "self", "-optf self");
    prints(state, "nvcc -optf options -MMD -MF sum.dep -MT other.o && cut -d ' ' -f 1,2,4 sum.dep",
           "other.o: sum.cu sum.h\n");
    prints(state, "nvcc --options-file=options -MMD && cut -d ' ' -f 1,2,4 s.d",
           "s.o: sum.cu sum.h\n");
    prints(state, "nvcc -MM -MF rule -MP -DPLUS=1 sum.cu && grep -c '^sum.h:' rule", "1\n");
    prints(state,
           "mkdir o && nvcc -odir o -c main.c && nvcc o/main.o s.o -Xlinker -rpath,. && ./a.out",
           "192 1\n");
    prints(state,
           "nvcc -DPLUS=1 -c sum.cu -allow-unsupported-compiler -time log.csv -dopt=on -dopt on "
           "-ewp --display-error-number --no-display-error-number -noprof",
           "");
    prints(state, "nvcc --list-gpu-arch; nvcc --list-gpu-code", "compute_70\nsm_70\n");
    fails(state, "nvcc -optf self", "umbel-nvcc: self: it names itself\n");
    fails(state, "nvcc -optf none",
          "umbel-nvcc: none: cannot be read: No such file or directory\n");
}

static const char library[] = "__device__ int d = 3;\n"
                              "__global__ void k(int *p) { *p = d; }\n"
                              "extern \"C\" int run()\n"
                              "{ int *p, h, e = 9; cudaMalloc(&p, 4); k<<<1, 1>>>(p);\n"
                              "  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);\n"
                              "  cudaFree(p); cudaMemcpyToSymbol(d, &e, 4); return h; }\n";
static const char loads[] =
    "#include <cstdio>\n#include <dlfcn.h>\n"
    "__global__ void m(int *p) { *p = 7; }\n"
    "int main() { int *p, h, (*run)(); cudaMalloc(&p, 4); m<<<1, 1>>>(p);\n"
    " cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);\n"
    " void *l = dlopen(\"./librun.so\", RTLD_NOW); if (l == 0) return puts(dlerror());\n"
    " *(void **)&run = dlsym(l, \"run\"); int a = run(); printf(\"%d %d %d\\n\", h, a, run()); }\n";

/* A shared object that the program is linked with, and one that it opens between its launches. */
static void shared_objects(void **state)
{
    put(state, "run.cu", library);
    put(state, "loads.cu", loads);
    put(state, "main.c",
        "#include <stdio.h>\nint run(void);\n"
        "int main(void) { printf(\"%d\\n\", run()); return 0; }\n");
    prints(state,
           "nvcc -shared run.cu -o librun.so && "
           "gcc main.c -L. -lrun -Wl,-rpath,. -L$CUDA_DIR/lib64 -lcudart && ./a.out",
           "3\n");
    prints(state, "nvcc loads.cu -ldl && ./a.out", "7 3 9\n");
}

static const char calls[] =
    "#include <cstdio>\n"
    "extern __device__ int twice(int);\n"
    "extern __global__ void other(int *p);\n"
    "int touch();\n"
    "__device__ int counter = 5;\n"
    "static __device__ int hidden = 7;\n"
    "__global__ void k(int *p)\n"
    "{ p[threadIdx.x] = twice(threadIdx.x) * 3 + hidden; atomicAdd(&counter, 1); }\n"
    "int main() {\n"
    " int *p, h[32], c;\n"
    " cudaMalloc(&p, sizeof h);\n"
    " k<<<1, 32>>>(p);\n"
    " other<<<1, 32>>>(p);\n"
    " cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);\n"
    " cudaMemcpyFromSymbol(&c, counter, 4);\n"
    " printf(\"%d %d %d\", h[0], h[31], c);\n"
    " printf(\" %d %s\\n\", touch(), cudaGetErrorName(cudaGetLastError()));\n}\n";
static const char called[] =
    "extern __device__ int counter;\n"
    "static __device__ int hidden = 9;\n"
    "__device__ int twice(int x) { return 2 * x; }\n"
    "__global__ void other(int *p) { p[threadIdx.x] += hidden + counter; }\n"
    "static __global__ void k(int *p) { *p = hidden; }\n"
    "int touch() { int c = 1, *p; cudaMemcpyToSymbol(counter, &c, 4);\n"
    "cudaMalloc(&p, 4); cudaMemcpyToSymbol(hidden, &c, 4); k<<<1, 1>>>(p);\n"
    "cudaMemcpy(&c, p, 4, cudaMemcpyDeviceToHost); if (c != 1) return -c;\n"
    "cudaMemcpyFromSymbol(&c, counter, 4); return c; }\n";

/* Kernels call functions of another file and share a variable with it; names that are static there
 * stay apart. counter is 5 + 32 when `other` runs: p[i] = 6 i + 7 + 9 + 37. */
static void device_code(void **state)
{
    static const char right[] = "53 239 37 1 cudaSuccess\n";
    put(state, "calls.cu", calls);
    put(state, "called.cu", called);
    prints(state, "nvcc -rdc=true calls.cu called.cu && ./a.out", right);
    prints(state,
           "nvcc -dc calls.cu called.cu && nvcc -dlink calls.o called.o -o device.o && "
           "gcc calls.o called.o device.o -o prog -L$CUDA_DIR/lib64 -lcudart && ./prog",
           right);
    if (slow_wanted()) { /* an archive is in objects(), and the command links as umbel-nvcc does */
        prints(state,
               "nvcc -lib called.o -o libcalled.a && nvcc calls.o -L. -lcalled -o prog && ./prog",
               right);
        prints(state, UMBEL_ROOT "/build/umbel cuda --rdc calls.cu called.cu -q 2>/dev/null",
               right);
    }
    put(state, "lone.cu",
        "#include <cstdio>\n"
        "extern __device__ int far(int);\n"
        "__global__ void k(int *p) { *p = far(1); }\n"
        "int main() { k<<<1, 1>>>(0); puts(cudaGetErrorName(cudaGetLastError())); }\n");
    prints(state,
           "nvcc -rdc=true lone.cu && ./a.out 2>&1 | head -n 2 | cut -d ';' -f 1 | cut -c 1-75",
           "umbel: kernel _Z1kPi cannot run: lone.cu:3: 'far' is called and has no body\n"
           "cudaErrorNotSupported\n");
    put(state, "plain.cu", "__global__ void k() {}\n");
    fails(state, "nvcc -c plain.cu && nvcc -dlink plain.o",
          "umbel-nvcc: none of the objects waits for a link of device code: compile them with "
          "-dc\n");
    fails(state, "nvcc -dlink nothing.o", "umbel-nvcc: nothing.o: there is no such object\n");
}

/* Host code writes a variable of an anonymous namespace, which clang 14 takes for a constant. */
static void hidden_variables(void **state)
{
    put(state, "hidden.cu",
        "#include <cstdio>\n"
        "namespace { __device__ int h = 4; __constant__ int c[2] = {1, 2}; }\n"
        "__global__ void k(int *p) { *p = 100 * h + 10 * c[0] + c[1]; }\n"
        "int main() {\n int *p, v = 9, w[2] = {3, 5}; cudaMalloc(&p, 4);\n"
        " cudaMemcpyToSymbol(h, &v, 4); cudaMemcpyToSymbol(c, w, 8); k<<<1, 1>>>(p);\n"
        " cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost); printf(\"%d\\n\", v);\n}\n");
    prints(state, "nvcc -rdc=true hidden.cu && ./a.out", "935\n");
    slow_only("device code that is not linked has no other names");
    prints(state, "nvcc hidden.cu && ./a.out", "935\n");
}

static void a_makefile(void **state)
{
    put_all(state);
    prints(state, "make -s > log 2>&1 || cat log; ./prog", "192 1\n");
}

/* CMake identifies the compiler, finds the toolkit, and links by the host's compiler. */
static void by_cmake(void **state)
{
    if (!tool_installed("cmake")) {
        print_message("SKIPPED: cmake is not installed; projects of CMake were NOT built\n");
        skip();
    }
    put_all(state);
    put(state, "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\n"
        "project(sum LANGUAGES C CXX CUDA)\n"
        "find_package(CUDAToolkit REQUIRED)\n"
        "add_library(device STATIC sum.cu)\n"
        "target_compile_definitions(device PRIVATE PLUS=1)\n"
        "add_executable(prog main.c)\n"
        "target_link_libraries(prog device CUDA::cudart)\n"
        "add_executable(whole whole.cu)\n");
    put(state, "whole.cu",
        "#include <cstdio>\n__global__ void k() {}\n"
        "int main() { k<<<1, 1>>>(); puts(cudaGetErrorName(cudaDeviceSynchronize())); }\n");
    prints(
        state,
        "(cmake -S . -B b -DCMAKE_CUDA_COMPILER=$CUDA_DIR/bin/nvcc && cmake --build b) > log 2>&1 "
        "|| tail -n 7 log; b/prog; b/whole",
        "192 1\ncudaSuccess\n");
}

static void what_is_said(void **state)
{
    put_all(state);
    prints(state, "nvcc --version | tail -n 1",
           "Cuda compilation tools, release 11.5, V11.5.119\n");
    fails(state, "nvcc --frobnicate sum.cu",
          "umbel-nvcc: unknown option '--frobnicate'; what the host's compiler understands goes "
          "behind -Xcompiler\n");
    fails(state, "nvcc sum.cu -lcublas",
          "umbel-nvcc: -lcublas: this library of NVIDIA's is not here, nor another in its place\n");
    fails(state, "nvcc -m32 sum.cu",
          "umbel-nvcc: '-m32' is not supported: device addresses have 64 bits\n");
    fails(state, "nvcc -c sum.cu main.c -o both.o",
          "umbel-nvcc: -o both.o: one output for 2 files; call it once for each\n");
    fails(state, "nvcc sum.cu -o", "umbel-nvcc: '-o' needs a value\n");
    fails(state, "nvcc", "umbel-nvcc: compile what? umbel-nvcc FILE...; --help says more\n");
    fails(state, "nvcc sum.h",
          "umbel-nvcc: sum.h: what is it? Sources end in .cu, .cpp, .cc, .cxx "
          "or .c, objects in .o, .a or .so\n");
    /* The column is that of the source, though its launch was closed up. */
    fails(state, "nvcc -c sum.cu",
          "umbel-nvcc: sum.cu:8:30: use of undeclared identifier 'PLUS'\n");
    prints(state, "ls *.o *.tmp 2>/dev/null | wc -l", "0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(programs),         test_in_folder(openmp),
        test_in_folder(capitals),         test_in_folder(complex_numbers),
        test_in_folder(objects),          test_in_folder(device_code),
        test_in_folder(hidden_variables), test_in_folder(a_makefile),
        test_in_folder(further_options),  test_in_folder(shared_objects),
        test_in_folder(by_cmake),         test_in_folder(what_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
