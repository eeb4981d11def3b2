/*
 * A build of a board, with small scripts in place of the tools: what is built again, what a failure
 * leaves, and that a result is never incomplete.
 */
#include "fpga/build/flow.h"
#include "sw/util/file.h"
#include "tests/fpga/fake_tools.h"
#include "tests/support/command.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static const char hx8k[] = UMBEL_ROOT "/fpga/boards/hx8k";

struct made {
    struct flow_result r;
    struct error err;
    bool ok;
};

static struct made make_with(void **state, const char *board, int64_t seed, bool fresh)
{
    struct made m = {.ok = false};
    char out[1024];
    snprintf(out, sizeof out, "%s", in_folder(state, "out/hx8k"));
    struct flow_options o = {board, out, seed, fresh, NULL};
    m.ok = flow_build(&o, &m.r, &m.err);
    assert_int_equal(m.ok, !error_is_set(&m.err));
    assert_null(strchr(m.err.text, '\n'));
    return m;
}

static struct made make(void **state)
{
    return make_with(state, hx8k, FLOW_OWN_SEED, false);
}

/* The result was built and passes; or it was there already. */
static void assert_made(struct made m, bool unchanged)
{
    assert_string_equal(m.err.text, "");
    assert_true(m.ok && m.r.pass);
    assert_int_equal(m.r.unchanged, unchanged);
    assert_non_null(strstr(m.r.report, "PASS: 153.80 MHz reached, 48 asked"));
    flow_free(&m.r);
}

static void assert_fails(struct made m, const char *says)
{
    assert_false(m.ok);
    if (strstr(m.err.text, says) == NULL)
        fail_msg("'%s' is not in '%s'", says, m.err.text);
}

static unsigned runs(void **state)
{
    size_t len;
    char *text = read_bytes_of(in_folder(state, "runs"), &len);
    unsigned n = (unsigned)count_lines(text);
    free(text);
    return n;
}

/* The folder of results has only this result and its lock. */
static void assert_result_alone(void **state)
{
    assert_int_equal(names_in(in_folder(state, "out"), "*"), 2);
    assert_true(file_exists(in_folder(state, "out/hx8k/hx8k.bin")));
    assert_true(file_exists(in_folder(state, "out/hx8k/report.json")));
    assert_true(file_exists(in_folder(state, "out/hx8k/verilog/um_system.v")));
    assert_true(file_exists(in_folder(state, "out/hx8k/verilog/um_board.v")));
}

static void assert_no_result(void **state)
{
    assert_false(file_exists(in_folder(state, "out/hx8k")));
}

/* ---- what is built ---- */

static void a_result_is_whole(void **state)
{
    assert_made(make(state), false);
    assert_result_alone(state);
    assert_int_equal(runs(state), 2);
    size_t len;
    char *asked = read_bytes_of(in_folder(state, "out/hx8k/hx8k.bin"), &len);
    assert_has(asked, "--hx8k --package ct256");
    char *board = read_bytes_of(UMBEL_ROOT "/fpga/boards/hx8k/board.yaml", &len), seed[64];
    snprintf(seed, sizeof seed, "--freq 48 --seed %ld --timing-allow-fail",
             strtol(strstr(board, "\nseed: ") + strlen("\nseed: "), NULL, 10));
    assert_has(asked, seed);
    free(board);
    free(asked);
}

static void an_unchanged_board_is_not_built_again(void **state)
{
    assert_made(make(state), false);
    assert_made(make(state), true);
    assert_int_equal(runs(state), 2);
    assert_result_alone(state);
    assert_made(make_with(state, hx8k, FLOW_OWN_SEED, true), false);
    assert_int_equal(runs(state), 4);
}

static void what_changed_is_built_again(void **state)
{
    assert_made(make(state), false);
    assert_made(make_with(state, hx8k, 7, false), false); /* another seed */
    assert_made(make_with(state, hx8k, 7, false), true);
    write_text(in_folder(state, "version"), "nextpnr 1\n"); /* another tool */
    assert_made(make_with(state, hx8k, 7, false), false);
    write_text(in_folder(state, "out/hx8k/report.json"), "{\"hash\": "); /* garbled */
    assert_made(make_with(state, hx8k, 7, false), false);
    unlink(in_folder(state, "out/hx8k/report.txt"));
    assert_made(make_with(state, hx8k, 7, false), false);
    assert_int_equal(runs(state), 10);
    assert_result_alone(state);
}

static void too_slow_is_a_result(void **state)
{
    small_too_slow(state);
    for (int i = 0; i < 2; i++) {
        struct made m = make(state);
        assert_true(m.ok);
        assert_false(m.r.pass);
        assert_int_equal(m.r.unchanged, i == 1);
        assert_has(m.r.report, "FAIL: 47.50 MHz reached");
        flow_free(&m.r);
    }
    assert_result_alone(state);
}

static void what_does_not_fit_is_not_placed(void **state)
{
    small_too_large(state);
    struct made m = make(state);
    assert_true(m.ok);
    assert_false(m.r.pass);
    assert_has(m.r.report, "FAIL: does not fit: 10 of ICESTORM_LC, the part has 9");
    flow_free(&m.r);
    assert_int_equal(runs(state), 1);
    assert_true(file_exists(in_folder(state, "out/hx8k/report.json")));
    assert_false(file_exists(in_folder(state, "out/hx8k/hx8k.bin")));
}

/* ---- what fails ---- */

static void missing_tools(void **state)
{
    static const struct {
        const char *name, *says;
    } tools[] = {
        {"yosys", "yosys: not installed; apt-get install yosys"},
        {"nextpnr-ice40", "nextpnr-ice40: not installed; apt-get install nextpnr-ice40"},
        {"icepack", "icepack: not installed; apt-get install fpga-icestorm"},
    };
    for (size_t i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "bin/%s", tools[i].name);
        rename(in_folder(state, name), in_folder(state, "aside"));
        assert_fails(make(state), tools[i].says);
        rename(in_folder(state, "aside"), in_folder(state, name));
    }
    assert_int_equal(runs(state), 0); /* it failed before any long step */
    assert_no_result(state);
}

/* A tool is replaced and fails after a good build, whose result must stay as it was. */
static void fails_after_good(void **state, const char *tool, const char *script, const char *says)
{
    size_t len[2];
    fake_tools_remove(state);
    assert_int_equal(fake_tools_make(state), 0);
    assert_made(make(state), false);
    char *before = read_bytes_of(in_folder(state, "out/hx8k/report.json"), &len[0]);
    fake_tool(state, tool, script);
    assert_fails(make_with(state, hx8k, FLOW_OWN_SEED, true), says);
    char *after = read_bytes_of(in_folder(state, "out/hx8k/report.json"), &len[1]);
    assert_string_equal(before, after);
    free(before);
    free(after);
    assert_true(file_exists(in_folder(state, "out/hx8k/hx8k.bin")));
}

static void tools_that_fail(void **state)
{
    fails_after_good(state, "yosys", "#!/bin/sh\necho x; echo ERROR: no such luck; exit 1\n",
                     "yosys: failed: ERROR: no such luck; see ");
    fails_after_good(state, "yosys", "#!/bin/sh\nexit 1\n", "hx8k.part/synthesis.log");
    fails_after_good(state, "yosys", "#!/bin/sh\necho Yosys 0\n",
                     "yosys: wrote no netlist.json; see ");
    fails_after_good(state, "yosys", "#!/bin/sh\nkill -9 $$\n", "did not end by itself; see ");
    fails_after_good(state, "nextpnr-ice40", "#!/bin/sh\necho ERROR: bad pin >&2; exit 255\n",
                     "nextpnr-ice40: failed: ERROR: bad pin; see ");
    fails_after_good(state, "icepack", "#!/bin/sh\nexit 3\n", "hx8k.part/icepack.log");
    assert_true(file_exists(in_folder(state, "out/hx8k.part/icepack.log")));
    fake_tool(state, "icepack", fake_icepack);
    assert_made(make_with(state, hx8k, FLOW_OWN_SEED, true), false);
    assert_result_alone(state); /* the failed build's folder was removed */
}

static void tools_that_write_half(void **state)
{
    fails_after_good(state, "yosys", "#!/bin/sh\necho '{\"modules\": {' > netlist.json\n",
                     "netlist.json:2:0: is no JSON: ");
    fails_after_good(state, "nextpnr-ice40",
                     "#!/bin/sh\necho '{' > packed.json; echo '{' > timing.json\n",
                     "packed.json:2:0: is no JSON: ");
}

static void folders_that_cannot_be_written(void **state)
{
    write_text(in_folder(state, "out"), "a file");
    assert_fails(make(state), "/out: is not a folder");
    struct made m = {.ok = false};
    struct flow_options o = {hx8k, "/proc/nowhere/out", FLOW_OWN_SEED, false, NULL};
    m.ok = flow_build(&o, &m.r, &m.err);
    assert_fails(m, "/proc/nowhere: cannot be created: ");
}

static void a_full_disk(void **state)
{
    assert_made(make(state), false);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){4096, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    struct made m = make_with(state, hx8k, 2, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_fails(m, ": cannot be written: ");
    assert_int_equal(runs(state), 2);
    assert_made(make(state), true); /* the earlier result */
}

static void boards_that_are_wrong(void **state)
{
    assert_fails(make_with(state, "/nonexistent", FLOW_OWN_SEED, false),
                 "/nonexistent/board.yaml: cannot be read");
    write_text(in_folder(state, "board.yaml"), "about: x\n");
    assert_fails(make_with(state, *state, FLOW_OWN_SEED, false), "/board.yaml:");
    assert_no_result(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_with_fakes(a_result_is_whole),
        test_with_fakes(an_unchanged_board_is_not_built_again),
        test_with_fakes(what_changed_is_built_again),
        test_with_fakes(too_slow_is_a_result),
        test_with_fakes(what_does_not_fit_is_not_placed),
        test_with_fakes(missing_tools),
        test_with_fakes(tools_that_fail),
        test_with_fakes(tools_that_write_half),
        test_with_fakes(folders_that_cannot_be_written),
        test_with_fakes(a_full_disk),
        test_with_fakes(boards_that_are_wrong),
    };
    return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
