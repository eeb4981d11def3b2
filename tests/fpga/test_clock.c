/*
 * A board's top makes the clock that board.yaml names, or Yosys refuses it: the PLL's divider is
 * counted here from the data sheet's formula. A stand-in has the place of the system.
 */
#include "sw/util/file.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char stand_in[] = "module um_board #(parameter DIV = 1) (\n"
                               "    input clk_i, rst_i, line_i, output line_o, busy_o);\n"
                               "    assign line_o = line_i;\n"
                               "    assign busy_o = rst_i;\n"
                               "endmodule\n";

static struct command read_top(void **state, const char *board, unsigned mhz)
{
    char clock[64], script[2048];
    snprintf(clock, sizeof clock, "localparam integer CLOCK_MHZ = %u;\n", mhz);
    write_text(in_folder(state, "um_board.v"), stand_in);
    write_text(in_folder(state, "um_board_params.vh"), ".DIV(4)\n");
    write_text(in_folder(state, "um_board_clock.vh"), clock);
    snprintf(script, sizeof script,
             "read_verilog -I. um_board.v " UMBEL_ROOT "/fpga/boards/%s/top.v; "
             "read_verilog -lib +/ice40/cells_sim.v; hierarchy -top top; tee -o top.il dump top",
             board);
    struct command c = {.argv = (const char *const[]){"yosys", "-q", "-p", script, NULL},
                        .dir = in_folder(state, ".")};
    command_run(&c);
    return c;
}

static void has_divider(void **state, const char *board, unsigned mhz, const char *divider)
{
    struct command c = read_top(state, board, mhz);
    assert_status(&c, 0);
    size_t len;
    char *text = read_bytes_of(in_folder(state, "top.il"), &len);
    assert_has(text, divider);
    free(text);
    command_free(&c);
}

static void is_refused(void **state, const char *board, unsigned mhz, const char *why)
{
    struct command c = read_top(state, board, mhz);
    assert_status(&c, 1);
    assert_has(err_of(&c), why);
    command_free(&c);
}

/* 12 MHz * (DIVF + 1) / 2^DIVQ, where DIVF is 63. */
static void a_pll(void **state)
{
    has_divider(state, "hx8k", 48, "parameter \\DIVQ 3'100\n");
    has_divider(state, "hx8k", 24, "parameter \\DIVQ 3'101\n");
    has_divider(state, "hx8k", 192, "parameter \\DIVQ 3'010\n");
    is_refused(state, "hx8k", 50, "clock_mhz must be 768 over a power of two");
    is_refused(state, "hx8k", 36, "clock_mhz must be 768 over a power of two");
}

static void an_oscillator(void **state)
{
    struct command c = read_top(state, "icebreaker", 12);
    assert_status(&c, 0);
    command_free(&c);
    is_refused(state, "icebreaker", 24, "clock_mhz must be 12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_pll),
        test_in_folder(an_oscillator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
