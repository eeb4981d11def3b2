/* `umbel locality`: what it tells of a kernel that ships, of a user's own and of a whole program;
 * its JSON; mistakes. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

static const char own[] =
    "#include <cstdio>\n"
    "__global__ void scale(float *, const float *other, int);\n"
    "__global__ void scale(float *to, const float *from, int n) // two buffers\n"
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) to[i] = WIDE * from[i * STEP]; }\n"
    "template <int N> __global__ void fixed(int *p) { p[blockIdx.x * N] = 1; }\n"
    "int main() { scale<<<1, 32>>>(nullptr, nullptr, 0); fixed<3><<<1, 1>>>(nullptr); }\n";

static void write_own(void **state)
{
    write_text(in_folder(state, "own.cu"), own);
    write_text(in_folder(state, "own.yaml"),
               "about: x\nsource: own.cu\nsizes:\n  tiny: {n: 64}\n  small: {n: 640}\nbuffers:\n"
               "  - {name: x, type: f32, count: $n, init: zero}\n"
               "  - {name: y, type: f32, count: 2*$n, init: zero}\nlaunches:\n"
               "  - {entry: _Z5scalePfPKfi, grid: [2], block: [32], args: [x, y, \"i32 $n\"]}\n");
}

static void shipped(void **state)
{
    (void)state;
    struct command c = UMBEL("locality", "sgemm:tiny");
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    assert_has(out_of(&c), "line 11   load   a[(16*by + ty)*n + 16*m + tx], stride 16, 4 bytes\n"
                           "    row-locality, horizontally shared\n");
    assert_has(out_of(&c), "stride 16*n, 4 bytes\n    column-locality, vertically shared\n");
    assert_has(out_of(&c), "the kernel: row-locality, horizontally shared; schedule row-binding, "
                           "as a decides\n");
    command_free(&c);
}

static json_t *json_at(void **state, const char *name)
{
    json_error_t why;
    json_t *all = json_load_file(in_folder(state, name), 0, &why);
    if (all == NULL)
        fail_msg("%s", why.text);
    return all;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* A launch tells grids and sizes; names are those of the source and of the launch file. */
static void launched(void **state)
{
    write_own(state);
    struct command c = UMBEL("locality", in_folder(state, "own.cu:small"), "--launch",
                             in_folder(state, "own.yaml"), "-DWIDE=2", "-D", "STEP=2", "--json",
                             in_folder(state, "l.json"));
    assert_status(&c, 0);
    assert_has(out_of(&c), "store  to = x[bx*bDx + tx], 4 bytes");
    assert_has(out_of(&c), "load   from = y[2*bx*bDx + 2*tx], 4 bytes");
    command_free(&c);
    json_t *all = json_at(state, "l.json");
    assert_string_equal(text_of(all, "size"), "small");
    json_t *kernel = json_array_get(json_object_get(all, "kernels"), 0);
    assert_string_equal(text_of(kernel, "kernel"), "scale");
    assert_int_equal(json_array_size(json_object_get(kernel, "accesses")), 2);
    json_t *x = json_array_get(json_object_get(kernel, "buffers"), 0);
    assert_string_equal(text_of(x, "parameter"), "to");
    assert_string_equal(text_of(x, "buffer"), "x");
    assert_string_equal(text_of(x, "class"), "no datablock locality");
    assert_string_equal(text_of(x, "placement"), "stride-aware");
    assert_string_equal(text_of(x, "cache"), "rtwice");
    assert_int_equal(json_integer_value(json_object_get(x, "bytes")), 2560);
    assert_int_equal(json_integer_value(json_object_get(x, "datablock_bytes")), 128);
    assert_int_equal(json_integer_value(json_object_get(x, "begin_bytes")), 0);
    assert_int_equal(json_integer_value(json_object_get(x, "reach_bytes")), 128);
    assert_true(json_is_true(json_object_get(x, "written")));
    assert_false(json_is_true(json_object_get(x, "read")));
    assert_string_equal(text_of(json_object_get(kernel, "whole"), "schedule"), "align-aware");
    assert_string_equal(text_of(json_object_get(kernel, "whole"), "printed"),
                        "no datablock locality");
    assert_string_equal(text_of(kernel, "decides"), "from"); /* the larger one */
    json_decref(all);
}

/* Without a launch all kernels are told, for both kinds of grid. */
static void whole_program(void **state)
{
    write_own(state);
    write_text(in_folder(state, "wide.h"), "#define WIDE 2\n");
    char first[] = "#include \"wide.h\"\n", text[2048];
    snprintf(text, sizeof text, "%s%s", first, own);
    write_text(in_folder(state, "program.cu"), text);
    struct command c = UMBEL("locality", in_folder(state, "program.cu"), "-I", in_folder(state, ""),
                             "-DSTEP=3", "--json", in_folder(state, "p.json"));
    assert_status(&c, 0);
    assert_has(out_of(&c), "scale\n");
    assert_has(out_of(&c), "from[3*bx*bDx + 3*tx], 4 bytes\n"
                           "    1-D grids: no datablock locality; 2-D grids: unclassified\n");
    assert_has(out_of(&c), "fixed\n");
    assert_has(out_of(&c), "p[3*bx], 4 bytes\n");
    command_free(&c);
    json_t *all = json_at(state, "p.json");
    assert_int_equal(json_array_size(json_object_get(all, "kernels")), 2);
    json_decref(all);
}

/* PTX without line tables: lines are those of the PTX. A kernel that is refused does not hide the
 * others. */
static void plain_ptx(void **state)
{
    write_text(in_folder(state, "k.ptx"),
               ".version 6.0\n.target sm_70\n.address_size 64\n"
               ".visible .entry bad()\n{\n.reg .b32 %r<2>;\nnonsense.u32 %r1, 1;\nret;\n}\n"
               ".visible .entry good(.param .u64 p)\n{\n.reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
               "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmul.wide.u32 %rd2, %r1, 8;\n"
               "add.s64 %rd3, %rd1, %rd2;\nst.global.u64 [%rd3+8], %rd2;\nret;\n}\n");
    struct command c = UMBEL("locality", in_folder(state, "k.ptx"));
    assert_has(out_of(&c), "good\n  PTX line 17   store  arg0[bx + 1], 8 bytes\n");
    assert_complains(&c, "k.ptx:7:", "nonsense.u32");
    command_free(&c);
}

static void mistakes(void **state)
{
    write_own(state);
    write_text(in_folder(state, "none.cu"), "int main() {}\n");
    const char *cu = in_folder(state, "own.cu"), *yaml = in_folder(state, "own.yaml");
    struct {
        const char *words[6], *text[2];
    } cases[] = {
        {{NULL}, {"analyse what? umbel locality KERNEL"}},
        {{"sgemm", "mm"}, {"'mm' is one argument too many", "umbel locality --help"}},
        {{"nothing"}, {"kernel 'nothing': there is none of that name", "umbel kernels"}},
        {{"sgemm:huge"}, {"sgemm.yaml", "huge"}},
        {{"missing.cu"}, {"missing.cu", "No such file"}},
        {{"missing.ptx"}, {"missing.ptx", "No such file"}},
        {{in_folder(state, "none.cu")}, {"none.cu: it has no kernel"}},
        {{cu, "-DWIDE=1"}, {"own.cu:4:", "STEP"}},
        {{cu, "-DWIDE=1", "-DSTEP=1", "--json", cu}, {"--json", "the kernel's source"}},
        {{"sgemm", "--json", "/nowhere/x.json"}, {"/nowhere/x.json", "No such file"}},
        {{"sgemm:tiny", "--json", "a", "--json", "b"}, {"--json is given twice"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *argv[16] = {umbel_path(), "locality"};
        for (int k = 0; k < 6 && cases[i].words[k] != NULL; k++)
            argv[2 + k] = cases[i].words[k];
        struct command c = umbel_run_args(argv);
        assert_status(&c, 1);
        assert_has(err_of(&c), cases[i].text[0]);
        if (cases[i].text[1] != NULL)
            assert_has(err_of(&c), cases[i].text[1]);
        assert_int_equal(count_lines(err_of(&c)), 1);
        command_free(&c);
    }
    write_text(yaml, "about: x\nsource: own.cu\nbuffers:\n  - {name: x, type: f32, count: 64}\n"
                     "launches:\n  - {entry: _Z5scalePfPKfi, grid: [2], block: [32], args: [x]}\n");
    struct command c = UMBEL("locality", cu, "--launch", yaml, "-DWIDE=1", "-DSTEP=1");
    assert_complains(&c, "own.yaml:6:5:", "takes 3 arguments, the launch gives 1");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped), test_in_folder(launched), test_in_folder(whole_program),
        test_in_folder(plain_ptx), test_in_folder(mistakes),
    };
    return cmocka_run_group_tests_name("umbel locality", tests, NULL, NULL);
}
