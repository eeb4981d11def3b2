/* Points: what changes a key and what does not, and points that several cells share. */
#include "harness/study/points.h"
#include "harness/study/result.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MODELS "0123"

/* The points of a study of this text. */
struct made {
    struct study *study;
    struct study_points *points;
};

static struct made make_with(void **state, const char *text, const struct study_models *models)
{
    struct error err = {0};
    struct made m = {0};
    write_text(in_folder(state, "s.yaml"), text);
    m.study = study_load(in_folder(state, "s.yaml"), &err);
    if (m.study != NULL)
        m.points = study_points(m.study, models, &err);
    assert_string_equal(err.text, "");
    if (m.points == NULL)
        abort(); /* the line above has failed the test */
    assert_int_equal(study_points_planned(m.study), m.points->n);
    return m;
}

static struct made make(void **state, const char *text, const char *models)
{
    return make_with(state, text, &(struct study_models){models, "routing"});
}

static void drop(struct made *m)
{
    study_points_free(m->points);
    study_free(m->study);
}

/* The key of the only point of a study. */
static struct sha256 key(void **state, const char *kernel, const char *series, const char *more,
                         const char *models)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "about: x\nkernels: [%s]\nseries:\n  - {label: A, %s}\nmetric: cycles\nplot: "
                "bars\n%s",
                kernel, series, more);
    struct made m = make(state, s.text, models);
    assert_int_equal(m.points->n, 1);
    struct sha256 k = m.points->list[0].key;
    drop(&m);
    sbuf_free(&s);
    return k;
}

static void keys(void **state)
{
    write_text(in_folder(state, "tsm-tiny.yaml"), "base: tsm-tiny\nabout: words alone\n");
    const struct {
        const char *kernel, *series, *more, *models;
        bool same;
    } cases[] = {
        {"relu:tiny", "system: tsm-tiny", "seed: 1\n", MODELS, true},
        {"relu:tiny", "system: tsm-tiny, sets: [dram.tCL=14]", "", MODELS, true}, /* as it is */
        {"relu:tiny", "system: ./tsm-tiny.yaml", "", MODELS, true},
        {"relu:tiny", "system: tsm-tiny", "notes: [a]\nmean: arithmetic\n", MODELS, true},
        {"relu:tiny", "system: tsm-tiny, sets: [dram.tCL=15]", "", MODELS, false},
        {"relu:tiny", "system: tsm-tiny, sets: [protocol=nc-wt]", "", MODELS, false},
        {"relu:tiny", "system: tsm-small", "", MODELS, false},
        {"relu:small", "system: tsm-tiny", "", MODELS, false},
        {"vecadd:tiny", "system: tsm-tiny", "", MODELS, false},
        {"relu:tiny", "system: tsm-tiny", "seed: 2\n", MODELS, false},
        {"relu:tiny", "system: tsm-tiny", "", "4567", false},
    };
    struct sha256 first = key(state, "relu:tiny", "system: tsm-tiny", "", MODELS);
    assert_int_equal(strlen(first.text), 64);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sha256 k =
            key(state, cases[i].kernel, cases[i].series, cases[i].more, cases[i].models);
        if ((strcmp(k.text, first.text) == 0) != cases[i].same)
            fail_msg("%s, %s, %s: %s key", cases[i].kernel, cases[i].series, cases[i].more,
                     cases[i].same ? "another" : "the same");
    }
}

static struct sha256 key_with_host(void **state, const char *program)
{
    write_text(in_folder(state, "k.cu"), "extern \"C\" __global__ void k(int *a) { a[0]++; }\n");
    write_text(in_folder(state, "h.c"), program);
    write_text(in_folder(state, "k.yaml"),
               "about: x\nsource: k.cu\nhost: h.c\nbuffers: [{name: a, type: i32, count: 1}]\n"
               "launches:\n  - {entry: k, grid: [1], block: [1], args: [a]}\n"
               "  - {host: f, args: [a]}\n");
    return key(state, "./k.yaml", "system: umn-tiny", "", MODELS);
}

/* What clang makes of a host program is in the key, and its comments are not. */
static void host_programs(void **state)
{
    struct sha256 first = key_with_host(state, "void f(int *a) { a[0]++; }\n"),
                  again = key_with_host(state, "void f(int *a) { a[0]++; } /* once */\n"),
                  other = key_with_host(state, "void f(int *a) { a[0]--; }\n");
    assert_string_equal(again.text, first.text);
    assert_string_not_equal(other.text, first.text);
}

/* Points whose metric asks for both routings, run by the option for it, depend on their source. */
static void routing(void **state)
{
    static const char *const metrics[] = {"cycles", "routing[ugal].cycles"};
    for (int i = 0; i < 2; i++) {
        struct sbuf text = {0};
        struct sha256 keys[2];
        sbuf_printf(&text,
                    "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: umn-tiny}]\n"
                    "metric: %s\nplot: bars\n",
                    metrics[i]);
        for (int k = 0; k < 2; k++) {
            const struct study_models models = {MODELS, k == 0 ? "0123" : "4567"};
            struct made m = make_with(state, text.text, &models);
            keys[k] = m.points->list[0].key;
            assert_string_equal(m.points->list[0].command,
                                i == 0 ? "umbel run umn-tiny relu:tiny"
                                       : "umbel run umn-tiny relu:tiny --net-routing");
            drop(&m);
        }
        assert_true((strcmp(keys[0].text, keys[1].text) == 0) == (i == 0));
        sbuf_free(&text);
    }
}

/* The sums are of the units, the leaf cells and the flat top with its wiring. */
static void verilog(void **state)
{
    struct made m = make(state,
                         "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: "
                         "tsm-tiny}]\nmetric: cycles\nplot: bars\n",
                         MODELS);
    const char *hashes = m.points->systems[0].hashes;
    assert_non_null(strstr(hashes, "  um_system.v\n"));
    assert_non_null(strstr(hashes, "  um_fifo.v\n"));
    assert_int_equal(strspn(hashes, "0123456789abcdef"), 64);
    drop(&m);
}

static void shared(void **state)
{
    struct made m = make(state,
                         "about: x\nkernels: [relu:tiny, vecadd:tiny]\nseries:\n"
                         "  - {label: A, system: tsm-tiny, fixed: true}\n"
                         "  - {label: B, system: tsm-tiny}\n"
                         "sweep: {label: tCL, values: [{label: 14}, {label: 15, sets: "
                         "[dram.tCL=15]}, {label: small, size: small}]}\n"
                         "metric: cycles\nnormalise: {to: A, as: ratio}\nplot: lines\nseed: 3\n",
                         MODELS);
    const struct study_points *p = m.points;
    /* tCL 14 and 15 with two kernels each, and two kernels at another size. */
    assert_int_equal(p->n, 6);
    assert_int_equal(p->n_systems, 2);
    assert_int_equal(study_cell(p, 0, 0, 0), study_cell(p, 0, 1, 0));
    assert_int_equal(study_cell(p, 0, 0, 1), study_cell(p, 1, 0, 1));
    assert_int_not_equal(study_cell(p, 0, 0, 0), study_cell(p, 0, 0, 1));
    assert_int_not_equal(study_cell(p, 1, 0, 0), study_cell(p, 1, 1, 0));
    assert_string_equal(p->list[study_cell(p, 1, 1, 0)].command,
                        "umbel run tsm-tiny relu:tiny --set dram.tCL=15 --seed 3");
    assert_string_equal(p->list[study_cell(p, 1, 2, 1)].command,
                        "umbel run tsm-tiny vecadd:small --seed 3");
    drop(&m);
}

/* Cells that are one point although their rows, or their series, are written differently. */
static void same(void **state)
{
    struct made m = make(state,
                         "about: x\nkernels: [relu, relu:tiny, relu:small]\nseries:\n"
                         "  - {label: A, system: tsm-tiny}\n"
                         "  - {label: as it is, system: tsm-tiny, sets: [dram.tCL=14]}\n"
                         "  - {label: wrong, system: tsm-tiny, may_be_wrong: true}\n"
                         "metric: cycles\nplot: bars\n",
                         MODELS);
    assert_int_equal(m.points->n, 4); /* small, the first, and tiny; each may be wrong, or not */
    drop(&m);
}

/* ---- counters that ran over ---- */

/* A point whose run has one counter, of which an instance ran over, and another that did not. */
static void store(struct study_db *db, const struct study_points *p)
{
    static const char run[] =
        "{\"run\": {\"system\": \"tsm-tiny\", \"seed\": \"1\", \"result\": \"identical\","
        "          \"cycles\": 9, \"link_energy_pj\": \"overflow\"},"
        " \"umbel\": {\"commit\": \"unknown\"},"
        " \"units\": {\"l1\": {\"counters\": {"
        "   \"loads\": {\"values\": {\"gpu0.sm0.l1\": \"overflow\", \"gpu1.sm0.l1\": 3}},"
        "   \"fills\": {\"values\": {\"gpu0.sm0.l1\": 254, \"gpu1.sm0.l1\": 4}}}}}}";
    struct error err = {0};
    json_t *j = json_loads(run, 0, NULL);
    assert_non_null(j);
    assert_true(study_db_store(db, 0, &p->list[0], &p->systems[0], j, 1, &err));
    json_decref(j);
}

/* No value is computed of a counter that ran over, and no energy; those beside it are as ever. */
static void overflows(void **state)
{
    static const struct {
        const char *metric, *over; /* NULL: it has a value, */
        double value;              /* this one */
    } cases[] = {
        {"l1.loads", "l1.loads", 0},
        {"cycles - 2 * l1[gpu0.*].loads", "l1[gpu0.*].loads", 0},
        {"l1[gpu1.*].loads + l1.fills", NULL, 261},
    };
    struct error err = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256], want[512];
        snprintf(text, sizeof text,
                 "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: tsm-tiny}]\n"
                 "metric: %s\nplot: bars\n",
                 cases[i].metric);
        struct made m = make(state, text, MODELS);
        struct study_db *db = study_db_open(in_folder(state, "s.db"), &err);
        assert_non_null(db);
        if (i == 0)
            store(db, m.points);
        struct study_result *r = study_result(m.points, db, &err);
        study_db_close(db);
        if (cases[i].over == NULL) {
            assert_non_null(r);
            assert_true(r->rows[0].link_energy_pj == -1);
            assert_true(r->cells[0] == cases[i].value);
            study_result_free(r);
        } else {
            assert_null(r);
            snprintf(want, sizeof want,
                     "%s: metric '%s': in a run of tsm-tiny counter %s ran over, so nobody knows "
                     "its value; hardware.count_bits gives counters more bits",
                     in_folder(state, "s.yaml"), cases[i].metric, cases[i].over);
            assert_string_equal(err.text, want);
            err = (struct error){0};
        }
        drop(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(keys),     test_in_folder(host_programs),
                                       test_in_folder(routing),  test_in_folder(verilog),
                                       test_in_folder(shared),   test_in_folder(same),
                                       test_in_folder(overflows)};
    return cmocka_run_group_tests_name("points of studies", tests, NULL, NULL);
}
