/*
 * formal/reach: every query marked daily, and with UMBEL_SLOW every one marked quick, has the
 * verdict that the table says, with each of its tools. Every day that is a search of all programs
 * of two accesses without a rule, which finds one. The others take long; `make reach` runs them.
 * UMBEL_REACH_ONLY=NAME runs one.
 *
 * Costs minutes with UMBEL_SLOW: it alone searches all timings of a whole machine's RTL for a
 * forbidden outcome.
 */
#include "formal/reach/enumerate.h"
#include "formal/reach/reach.h"
#include "tests/rtl/tools.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SECONDS = 300 };

static struct reach_table table;

static bool set(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && value[0] != '\0';
}

static void need_tools(void)
{
    static const char *const tools[] = {"yosys", "yosys-abc", "iverilog"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (!tool_installed(tools[i])) {
            print_message("SKIPPED: %s is not installed; the RTL was NOT searched\n", tools[i]);
            skip();
        }
}

static void query(void **state)
{
    const struct reach_query *q = *state;
    if (!q->quick && !set("UMBEL_REACH_ONLY")) {
        print_message("SKIPPED: %s: `make reach` runs it\n", q->name);
        skip();
    }
    if (!q->daily && !set("UMBEL_REACH_ONLY"))
        slow_only("of its kind of program and verdict another is searched every day");
    need_tools();
    void *folder;
    assert_int_equal(folder_make(&folder), 0);
    struct reach_result r;
    struct error err = {0};
    char why[160] = "";
    bool ok = reach_run(q, in_folder(&folder, "it's $(touch pwned)"), SECONDS, &r, &err) &&
              reach_as_expected(q, &r, why);
    if (!ok)
        fprintf(stderr, "%s: %s(%u): %s%s\n%s", q->name, reach_verdicts[r.verdict], r.depth, why,
                err.text, r.trace != NULL ? r.trace : "");
    bool told = q->depth == 0 || (r.trace != NULL && strstr(r.trace, "the outcome is there"));
    reach_result_free(&r);
    folder_remove(&folder);
    assert_true(ok);
    assert_true(told);
}

/* A verdict is as expected only if it equals the table's in every part. */
static void expectations(void **state)
{
    (void)state;
    char why[160];
    const struct reach_query find = {.depth = 90, .limit = 200, .checker = "bmc3"},
                             none = {.limit = 200, .checker = "bmc3"};
    const struct reach_result found = {.verdict = REACH_FOUND, .depth = 90, .bmc_agrees = true};
    struct reach_result r = found;
    assert_true(reach_as_expected(&find, &r, why));
    assert_false(reach_as_expected(&none, &r, why));
    r.depth = 91;
    assert_false(reach_as_expected(&find, &r, why));
    r = found;
    r.bmc_agrees = false;
    assert_false(reach_as_expected(&find, &r, why));
    r = (struct reach_result){.verdict = REACH_EXHAUSTIVE, .depth = 150};
    assert_true(reach_as_expected(&none, &r, why));
    assert_false(reach_as_expected(&find, &r, why));
    r.verdict = REACH_UNFINISHED;
    assert_false(reach_as_expected(&none, &r, why));
    r.verdict = REACH_NO_VERDICT;
    assert_false(reach_as_expected(&none, &r, why));
}

/* One input that a register keeps, and one register that is set from cycle 1 on. */
static void small_model(void **state)
{
    static const char whole[] = "aig 3 1 2 2 0\n2\n1\n4\n7\n",
                      cut[] = "aig 4 1 2 2 1\n2\n1\n4\n7\n";
    struct aig a;
    struct error err = {0};
    write_text(in_folder(state, "whole.aig"), whole);
    assert_true(aig_read(&a, in_folder(state, "whole.aig"), &err));
    struct aig_search s = {.bits = 1, .input_of = {0}, .limit = 5};
    assert_true(aig_roles(&a, &s));
    aig_enumerate(&a, &s);
    assert_int_equal(s.found, 1);
    assert_int_equal(s.found_choice, 1);
    assert_int_equal(s.found_in, 1);
    assert_int_equal(s.ended_by, 1);
    assert_true(s.late_choice == AIG_NONE);
    s.limit = 0;
    aig_enumerate(&a, &s);
    assert_int_equal(s.found, 0);
    assert_int_equal(s.late_choice, 0);
    aig_free(&a);
    write_text(in_folder(state, "cut.aig"), cut);
    assert_false(aig_read(&a, in_folder(state, "cut.aig"), &err));
    assert_non_null(strstr(err.text, "cut off"));
}

/* A fixed input is a constant in the file; an open input can still be chosen. */
static void fixed_inputs(void **state)
{
    static const char model[] = "aig 3 1 2 2 0\n2\n1\n4\n7\n";
    static const struct {
        enum aig_input input;
        uint64_t found;
    } tries[] = {{AIG_OPEN, 1}, {AIG_ZERO, 0}, {AIG_ONE, 2}};
    write_text(in_folder(state, "model.aig"), model);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct aig a, b, fixed;
        struct error err = {0};
        assert_true(aig_read(&a, in_folder(state, "model.aig"), &err));
        aig_fix(&fixed, &a, &tries[i].input);
        assert_true(aig_write(&fixed, in_folder(state, "fixed.aig"), &err));
        assert_true(aig_read(&b, in_folder(state, "fixed.aig"), &err));
        struct aig_search s = {.bits = 1, .input_of = {0}, .limit = 5};
        assert_true(aig_roles(&b, &s));
        aig_enumerate(&b, &s);
        assert_int_equal(s.found, tries[i].found);
        aig_free(&a);
        aig_free(&b);
        aig_free(&fixed);
    }
}

static void wrong_table(void **state)
{
    static const struct {
        const char *line, *says;
    } tries[] = {
        {"a test=SB place=0.0,1.0",
         ":1: a needs test= or program=any accesses=, place= and limit="},
        {"a test=SB program=any place=0.0,1.0 limit=9", ":1: a needs test= or program=any"},
        {"a program=any place=0.0,1.0 limit=9", ":1: a needs test= or program=any"},
        {"a test=SB place=0.0,1.0 accesses=2 limit=9", ":1: a needs test= or program=any"},
        {"a test=SB place=0.0,1.0 limit=x", ":1: limit=x is no number below 4096"},
        {"\na tset=SB", ":2: there is no word tset="},
        {"a SB", ":1: 'SB' is no KEY=VALUE"},
        {"a test=SB place=0.0,1.0 limit=9 checker=bmc4", ":1: checker=bmc4 is none of bmc2, bmc3"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct reach_table t;
        struct error err = {0};
        write_text(in_folder(state, "queries.txt"), tries[i].line);
        assert_false(reach_read(&t, in_folder(state, "queries.txt"), &err));
        assert_non_null(strstr(err.text, tries[i].says));
    }
}

/* Wrong queries are reported before any tool runs. */
static void wrong_query(void **state)
{
    static const struct {
        struct reach_query q;
        const char *says;
    } tries[] = {
        {{.test = "SB", .placement = "0.0,1.0", .warm = "x"}, "say - for one without loads"},
        {{.test = "SB", .placement = "0.0,1.0", .warm = "x,z"}, "SB has no variable 'z'"},
        {{.test = "SB", .placement = "0.0,0.0", .warm = "any"}, "two threads on one core"},
        {{.test = "INC", .placement = "0.0,1.0", .warm = "any"}, "only loads and stores"},
        {{.test = "SB", .placement = "0.0,1.0", .warm = "any", .lines = "2"},
         "must be 2 numbers below"},
        {{.test = "SB", .placement = "0.0,1.0", .warm = "any", .start_bits = 12},
         "28 bits are left open; at most 24"},
        {{.program = "some", .accesses = 2, .placement = "0.0,1.0", .warm = "any"},
         "an open query is program=any with accesses=1 to 16"},
        {{.program = "any", .accesses = 17, .placement = "0.0,1.0", .warm = "any"},
         "an open query is program=any with accesses=1 to 16"},
        {{.program = "any", .accesses = 2, .placement = "0.0,1.0", .warm = "any", .lines = "2,3,4"},
         "one or two lines"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct reach_query q = tries[i].q;
        q.name = "it";
        q.limit = 100;
        struct reach_result r;
        struct error err = {0};
        assert_false(reach_run(&q, in_folder(state, "out"), SECONDS, &r, &err));
        assert_int_equal(r.verdict, REACH_NO_VERDICT);
        if (strstr(err.text, tries[i].says) == NULL)
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    struct error err = {0};
    if (!reach_read(&table, UMBEL_ROOT "/formal/reach/queries.txt", &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    struct CMUnitTest *tests = calloc(table.n + 5, sizeof *tests);
    size_t n = 0;
    const char *only = getenv("UMBEL_REACH_ONLY");
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(expectations);
    tests[n++] = (struct CMUnitTest)test_in_folder(small_model);
    tests[n++] = (struct CMUnitTest)test_in_folder(fixed_inputs);
    tests[n++] = (struct CMUnitTest)test_in_folder(wrong_table);
    tests[n++] = (struct CMUnitTest)test_in_folder(wrong_query);
    for (size_t i = 0; i < table.n; i++)
        if (only == NULL || strcmp(only, table.list[i].name) == 0)
            tests[n++] = (struct CMUnitTest){table.list[i].name, query, NULL, NULL, &table.list[i]};
    int failed = _cmocka_run_group_tests("reachability", tests, n, NULL, NULL);
    free(tests);
    reach_free(&table);
    return failed;
}
