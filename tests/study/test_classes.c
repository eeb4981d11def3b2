/*
 * Studies that ask for classes: mistakes in their files; the comparison with what a paper gives,
 * for kernels of the user's own and for LADM's table IV; the page.
 */
#include "harness/study/study.h"
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/page.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* By hand: `apart` strides by the grid, `alone` goes through a part of its own element by element.
 */
static const char own_kernel[] = "extern \"C\" __global__ void apart(unsigned *x, unsigned n)\n"
                                 "{\n"
                                 "    unsigned i = blockIdx.x * 32 + threadIdx.x;\n"
                                 "    for (; i < n; i += 32 * gridDim.x)\n"
                                 "        x[i] *= 2;\n"
                                 "}\n"
                                 "extern \"C\" __global__ void alone(unsigned *x, unsigned n)\n"
                                 "{\n"
                                 "    unsigned t = blockIdx.x * 32 + threadIdx.x;\n"
                                 "    for (unsigned i = 0; i < n / 64; i++)\n"
                                 "        x[t * (n / 64) + i] *= 2;\n"
                                 "}\n";
static const char own_launch[] =
    "about: x\nsource: mine.cu\nsizes:\n  one: {n: 512}\n  two: {n: 1024}\n"
    "buffers: [{name: x, type: u32, count: $n, init: iota}]\n"
    "launches:\n"
    "  - {entry: apart, grid: [2], block: [32], args: [x, \"u32 $n\"]}\n"
    "  - {entry: alone, grid: [2], block: [32], args: [x, \"u32 $n\"]}\n";

static const char *write_study(void **state, const char *rows)
{
    struct sbuf s = {0};
    write_text(in_folder(state, "mine.cu"), own_kernel);
    write_text(in_folder(state, "mine.yaml"), own_launch);
    sbuf_printf(&s, "about: x\nasks: classes\n%s\n", rows);
    write_text(in_folder(state, "s.yaml"), s.text);
    sbuf_free(&s);
    return in_folder(state, "s.yaml");
}

static void mistakes(void **state)
{
    static const struct {
        const char *rows, *place, *what;
    } cases[] = {
        {"rows: [{kernel: mine.yaml}]", ":3:8: ", "has published: [TYPE, SCHEDULE]"},
        {"rows: [{kernel: mine.yaml, published: [NL]}]",
         ":3:28: ", "has published: [TYPE, SCHEDULE]"},
        {"rows: [{kernel: mine.yaml, published: [none, align-aware]}]", ":3:28: ",
         "'none' is no type of locality: NL, NL-Xstride, NL-Ystride, RCL, ITL or unclassified"},
        {"rows: [{kernel: mine.yaml, published: [NL, aligned]}]", ":3:28: ",
         "'aligned' is no schedule: align-aware, row-binding, column-binding or kernel-wide"},
        {"rows: [{kernel: mine.yaml:six, published: [NL, align-aware]}]",
         ":3:17: ", "kernel 'mine' has no size 'six'; it has one two"},
        {"kernels: [vecadd]", ":3:1: ", "kernels is of studies that run something"},
        {"rows: [{kernel: vecadd, published: [NL, align-aware]}]\nmetric: cycles",
         ":4:9: ", "metric is of studies that run something"},
        {"series: [{label: A, system: tsm-tiny}]", ":3:1: ", "series is of studies that run"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        const char *path = write_study(state, cases[i].rows);
        if (study_load(path, &err) != NULL)
            fail_msg("accepted: %s", cases[i].rows);
        if (strncmp(err.text + strlen(path), cases[i].place, strlen(cases[i].place)) != 0 ||
            strstr(err.text, cases[i].what) == NULL)
            fail_msg("%s: \"%s\", without \"%s\" or \"%s\"", cases[i].rows, err.text,
                     cases[i].place, cases[i].what);
    }
}

/* What only studies of classes have, in one of runs. */
static void not_of_runs(void **state)
{
    static const char *const rows[] = {"{kernel: vecadd, why: x}", "{kernel: vecadd, entry: x}"};
    for (size_t i = 0; i < 2; i++) {
        struct error err = {0};
        struct sbuf s = {0};
        sbuf_printf(&s,
                    "about: x\nrows: [%s]\nseries: [{label: A, system: tsm-tiny}]\n"
                    "metric: cycles\nplot: bars\n",
                    rows[i]);
        write_text(in_folder(state, "s.yaml"), s.text);
        sbuf_free(&s);
        assert_null(study_load(in_folder(state, "s.yaml"), &err));
        assert_has(err.text, i == 0 ? "s.yaml:2:30: " : "s.yaml:2:32: ");
        assert_has(err.text, "this is of studies that ask for classes");
    }
    struct error err = {0};
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [vecadd]\nseries: [{label: A, system: tsm-tiny}]\nplot: bars\n");
    assert_null(study_load(in_folder(state, "s.yaml"), &err));
    assert_has(err.text, "metric is missing");
}

/* Right, right, and two that the paper is made to have otherwise. */
static const char four[] =
    "rows:\n"
    "  - {label: A, kernel: mine.yaml, entry: apart, published: [NL-Xstride, align-aware]}\n"
    "  - {label: B, kernel: 'mine.yaml:two', entry: alone, published: [ITL, kernel-wide]}\n"
    "  - {label: C, kernel: vecadd:tiny, published: [RCL, align-aware], why: it is <so>}\n"
    "  - {label: D, kernel: vecadd:tiny, published: [NL, kernel-wide]}\n"
    "notes: [one & two]\n";

static void compared(void **state)
{
    const char *path = write_study(state, four);
    struct command c = UMBEL("study", path, "--report", in_folder(state, "page"), "--db",
                             in_folder(state, "none.db"));
    assert_status(&c, 0);
    const char *out = out_of(&c);
    assert_has(out, "classes 4: 2 as in the paper; by algorithm 1 as printed 2\n");
    assert_has(out, "\nA       mine.yaml      NL-Xstride  align-aware  NL     align-aware  yes   "
                    "NL          align-aware  yes\n");
    assert_has(out, "\nB       mine.yaml:two  ITL         kernel-wide  ITL    kernel-wide  yes   "
                    "ITL         kernel-wide  yes\n");
    assert_has(out, "\nC       vecadd:tiny    RCL         align-aware  NL     align-aware  no    "
                    "NL          align-aware  no\n");
    assert_has(out, "\nD       vecadd:tiny    NL          kernel-wide  NL     align-aware  no    "
                    "NL          align-aware  no\n");
    assert_has(out, "\nC: it is <so>\n\n* one & two\n");
    command_free(&c);
    assert_int_equal(names_in(in_folder(state, "."), "none.db*"), 0); /* nothing is stored */
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    page_is_well(html);
    assert_has(html,
               "<p>2 of 4 kernels are of the paper's class; by algorithm 1 as printed, 2.</p>");
    assert_has(html, "<td>C</td><td>it is &lt;so&gt;</td>");
    assert_has(html, "mine.cu:two --launch ");
    free(html);
}

static void refused(void **state)
{
    const char *path = write_study(
        state, "rows: [{kernel: mine.yaml, entry: other, published: [NL, align-aware]}]");
    struct command c = UMBEL("study", path);
    assert_status(&c, 1);
    assert_has(err_of(&c), "mine.yaml launches no kernel 'other'; name one with entry");
    command_free(&c);
    c = UMBEL("study", path, "--slurm");
    assert_status(&c, 1);
    assert_has(err_of(&c), "s asks for classes and runs nothing: leave out --slurm");
    command_free(&c);
}

/* ---- LADM's table IV ---- */

static const char *text_at(const json_t *row, const char *of, const char *key)
{
    const char *text = json_string_value(json_object_get(json_object_get(row, of), key));
    assert_non_null(text);
    return text;
}

/* 27 workloads, of which the table has 3 unclassified. Those below are the only ones that differ,
 * and each says why. */
static void table_iv(void **state)
{
    static const char *const differing[] = {"FWT-k2", "TRA", "LBM", "StreamCluster"};
    const char *path = in_folder(state, "c.json");
    struct command c = UMBEL("study", "ladm-classify", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *root = json_load_file(path, 0, NULL), *row;
    json_t *rows = json_object_get(root, "classes");
    size_t i, differ = 0, unclassified = 0;
    assert_int_equal(json_array_size(rows), 27);
    json_array_foreach(rows, i, row)
    {
        const char *type = text_at(row, "paper", "type"), *ours = text_at(row, "umbel", "type");
        const bool same =
            strncmp(type, ours, strlen(ours)) == 0 &&
            strcmp(text_at(row, "paper", "schedule"), text_at(row, "umbel", "schedule")) == 0;
        assert_int_equal(json_is_true(json_object_get(row, "same")), same);
        unclassified += strcmp(type, "unclassified") == 0;
        if (same)
            continue;
        assert_true(differ < sizeof differing / sizeof *differing);
        assert_string_equal(json_string_value(json_object_get(row, "label")), differing[differ++]);
        assert_non_null(json_string_value(json_object_get(row, "why")));
    }
    assert_int_equal(unclassified, 3);
    assert_int_equal(differ, 4);
    assert_int_equal(json_integer_value(json_object_get(root, "same")), 27 - differ);
    /* As printed, CONV and SpMV-jds differ, too. */
    assert_int_equal(json_integer_value(json_object_get(root, "printed_same")), 25 - differ);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(mistakes), test_in_folder(not_of_runs), test_in_folder(compared),
        test_in_folder(refused),  test_in_folder(table_iv),
    };
    return cmocka_run_group_tests_name("classes", tests, NULL, NULL);
}
