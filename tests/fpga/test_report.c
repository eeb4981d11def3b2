/* The report's figures on a small design that was counted by hand; truncated and garbled files. */
#include "fpga/build/report.h"
#include "tests/fpga/small_design.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char board_path[] = UMBEL_ROOT "/fpga/boards/hx8k/board.yaml";
static const char system_path[] = UMBEL_ROOT "/fpga/boards/hx8k/system.yaml";

struct made {
    struct report report;
    struct board_file *board;
    struct system *system;
    struct netlist *netlist;
    struct error err;
};

static void begin(struct made *m, void **state)
{
    *m = (struct made){.board = NULL};
    m->board = board_file_load(board_path, &m->err);
    m->system = system_load(system_path, NULL, 0, &m->err);
    assert_string_equal(m->err.text, "");
    m->netlist = netlist_new(m->system, &m->err);
    assert_non_null(m->netlist);
    m->report = (struct report){
        .name = "hx8k", .board = m->board, .system = m->system, .seed = 3, .hash = "abc"};
    small_copy(state);
}

static void end(struct made *m)
{
    report_free(&m->report);
    netlist_free(m->netlist);
    system_free(m->system);
    board_file_free(m->board);
}

static void read_all(struct made *m, void **state)
{
    bool ok = report_read_area(&m->report, m->netlist, *state, &m->err) &&
              report_read_timing(&m->report, *state, &m->err);
    assert_string_equal(m->err.text, "");
    assert_true(ok);
}

/* ---- area ---- */

/* Checks a row: LUT, FF, carry, BRAM, logic cells. */
static void assert_row(struct made *m, const char *name, const uint32_t (*n)[AREA_KINDS])
{
    for (size_t i = 0; i < m->report.area.n_rows; i++)
        if (strcmp(m->report.area.rows[i].name, name) == 0) {
            assert_memory_equal(m->report.area.rows[i].n, *n, sizeof *n);
            return;
        }
    fail_msg("no unit %s", name);
}

#define ROW(name, ...) assert_row(&m, name, &(const uint32_t[AREA_KINDS]){__VA_ARGS__})

static void each_cell_counts_where_it_is(void **state)
{
    struct made m;
    begin(&m, state);
    read_all(&m, state);
    ROW("gpu0.sm0.l1", 1, 1, 0, 0, 1);
    ROW("gpu1.sm0.l1", 0, 0, 0, 0, 0);
    ROW("umc0.tsu", 0, 0, 1, 1, 2);
    ROW("umc0.reqtracker (with atomic unit)", 1, 0, 0, 0, 2);
    ROW("umc0, the rest", 1, 0, 0, 0, 1);
    ROW("engine 1", 0, 1, 0, 0, 1);
    ROW("between units: idle, probes", 1, 0, 0, 0, 1);
    ROW("top: clock, reset, pins", 0, 1, 0, 0, 2);
    end(&m);
}

static void the_sum_is_the_total(void **state)
{
    struct made m;
    begin(&m, state);
    read_all(&m, state);
    static const uint32_t total[AREA_KINDS] = {4, 3, 1, 1, 10};
    for (int k = 0; k < AREA_KINDS; k++)
        assert_int_equal(area_total(&m.report.area, (enum area_kind)k), total[k]);
    end(&m);
}

static void a_sum_that_is_not_is_an_error(void **state)
{
    struct made m;
    begin(&m, state);
    small_with(state, "pack.log", " 10/", " 11/");
    assert_false(report_read_area(&m.report, m.netlist, *state, &m.err));
    assert_non_null(strstr(m.err.text, "its units have 10 cells of ICESTORM_LC, the whole has 11"));
    end(&m);
}

static void too_much_does_not_fit(void **state)
{
    struct made m;
    begin(&m, state);
    small_too_large(state);
    assert_true(report_read_area(&m.report, m.netlist, *state, &m.err));
    assert_string_equal(m.report.lacking, "ICESTORM_LC");
    struct sbuf text = {0};
    report_tell(&m.report, &text);
    assert_non_null(strstr(text.text, "FAIL: does not fit: 10 of ICESTORM_LC, the part has 9"));
    assert_null(strstr(text.text, "critical path"));
    sbuf_free(&text);
    end(&m);
}

/* ---- timing ---- */

static void the_path_goes_from_unit_to_unit(void **state)
{
    struct made m;
    begin(&m, state);
    read_all(&m, state);
    const struct timing *t = &m.report.timing;
    assert_string_equal(t->clock, "clk"); /* the slower one */
    assert_true(m.report.pass);
    assert_int_equal(t->n_steps, 3);
    assert_string_equal(t->steps[0].unit, "gpu0.sm0.l1");
    assert_string_equal(t->steps[0].wire, "hit_q");
    assert_string_equal(t->steps[1].wire, "s1_q[3]");
    assert_int_equal(t->steps[1].cells, 2);
    assert_float_equal(t->steps[1].until, 4.25, 0.001); /* includes the cell that nextpnr added */
    assert_string_equal(t->steps[2].unit, "top: clock, reset, pins");
    assert_string_equal(t->steps[2].wire, "good_q");
    assert_float_equal(t->steps[2].until, 6.5, 0.001);
    assert_float_equal(t->cells, 1.5, 0.001);
    assert_float_equal(t->wires, 5, 0.001);
    end(&m);
}

static void too_slow_is_told(void **state)
{
    struct made m;
    begin(&m, state);
    small_too_slow(state);
    read_all(&m, state);
    assert_false(m.report.pass);
    struct sbuf text = {0};
    report_tell(&m.report, &text);
    assert_non_null(strstr(text.text, "FAIL: 47.50 MHz reached, 48 asked; hx8k ct256, seed 3\n"));
    assert_non_null(strstr(text.text, "10 of 7680 logic cells (0 %), 1 of 32 block RAMs (3 %)\n"));
    assert_non_null(strstr(text.text, "beside: 4752 logic cells, 21 block RAMs, 55 MHz"));
    assert_non_null(strstr(text.text, " 4.2 ns  gpu0.sm0.l1.s1_q[3], 2 cells\n"));
    sbuf_free(&text);
    end(&m);
}

/* ---- JSON ---- */

static void the_json_says_the_same(void **state)
{
    struct made m;
    begin(&m, state);
    read_all(&m, state);
    const char *path = in_folder(state, "report.json");
    assert_true(report_json(&m.report, path, &m.err));
    json_t *j = json_load_file(path, 0, NULL);
    assert_true(json_is_true(json_object_get(j, "pass")));
    json_int_t cells = 0;
    const json_t *units = json_object_get(j, "units");
    for (size_t i = 0; i < json_array_size(units); i++)
        cells += json_integer_value(json_object_get(json_array_get(units, i), "logic_cells"));
    const json_t *part = json_object_get(json_object_get(j, "part"), "ICESTORM_LC");
    assert_int_equal(cells, 10);
    assert_int_equal(json_integer_value(json_object_get(part, "used")), 10);
    assert_int_equal(json_integer_value(json_object_get(part, "there")), 7680);
    json_decref(j);
    bool pass = false;
    assert_true(report_is(path, "abc", &pass));
    assert_true(pass);
    assert_false(report_is(path, "abd", &pass));
    assert_false(report_is(in_folder(state, "no.json"), "abc", &pass));
    end(&m);
}

/* ---- files that are not as they should be ---- */

/* Spoils a file; reading must fail with one line that names it. */
static void spoil(void **state, const char *name, const char *text, const char *says)
{
    struct made m;
    begin(&m, state);
    write_text(in_folder(state, name), text);
    assert_false(report_read_area(&m.report, m.netlist, *state, &m.err) &&
                 report_read_timing(&m.report, *state, &m.err));
    if (strstr(m.err.text, name) == NULL || strstr(m.err.text, says) == NULL ||
        strchr(m.err.text, '\n') != NULL)
        fail_msg("%s: '%s' is not one line with '%s'", name, m.err.text, says);
    end(&m);
}

static void garbled_files(void **state)
{
    static const char *const files[] = {"netlist.json", "packed.json", "timing.json"};
    for (size_t i = 0; i < 3; i++) {
        spoil(state, files[i], "", "is no JSON");
        spoil(state, files[i], "{\"modules\": {", "is no JSON");
        spoil(state, files[i],
              "\x7f"
              "ELF",
              "is no JSON");
        spoil(state, files[i], "[]", "has no");
        spoil(state, files[i], "{\"modules\": 3, \"fmax\": [], \"critical_paths\": {}}", "has no");
    }
    spoil(state, "pack.log", "", "does not say how much of the part is used");
    spoil(state, "netlist.json", "{\"modules\": {\"top\": {\"cells\": {\"a\": {}}}}}",
          "has no top module with cells");
    spoil(state, "timing.json", "{\"fmax\": {\"clk\": {\"achieved\": 50}}, \"critical_paths\": []}",
          "has no clock with a critical path");
}

static void truncated_files(void **state)
{
    static const char *const files[] = {"netlist.json", "packed.json", "timing.json"};
    for (size_t i = 0; i < 3; i++)
        for (size_t part = 1; part < 8; part++) {
            size_t len;
            small_copy(state);
            char *text = read_bytes_of(in_folder(state, files[i]), &len);
            text[len * part / 8] = '\0';
            spoil(state, files[i], text, "is no JSON");
            free(text);
        }
}

static const char odd[] =
    "{\"modules\": {\"top\": {\"attributes\": {\"top\": \"1\"}, \"cells\": {\"a\": {}, \"b\": 7, "
    "\"$c\": {\"type\": \"ICESTORM_LC\", \"connections\": {\"O\": [-4], \"COUT\": 5, \"I0\": "
    "[1e99], "
    "\"I1\": [999999999999]}}}}}}";

/* A cell without a type is not counted; a cell whose wires are no numbers has no neighbour. */
static void odd_cells(void **state)
{
    struct made m;
    begin(&m, state);
    write_text(in_folder(state, "packed.json"), odd);
    assert_false(report_read_area(&m.report, m.netlist, *state, &m.err));
    assert_int_equal(area_total(&m.report.area, AREA_LC), 1);
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(each_cell_counts_where_it_is),
        test_in_folder(the_sum_is_the_total),
        test_in_folder(a_sum_that_is_not_is_an_error),
        test_in_folder(too_much_does_not_fit),
        test_in_folder(the_path_goes_from_unit_to_unit),
        test_in_folder(too_slow_is_told),
        test_in_folder(the_json_says_the_same),
        test_in_folder(garbled_files),
        test_in_folder(truncated_files),
        test_in_folder(odd_cells),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
