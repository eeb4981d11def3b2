/* Mistakes in the drivers of signals: one case per diagnostic. */
#include "tests/hdl/mistakes.h"

static void whole_twice(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    FIRST hdl_assign(m, "y_o", "a_i");
    HERE hdl_assign(m, "y_o", "a_i");
}

static void resets_mixed(struct hdl *m)
{
    hdl_reg(m, "x_q", "1", "1'b0", NULL);
    hdl_reg(m, "y_q", "1", NULL, NULL);
    hdl_on_clock (m) {
        HERE hdl_set(m, "{x_q, y_q}", "a_i[1:0]");
    }
    hdl_unused(m, "x_q, y_q");
}

static void let_and_assign(struct hdl *m)
{
    FIRST hdl_let(m, "x_unused", "8", "a_i");
    HERE hdl_assign(m, "x_unused[0]", "en_i");
}

static void whole_and_part(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    FIRST hdl_assign(m, "y_o[0]", "en_i");
    HERE hdl_assign(m, "y_o", "a_i");
}

static void same_part_twice(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_assign(m, "y_o[7:4]", "a_i[7:4]");
    FIRST hdl_assign(m, "y_o[3:0]", "a_i[3:0]");
    HERE hdl_assign(m, "y_o[ 3 : 0 ]", "a_i[3:0]");
}

static void same_part_in_two_loops(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_gen_for (m, "i", "8", "lane") {
        FIRST hdl_assign(m, "y_o[i]", "a_i[i]");
    }
    hdl_gen_for (m, "i", "4", "again") {
        HERE hdl_assign(m, "y_o[i]", "a_i[i]");
    }
}

static void two_blocks(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", "0", NULL);
    hdl_on_clock (m) {
        FIRST hdl_set(m, "x_unused_q[0]", "en_i");
    }
    hdl_on_clock (m) {
        HERE hdl_set(m, "x_unused_q[1]", "en_i");
    }
}

static void block_and_assign(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_on_comb (m) {
        FIRST hdl_set(m, "y_o", "a_i");
    }
    HERE hdl_assign(m, "y_o", "a_i");
}

static void two_pins(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_inst (m, "um_child", "u_one") {
        hdl_pin(m, "c_i", "a_i");
        FIRST hdl_pin(m, "c_o", "y_o");
    }
    hdl_inst (m, "um_child", "u_two") {
        hdl_pin(m, "c_i", "a_i");
        HERE hdl_pin(m, "c_o", "y_o");
    }
}

static void drives_input(struct hdl *m)
{
    HERE hdl_assign(m, "a_i", "8'd0");
}

static void drives_parameter(struct hdl *m)
{
    hdl_param(m, "P_unused", "1", NULL);
    HERE hdl_assign(m, "P_unused", "8'd0");
}

static void drives_unknown(struct hdl *m)
{
    HERE hdl_assign(m, "nonsense", "8'd0");
}

static void drives_out_of_scope(struct hdl *m)
{
    hdl_gen_for (m, "i", "8", "lane") {
        FIRST hdl_let(m, "x_unused", "1", "a_i[i]");
    }
    HERE hdl_assign(m, "x_unused", "8'd0");
}

static void assigns_register(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", "0", NULL);
    hdl_on_clock (m)
        hdl_set(m, "x_unused_q", "a_i");
    HERE hdl_assign(m, "x_unused_q", "a_i");
}

static void assigns_variable(struct hdl *m)
{
    hdl_var(m, "x_unused", "8", NULL);
    hdl_on_comb (m)
        hdl_set(m, "x_unused", "a_i");
    HERE hdl_assign(m, "x_unused", "a_i");
}

static void register_in_comb(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", "0", NULL);
    hdl_on_clock (m)
        hdl_set(m, "x_unused_q", "a_i");
    hdl_on_comb (m) {
        HERE hdl_set(m, "x_unused_q", "a_i");
    }
}

static void variable_on_clock(struct hdl *m)
{
    hdl_var(m, "x_unused", "8", NULL);
    hdl_on_comb (m)
        hdl_set(m, "x_unused", "a_i");
    hdl_on_clock (m) {
        HERE hdl_set(m, "x_unused", "a_i");
    }
}

static void wire_on_clock(struct hdl *m)
{
    hdl_let(m, "x_unused", "8", "a_i");
    hdl_on_clock (m) {
        HERE hdl_set(m, "x_unused", "a_i");
    }
}

static void whole_memory(struct hdl *m)
{
    hdl_mem(m, "store", "8", "8", NULL);
    hdl_unused(m, "store[0]");
    hdl_on_clock (m) {
        hdl_set(m, "store[0]", "a_i");
        HERE hdl_set(m, "store", "a_i");
    }
}

static void part_of_scalar(struct hdl *m)
{
    hdl_let(m, "x_unused", "1", "en_i");
    HERE hdl_assign(m, "x_unused[0]", "en_i");
}

static void expression_as_target(struct hdl *m)
{
    hdl_let(m, "x_unused", "8", "a_i");
    HERE hdl_assign(m, "8'd1 + x_unused", "a_i");
}

static void same_bits_every_turn(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_assign(m, "y_o[7:1]", "a_i[7:1]");
    hdl_gen_for (m, "i", "8", "lane") {
        hdl_unused(m, "a_i[i]");
        HERE hdl_assign(m, "y_o[0]", "en_i");
    }
}

static void reset_from_loop(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", "0", NULL);
    hdl_gen_for (m, "i", "8", "lane") {
        hdl_on_clock (m) {
            HERE hdl_set(m, "x_unused_q[i]", "en_i");
        }
    }
}

#define TWICE(name) name " is driven twice, first at @; drive it in one place"
#define DROP_SELECT " is one bit wide and takes no select; give it a width or drop the select"
static const struct mistake cases[] = {
    MISTAKE(whole_twice, TWICE("y_o")),
    MISTAKE(resets_mixed,
            "'{x_q, y_q}' has registers with a reset value and without, which are set "
            "in blocks of their own; set them apart"),
    MISTAKE(let_and_assign, TWICE("x_unused")),
    MISTAKE(whole_and_part, TWICE("y_o")),
    MISTAKE(same_part_twice, TWICE("y_o")),
    MISTAKE(same_part_in_two_loops, TWICE("y_o")),
    MISTAKE(two_blocks, TWICE("x_unused_q")),
    MISTAKE(block_and_assign, TWICE("y_o")),
    MISTAKE(two_pins, TWICE("y_o")),
    MISTAKE(drives_input, "a_i is an input and cannot be driven here; drive a wire, output, "
                          "register or variable"),
    MISTAKE(drives_parameter, "P_unused is a parameter and cannot be driven here; drive a wire, "
                              "output, register or variable"),
    MISTAKE(drives_unknown, "unknown name 'nonsense' is driven; declare it first"),
    MISTAKE(drives_out_of_scope,
            "'x_unused' is known only inside the loop around @; declare it outside"),
    MISTAKE(assigns_register, "x_unused_q is a register and cannot be driven here; set it in "
                              "hdl_on_clock, or declare it with hdl_wire"),
    MISTAKE(assigns_variable, "x_unused is a variable and cannot be driven here; set it in "
                              "hdl_on_comb, or declare it with hdl_wire"),
    MISTAKE(register_in_comb, "x_unused_q is a register and cannot be driven here; set it in "
                              "hdl_on_clock, or declare it with hdl_var"),
    MISTAKE(variable_on_clock, "x_unused is a variable and cannot be driven here; set it in "
                               "hdl_on_comb, or declare it with hdl_reg"),
    MISTAKE(wire_on_clock, "x_unused is a wire and cannot be driven here; declare a register with "
                           "hdl_reg, set that and assign it"),
    MISTAKE(whole_memory, "store is a memory; write one word, as store[addr]"),
    MISTAKE(part_of_scalar, "x_unused" DROP_SELECT),
    MISTAKE(expression_as_target, "'8'd1 + x_unused' cannot be driven; drive a name, a part select "
                                  "or a concatenation of them"),
    MISTAKE(same_bits_every_turn, "every turn of the generate loop drives the same bits of y_o; "
                                  "select by the loop's index"),
    MISTAKE(reset_from_loop,
            "register x_unused_q is declared outside this generate loop, so each turn would reset "
            "all of it; declare it inside, or use hdl_for"),
};

int main(void)
{
    return run_mistakes(__FILE__, cases, sizeof cases / sizeof *cases);
}
