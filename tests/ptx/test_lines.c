/*
 * Lines of the CUDA source: asking clang for line tables changes no instruction, and a fault names
 * its line. Expected lines are counted in the sources below.
 */
#include "tests/ptx/machine.h"

#include "sw/util/file.h"
#include "sw/util/sbuf.h"
#include "tests/support/slow.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the same instructions with and without ---- */

static bool starts(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

/* Without .loc, .file, .section, the labels that they use, and empty lines. */
static char *instructions(const char *ptx, int *locs)
{
    struct sbuf text = {0};
    while (*ptx != '\0') {
        size_t n = strcspn(ptx, "\n");
        const char *s = ptx + strspn(ptx, " \t");
        *locs += starts(s, ".loc");
        if (*s != '\n' && !starts(s, ".loc") && !starts(s, ".file") && !starts(s, ".section") &&
            !starts(s, "Ltmp") && !starts(s, "Lfunc_"))
            sbuf_printf(&text, "%.*s\n", (int)n, ptx);
        ptx += n + (ptx[n] == '\n');
    }
    return text.text;
}

static char *compiled(const char *cu, const char *clang)
{
    struct error err = {0};
    size_t len;
    if (clang != NULL)
        setenv("UMBEL_CLANG", clang, 1);
    char *text = ptx_compile(cu, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    unsetenv("UMBEL_CLANG");
    if (text == NULL)
        give_up(err.text);
    return text;
}

/* A script that calls clang without the option for line tables. Every day the kernels up to the
 * letter c, with UMBEL_SLOW all. */
static void test_same_instructions(void **state)
{
    (void)state;
    char script[] = "/tmp/umbel-test-XXXXXX";
    int fd = mkstemp(script);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(f);
    fputs("#!/bin/sh\nfor a; do shift; test \"$a\" = -gline-tables-only || set -- \"$@\" \"$a\"; "
          "done\n"
          "exec clang++-14 \"$@\"\n",
          f);
    fclose(f);
    chmod(script, 0700);
    DIR *d = opendir(UMBEL_ROOT "/sw/kernels");
    assert_non_null(d);
    int kernels = 0;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        char cu[1024];
        snprintf(cu, sizeof cu, UMBEL_ROOT "/sw/kernels/%s/%s.cu", e->d_name, e->d_name);
        if (!file_exists(cu) || (!slow_wanted() && e->d_name[0] > 'c'))
            continue;
        char *with = compiled(cu, NULL), *without = compiled(cu, script);
        int some = 0, none = 0;
        char *x = instructions(with, &some), *y = instructions(without, &none);
        assert_true(some > 10 * none); /* clang keeps the place of a loop with #pragma unroll */
        assert_string_equal(x, y);
        free(with), free(without), free(x), free(y);
        kernels++;
    }
    closedir(d);
    remove(script);
    if (!slow_wanted())
        print_message("*** SKIPPED: the kernels behind the letter c; UMBEL_SLOW=1 runs them ***\n");
    assert_true(kernels >= 18);
}

/* ---- .file and .loc as they may be written ---- */

static const char written[] =
    ".version 7.2\n.target sm_70\n.address_size 64\n"
    ".file 3 \"/usr/include/c++/12/cmath\"\n"
    ".func f() { .loc 1 99 1 ret; }\n"
    ".entry k(.param .u64 a)\n{\n.reg .b32 %r<4>;\n"
    "mov.u32 %r1, 0;\n" /* before any .loc */
    ".loc 1 12 0\n$L__func_begin0:\n.loc\t1 12 5\n"
    "mov.u32 %r1, 1;\n"
    ".loc 2 7 3\n"
    "mov.u32 %r1, 2;\n"
    ".loc 1 0 3 // of no line\n"
    "mov.u32 %r1, 3;\n"
    ".loc 1 20 9, function_name $L__info_string0, inlined_at 1 30 2\n"
    "mov.u32 %r1, 4;\n"
    ".loc 3 40 9, function_name $L__info_string0+8, inlined_at 1 31 2\n"
    "mov.u32 %r1, 5;\n"
    ".loc 3 41 9\n" /* the system's: the user's line stays */
    "mov.u32 %r1, 6;\n"
    ".loc 9 41 9\n.loc 1\n.loc 4294967295 1 1\n" /* no such file, no line */
    "mov.u32 %r1, 7;\n"
    ".loc 2 8 1\nret;\n$L__tmp1:\n}\n"
    ".entry next() { bra L; L: ret; }\n"
    ".section .debug_abbrev\n{\n.b8 1 // Abbreviation Code\n.b8 17\n\n}\n"
    ".section .debug_info\n{\n.b32 52 // Length\n.b64 $L__func_begin0 // DW_AT_low_pc\n}\n"
    ".section .debug_str { $L__info_string0: .b8 95,90,51 }\n"
    ".section\t.debug_loc\t{\t}\n"
    "\t.file\t1 \"./k.cu\"\n\t.file\t2 \"/home/u/my.h\"\n";

static void test_written(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(written);
    static const struct {
        const char *file;
        int line;
    } expect[] = {{NULL, 0},           {"k.cu", 12}, {"/home/u/my.h", 7},
                  {"/home/u/my.h", 7}, {"k.cu", 20}, {"k.cu", 31},
                  {"k.cu", 31},        {"k.cu", 31}, {"/home/u/my.h", 8}};
    const struct kernel *k = kernel_of(ptx_find(m->module, "k"));
    assert_int_equal(k->pub.n_insts, 10); /* the closing brace returns, too */
    for (int i = 0; i < 9; i++) {
        assert_int_equal(k->insts[i].file_line, expect[i].line);
        if (expect[i].file == NULL)
            assert_null(k->insts[i].file);
        else
            assert_string_equal(k->insts[i].file, expect[i].file);
    }
    assert_null(kernel_of(ptx_find(m->module, "next"))->insts[0].file);
    char text[160];
    assert_string_equal(ptx_line(&k->insts[0], text, sizeof text), "PTX line 9");
    assert_string_equal(ptx_line(&k->insts[1], text, sizeof text), "k.cu:12 (PTX line 13)");
    simt_machine_free(m);

    struct error err = {0};
    struct ptx_module *elsewhere = ptx_parse(written, strlen(written), "a/b/k.cu, as PTX", &err);
    assert_non_null(elsewhere);
    k = kernel_of(ptx_find(elsewhere, "k"));
    assert_string_equal(k->insts[1].file, "a/b/k.cu");
    assert_string_equal(k->insts[2].file, "/home/u/my.h");
    ptx_free(elsewhere);
}

/* The PTX must not depend on the source's folder, since the record of a run has its hash. */
static void test_same_text(void **state)
{
    (void)state;
    char dirs[2][32] = {"/tmp/umbel-test-XXXXXX", "/tmp/umbel-test-XXXXXX"}, *text[2];
    for (int i = 0; i < 2; i++) {
        char cu[128];
        assert_non_null(mkdtemp(dirs[i]));
        snprintf(cu, sizeof cu, "%s/k.cu", dirs[i]);
        FILE *f = fopen(cu, "w");
        assert_non_null(f);
        fputs("extern \"C\" __global__ void k(int *a)\n{\n  a[0] = 1;\n}\n", f);
        fclose(f);
        text[i] = compiled(cu, NULL);
        remove(cu);
        rmdir(dirs[i]);
    }
    assert_string_equal(text[0], text[1]);
    assert_non_null(strstr(text[0], "k.cu\""));
    free(text[0]), free(text[1]);
}

/* ---- what the user reads ---- */

static void faults(const char *cuda, const char *entry, const char *line, const char *what)
{
    struct simt_machine *m = simt_machine_cuda(cuda);
    param_u64(m, MACHINE_BASE);
    assert_false(launch(m, entry, (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0));
    if (strstr(m->err.text, line) == NULL || strstr(m->err.text, what) == NULL)
        fail_msg("'%s' says nothing of %s, %s", m->err.text, line, what);
    simt_machine_free(m);
}

static void test_faults(void **state)
{
    (void)state;
    faults("extern \"C\" __global__ void k(int *a)\n{\n  int t = threadIdx.x;\n"
           "  if (t == 7)\n    asm volatile(\"trap;\");\n  a[t] = 1;\n}\n",
           "k", ".cu:5 (PTX line ", "thread (7,0,0): trap");
    /* Of a long name its beginning: the line and the thread stay whole. */
#define TEN "kkkkkkkkkk"
#define LONG TEN TEN TEN TEN TEN TEN TEN "kk"
    faults("extern \"C\" __global__ void " LONG "end(int *a)\n{\n  __trap();\n}\n", LONG "end",
           ".cu:3 (PTX line ", "kernel " LONG "..., ");
    faults("extern \"C\" __global__ void k(int *a)\n{\n  if (threadIdx.x == 9)\n    __trap();\n}\n",
           "k", ".cu:4 (PTX line ", "thread (9,0,0): trap");
    /* In a function of the user's: its own line. */
    faults("__device__ int f(const char *p)\n{\n  return *(const int *)p;\n}\n"
           "extern \"C\" __global__ void k(int *a)\n{\n  a[1] = f((const char *)a + "
           "threadIdx.x);\n}\n",
           "k", ".cu:3 (PTX line ",
           "thread (1,0,0): global load of 4 bytes at 0x10001 is not aligned");
    /* In one of the header: the line that calls it. */
    faults("extern \"C\" __global__ void k(char *a)\n{\n  int t = threadIdx.x;\n  a[t] = 1;\n"
           "  atomicAdd(\n      (int *)(a + 2),\n      t);\n}\n",
           "k", ".cu:5 (PTX line ", "global atomic of 4 bytes at 0x10002 is not aligned");
    faults("extern \"C\" __global__ void k(int *a)\n{\n  int t = threadIdx.x, v = a[t];\n"
           "  if (t < 16)\n    v = __shfl_sync(~0u, v, 3);\n  a[t] = v;\n}\n",
           "k", ".cu:5 (PTX line ", "warp-wide operation in divergent code");
    faults(
        "extern \"C\" __global__ void k(int *a)\n{\n  if (a[threadIdx.x] == 0 && threadIdx.x & 1)\n"
        "    __syncthreads();\n  a[3] = __shfl_sync(~0u, a[3], 1);\n}\n",
        "k", ".cu:5 (PTX line ", "warp-wide operation in divergent code");
    faults("extern \"C\" __global__ void k(int *a)\n{\n  __shared__ int s[8];\n"
           "  s[threadIdx.x] = 1;\n  __syncthreads();\n  a[1] = s[a[0]];\n}\n",
           "k", ".cu:4 (PTX line ", "shared store of 4 bytes at 0x20 is outside its 32 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_instructions),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_same_text),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
