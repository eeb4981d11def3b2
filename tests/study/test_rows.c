/*
 * Rows of a study: kernels of the user's own, with labels, metrics and published numbers of their
 * own; sizes that a series gives; counters of some instances.
 */
#include "harness/study/points.h"
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/page.h"
#include "tests/support/run_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char own_kernel[] = "extern \"C\" __global__ void twice(unsigned *x)\n"
                                 "{\n"
                                 "    x[blockIdx.x * 32 + threadIdx.x] *= 2;\n"
                                 "}\n";
static const char own_launch[] =
    "about: x\nsource: twice.cu\nsizes:\n  one: {ctas: 1}\n  two: {ctas: 2}\n"
    "buffers: [{name: x, type: u32, count: 32*$ctas, init: iota}]\n"
    "launches: [{entry: twice, grid: [$ctas], block: [32], args: [x]}]\n";

static void write_own(void **state)
{
    write_text(in_folder(state, "twice.cu"), own_kernel);
    write_text(in_folder(state, "mine.yaml"), own_launch);
}

/* ---- the study's file ---- */

/* Line 3 has the row, line 5 the series. */
static struct study *load(void **state, const char *row, const char *series, const char *more,
                          struct error *err)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "about: x\nrows:\n  - {%s}\nseries:\n  - {label: A, system: tsm-tiny%s}\n"
                "metric: cycles\nplot: bars\n%s\n",
                row, series, more);
    write_text(in_folder(state, "s.yaml"), s.text);
    sbuf_free(&s);
    return study_load(in_folder(state, "s.yaml"), err);
}

static void mistakes(void **state)
{
    static const struct {
        const char *row, *series, *more, *place, *what;
    } cases[] = {
        {"kernel: yours.yaml", "", "", ":3:14: ", "/yours.yaml': there is none"},
        {"kernel: mine.yaml:three", "", "",
         ":3:14: ", "kernel 'mine' has no size 'three'; it has one two"},
        {"kernel: mine.yaml}\n  - {kernel: ./mine.yaml", "", "",
         ":4:14: ", "two rows are called 'mine'; give one another label"},
        {"kernel: mine.yaml:two", ", kernel: mine.yaml:one", "",
         ":5:42: ", "a series takes the sizes of the rows; leave out ':one'"},
        {"kernel: mine.yaml:two", ", kernel: vecadd", "",
         ":5:42: ", "kernel 'vecadd' has no size 'two'; it has small tiny large"},
        {"kernel: mine.yaml, published: [1, 2]", "", "",
         ":3:25: ", "published has 2 numbers; it must have 1, one for each series"},
        {"kernel: mine.yaml, published: [much]", "", "", ":3:25: ", "'much' must be a number"},
        {"kernel: mine.yaml, published: [1]", "", "sweep: {label: s, values: [{label: v}]}",
         ":3:25: ", "with a sweep, the series have published numbers"},
        {"kernel: mine.yaml, metric: l1", "", "",
         ":3:33: ", "metric 'l1': 'l1' is neither 'cycles' nor a counter"},
        {"kernel: mine.yaml, metric: 'l1[a].'", "", "", ":3:33: ", "is neither 'cycles'"},
        {"kernel: mine.yaml, metric: 'l1[].loads'", "", "", ":3:33: ", "is neither 'cycles'"},
        {"kernel: mine.yaml, metric: 'l1[a.loads'", "", "", ":3:33: ", "is neither 'cycles'"},
        {"kernel: mine.yaml", ", size: big", "", ":5:40: ", "kernel 'mine' has no size 'big'"},
        {"kernel: mine.yaml", ", size: one", "sweep: {label: s, values: [{label: v, size: two}]}",
         ":8:45: ", "series 'A' has a size, too; leave one out"},
        {"kernel: mine.yaml", "", "mean: none\nsweep: {label: s, values: [{label: v}]}",
         ":8:7: ", "over a sweep, means are drawn"},
        {"kernel: mine.yaml", "", "kernels: [relu]",
         ":2:1: ", "a study has either kernels, names alone, or rows"},
    };
    write_own(state);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct study *s = load(state, cases[i].row, cases[i].series, cases[i].more, &err);
        const char *path = in_folder(state, "s.yaml");
        if (s != NULL)
            fail_msg("accepted: %s", cases[i].row);
        if (strncmp(err.text, path, strlen(path)) != 0 ||
            strncmp(err.text + strlen(path), cases[i].place, strlen(cases[i].place)) != 0 ||
            strstr(err.text, cases[i].what) == NULL)
            fail_msg("%s: \"%s\", without \"%s\" or \"%s\"", cases[i].row, err.text, cases[i].place,
                     cases[i].what);
    }
}

/* Without kernels and without rows there is no study. */
static void nothing(void **state)
{
    struct error err = {0};
    write_text(in_folder(state, "s.yaml"), "about: x\nseries: [{label: A, system: tsm-tiny}]\n"
                                           "metric: cycles\nplot: bars\n");
    assert_null(study_load(in_folder(state, "s.yaml"), &err));
    assert_has(err.text, "s.yaml:1:1: a study has either kernels");
}

/* ---- points ---- */

static struct study_points *points_of(const struct study *s, struct error *err)
{
    struct study_points *p =
        s != NULL ? study_points(s, &(struct study_models){"0", "0"}, err) : NULL;
    assert_string_equal(err->text, "");
    if (p == NULL)
        abort(); /* the line above has failed the test */
    return p;
}

/* A launch file's points are runs of its source with it; the size is that of the series, else of
 * the row, else the first. */
static void commands(void **state)
{
    struct error err = {0};
    write_own(state);
    static const struct {
        const char *row, *series, *size;
    } cases[] = {
        {"kernel: mine.yaml", "", "one"},
        {"kernel: mine.yaml:two", "", "two"},
        {"kernel: mine.yaml", ", size: two", "two"},
        {"kernel: mine.yaml:two", ", size: one", "one"},
        {"kernel: vecadd, label: x", ", kernel: mine.yaml, size: two", "two"},
        {"kernel: mine.yaml:two", ", kernel: mine.yaml", "two"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct study *s = load(state, cases[i].row, cases[i].series, "", &err);
        struct study_points *p = points_of(s, &err);
        assert_int_equal(p->n, 1);
        const struct study_point *it = &p->list[0];
        char source[512];
        snprintf(source, sizeof source, "%s:%s", in_folder(state, "twice.cu"), cases[i].size);
        assert_string_equal(it->kernel, "mine");
        assert_string_equal(it->size, cases[i].size);
        const char *const want[] = {"tsm-tiny", source, "--launch", in_folder(state, "mine.yaml")};
        assert_int_equal(it->n_argv, 4);
        for (size_t w = 0; w < 4; w++)
            assert_string_equal(it->argv[w], want[w]);
        study_points_free(p);
        study_free(s);
    }
}

/* An edit of the kernel or of its launch file makes another point. */
static void keys(void **state)
{
    static const char *const texts[][2] = {
        {"twice.cu", "extern \"C\" __global__ void twice(unsigned *x)\n{\n    x[0] = 3;\n}\n"},
        {"mine.yaml", "about: y\nsource: twice.cu\n"
                      "buffers: [{name: x, type: u32, count: 32, init: iota}]\n"
                      "launches: [{entry: twice, grid: [1], block: [32], args: [x]}]\n"},
    };
    struct sha256 key[3];
    for (size_t i = 0; i < 3; i++) {
        struct error err = {0};
        write_own(state);
        if (i > 0)
            write_text(in_folder(state, texts[i - 1][0]), texts[i - 1][1]);
        struct study *s = load(state, "kernel: mine.yaml", "", "", &err);
        struct study_points *p = points_of(s, &err);
        key[i] = p->list[0].key;
        study_points_free(p);
        study_free(s);
    }
    assert_string_not_equal(key[0].text, key[1].text);
    assert_string_not_equal(key[0].text, key[2].text);
}

/* ---- through the command ---- */

static const char rows_study[] =
    "about: x\n"
    "rows:\n"
    "  - {kernel: mine.yaml, label: mine & yours, published: [none, 0.25]}\n"
    "  - {kernel: 'relu:tiny', metric: 'l1[gpu1.*].loads', published: [none, none]}\n"
    "  - {kernel: mine.yaml:two, metric: 'l1[gpu*].loads / l1.loads'}\n"
    "series:\n"
    "  - {label: fast, system: tsm-tiny}\n"
    "  - {label: slow, system: tsm-tiny, sets: [dram.tCL=60]}\n"
    "metric: cycles\n"
    "called: all sorts\n"
    "mean: none\n"
    "plot: bars\n";

/* The loads of the L1s of a GPU in a run that is not of the study. */
static int64_t loads_of_gpu1(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", "relu:tiny", "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = run_json(json);
    json_t *units = json_object_get(json_object_get(run, "units"), "l1");
    json_t *values =
        json_object_get(json_object_get(json_object_get(units, "counters"), "loads"), "values");
    const char *name;
    json_t *v;
    int64_t sum = 0;
    json_object_foreach(values, name, v)
    {
        sum += strncmp(name, "gpu1.", 5) == 0 ? json_integer_value(v) : 0;
    }
    json_decref(run);
    return sum;
}

static void rows(void **state)
{
    write_own(state);
    write_text(in_folder(state, "s.yaml"), rows_study);
    struct command c =
        UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"), "--json",
              in_folder(state, "s.json"), "--report", in_folder(state, "page"));
    assert_status(&c, 0);
    const int64_t loads = loads_of_gpu1(state);
    assert_true(loads > 0);
    char want[256];
    snprintf(want, sizeof want, "\nrelu:tiny  %*lld", 13, (long long)loads);
    assert_has(out_of(&c), "values  all sorts\n");
    assert_has(out_of(&c), "kernel        fast  slow  paper\nmine & yours  ");
    assert_has(out_of(&c), "  0.25\nrelu:tiny ");
    assert_has(out_of(&c), "\nmine:two         1     1      -\n");
    assert_null(strstr(out_of(&c), "mean"));
    command_free(&c);
    json_t *json = run_json(in_folder(state, "s.json"));
    json_t *series = json_object_get(json, "series"), *fast = json_array_get(series, 0);
    json_t *cells = json_array_get(json_object_get(fast, "kernels"), 0);
    assert_int_equal((int64_t)json_real_value(json_array_get(cells, 1)), loads);
    json_t *paper = json_object_get(json_array_get(series, 1), "paper_kernels");
    assert_true(json_real_value(json_array_get(paper, 0)) == 0.25);
    assert_true(json_is_null(json_array_get(paper, 1)));
    assert_string_equal(json_string_value(json_object_get(json, "mean")), "none");
    json_decref(json);
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    page_is_well(html);
    assert_has(html, "<p>The numbers are all sorts.</p>");
    assert_has(html, "<figcaption>The paper</figcaption>\n<svg");
    assert_has(html, "mine &amp; yours");
    assert_has(html, "--launch");
    free(html);
}

/* A metric whose pattern no instance has. */
static void no_instance(void **state)
{
    write_own(state);
    write_text(in_folder(state, "s.yaml"),
               "about: x\nrows: [{kernel: mine.yaml, metric: 'l1[gpu9.*].loads'}]\n"
               "series: [{label: A, system: tsm-tiny}]\nmetric: cycles\nplot: bars\n");
    struct command c =
        UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"), "-q");
    assert_complains(&c, "a run of tsm-tiny has no counter l1[gpu9.*].loads", "`umbel units`");
    command_free(&c);
}

/* A launch file of the study is not written over. */
static void claimed(void **state)
{
    write_own(state);
    write_text(in_folder(state, "s.yaml"), rows_study);
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", in_folder(state, "s.db"),
                             "--json", in_folder(state, "mine.yaml"));
    assert_complains(&c, "mine.yaml", "a launch file");
    command_free(&c);
    size_t len;
    char *left = read_bytes_of(in_folder(state, "mine.yaml"), &len);
    assert_string_equal(left, own_launch);
    free(left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(mistakes), test_in_folder(nothing), test_in_folder(commands),
        test_in_folder(keys),     test_in_folder(rows),    test_in_folder(no_instance),
        test_in_folder(claimed),
    };
    return cmocka_run_group_tests_name("rows of studies", tests, NULL, NULL);
}
