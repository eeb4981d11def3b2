/* `umbel litmus` as a user types it: what it prints, what it exits with, every mistake. */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define FOLDER UMBEL_ROOT "/formal/litmus"
static const char SB[] = FOLDER "/SB.litmus", WRC[] = FOLDER "/WRC.litmus";

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *words[7], *what, *advice;
    } cases[] = {
        {{"litmus"}, "which tests?", "umbel litmus FILE|DIR... --system SYSTEM"},
        {{"litmus", "/nowhere.litmus"}, "/nowhere.litmus: cannot be read", "No such file"},
        {{"litmus", "/proc/self"}, "/proc/self: has no .litmus file", "name a file"},
        {{"litmus", SB, "--system", "tsm-huge"}, "tsm-huge: no such system", "tsm-tiny"},
        {{"litmus", SB, "--set", "l1.wayz=1"}, "--set l1.wayz=1: no such", "ways"},
        {{"litmus", SB, "--runs", "many"}, "--runs many:", "whole number"},
        {{"litmus", SB, "--runs", "0"}, "--runs 0:", "from 1 to 4294967295"},
        {{"litmus", SB, "--model", "tso"}, "--model tso:", "sc and rc"},
        {{"litmus", SB, "--placement", "0.0"}, "--placement 0.0: SB has 2 threads", "0.0,1.0"},
        {{"litmus", SB, "--placement", "0.0,1.0,1.0"}, "SB has only 2 threads", "GPU.CTA"},
        {{"litmus", SB, "--placement", "0.0,2.0"}, "P1 is to run on GPU 2, CTA 0", "--set gpus"},
        {{"litmus", SB, "--fast"}, "'--fast' is no option", "umbel litmus --help"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *argv[9] = {umbel_path()};
        for (int w = 0; w < 7 && cases[i].words[w] != NULL; w++)
            argv[w + 1] = cases[i].words[w];
        struct command c = umbel_run_args(argv);
        assert_complains(&c, cases[i].what, cases[i].advice);
        assert_string_equal(out_of(&c), "");
        command_free(&c);
    }
}

static void histogram_and_json(void **state)
{
    const char *path = in_folder(state, "out.json");
    struct command c = UMBEL("litmus", SB, WRC, "--runs", "30", "-v", "--json", path);
    assert_status(&c, 0);
    assert_has(out_of(&c), "Test SB Allowed\nPlacement 0.0,0.0\nHistogram (");
    assert_has(out_of(&c), "Condition exists (0:r0=0 /\\ 1:r0=0) is NOT validated\n"
                           "Models: sc forbids it, rc allows it\nObservation SB Never 0 60\n");
    assert_has(out_of(&c), "2 tests, 6 placements, 180 runs on tsm-tiny, seed 1\n"
                           "outcomes that sc forbids: 0\n");
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(path, 0, &why);
    assert_non_null(root);
    const char *name;
    json_int_t runs, forbidden;
    json_t *places;
    int complete;
    const char *version, *commit;
    int schema;
    assert_int_equal(json_unpack(root, "{s:i, s:{s:s, s:s}}", "schema", &schema, "umbel", "version",
                                 &version, "commit", &commit),
                     0);
    assert_int_equal(schema, 1);
    assert_true(version[0] != '\0' && commit[0] != '\0');
    json_t *second = json_array_get(json_object_get(root, "tests"), 1);
    assert_int_equal(json_unpack(second, "{s:s, s:b, s:I, s:I, s:o}", "name", &name, "complete",
                                 &complete, "runs", &runs, "forbidden", &forbidden, "placements",
                                 &places),
                     0);
    assert_true(complete);
    assert_string_equal(name, "WRC");
    assert_int_equal(runs, 120);
    assert_int_equal(forbidden, 0);
    assert_int_equal(json_array_size(places), 4);
    json_decref(root);
}

/* What the machine promises is compared with, unless the user asks for another model. */
static void other_model(void **state)
{
    (void)state;
    struct command c = UMBEL("litmus", SB, "--runs", "30", "--model", "rc", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c), "outcomes that rc forbids: 0\noutcomes that rc allows and sc forbids: "
                           "none in any test: these runs are not biting\n");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

/* A machine that stands still ends it, with the command that repeats it. */
static void stops(const char *const *sets, const char *why)
{
    const char *words[24] = {umbel_path(), "litmus",      SB,        "--runs",
                             "500",        "--placement", "0.0,1.0", "-q"};
    for (int n = 8; *sets != NULL; sets++) {
        words[n++] = "--set";
        words[n++] = *sets;
    }
    struct command c = umbel_run_args(words);
    assert_status(&c, 1);
    assert_has(err_of(&c), why);
    assert_has(out_of(&c), "INCOMPLETE: 1 tests, 1 placements, ");
    assert_has(err_of(&c), ": SB, placement 0.0,1.0, link.latency 2, run ");
    assert_has(err_of(&c),
               "repeat with: umbel litmus " FOLDER "/SB.litmus --system tsm-tiny --set ");
    assert_has(err_of(&c), " --set link.latency=2 --placement 0.0,1.0 --seed 1 --runs 500\n");
    command_free(&c);
}

static void hang(void **state)
{
    (void)state;
    static const char *const sets[] = {"fault=umc-loses-answer", "link.latency=2", NULL};
    stops(sets, "umbel: nothing was answered for 2000");
}

static void overflow(void **state)
{
    (void)state;
    slow_only("it has units of its own");
    static const char *const sets[] = {"mgcc.ts_bits=4",    "mgcc.rd_lease=7", "mgcc.wr_lease=7",
                                       "mgcc.epoch_bits=1", "link.latency=2",  NULL};
    stops(sets, " runs over in the last of 2 epochs at cycle ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes), test_in_folder(histogram_and_json),
        cmocka_unit_test(other_model), cmocka_unit_test(hang), cmocka_unit_test(overflow)};
    return cmocka_run_group_tests_name("umbel litmus", tests, NULL, NULL);
}
