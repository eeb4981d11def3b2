/* Mistakes in blocks and instances: one case per diagnostic. */
#include "tests/hdl/mistakes.h"

/* ---- blocks ---- */
static void set_outside(struct hdl *m)
{
    HERE hdl_set(m, "a_i", "8'd0");
}

static void when_outside(struct hdl *m)
{
    HERE hdl_when (m, "en_i")
    {
        hdl_set(m, "a_i", "8'd0"); /* reported once, with its when */
    }
}

static void else_first(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        HERE hdl_elsewhen (m, "en_i") hdl_set(m, "x_unused_q", "a_i");
    }
}

static void otherwise_apart(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        hdl_when (m, "en_i")
            hdl_set(m, "x_unused_q", "a_i");
        hdl_set(m, "x_unused_q[0]", "en_i");
        HERE hdl_otherwise (m) hdl_set(m, "x_unused_q", "~a_i");
    }
}

static void otherwise_twice(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        hdl_when (m, "en_i")
            hdl_set(m, "x_unused_q", "a_i");
        hdl_otherwise (m)
            hdl_set(m, "x_unused_q", "~a_i");
        HERE hdl_otherwise (m) hdl_set(m, "x_unused_q", "~a_i");
    }
}

static void branch_outside_case(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        HERE hdl_of (m, "8'd1") hdl_set(m, "x_unused_q", "a_i");
    }
}

static void set_in_case(struct hdl *m)
{
    hdl_reg(m, "x_q", "8", NULL, NULL);
    hdl_unused(m, "x_q");
    hdl_on_clock (m) {
        hdl_set(m, "x_q", "8'd0");
        FIRST hdl_case (m, "a_i")
        {
            HERE hdl_set(m, "x_q", "a_i");
        }
    }
}

static void branch_after_default(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m) {
        hdl_case (m, "a_i") {
            FIRST hdl_default (m) hdl_set(m, "x_unused_q", "a_i");
            HERE hdl_of (m, "8'd1") hdl_set(m, "x_unused_q", "~a_i");
        }
    }
}

static void block_in_block(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    FIRST hdl_on_clock (m)
    {
        HERE hdl_on_clock (m) hdl_set(m, "x_unused_q", "a_i");
    }
}

static void wire_in_block(struct hdl *m)
{
    FIRST hdl_on_clock (m)
    {
        HERE hdl_let(m, "x_unused", "8", "a_i");
    }
}

static void property_in_block(struct hdl *m)
{
    FIRST hdl_on_clock (m)
    {
        HERE hdl_assert(m, "good", "en_i");
    }
}

static void left_by_break(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    HERE hdl_on_clock (m)
    {
        hdl_set(m, "x_unused_q", "a_i");
        if (m != NULL)
            break;
    }
}

static void comb_of_constants(struct hdl *m)
{
    hdl_var(m, "x_unused", "8", NULL);
    HERE hdl_on_comb (m) hdl_set(m, "x_unused", "8'd0");
}

static void empty_note(struct hdl *m)
{
    HERE hdl_note(m, "");
}

/* ---- instances ---- */
#define CHILD(m) hdl_inst (m, "um_child", "u_child")

static void unknown_module(struct hdl *m)
{
    hdl_wire(m, "x", "8", NULL);
    HERE hdl_inst (m, "um_nobody", "u_nobody")
    {
        hdl_with(m, "W", "8");
        hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "x");
    }
}

static void itself(struct hdl *m)
{
    HERE hdl_inst (m, "um_wrong", "u_wrong") hdl_pin_clock(m);
}

static void unfinished_module(struct hdl *m)
{
    FIRST struct hdl *child = hdl_module(design, "um_later", "Finished too late.");
    hdl_in(child, "c_unused", "1", NULL);
    HERE hdl_inst (m, "um_later", "u_later") hdl_pin(m, "c_unused", "en_i");
    hdl_end(child);
}

static void unknown_parameter(struct hdl *m)
{
    CHILD(m)
    {
        HERE hdl_with(m, "WIDTH", "8");
        hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "");
    }
}

static void parameter_twice(struct hdl *m)
{
    CHILD(m)
    {
        FIRST hdl_with(m, "W", "8");
        HERE hdl_with(m, "W", "8");
        hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "");
    }
}

static void unknown_port(struct hdl *m)
{
    CHILD(m)
    {
        hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "");
        HERE hdl_pin(m, "valid_i", "en_i");
    }
}

static void port_twice(struct hdl *m)
{
    CHILD(m)
    {
        FIRST hdl_pin(m, "c_i", "a_i");
        HERE hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "");
    }
}

static void port_forgotten(struct hdl *m)
{
    HERE CHILD(m) hdl_pin(m, "c_i", "a_i");
}

static void input_left_open(struct hdl *m)
{
    CHILD(m)
    {
        HERE hdl_pin(m, "c_i", "");
        hdl_pin(m, "c_o", "");
    }
}

static void output_to_expression(struct hdl *m)
{
    hdl_let(m, "x_unused", "4", "a_i[3:0]");
    CHILD(m)
    {
        hdl_pin(m, "c_i", "a_i");
        HERE hdl_pin(m, "c_o", "{x_unused, x_unused}");
    }
}

static void output_to_register(struct hdl *m)
{
    hdl_reg(m, "x_unused_q", "8", NULL, NULL);
    hdl_on_clock (m)
        hdl_set(m, "x_unused_q", "a_i");
    CHILD(m)
    {
        hdl_pin(m, "c_i", "a_i");
        HERE hdl_pin(m, "c_o", "x_unused_q");
    }
}

static void pin_outside(struct hdl *m)
{
    HERE hdl_pin(m, "c_i", "a_i");
}

static void with_outside(struct hdl *m)
{
    HERE hdl_with(m, "W", "8");
}

static void instance_twice(struct hdl *m)
{
    FIRST CHILD(m)
    {
        hdl_pin(m, "c_i", "a_i");
        hdl_pin(m, "c_o", "");
    }
    HERE hdl_let(m, "u_child", "8", "a_i");
}

#define NO_WHEN                                                                                    \
    " does not follow a when; put it right after the hdl_when or hdl_elsewhen that it continues"
#define INSIDE                                                                                     \
    " inside the clocked block opened at @; put it before (and never leave a block by return or "  \
    "break)"
static const struct mistake cases[] = {
    MISTAKE(set_outside, "hdl_set outside a block; put it in hdl_on_clock or hdl_on_comb"),
    MISTAKE(when_outside, "hdl_when outside a block; put it in hdl_on_clock or hdl_on_comb"),
    MISTAKE(else_first, "hdl_elsewhen" NO_WHEN),
    MISTAKE(otherwise_apart, "hdl_otherwise" NO_WHEN),
    MISTAKE(otherwise_twice, "hdl_otherwise" NO_WHEN),
    MISTAKE(branch_outside_case, "hdl_of outside a case; put it directly in an hdl_case"),
    MISTAKE(set_in_case,
            "hdl_set directly in the hdl_case opened at @; put it in hdl_of or hdl_default"),
    MISTAKE(branch_after_default,
            "hdl_of after the hdl_default at @; the default comes last, once"),
    MISTAKE(block_in_block, "clocked block" INSIDE),
    MISTAKE(wire_in_block, "a wire" INSIDE),
    MISTAKE(property_in_block, "a property" INSIDE),
    MISTAKE(left_by_break,
            "clocked block is never closed; leave its braces neither by return nor by break"),
    MISTAKE(comb_of_constants,
            "a combinational block that reads nothing never runs in simulation; use hdl_assign"),
    MISTAKE(empty_note, "a note says nothing; write why, or drop it"),
    MISTAKE(unknown_module, "unknown module 'um_nobody'; build it, or add it with hdl_leaf, before "
                            "it is instantiated"),
    MISTAKE(itself, "module um_wrong instantiates itself; break the recursion"),
    MISTAKE(unfinished_module, "module 'um_later' begun at @ is not finished; call its hdl_end "
                               "before it is instantiated"),
    MISTAKE(unknown_parameter,
            "module um_child has no parameter 'WIDTH'; use one that its header declares"),
    MISTAKE(parameter_twice, "parameter W of u_child is given twice, first at @; drop one"),
    MISTAKE(unknown_port,
            "module um_child has no port 'valid_i'; use one that its header declares"),
    MISTAKE(port_twice, "port c_i of u_child is connected twice, first at @; drop one"),
    MISTAKE(port_forgotten, "port c_o of u_child is not connected; add hdl_pin, with \"\" to leave "
                            "an output open"),
    MISTAKE(input_left_open,
            "input c_i of u_child is left open; connect it, to a constant if need be"),
    MISTAKE(output_to_expression, "'{x_unused, x_unused}' cannot be driven; connect an output to a "
                                  "plain name or a part select"),
    MISTAKE(output_to_register, "x_unused_q is a register and cannot be driven here; set it in "
                                "hdl_on_clock, or declare it with hdl_wire"),
    MISTAKE(pin_outside, "hdl_pin outside an instance; put it in hdl_inst"),
    MISTAKE(with_outside, "hdl_with outside an instance; put it in hdl_inst"),
    MISTAKE(instance_twice, "'u_child' is declared twice, first at @; choose another name"),
};

int main(void)
{
    return run_mistakes(__FILE__, cases, sizeof cases / sizeof *cases);
}
