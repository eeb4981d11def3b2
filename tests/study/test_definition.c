/* Studies' files: every mistake is one line with its place; metrics; the studies that ship. */
#include "harness/study/study.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Lines 1 to 10; each case replaces one line, or adds lines behind them. */
static const char *const right[] = {
    "about: a test",
    "kernels: [vecadd:tiny, relu]",
    "series:",
    "  - {label: A, system: tsm-tiny}",
    "  - label: B",
    "    system: tsm-tiny",
    "    sets: [dram.tCL=20]",
    "    published: [1.5]",
    "metric: cycles",
    "plot: bars",
};
enum { LINES = sizeof right / sizeof *right };

static struct study *load_with(void **state, size_t line, const char *text, struct error *err)
{
    struct sbuf s = {0};
    for (size_t i = 0; i < LINES; i++)
        sbuf_printf(&s, "%s\n", i + 1 == line ? text : right[i]);
    if (line > LINES)
        sbuf_printf(&s, "%s\n", text);
    const char *path = in_folder(state, "s.yaml");
    write_text(path, s.text);
    sbuf_free(&s);
    return study_load(path, err);
}

static void mistakes(void **state)
{
    static const struct {
        size_t line;
        const char *text, *place, *what;
    } cases[] = {
        {1, "abaut: x", ":1:1: ", "abaut: no such field; the file has about, paper, "},
        {1, "", ":2:1: ", "about is missing"},
        {2, "kernels: []", ":2:1: ", "kernels"},
        {2, "kernels: [vecad]",
         ":2:11: ", "kernel 'vecad': there is none of that name; `umbel kernels`"},
        {2, "kernels: [../mm/mm]", ":2:11: ", "there is none of that name"},
        {2, "kernels: [relu, vecadd:huge]",
         ":2:17: ", "kernel 'vecadd' has no size 'huge'; it has small tiny large"},
        {2, "kernels: [relu, mm, relu]", ":2:21: ", "kernel 'relu' stands above, too"},
        {4, "  - {label: B, system: tsm-tiny}", ":5:12: ", "a series of this label stands above"},
        {4, "  - {label: A, system: tsm-tinny}",
         ":4:24: ", "series 'A': tsm-tinny: no such system; there are "},
        {7, "    sets: [dram.tCLL=20]", ":6:13: ", "series 'B': --set dram.tCLL=20"},
        {7, "    sets: [dram.tCL=-1]", ":6:13: ", "series 'B': --set dram.tCL=-1"},
        {8, "    published: [1, 2]", ":8:5: ", "published has 2 numbers; it must have 1"},
        {8, "    published: [many]", ":8:5: ", "'many' must be a number, or none"},
        {8, "    published: [0x10]", ":8:5: ", "'0x10' must be a number, or none"},
        {8, "    published: [inf]", ":8:5: ", "'inf' must be a number, or none"},
        {9, "metric: cycels", ":9:9: ", "'cycels' is neither 'cycles' nor a counter, CLASS.NAME"},
        {9, "metric: l1.loads / l2.loads / l1.stores",
         ":9:9: ", "'/ l1.stores' is neither '+' nor '-', and no first '/'"},
        {9, "metric: l1.loads +", ":9:9: ", "'' is neither 'cycles' nor a counter"},
        {9, "metric: 2 l1.loads", ":9:9: ", "'2 l1.loads' is no factor, a number up to 1000000000"},
        {9, "metric: 1000000001 * cycles", ":9:9: ", "'1000000001 * cycles' is no factor"},
        {9, "metric: 2 * 3", ":9:9: ", "'3' is neither 'cycles' nor a counter"},
        {10, "plot: pie", ":10:7: ", "bars, lines"},
        {10, "plot: lines", ":10:7: ", "lines need a sweep"},
        {11, "normalise: {to: C, as: ratio}", ":11:17: ", "no series has the label 'C'"},
        {11, "normalise: {as: ratio}", ":11:1: ", "without a sweep it needs to: LABEL"},
        {11, "normalise: {to: A}", ":11:1: ", "as is missing"},
        {11, "seed: 0", ":11:7: ", "seed is 0; it must be 1 or more"},
        {11, "sweep: {label: x, values: [{label: 1, size: gigantic}]}",
         ":11:45: ", "kernel 'vecadd' has no size 'gigantic'"},
        {11, "sweep: {label: x, values: [{label: 1}, {label: 1}]}",
         ":11:48: ", "a value of this label stands above"},
        {11, "sweep: {label: x, values: [{label: 1, sets: [gpus=0]}]}",
         ":4:24: ", "series 'A' at '1': --set gpus=0"},
        {11, "sweep: {label: x, values: [{label: 1}, {label: 2}]}",
         ":8:5: ", "published has 1 numbers; it must have 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct study *s = load_with(state, cases[i].line, cases[i].text, &err);
        const char *path = in_folder(state, "s.yaml");
        if (s != NULL)
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(err.text, path, strlen(path)) != 0 ||
            strncmp(err.text + strlen(path), cases[i].place, strlen(cases[i].place)) != 0 ||
            strstr(err.text, cases[i].what) == NULL)
            fail_msg("%s: \"%s\", without \"%s\" or \"%s\"", cases[i].text, err.text,
                     cases[i].place, cases[i].what);
    }
}

static void unknown(void **state)
{
    (void)state;
    struct error err = {0};
    assert_null(study_load("mgcc-underhead", &err));
    assert_non_null(strstr(err.text, "mgcc-underhead: no such study; there are "));
    assert_non_null(strstr(err.text, "mgcc-overhead"));
}

static void fields(void **state)
{
    struct error err = {0};
    struct study *s = load_with(state, 11,
                                "sweep: {label: x, values: [{label: one}, {label: two, size: "
                                "tiny}]}\nseed: 7\nmean: arithmetic\nnormalise: {as: ratio}",
                                &err);
    assert_null(s); /* published has one number */
    err = (struct error){0};
    s = load_with(state, 8,
                  "    published: [none, 1.25]\nsweep: {label: x, values: [{label: one}, {label: "
                  "two, size: tiny}]}\nseed: 7\nmean: arithmetic\nnormalise: {as: ratio}",
                  &err);
    assert_string_equal(err.text, "");
    assert_string_equal(s->name, "s");
    assert_int_equal(study_values(s), 2);
    assert_true(isnan(study_published(&s->series[1], 0)));
    assert_true(study_published(&s->series[1], 1) == 1.25);
    assert_true(isnan(study_published(&s->series[0], 0)));
    assert_int_equal(s->seed, 7);
    assert_int_equal(s->mean, STUDY_ARITHMETIC);
    assert_int_equal(study_base(s), -1);
    char *words = study_words(s);
    assert_string_equal(words, "cycles, relative to itself at one");
    free(words);
    study_free(s);
}

/* A system's path is relative to the study's file. */
static void own_system(void **state)
{
    struct error err = {0};
    write_text(in_folder(state, "mine.yaml"), "base: tsm-tiny\npackage: {gpus: 1}\n");
    struct study *s = load_with(state, 4, "  - {label: A, system: ./mine.yaml}", &err);
    assert_string_equal(err.text, "");
    study_free(s);
    assert_null(load_with(state, 4, "  - {label: A, system: other.yaml}", &err));
    assert_non_null(strstr(err.text, "other.yaml"));
}

/* ---- metrics ---- */

static enum metric_found find(void *ctx, const struct metric_term *t, double *value)
{
    (void)ctx;
    *value = t->class[0] == '\0' ? 100 : strcmp(t->name, "zero") == 0 ? 0 : (double)strlen(t->name);
    return strcmp(t->name, "unknown") == 0 ? METRIC_ABSENT
           : strcmp(t->name, "over") == 0  ? METRIC_OVER
                                           : METRIC_FOUND;
}

static void metrics(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"cycles", 100},
        {"l1.aa", 2},
        {" l1.aa+l2.bbb ", 5},
        {"cycles / l1.aaaa", 25},
        {"l1.aa + l1.bbbb / l1.a + l1.bb", 2},
        {"cycles / l1.zero", NAN},
        {"cycles - l1.aa", 98},
        {"cycles - l1.aa + l1.b - l1.ccc", 96},
        {"cycles - l1.aa / l1.aaaa - l1.bb", 49},
        {"3 * cycles - 20*l1.aa / 2 * l1.aaaaa", 26},
    };
    struct metric m;
    struct sbuf why = {0};
    double v;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(metric_read(cases[i].text, &m, &why));
        assert_int_equal(metric_value(&m, find, NULL, &v, &why), METRIC_FOUND);
        assert_true(v == cases[i].value || (isnan(v) && isnan(cases[i].value)));
    }
    assert_true(metric_read("l1.a + l1.unknown", &m, &why));
    assert_int_equal(metric_value(&m, find, NULL, &v, &why), METRIC_ABSENT);
    assert_string_equal(why.text, "l1.unknown");
    sbuf_free(&why);
    assert_true(metric_read("l1.a - l2[gpu0.*].over", &m, &why));
    assert_int_equal(metric_value(&m, find, NULL, &v, &why), METRIC_OVER);
    assert_string_equal(why.text, "l2[gpu0.*].over");
    sbuf_free(&why);
}

/* The studies that ship can be read. */
static void shipped(void **state)
{
    (void)state;
    struct study_names all = study_names();
    assert_true(all.n >= 2);
    for (size_t i = 0; i < all.n; i++) {
        struct error err = {0};
        struct study *s = study_load(all.names[i], &err);
        assert_string_equal(err.text, "");
        assert_string_equal(s->name, all.names[i]);
        study_free(s);
    }
    study_names_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(mistakes),   cmocka_unit_test(unknown), test_in_folder(fields),
        test_in_folder(own_system), cmocka_unit_test(metrics), cmocka_unit_test(shipped),
    };
    return cmocka_run_group_tests_name("studies' files", tests, NULL, NULL);
}
