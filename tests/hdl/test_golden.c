/*
 * One small module for each construct, compared byte for byte with tests/hdl/golden/NAME.v.
 * UMBEL_UPDATE_GOLDENS=1 rewrites them; read the difference before you commit it.
 */
#include "gen/hdl/hdl.h"
#include "sw/util/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GOLDENS UMBEL_ROOT "/tests/hdl/golden"
#define LEAF UMBEL_ROOT "/tests/hdl/leaf/um_hold.v"

static void header(struct hdl *m)
{
    hdl_param(m, "WIDTH", "8", "bits of a message");
    hdl_param(m, "LONG_NAME_OF_A_PARAMETER", "WIDTH * 2", NULL);
    hdl_clock(m);
    hdl_group(m,
              "Messages come in here, and a message that is not taken stays as it is until it is "
              "taken: a contract as long as this one is wrapped.");
    hdl_channel_in(m, "req", "WIDTH", "a request");
    hdl_group(m, "and go out here.");
    hdl_channel_out(m, "rsp", "WIDTH + 1", "an answer");
    hdl_out(m, "wide_o", "LONG_NAME_OF_A_PARAMETER", "twice as wide");
    hdl_in(m, "spare_unused", "3",
           "for later, which takes so many words to explain that they "
           "stand above");
    hdl_let(m, "take", "1", "req_valid_i && rsp_ready_i");
    hdl_assign(m, "req_ready_o", "rsp_ready_i");
    hdl_assign(m, "rsp_valid_o", "take");
    hdl_assign(m, "rsp_msg_o", "{1'b0, req_msg_i}");
    hdl_assign(m, "wide_o", "{req_msg_i, req_msg_i}");
    hdl_unused(m, "clk_i, rst_i");
}

static void widths(struct hdl *m)
{
    hdl_param(m, "N", "5", "a number");
    hdl_constant(m, "NOBODY_READS", "3'd1", "and so is not printed");
    hdl_constant(m, "ALL_ONES", "8'hff", NULL);
    hdl_localparam(m, "LOG", "$clog2(N)", "bits of an index");
    hdl_in(m, "a_i", "N", NULL);
    hdl_out(m, "a_o", "N+1", NULL);
    hdl_out(m, "b_o", "2 * N", NULL);
    hdl_out(m, "c_o", "N > 4 ? 3 : 2", NULL);
    hdl_out(m, "d_o", hdl_v(m, "%d", 12), NULL);
    hdl_wire(m, "log", "LOG", NULL);
    hdl_wire(m, "more", "LOG + 1", NULL);
    hdl_assign(m, "log", "a_i[LOG-1:0]");
    hdl_assign(m, "more", "{1'b0, log}");
    hdl_assign(m, "a_o", "{1'b1, a_i}");
    hdl_assign(m, "b_o", "{2{a_i}}");
    hdl_assign(m, "c_o", "a_i[2:0]");
    hdl_assign(m, "d_o[3:0]", "more[3:0]");
    hdl_assign(m, "d_o[11:4]", "ALL_ONES");
}

static void wires(struct hdl *m)
{
    hdl_in(m, "a_i", "8", NULL);
    hdl_in(m, "b_i", "8", NULL);
    hdl_out(m, "sum_o", "8", NULL);
    hdl_out(m, "carry_o", "1", NULL);
    hdl_out(m, "pick_o", "8", NULL);
    hdl_out(m, "both_o", "20", NULL);
    hdl_concat(m, "both_o",
               ((const struct hdl_part[]){{NULL, "4'd0"},
                                          {"what comes first", "a_i"},
                                          {"the other", "a_i[0] ? b_i : {b_i[3:0], b_i[7:4]}"}}),
               3);
    hdl_note(m, "Both halves are driven apart,\nand a note keeps its lines.");
    hdl_wire(m, "swapped", "8", "nibbles of a");
    hdl_assign(m, "swapped[3:0]", "a_i[7:4]");
    hdl_assign(m, "swapped[7:4]", "a_i[3:0]");
    hdl_assign(m, "{carry_o, sum_o}", "{1'b0, swapped}  +\n{1'b0, b_i} /* nine bits */");
    hdl_let(m, "equal", "1", "a_i == b_i");
    hdl_let(m, "chosen", "8",
            "equal ? 8'h55 : (a_i[0] && !b_i[0]) ? (a_i ^ {8{b_i[1]}}) : (a_i[1] || b_i[7]) ? "
            "(swapped & b_i) : $unsigned(8'd1 << a_i[2:0])");
    hdl_assign(m, "pick_o", "a_i==8'd3?chosen:b_i==8 'hf_f?{4'b01_10, 4'o7}:8'd0");
}

static void registers(struct hdl *m)
{
    hdl_param(m, "N", "4", "slots");
    hdl_clock(m);
    hdl_in(m, "set_i", "1", NULL);
    hdl_in(m, "clear_i", "1", NULL);
    hdl_in(m, "data_i", "8", NULL);
    hdl_out(m, "busy_o", "N", NULL);
    hdl_out(m, "data_o", "8", NULL);
    hdl_out(m, "seen_o", "1", NULL);
    hdl_reg(m, "busy_q", "N", "{N{1'b0}}", "slots taken");
    hdl_reg(m, "seen_q", "1", "0", "anything came");
    hdl_reg(m, "data_q", "8", NULL, "what came; no reset: seen_q tells whether it counts");
    hdl_on_clock (m) {
        hdl_note(m, "Setting wins.");
        hdl_when (m, "set_i") {
            hdl_set(m, "busy_q[0]", "1'b1");
            hdl_set(m, "data_q", "data_i");
            hdl_set(m, "seen_q", "1'b1");
        }
        hdl_elsewhen (m, "clear_i")
            hdl_set(m, "busy_q", "{N{1'b0}}");
        hdl_otherwise (m)
            hdl_set(m, "busy_q", "{busy_q[0], busy_q[N-1:1]}");
    }
    hdl_assign(m, "busy_o", "busy_q");
    hdl_assign(m, "data_o", "data_q");
    hdl_assign(m, "seen_o", "seen_q");
}

static void no_reset(struct hdl *m)
{
    hdl_clock(m);
    hdl_in(m, "data_i", "8", NULL);
    hdl_out(m, "data_o", "8", NULL);
    hdl_reg(m, "data_q", "8", NULL, NULL);
    hdl_on_clock (m)
        hdl_set(m, "data_q", "data_i");
    hdl_assign(m, "data_o", "data_q");
}

static void combinational(struct hdl *m)
{
    hdl_in(m, "op_i", "2", NULL);
    hdl_in(m, "a_i", "8", NULL);
    hdl_out(m, "y_o", "8", "set in a block");
    hdl_out(m, "z_o", "8", NULL);
    hdl_var(m, "half", "8", NULL);
    hdl_wire(m, "twice", "8", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "half", "a_i >> 1");
        hdl_set(m, "twice", "a_i << 1");
        hdl_case (m, "op_i") {
            hdl_of (m, "2'd0")
                hdl_set(m, "y_o", "a_i");
            hdl_note(m, "Either way.");
            hdl_of (m, "2'd1, 2'd2") {
                hdl_when (m, "a_i[0]")
                    hdl_set(m, "y_o", "half");
                hdl_otherwise (m)
                    hdl_set(m, "y_o", "~half");
            }
            hdl_default (m)
                hdl_set(m, "y_o", "8'd0");
        }
    }
    hdl_assign(m, "z_o", "twice");
}

static void loops(struct hdl *m)
{
    hdl_param(m, "N", "4", NULL);
    hdl_clock(m);
    hdl_in(m, "a_i", "N", NULL);
    hdl_out(m, "y_o", "N", NULL);
    hdl_reg(m, "last_q", "N", "0", NULL);
    hdl_var(m, "lowest", "N", "one hot");
    hdl_on_comb (m) {
        hdl_set(m, "lowest", "0");
        hdl_for (m, "i", "N") {
            hdl_when (m, "a_i[i] && lowest == 0")
                hdl_set(m, "lowest[i]", "1'b1");
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "|a_i") {
            hdl_for (m, "i", "N") {
                hdl_for (m, "j", "i")
                    hdl_set(m, "last_q[i]", "lowest[i] ^ a_i[j]");
            }
        }
        hdl_for (m, "i", "2")
            hdl_set(m, "last_q[i]", "lowest[i]");
    }
    hdl_assign(m, "y_o", "last_q");
}

static void memory(struct hdl *m)
{
    hdl_param(m, "DEPTH", "16", NULL);
    hdl_clock(m);
    hdl_in(m, "addr_i", "4", NULL);
    hdl_in(m, "write_i", "1", NULL);
    hdl_in(m, "data_i", "8", NULL);
    hdl_out(m, "data_o", "8", NULL);
    hdl_out(m, "flag_o", "1", NULL);
    hdl_mem(m, "store", "8", "DEPTH", "words");
    hdl_mem(m, "flags", "1", "16", NULL);
    hdl_reg(m, "data_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        hdl_when (m, "write_i") {
            hdl_set(m, "store[addr_i]", "data_i");
            hdl_set(m, "flags[addr_i]", "data_i[0]");
        }
        hdl_set(m, "data_q", "store[addr_i]");
    }
    hdl_assign(m, "data_o", "data_q");
    hdl_assign(m, "flag_o", "flags[addr_i]");
}

static void instances(struct hdl *m)
{
    hdl_param(m, "W", "8", NULL);
    hdl_clock(m);
    hdl_in(m, "a_i", "W", NULL);
    hdl_out(m, "y_o", "2 * W", NULL);
    hdl_wire(m, "any", "1", NULL);
    hdl_wire(m, "first", "W", NULL);
    hdl_inst (m, "um_hold", "u_first") {
        hdl_with(m, "WIDTH", "W");
        hdl_pin_clock(m);
        hdl_pin(m, "data_i", "a_i");
        hdl_pin(m, "data_q", "first");
        hdl_pin(m, "count_o", "");
        hdl_pin(m, "any_o", "any");
    }
    hdl_inst (m, "um_hold", "u_second") {
        hdl_with(m, "WIDTH", "2 * W");
        hdl_with(m, "RESET", "4'd3");
        hdl_note(m, "Twice, and masked.");
        hdl_pin_clock(m);
        hdl_pin(m, "data_i", "{first, first & {W{any}}}");
        hdl_pin(m, "data_q", "y_o[2*W-1:0]");
        hdl_pin(m, "any_o", "");
        hdl_pin(m, "count_o", "");
    }
}

static void generate(struct hdl *m)
{
    hdl_param(m, "N", "2", NULL);
    hdl_clock(m);
    hdl_in(m, "a_i", "8 * N", NULL);
    hdl_out(m, "y_o", "8 * N", NULL);
    hdl_out(m, "x_o", "4 * N", NULL);
    hdl_gen_for (m, "g", "N", "lane") {
        hdl_localparam(m, "LOW", "8 * g", NULL);
        hdl_wire(m, "held", "8", NULL);
        hdl_reg(m, "any_q", "1", "0", "of this lane");
        hdl_wire(m, "any", "1", NULL);
        hdl_inst (m, "um_hold", "u_hold") {
            hdl_pin_clock(m);
            hdl_pin(m, "data_i", "a_i[LOW +: 8]");
            hdl_pin(m, "data_q", "held");
            hdl_pin(m, "any_o", "any");
            hdl_pin(m, "count_o", "");
        }
        hdl_on_clock (m)
            hdl_set(m, "any_q", "any");
        hdl_assign(m, "y_o[LOW +: 8]", "held & {8{any_q}}");
        hdl_assert(m, "any_is_late", "!any_q || $past(any)");
    }
    hdl_gen_for (m, "g", "N", "row") {
        hdl_gen_for (m, "h", "4", "column") {
            hdl_assign(m, "x_o[4 * g + h]", "a_i[8 * g + h]");
        }
    }
}

static void properties(struct hdl *m)
{
    hdl_param(m, "LIMIT", "9", "only the properties know it");
    hdl_clock(m);
    hdl_in(m, "up_i", "1", NULL);
    hdl_out(m, "count_o", "8", NULL);
    hdl_reg(m, "count_q", "8", "0", NULL);
    hdl_on_clock (m) {
        hdl_when (m, "up_i && count_q != 8'd9")
            hdl_set(m, "count_q", "count_q + 8'd1");
    }
    hdl_assign(m, "count_o", "count_q");
    hdl_let(m, "at_limit", "1", "count_q == 8'd9");
    hdl_note(m, "What is promised.");
    hdl_assert(m, "never_past_the_limit", "count_q <= LIMIT");
    hdl_assume(m, "up_is_not_forever", "!(up_i && at_limit)");
    hdl_cover(m, "limit_reached", "at_limit");
}

static void unused(struct hdl *m)
{
    hdl_in(m, "a_i", "8", NULL);
    hdl_in(m, "b_i", "1", NULL);
    hdl_out(m, "y_o", "4", NULL);
    hdl_assign(m, "y_o", "a_i[3:0]");
    hdl_unused(m, "a_i[7:4], b_i");
    hdl_gen_for (m, "g", "2", "pair") {
        hdl_let(m, "spare", "1", "a_i[g]");
        hdl_unused(m, "spare");
    }
    hdl_let(m, "read_by_nothing", "1", "a_i[0]");
    hdl_spare(m, "read_by_nothing");
    hdl_let(m, "read_below", "1", "a_i[1]");
    hdl_spare(m, "read_below");
    hdl_out(m, "z_o", "1", NULL);
    hdl_assign(m, "z_o", "read_below");
}

struct golden {
    const char *name;
    const char *brief;
    void (*build)(struct hdl *m);
};

static const struct golden goldens[] = {
    {"um_header", "Parameters, port groups and channels.", header},
    {"um_widths", "Widths as they are written in brackets.", widths},
    {"um_wires", "Wires, their values and their parts.", wires},
    {"um_registers", "Registers with and without a reset in one block.", registers},
    {"um_no_reset", "A register that reset leaves alone.", no_reset},
    {"um_combinational", "A combinational block, cases and branches.", combinational},
    {"um_loops", "Loops inside blocks, each with its own index.", loops},
    {"um_memory", "Arrays of words.", memory},
    {"um_instances", "Instances, and outputs that are left open.", instances},
    {"um_generate", "Generate loops.", generate},
    {"um_properties", "Properties, and names that only they read.", properties},
    {"um_unused", "Names that nothing reads on purpose.", unused},
};
enum { GOLDENS_COUNT = sizeof goldens / sizeof *goldens };

static struct hdl_design *build(const struct golden *g)
{
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    if (!hdl_leaf(d, LEAF, &err))
        fail_msg("%s", err.text);
    struct hdl *m = hdl_module(d, g->name, g->brief);
    g->build(m);
    if (!hdl_end(m))
        fail_msg("%s", hdl_mistakes(d));
    return d;
}

static void compare(void **state)
{
    const struct golden *g = *state;
    struct error err = {0};
    struct hdl_design *d = build(g), *again = build(g);
    const char *text = hdl_text(d, g->name);
    assert_string_equal(text, hdl_text(again, g->name));
    char path[512];
    snprintf(path, sizeof path, GOLDENS "/%s.v", g->name);
    if (getenv("UMBEL_UPDATE_GOLDENS") != NULL && !file_write(path, text, strlen(text), &err))
        fail_msg("%s", err.text);
    size_t len = 0;
    char *expected = file_read(path, &len, &err);
    if (expected == NULL)
        fail_msg("%s; UMBEL_UPDATE_GOLDENS=1 writes it", err.text);
    assert_string_equal(text, expected);
    free(expected);
    hdl_design_free(again);
    hdl_design_free(d);
}

/* hdl_leaf must be able to read the headers that the builder prints: one style for both. */
static void reads_own_headers(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    for (size_t i = 0; i < GOLDENS_COUNT; i++) {
        struct error err = {0};
        char path[512];
        snprintf(path, sizeof path, GOLDENS "/%s.v", goldens[i].name);
        if (!hdl_leaf(d, path, &err))
            fail_msg("%s", err.text);
        assert_true(hdl_has(d, goldens[i].name));
    }
    hdl_design_free(d);
}

int main(void)
{
    struct CMUnitTest tests[GOLDENS_COUNT + 1];
    for (size_t i = 0; i < GOLDENS_COUNT; i++)
        tests[i] = (struct CMUnitTest){goldens[i].name, compare, NULL, NULL,
                                       (void *)(uintptr_t)&goldens[i]};
    tests[GOLDENS_COUNT] = (struct CMUnitTest)cmocka_unit_test(reads_own_headers);
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
