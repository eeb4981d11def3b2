/* A user's own kernel: every kind of first contents, output files, several launches. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include "sw/util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* mix: per CTA, a sum through dynamic shared memory; touch: many threads write one word. */
static const char kernel[] =
    "extern \"C\" __global__ void mix(const unsigned *table, const int *ramp,\n"
    "                               const unsigned *noise, unsigned *out, unsigned n)\n"
    "{\n"
    "    extern __shared__ unsigned tile[];\n"
    "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    tile[threadIdx.x] = i < n ? table[i] * 3u + (unsigned)ramp[i] + (noise[i] & 0xffu) : 0u;\n"
    "    __syncthreads();\n"
    "    unsigned sum = 0;\n"
    "    for (unsigned k = 0; k <= threadIdx.x; k++)\n"
    "        sum += tile[k];\n"
    "    if (i < n)\n"
    "        out[i] += sum;\n"
    "}\n"
    "extern \"C\" __global__ void touch(unsigned *last, unsigned *out)\n"
    "{\n"
    "    *last = blockIdx.x;\n"
    "    if (threadIdx.x == 0)\n"
    "        out[blockIdx.x] ^= 0x80000000u;\n"
    "}\n";

static const char launch_file[] =
    "about: sums of a table, a ramp and noise\n"
    "source: mine.cu\n"
    "sizes:\n"
    "  few: {n: 100, ctas: 4}\n"
    "  many: {n: 1000, ctas: 32}\n"
    "buffers:\n"
    "  - {name: table, type: u32, count: $n, init: file, path: table.bin}\n"
    "  - {name: ramp, type: i32, count: $n, init: iota, start: -7, step: 5}\n"
    "  - {name: noise, type: u32, count: $n, init: random, output: noise.bin}\n"
    "  - {name: out, type: u32, count: $n, output: out.bin}\n"
    "  - {name: last, type: u32, count: 1, racy: true, output: last.bin}\n"
    "launches:\n"
    "  - {entry: mix, grid: [$ctas], block: [32], shared: 128, repeat: 2,\n"
    "     args: [table, ramp, noise, out, \"u32 $n\"]}\n"
    "  - {entry: touch, grid: [$ctas], block: [32], args: [last, out]}\n";

static uint32_t table_at(uint32_t i)
{
    return i * 2654435761u;
}

static void write_inputs(void **state)
{
    struct error err = {0};
    uint32_t table[1000];
    for (uint32_t i = 0; i < 1000; i++)
        table[i] = table_at(i);
    write_text(in_folder(state, "mine.cu"), kernel);
    write_text(in_folder(state, "mine.yaml"), launch_file);
    assert_true(file_write(in_folder(state, "table.bin"), table, sizeof table, &err));
}

static uint32_t *words(void **state, const char *name, size_t n)
{
    size_t len;
    char *bytes = read_bytes_of(in_folder(state, name), &len);
    assert_int_equal(len, n * 4);
    return (uint32_t *)(void *)bytes;
}

static void check(void **state, uint32_t n, uint32_t ctas)
{
    uint32_t *noise = words(state, "noise.bin", n), *out = words(state, "out.bin", n);
    uint32_t *last = words(state, "last.bin", 1), sum = 0, changes = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum = i % 32 == 0 ? 0 : sum;
        sum += table_at(i) * 3 + (uint32_t)(-7 + 5 * (int32_t)i) + (noise[i] & 0xff);
        uint32_t want = 2 * sum; /* twice, on zeros */
        assert_int_equal(out[i], i < ctas ? want ^ 0x80000000u : want);
        changes += i > 0 && noise[i] != noise[i - 1];
    }
    assert_true(changes > n / 2); /* noise is noise */
    assert_in_range(*last, 0, ctas - 1);
    free(noise);
    free(out);
    free(last);
}

static void run_in_folder(void **state, const char *system, const char *cu, const char *size)
{
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", system, cu, "--launch",
                                                      "mine.yaml", NULL},
                        .dir = *state}; /* where output files go */
    command_run(&c);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    char line[32];
    snprintf(line, sizeof line, "size            %s\n", size);
    assert_has(out_of(&c), line);
    command_free(&c);
}

static void first_size(void **state)
{
    write_inputs(state);
    run_in_folder(state, "tsm-tiny", "mine.cu", "few");
    check(state, 100, 4);
}

static void chosen_size(void **state)
{
    write_inputs(state);
    run_in_folder(state, "tsm-small", "mine.cu:many", "many");
    check(state, 1000, 32);
}

/* A file's name may have colons: an existing file is taken, with or without ":size" behind it. */
static void colons(void **state)
{
    write_inputs(state);
    write_text(in_folder(state, "a:b.cu"), kernel);
    run_in_folder(state, "tsm-tiny", "a:b.cu", "few");
    check(state, 100, 4);
    run_in_folder(state, "tsm-tiny", "a:b.cu:few", "few");
    run_in_folder(state, "tsm-tiny", "mine.cu:many", "many");
    write_text(in_folder(state, "mine.cu:many"), kernel);
    run_in_folder(state, "tsm-tiny", "mine.cu:many", "few");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "c:d.cu",
                                                      "--launch", "mine.yaml", NULL},
                        .dir = *state};
    command_run(&c);
    assert_complains(&c, "c:d.cu: cannot be read: No such file");
    command_free(&c);
}

/* Only buffers declared racy are left out of the comparison; an undeclared race is found. */
static void undeclared_race_is_found(void **state)
{
    /* A CTA reads what another writes in the same launch. The reference runs CTAs in order, the
     * machine runs them at the same time. */
    write_text(in_folder(state, "mine.cu"),
               "extern \"C\" __global__ void race(unsigned *a)\n"
               "{\n"
               "    unsigned before = blockIdx.x == 0 ? 1u : a[(blockIdx.x - 1) * 64];\n"
               "    a[blockIdx.x * 64] = before + 1u;\n"
               "}\n");
    static const char *const racy[] = {"false", "true"};
    for (int i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "about: a race\nsource: mine.cu\nbuffers:\n"
                 "  - {name: a, type: u32, count: 512, init: zero, racy: %s}\nlaunches:\n"
                 "  - {entry: race, grid: [8], block: [32], args: [a]}\n",
                 racy[i]);
        write_text(in_folder(state, "mine.yaml"), text);
        struct command c = UMBEL("run", "tsm-small", in_folder(state, "mine.cu"), "--launch",
                                 in_folder(state, "mine.yaml"), "-q");
        assert_status(&c, i == 0 ? 1 : 0);
        if (i == 0)
            assert_has(last_line(err_of(&c)), "umbel: wrong answer: a[byte ");
        command_free(&c);
    }
}

/* A .ptx file needs no compiler. */
static void ptx_file(void **state)
{
    write_text(in_folder(state, "mine.ptx"),
               ".version 6.0\n.target sm_70\n.address_size 64\n"
               ".visible .entry five(.param .u64 five_param_0)\n{\n"
               "    .reg .b32 %r<2>;\n    .reg .b64 %rd<3>;\n"
               "    ld.param.u64 %rd1, [five_param_0];\n"
               "    cvta.to.global.u64 %rd2, %rd1;\n"
               "    mov.u32 %r1, 5;\n    st.global.u32 [%rd2+4], %r1;\n    ret;\n}\n");
    write_text(in_folder(state, "mine.yaml"),
               "about: five\nsource: mine.ptx\nbuffers:\n"
               "  - {name: a, type: u32, count: 2, init: iota, start: 9, output: a.bin}\n"
               "launches:\n  - {entry: five, grid: [1], block: [1], args: [a]}\n");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "mine.ptx",
                                                      "--launch", "mine.yaml", "-q", NULL},
                        .dir = *state};
    command_run(&c);
    assert_status(&c, 0);
    uint32_t *a = words(state, "a.bin", 2);
    assert_int_equal(a[0], 9);
    assert_int_equal(a[1], 5);
    free(a);
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(first_size), test_in_folder(chosen_size),
        test_in_folder(colons),     test_in_folder(undeclared_race_is_found),
        test_in_folder(ptx_file),
    };
    return cmocka_run_group_tests_name("kernels of the user's", tests, NULL, NULL);
}
