/* `umbel litmus` as a user types it: its output, its exit status, every mistake. */
#include "sw/util/sbuf.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FOLDER UMBEL_ROOT "/formal/litmus"
static const char SB[] = FOLDER "/SB.litmus", WRC[] = FOLDER "/WRC.litmus";
static const char SB_FENCES[] = FOLDER "/SB+fences.litmus",
                  MP_FENCES[] = FOLDER "/MP+fences.litmus";

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *words[7], *what, *advice;
    } cases[] = {
        {{"litmus"}, "which tests?", "umbel litmus FILE|DIR... --system SYSTEM, or --random N"},
        {{"litmus", "/nowhere.litmus"}, "/nowhere.litmus: cannot be read", "No such file"},
        {{"litmus", "/proc/self"}, "/proc/self: has no .litmus file", "name a file"},
        {{"litmus", SB, "--system", "tsm-huge"}, "tsm-huge: no such system", "tsm-tiny"},
        {{"litmus", SB, "--set", "l1.wayz=1"}, "--set l1.wayz=1: no such", "ways"},
        {{"litmus", SB, "--runs", "many"}, "--runs many:", "whole number"},
        {{"litmus", SB, "--runs", "0"}, "--runs 0:", "from 1 to 4294967295"},
        {{"litmus", SB, "--model", "pso"}, "--model pso:", "sc, rc, ptx, rvwmo and tso"},
        {{"litmus", SB, "--model", "tso"},
         "SB.litmus: --model tso",
         "about tests in x86 and RISC-V"},
        {{"litmus", SB, "--placement", "0.0"}, "--placement 0.0: SB has 2 threads", "0.0,1.0"},
        {{"litmus", SB, "--placement", "0.0,1.0,1.0"}, "SB has only 2 threads", "GPU.CTA"},
        {{"litmus", SB, "--placement", "0.0,2.0"}, "P1 is to run on GPU 2, CTA 0", "--set gpus"},
        {{"litmus", SB, "--unroll", "0"}, "--unroll 0:", "from 1 to 64"},
        {{"litmus", "--random", "0"}, "--random 0:", "from 1 to 1000000"},
        {{"litmus", "--random", "2", "--placement", "0.0,1.0"},
         "--placement 0.0,1.0: random tests have places",
         "leave out"},
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
    assert_has(out_of(&c), "Test SB Allowed\nPlacement 0.0,0.0, racy\nHistogram (");
    assert_has(out_of(&c), "Condition exists (0:r0=0 /\\ 1:r0=0) is NOT validated\n"
                           "Models: sc forbids it, rc allows it, ptx allows it\n"
                           "Data races, by ptx: in 2 of 2 placements\nObservation SB Never 0 60\n");
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

/* Outcomes are compared with the machine's own model, unless the user asks for another. */
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

/* If the model allows no weak outcome, runs without one are a success. */
static void nothing_weak(void **state)
{
    (void)state;
    struct command c = UMBEL("litmus", SB_FENCES, "--runs", "30", "--model", "rc", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c), "outcomes that rc allows and sc forbids: none, and no test has one\n");
    command_free(&c);
}

/* --allowed uses the model alone: no run, no seed, no cycles. */
static void allowed(void **state)
{
    const char *path = in_folder(state, "allowed.json");
    struct command c = UMBEL("litmus", SB, MP_FENCES, "--allowed", "--model", "rc", "--json", path);
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    assert_string_equal(out_of(&c), "Test SB Allowed\n"
                                    "Condition exists (0:r0=0 /\\ 1:r0=0)\n"
                                    "Model rc\n"
                                    "In all placements\n"
                                    "States 4\n"
                                    "*>0:r0=0; 1:r0=0;\n"
                                    ":>0:r0=0; 1:r0=1;\n"
                                    ":>0:r0=1; 1:r0=0;\n"
                                    ":>0:r0=1; 1:r0=1;\n"
                                    "Ok\n"
                                    "Observation SB Sometimes 1 3\n\n"
                                    "Test MP+fences Forbidden\n"
                                    "Condition ~exists (1:r0=1 /\\ 1:r1=0)\n"
                                    "Model rc\n"
                                    "In all placements\n"
                                    "States 3\n"
                                    ":>1:r0=0; 1:r1=0;\n"
                                    ":>1:r0=0; 1:r1=1;\n"
                                    ":>1:r0=1; 1:r1=1;\n"
                                    "Ok\n"
                                    "Observation MP+fences Never 0 3\n\n");
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(path, 0, &why);
    assert_non_null(root);
    json_t *group = json_array_get(
        json_object_get(json_array_get(json_object_get(root, "tests"), 0), "allowed"), 0);
    assert_int_equal(json_array_size(json_object_get(group, "placements")), 2);
    json_t *states = json_object_get(group, "outcomes");
    assert_int_equal(json_array_size(states), 4);
    assert_true(json_is_true(json_object_get(json_array_get(states, 0), "witness")));
    assert_true(json_is_false(json_object_get(json_array_get(states, 1), "witness")));
    json_decref(root);
}

/* A fence of CTA scope orders only threads of one CTA; in other placements more is allowed. */
static void allowed_by_place(void **state)
{
    const char *path = in_folder(state, "cta.litmus");
    write_text(path, "PTX cta\n{}\nP0 | P1 ;\nst.weak x,1 | st.weak y,1 ;\n"
                     "fence.sc.cta | fence.sc.cta ;\nld.weak r0,y | ld.weak r0,x ;\n"
                     "exists (0:r0=0 /\\ 1:r0=0)\n");
    struct command c = UMBEL("litmus", path, "--allowed", "--model", "rc");
    assert_status(&c, 0);
    assert_has(out_of(&c), "In placements 0.0,0.0\nStates 3\n");
    assert_has(out_of(&c), "In placements 0.0,1.0\nStates 4\n*>0:r0=0; 1:r0=0;\n");
    command_free(&c);
}

/* Models need no machine: a test with places is judged whatever the system has. */
static void allowed_anywhere(void **state)
{
    const char *path = in_folder(state, "places.litmus");
    write_text(path, "PTX places\n{}\nP0@cta 5,gpu 9 | P1@cta 7,gpu 8 ;\n"
                     "st.weak [x],1 | ld.weak r0,[x] ;\nexists (1:r0=1)\n");
    struct command c = UMBEL("litmus", path, "--allowed");
    assert_status(&c, 0);
    assert_has(out_of(&c), "In all placements\nStates 2\n:>1:r0=0;\n*>1:r0=1;\nOk\n");
    command_free(&c);
    c = UMBEL("litmus", SB, "--allowed", "--placement", "3.1,3.2");
    assert_status(&c, 0);
    command_free(&c);
    c = UMBEL("litmus", path, "--runs", "3");
    assert_complains(&c, "places.litmus: P0 is to run on GPU 9, CTA 5", "--set gpus");
    command_free(&c);
}

/* Threads that wait at barriers for ever are told of: by models, and in place of runs. */
static void deadlocks(void **state)
{
    const char *path = in_folder(state, "bars.litmus");
    write_text(path, "PTX bars\n{ x=0; }\n P0 | P1 ;\n st.weak x,1 | bar.sync 1,64 ;\n"
                     " bar.sync 1,64 | ld.weak r0,x ;\n~exists (1:r0=0)\n");
    struct command c = UMBEL("litmus", path, "--allowed", "--model", "ptx");
    assert_status(&c, 0);
    assert_string_equal(
        out_of(&c),
        "Test bars Forbidden\nCondition ~exists (1:r0=0)\nModel ptx\nIn placements 0.0,0.0\n"
        "States 1\n:>1:r0=1;\nOk\nObservation bars Never 0 1\nIn placements 0.0,1.0\nStates 0\n"
        "Deadlock: no execution ends, as threads wait at barriers for others that do not come\n"
        "Deadlock\nObservation bars Deadlock 0 0\n\n");
    command_free(&c);
    c = UMBEL("litmus", path, "--runs", "30", "--set", "sm.count=2");
    assert_status(&c, 0);
    assert_has(out_of(&c),
               ":>1:r0=1;\n"
               "Left out: 2 placements, in which threads may wait at barriers for ever\n"
               "Ok\n");
    assert_has(out_of(&c), "1 tests, 1 placements, 30 runs");
    command_free(&c);
    write_text(path, "PTX bars\n{ x=0; }\n P0 | P1 ;\n bar.sync 1 | bar.sync 2 ;\n"
                     " bar.sync 2,64 | bar.sync 1,64 ;\n~exists (x=1)\n");
    c = UMBEL("litmus", path, "--allowed");
    assert_status(&c, 1);
    assert_complains(&c, "1 of 1 tests have no execution that ends, the first of them ",
                     "change a count, or the barriers' order");
    command_free(&c);
    c = UMBEL("litmus", path, "--runs", "30");
    assert_status(&c, 1);
    assert_complains(&c, ": threads may wait at barriers for others that do not come, and a run ",
                     "--allowed");
    command_free(&c);
    write_text(path, "PTX bars\n{ x=0; }\n P0 | P1 ;\n ld.weak r0,x | st.weak x,1 ;\n"
                     " bar.cta.sync 1, r0 | bar.cta.sync 1, 1 ;\n~exists (x=0)\n");
    c = UMBEL("litmus", path, "--runs", "30");
    assert_status(&c, 1);
    assert_complains(&c, ":5: the name of this barrier is in a register", "--allowed");
    command_free(&c);
}

/* What models do not follow is told, unless it cannot change the verdict. */
static void not_followed(void **state)
{
    static const struct {
        const char *threads_and_condition;
        int status;
        const char *verdict, *often;
    } cases[] = {
        {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i + 1; }\n"
         "P1 (int* y) { *y = 3; }\n~exists (x=3)",
         1, "Unfinished", "Unfinished 0 1"},
        {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i + 1; }\n"
         "P1 (int* y) { *y = 3; }\nexists (x=3)",
         1, "Unfinished", "Unfinished 0 1"},
        {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i + 1; }\n"
         "P1 (int* y) { *y = 3; }\nforall (x=0)",
         1, "Unfinished", "Unfinished 1 0"},
        {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i + 1; }\n"
         "P1 (int* y) { *y = 3; }\nforall (x=3)",
         0, "No", "Unfinished 0 1"},
        {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i + 1; }\n"
         "P1 (int* y) { *y = 3; }\nexists (x=0)",
         0, "Ok", "Unfinished 1 0"},
    };
    const char *path = in_folder(state, "loop.litmus");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0}, end = {0};
        sbuf_printf(&text, "C loop\n{}\n%s\n", cases[i].threads_and_condition);
        sbuf_printf(&end,
                    "Not followed: executions in which a loop goes round more than 2 times\n%s\n"
                    "Observation loop %s\n\n",
                    cases[i].verdict, cases[i].often);
        write_text(path, text.text);
        struct command c = UMBEL("litmus", path, "--allowed");
        assert_status(&c, cases[i].status);
        assert_has(out_of(&c), end.text);
        if (cases[i].status != 0)
            assert_complains(&c, "1 of 1 tests are unfinished, the first of them ", "--unroll");
        command_free(&c);
        sbuf_free(&text);
        sbuf_free(&end);
    }
}

/* The same of runs. */
static void runs_not_followed(void **state)
{
    const char *path = in_folder(state, "loop.litmus"), *json = in_folder(state, "loop.json");
    write_text(path, "C loop\n{}\nP0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) "
                     "*x = i + 1; }\nP1 (int* y) { *y = 3; }\n~exists (x=3)\n");
    struct command c = UMBEL("litmus", path, "--runs", "300", "--json", json);
    assert_status(&c, 1);
    assert_has(err_of(&c), "loop.litmus: unfinished: in ");
    assert_has(out_of(&c), "runs, not judged: a loop went round too often\nUnfinished\n");
    assert_has(out_of(&c), "Models: sc leaves it unfinished, rc leaves it unfinished");
    assert_has(out_of(&c), "Observation loop Unfinished 0 ");
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(json, 0, &why), *test;
    test = json_array_get(json_object_get(root, "tests"), 0);
    assert_string_equal(json_string_value(json_object_get(test, "verdict")), "Unfinished");
    json_decref(root);
    c = UMBEL("litmus", path, "--runs", "300", "--unroll", "3", "-q");
    assert_status(&c, 0);
    command_free(&c);
}

/* Folders are searched below, by name; what cannot be read is told and counted. */
static void folders(void **state)
{
    static const char *const names[] = {"b", "b/c"};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(mkdir(in_folder(state, names[i]), 0777), 0);
    const char *json = in_folder(state, "all.json");
    static const char good[] = "C %s\n{}\nP0 (int* x) { *x = 1; }\nexists (x=1)\n";
    static const char *const tests[] = {"z", "b/y", "b/c/x", "a"};
    for (size_t i = 0; i < 4; i++) {
        struct sbuf name = {0}, text = {0};
        sbuf_printf(&name, "%s.litmus", tests[i]);
        sbuf_printf(&text, good, tests[i]);
        write_text(in_folder(state, name.text), text.text);
        sbuf_free(&name);
        sbuf_free(&text);
    }
    write_text(in_folder(state, "b/bad.litmus"), "C bad\n{}\nP0 (int* x) { x = 1; }\n");
    struct command c = UMBEL("litmus", in_folder(state, ""), "--allowed", "--json", json);
    assert_status(&c, 1);
    assert_has(err_of(&c), "b/bad.litmus:3:15: 'x' is a pointer; write *x\n");
    assert_has(err_of(&c), "umbel: 1 of 5 tests are refused, as said above\n");
    const char *a = strstr(out_of(&c), "Test a "), *x = strstr(out_of(&c), "Test b/c/x "),
               *y = strstr(out_of(&c), "Test b/y "), *z = strstr(out_of(&c), "Test z ");
    assert_true(a != NULL && a < x && x < y && y < z);
    assert_has(out_of(&c), "REFUSED: 1 of 5 tests\n");
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(json, 0, &why);
    assert_int_equal(json_array_size(json_object_get(root, "tests")), 4);
    assert_int_equal(json_array_size(json_object_get(root, "refused")), 1);
    json_decref(root);
    c = UMBEL("litmus", in_folder(state, ""), "--runs", "3", "-q");
    assert_status(&c, 1);
    assert_has(out_of(&c), "4 tests, 4 placements, 12 runs on tsm-tiny, seed 1\nREFUSED: 1 of 5");
    command_free(&c);
}

/* A loop with effects is followed --unroll times; runs beyond that are not judged. */
static void unrolled(void **state)
{
    const char *path = in_folder(state, "loop.litmus");
    write_text(path, "C loop\n{}\nP0 (int* x) { int r0 = 0; while (r0 != 3) { *x = r0; r0 = r0 + "
                     "1; } }\nforall (x=2)\n");
    struct command c = UMBEL("litmus", path, "--runs", "10", "-q");
    assert_status(&c, 1);
    assert_has(out_of(&c), "UNFINISHED: 10 runs, not judged: a loop went round too often\n");
    assert_has(err_of(&c), "loop.litmus: no run can be judged: in 10 a loop went round too often, "
                           "0 are excluded by the filter; give a higher --unroll");
    command_free(&c);
    c = UMBEL("litmus", path, "--runs", "10", "--unroll", "3");
    assert_status(&c, 0);
    assert_has(out_of(&c), "10      *>0:r0=3; x=2;\nOk\n");
    command_free(&c);
}

/* Nobody sets the flag: each thread gives up, and the machine still works afterwards. */
static void waits_for_ever(void **state)
{
    const char *path = in_folder(state, "wait.litmus");
    write_text(path, "C wait\n{}\nP0 (int* x) { while (READ_ONCE(*x) == 0) ; }\nexists (x=0)\n");
    struct command c = UMBEL("litmus", path, "--runs", "5");
    assert_status(&c, 1);
    assert_has(out_of(&c), "Unfinished: 5 runs, not judged: a loop went round too often\n");
    command_free(&c);
}

/* A test of an instruction alone, as public collections have, has no variables. */
static void no_variables(void **state)
{
    const char *path = in_folder(state, "fence.litmus");
    write_text(path, "RISCV fence.tso\n{}\n P0        ;\n fence.tso ;\nforall true\n");
    struct command c = UMBEL("litmus", path, "--runs", "20", "--model", "rvwmo");
    assert_status(&c, 0);
    assert_has(out_of(&c), "Observation fence.tso Always 20 0\n");
    command_free(&c);
}

static void filter(void **state)
{
    const char *path = in_folder(state, "filter.litmus");
    write_text(path, "PTX filter\n{}\nP0 | P1 ;\nst.weak x,1 | ld.weak r0,x ;\n"
                     "filter (1:r0=1)\nforall (1:r0=1)\n");
    struct command c = UMBEL("litmus", path, "--runs", "60");
    assert_status(&c, 0);
    assert_has(out_of(&c), "Histogram (1 states)\n");
    assert_has(out_of(&c), " runs, which the test's filter excludes\nOk\n");
    command_free(&c);
}

/* --model ptx compares the same runs with what a CUDA program may rely on. */
static void ptx(void **state)
{
    const char *path = in_folder(state, "out.json");
    struct command c = UMBEL("litmus", SB, "--runs", "30", "--model", "ptx", "-q", "--json", path);
    assert_status(&c, 0);
    assert_has(out_of(&c), "outcomes that ptx forbids: 0\noutcomes that ptx allows and sc forbids: "
                           "none in any test: these runs are not biting\n");
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(path, 0, &why);
    assert_non_null(root);
    const char *model;
    int possible, racy;
    assert_int_equal(json_unpack(root, "{s:s, s:[{s:i, s:{s:{s:b}}}]}", "model", &model, "tests",
                                 "racy", &racy, "models", "ptx", "possible", &possible),
                     0);
    assert_string_equal(model, "ptx");
    assert_true(possible);
    assert_int_equal(racy, 2);
    json_decref(root);
}

/* A random test that fails is saved as a file, which fails in the same run when it is run again. */
static void random_tests(void **state)
{
    struct command c = UMBEL("litmus", "--random", "5", "--runs", "30", "--model", "ptx");
    assert_status(&c, 0);
    assert_has(out_of(&c), "5 tests, 5 placements, 150 runs on tsm-tiny, seed 1\n"
                           "outcomes that ptx forbids: 0\n");
    assert_true(strncmp(out_of(&c), "5 tests", 7) == 0); /* no line per test */
    command_free(&c);
    const char *words[] = {
        umbel_path(), "litmus",         "--random", "5", "--set", "fault=umc-loses-answer",
        "--set",      "link.latency=2", "-q",       NULL};
    struct command failing = {.argv = words, .dir = *state};
    command_start(&failing);
    command_finish(&failing);
    assert_int_equal(failing.status, 1);
    assert_int_equal(names_in(*state, "*"), 1);
    assert_int_equal(names_in(*state, "random-1-?.litmus"), 1);
    const char *run = strstr(err_of(&failing), ", run ");
    assert_non_null(run);
    char same[24];
    snprintf(same, sizeof same, "%.*s", (int)strcspn(run + 2, "("), run + 2);
    char name[] = "random-1-0.litmus";
    while (access(in_folder(state, name), R_OK) != 0 && name[9] < '9')
        name[9]++;
    words[2] = in_folder(state, name);
    words[3] = "-q";
    words[8] = NULL;
    struct command again = {.argv = words};
    command_start(&again);
    command_finish(&again);
    assert_int_equal(again.status, 1);
    assert_has(err_of(&again), same);
    command_free(&failing);
    command_free(&again);
}

/* A hanging machine ends the campaign, with the command that repeats it. */
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
        cmocka_unit_test(mistakes),       test_in_folder(histogram_and_json),
        cmocka_unit_test(other_model),    test_in_folder(ptx),
        test_in_folder(random_tests),     cmocka_unit_test(nothing_weak),
        test_in_folder(allowed),          test_in_folder(allowed_by_place),
        test_in_folder(allowed_anywhere), test_in_folder(deadlocks),
        test_in_folder(not_followed),     test_in_folder(runs_not_followed),
        test_in_folder(folders),          test_in_folder(unrolled),
        test_in_folder(waits_for_ever),   test_in_folder(no_variables),
        test_in_folder(filter),           cmocka_unit_test(hang),
        cmocka_unit_test(overflow)};
    return cmocka_run_group_tests_name("umbel litmus", tests, NULL, NULL);
}
