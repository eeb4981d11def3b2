/*
 * Categories of kernels, whose means are shown, and rows in the order of their values: in the
 * table, in the JSON, on the page; mistakes in a file.
 */
#include "tests/study/small_study.h"

#include "harness/study/study.h"
#include "tests/support/page.h"
#include "tests/support/run_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory that answers late slows vecadd, relu and fir by different factors. */
#define HEAD "about: x\nkernels: [vecadd:tiny, relu:tiny, fir:tiny]\n"
#define SERIES                                                                                     \
    "series:\n"                                                                                    \
    "  - {label: fast, system: tsm-tiny}\n"                                                        \
    "  - {label: slow, system: tsm-tiny, sets: [dram.tCL=200]}\n"
#define TAIL "metric: cycles\nplot: bars\nnormalise: {to: fast, as: ratio}\n"
#define TWO                                                                                        \
    "categories:\n"                                                                                \
    "  - {label: short, kernels: [relu:tiny, vecadd:tiny], published: [1, 1.25]}\n"                \
    "  - {label: long, kernels: [fir:tiny]}\n"

static double number_of(const json_t *a, size_t i)
{
    return json_real_value(json_array_get(a, i));
}

/* The geometric mean of the cells of its kernels, worked out from the JSON's cells. */
static void means(void **state)
{
    write_text(in_folder(state, "s.yaml"), HEAD TWO SERIES TAIL);
    const char *file = in_folder(state, "s.json");
    struct command c = STUDY(state, "--json", file);
    assert_status(&c, 0);
    json_t *root = run_json(file);
    const json_t *slow = json_array_get(json_object_get(root, "series"), 1);
    const json_t *of = json_object_get(slow, "categories");
    const json_t *cells = json_array_get(json_object_get(slow, "kernels"), 0);
    const double both = sqrt(number_of(cells, 0) * number_of(cells, 1));
    assert_true(fabs(number_of(json_object_get(of, "short"), 0) - both) < 1e-9);
    assert_true(fabs(number_of(json_object_get(of, "long"), 0) - number_of(cells, 2)) < 1e-9);
    const char *at = strstr(out_of(&c), "\nshort"),
               *paper = at != NULL ? strstr(at, "paper") : NULL;
    assert_non_null(at);
    assert_non_null(paper);
    double fast, mean, stated;
    assert_int_equal(sscanf(at, "\nshort %lf %lf", &fast, &mean), 2);
    assert_true(fabs(mean - both) < 0.001);
    assert_int_equal(sscanf(paper, "paper %lf %lf", &fast, &stated), 2);
    assert_true(fabs(stated - 1.25) < 1e-9);
    json_decref(root);
    command_free(&c);
}

/* The rows' names in the order of the table. */
static void order_of(const char *table, char names[3][16])
{
    const char *line = strstr(table, "kernel ");
    for (int i = 0; i < 3; i++) {
        line = line != NULL ? strchr(line, '\n') : NULL;
        if (line == NULL || sscanf(++line, "%15s", names[i]) != 1) {
            fail_msg("no row %d: %s", i, table);
            return;
        }
    }
}

static void sorted(void **state)
{
    char names[3][16], before[3][16];
    write_text(in_folder(state, "s.yaml"), HEAD SERIES TAIL);
    struct command c = STUDY(state, "--json", in_folder(state, "a.json"));
    assert_status(&c, 0);
    order_of(out_of(&c), before);
    assert_string_equal(before[0], "vecadd:tiny");
    command_free(&c);
    write_text(in_folder(state, "s.yaml"), HEAD "sort: slow\n" SERIES TAIL);
    c = STUDY(state, "--report", in_folder(state, "page"));
    assert_status(&c, 0);
    order_of(out_of(&c), names);
    json_t *root = run_json(in_folder(state, "a.json"));
    const json_t *cells = json_array_get(
        json_object_get(json_array_get(json_object_get(root, "series"), 1), "kernels"), 0);
    double last = 0;
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++)
            if (strcmp(names[i], before[k]) == 0) {
                assert_true(number_of(cells, k) >= last);
                last = number_of(cells, k);
            }
    assert_true(last > 1);
    assert_true(memcmp(names, before, sizeof names) != 0);
    /* The picture's names are in the same order. */
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    page_is_well(html);
    const char *at = strstr(html, "<svg");
    for (int i = 0; i < 3; i++) {
        at = strstr(at, names[i]);
        assert_non_null(at);
    }
    free(html);
    json_decref(root);
    command_free(&c);
}

/* Over a sweep a study of one series draws its categories. */
static void curves(void **state)
{
    write_text(in_folder(state, "s.yaml"),
               HEAD "categories:\n"
                    "  - {label: short, kernels: [relu:tiny], published: [1, 1.5]}\n"
                    "  - {label: long, kernels: [fir:tiny]}\n"
                    "series: [{label: it, system: tsm-tiny}]\n"
                    "sweep: {label: tCL, values: [{label: a}, {label: b, sets: [dram.tCL=200]}]}\n"
                    "metric: cycles\nnormalise: {as: ratio}\nplot: lines\n");
    struct command c = STUDY(state, "--report", in_folder(state, "page"));
    assert_status(&c, 0);
    command_free(&c);
    size_t len;
    char *html = read_bytes_of(in_folder(state, "page/index.html"), &len);
    page_is_well(html);
    const char *figures = strstr(html, "<h2>Table</h2>");
    assert_non_null(figures);
    assert_true(strstr(html, ">long</text>") != NULL || strstr(html, ">long<") < figures);
    assert_has(html, "<figcaption>The paper</figcaption>");
    free(html);
}

static void mistakes(void **state)
{
    static const struct {
        const char *text, *what;
    } cases[] = {
        {HEAD "categories: [{label: a, kernels: [relu]}]\n" SERIES TAIL, "no row is called 'relu'"},
        {HEAD "categories: [{label: a, kernels: [relu:tiny, relu:tiny]}]\n" SERIES TAIL,
         "'relu:tiny' stands there twice"},
        {HEAD "categories: [{label: a, kernels: [relu:tiny], published: [1]}]\n" SERIES TAIL,
         "published has 1 numbers; it must have 2"},
        {HEAD "categories: [{label: a, kernels: [relu:tiny], published: [1, x]}]\n" SERIES TAIL,
         "'x' must be a number, or none"},
        {HEAD
         "categories: [{label: a, kernels: [relu:tiny]}, {label: a, kernels: [fir:tiny]}]\n" SERIES
             TAIL,
         "a category of this label stands above"},
        {HEAD "mean: none\ncategories: [{label: a, kernels: [relu:tiny]}]\n" SERIES TAIL,
         "categories are for means"},
        {HEAD "sort: nobody\n" SERIES TAIL, "no series has the label 'nobody'"},
        {HEAD "sort: fast\nsweep: {label: x, values: [{label: 1}]}\n" SERIES TAIL,
         "rows are sorted in a study without a sweep"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        write_text(in_folder(state, "s.yaml"), cases[i].text);
        struct study *s = study_load(in_folder(state, "s.yaml"), &err);
        if (s != NULL)
            fail_msg("accepted: %s", cases[i].text);
        assert_has(err.text, cases[i].what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(means),
        test_in_folder(sorted),
        test_in_folder(curves),
        test_in_folder(mistakes),
    };
    return cmocka_run_group_tests_name("categories of studies", tests, NULL, NULL);
}
