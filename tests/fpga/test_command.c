/* `umbel fpga BOARD` as a user types it, with scripts in place of the tools. */
#include "sw/util/file.h"
#include "tests/fpga/fake_tools.h"
#include "tests/support/command.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static void two_builds_at_once(void **state)
{
    fake_tool(state, "yosys",
              "#!/bin/sh\n[ \"$1\" = -V ] && exit; echo > $FAKES/begun; sleep 20\n");
    const char *out = in_folder(state, "out/hx8k");
    struct command c = {.argv =
                            (const char *const[]){umbel_path(), "fpga", "hx8k", "-o", out, NULL}};
    command_start(&c);
    assert_true(command_until(&c, "synthesis"));
    while (!file_exists(in_folder(state, "begun")))
        usleep(10000);
    struct command second = UMBEL("fpga", "hx8k", "-o", out);
    assert_complains(&second, "another build of it is going on");
    command_free(&second);
    kill(c.pid, SIGINT);
    command_finish(&c);
    assert_int_equal(c.status, 130);
    command_free(&c);
    assert_false(file_exists(out));
}

/* ---- the command ---- */

static void the_command(void **state)
{
    const char *out = in_folder(state, "out/hx8k");
    struct command c = UMBEL("fpga", "hx8k", "-q", "-o", out);
    assert_status(&c, 0);
    assert_has(out_of(&c), "PASS: 153.80 MHz");
    assert_has(out_of(&c), "out/hx8k: built\n");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
    c = UMBEL("fpga", "hx8k", "-o", out);
    assert_status(&c, 0);
    assert_has(out_of(&c), "out/hx8k: unchanged\n");
    command_free(&c);
    small_too_slow(state);
    c = UMBEL("fpga", "hx8k", "-q", "--seed", "9", "-o", out);
    assert_complains(&c, "out/hx8k: does not fit, or misses its clock; ");
    assert_has(out_of(&c), "FAIL: 47.50 MHz");
    assert_has(out_of(&c), "seed 9");
    command_free(&c);
}

static void mistakes_of_the_command(void **state)
{
    (void)state;
    struct command c = UMBEL("fpga");
    assert_complains(&c, "build for which board?");
    command_free(&c);
    c = UMBEL("fpga", "nosuch");
    assert_complains(&c, "nosuch: no such board; there are ", "hx8k");
    command_free(&c);
    c = UMBEL("fpga", "hx8k", "more");
    assert_complains(&c, "'more' is one argument too many");
    command_free(&c);
    c = UMBEL("fpga", "hx8k", "--seed", "x");
    assert_complains(&c, "--seed x: it must be a whole number");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_with_fakes(the_command),
        test_with_fakes(two_builds_at_once),
        cmocka_unit_test(mistakes_of_the_command),
    };
    return cmocka_run_group_tests_name("umbel fpga", tests, NULL, NULL);
}
