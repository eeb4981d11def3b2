#include "gen/units/fabric/switch.h"

#include "gen/units/fabric/switch_narrow.h"

const struct unit_counter switch_counters[] = {
    {"cycles_moving", "cycles", "cycles in which at least one message moved", "move_any"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, bool homes, bool narrow)
{
    hdl_param(m, "NIN", "2", "inputs");
    hdl_param(m, "NOUT", "2", "outputs");
    hdl_param(m, "WIDTH", "32", "bits of a message");
    unit_params(m);
    hdl_param(m, "QUEUE_IN", "2", "places of an input's queue: 2, 1 for half the pace, 0 for none");
    hdl_param(m, "DEST_LSB", "0", "where a message names its output");
    hdl_param(m, "DEST_W", "1", "and with how many bits; NOUT <= 2**DEST_W");
    if (narrow)
        switch_narrow_params(m);
    if (homes) {
        hdl_param(m, "HOME_LSB", "1", "where a message names the package that it is for");
        hdl_param(m, "HOME_W", "1", "and with how many bits");
        hdl_param(m, "FAR", "1", "messages for other packages leave by the outputs from this one");
        hdl_param(m, "FAR_LSB", "2", "where they name one of these outputs");
        hdl_param(m, "FAR_W", "1", "and with how many bits");
    }
    hdl_clock(m);
    if (homes)
        hdl_in(m, "home_i", "HOME_W", "the package of this switch, a constant");
    hdl_group(m, "NIN channels side by side.");
    hdl_in(m, "in_valid_i", "NIN", NULL);
    hdl_out(m, "in_ready_o", "NIN", NULL);
    hdl_in(m, "in_msg_i", "NIN*WIDTH", NULL);
    hdl_group(m, "NOUT channels side by side.");
    hdl_out(m, "out_valid_o", "NOUT", NULL);
    hdl_in(m, "out_ready_i", "NOUT", NULL);
    hdl_out(m, "out_msg_o", "NOUT*WIDTH", NULL);
    unit_ports(m);
    hdl_localparam(m, "IN_W", "NIN > 1 ? $clog2(NIN) : 1", "bits of an input's number");
    if (homes)
        hdl_localparam(m, "OUT_W", "$clog2(NOUT) + 1", "bits of an output's number, and one more");
}

/* The output that the message at an input is for; `i` is the number of the input. */
static const char *in_dest(struct hdl *m, bool homes, const char *i)
{
    return homes ? hdl_v(m, "in_dest[%s*OUT_W +: OUT_W]", i)
                 : hdl_v(m, "in_msg_i[%s*WIDTH + DEST_LSB +: DEST_W]", i);
}

/* A message for this package names its output; one for another leaves by an output from FAR on. */
static void find_homes(struct hdl *m)
{
    hdl_note(m, "The output of the message at each input.");
    hdl_var(m, "in_dest", "NIN*OUT_W", NULL);
    hdl_on_comb (m) {
        hdl_for (m, "i", "NIN") {
            hdl_when (m, "in_msg_i[i*WIDTH + HOME_LSB +: HOME_W] == home_i") {
                hdl_set(m, in_dest(m, true, "i"),
                        "{{OUT_W - DEST_W{1'b0}}, in_msg_i[i*WIDTH + DEST_LSB +: DEST_W]}");
            }
            hdl_otherwise (m) {
                hdl_set(m, in_dest(m, true, "i"),
                        "FAR[OUT_W-1:0]"
                        " + {{OUT_W - FAR_W{1'b0}}, in_msg_i[i*WIDTH + FAR_LSB +: FAR_W]}");
            }
        }
    }
}

/* One queue per input. All queues are in one array, so that simulators copy only messages that
 * move. */
static void inputs(struct hdl *m, bool narrow)
{
    hdl_note(m,
             "Input queues: two places each, in one array. With QUEUE_IN 1 the second is not used, "
             "with 0 neither: a head is what the input shows.");
    hdl_mem(m, "waiting", "WIDTH", "2*NIN", NULL);
    hdl_reg(m, "one_q", "NIN", "{NIN{1'b0}}", "at least one message waits");
    hdl_reg(m, "two_q", "NIN", "{NIN{1'b0}}", "two messages wait");
    hdl_reg(m, "head_q", "NIN", "{NIN{1'b0}}", "which place is the older");
    hdl_wire(m, "moves", "NIN", "the head leaves in this cycle");
    hdl_let(m, "push", "NIN", "QUEUE_IN > 0 ? in_valid_i & in_ready_o : {NIN{1'b0}}");
    hdl_assign(m, "in_ready_o", "QUEUE_IN > 1 ? ~two_q : QUEUE_IN > 0 ? ~one_q : moves");
    hdl_let(m, "head_valid", "NIN",
            narrow ? "(QUEUE_IN > 0 ? one_q : in_valid_i) & ~in_taken"
                   : "QUEUE_IN > 0 ? one_q : in_valid_i");
    hdl_let(m, "tail", "NIN", "QUEUE_IN > 1 ? head_q ^ one_q : {NIN{1'b0}}");
    hdl_on_clock (m) {
        hdl_set(m, "one_q", "push | two_q | (one_q & ~moves)");
        hdl_set(m, "two_q", "(two_q & ~moves) | (one_q & push & ~moves)");
        hdl_set(m, "head_q", "QUEUE_IN > 1 ? head_q ^ moves : {NIN{1'b0}}");
    }
    hdl_on_clock (m) {
        hdl_for (m, "i", "NIN") {
            hdl_when (m, "push[i]") {
                hdl_set(m, "waiting[2*i + {31'd0, tail[i]}]", "in_msg_i[i*WIDTH +: WIDTH]");
            }
        }
    }
}

/* What each input's head wants. */
static void look_at_heads(struct hdl *m, bool homes)
{
    const char *width = homes ? "OUT_W" : "DEST_W";
    if (homes)
        find_homes(m);
    hdl_note(m, "Which heads want which output.");
    hdl_mem(m, "dest", width, "2*NIN", "of the messages waiting");
    hdl_on_clock (m) {
        hdl_for (m, "i", "NIN") {
            hdl_when (m, "push[i]") {
                hdl_set(m, "dest[2*i + {31'd0, tail[i]}]", in_dest(m, homes, "i"));
            }
        }
    }
    hdl_wire(m, "head_dest", hdl_v(m, "NIN*%s", width), "of every input's head");
    hdl_gen_for (m, "e", "NIN", "head") {
        hdl_assign(
            m, hdl_v(m, "head_dest[e*%s +: %s]", width, width),
            hdl_v(m, "QUEUE_IN > 0 ? dest[2*e + {31'd0, head_q[e]}] : %s", in_dest(m, homes, "e")));
    }
    hdl_var(m, "want", "NOUT*NIN", "bit o*NIN + i: input i wants output o");
    hdl_on_comb (m) {
        hdl_for (m, "o", "NOUT") {
            hdl_set(m, "want[o*NIN +: NIN]", "{NIN{1'b0}}");
        }
        hdl_for (m, "i", "NIN") {
            hdl_when (m, "head_valid[i]") {
                hdl_set(m,
                        hdl_v(m, "want[{{32 - %s{1'b0}}, head_dest[i*%s +: %s]}*NIN + i]", width,
                              width, width),
                        "1'b1");
            }
        }
    }
}

static void arbitrate(struct hdl *m)
{
    hdl_wire(m, "room", "NOUT", "the output can take a message");
    hdl_wire(m, "any", "NOUT", NULL);
    hdl_wire(m, "winner", "NOUT*IN_W", NULL);
    hdl_gen_for (m, "g", "NOUT", "output_port") {
        hdl_inst (m, "um_arbiter", "arbiter") {
            hdl_with(m, "N", "NIN");
            hdl_with(m, "IDX_W", "IN_W");
            hdl_pin_clock(m);
            hdl_pin(m, "want_i", "want[g*NIN +: NIN]");
            hdl_pin(m, "take_i", "room[g]");
            hdl_pin(m, "any_o", "any[g]");
            hdl_pin(m, "winner_o", "winner[g*IN_W +: IN_W]");
        }
    }
    hdl_let(m, "grant", "NOUT", "any & room");
    hdl_let(m, "move_any", "1", "|grant");
    hdl_var(m, "leave", "NIN", "the head leaves in this cycle");
    hdl_on_comb (m) {
        hdl_set(m, "leave", "{NIN{1'b0}}");
        hdl_for (m, "o", "NOUT") {
            hdl_when (m, "grant[o]") {
                hdl_set(m, "leave[winner[o*IN_W +: IN_W]]", "1'b1");
            }
        }
    }
    hdl_assign(m, "moves", "leave");
}

static void outputs(struct hdl *m, bool narrow)
{
    hdl_note(m, "A register an output: filled when it is empty or empties in this cycle.");
    hdl_reg(m, "out_valid_q", "NOUT", "{NOUT{1'b0}}", NULL);
    hdl_reg(m, "out_msg_q", "NOUT*WIDTH", NULL, NULL);
    hdl_assign(m, "room",
               narrow ? "~out_valid_q | (out_ready_i & ~out_taken)" : "~out_valid_q | out_ready_i");
    hdl_on_clock (m) {
        hdl_set(m, "out_valid_q",
                narrow ? "grant | (out_valid_q & (~out_ready_i | out_taken))"
                       : "grant | (out_valid_q & ~out_ready_i)");
        hdl_for (m, "o", "NOUT") {
            hdl_when (m, "grant[o]") {
                hdl_set(m, "out_msg_q[o*WIDTH +: WIDTH]",
                        "QUEUE_IN > 0 ? waiting[2*{{32 - IN_W{1'b0}}, winner[o*IN_W +: IN_W]}"
                        " + {31'd0, head_q[winner[o*IN_W +: IN_W]]}]"
                        " : in_msg_i[{{32 - IN_W{1'b0}}, winner[o*IN_W +: IN_W]}*WIDTH +: WIDTH]");
            }
        }
    }
    hdl_assign(m, "out_valid_o", narrow ? "out_valid_q & ~out_taken" : "out_valid_q");
    hdl_assign(m, "out_msg_o", "out_msg_q");
    hdl_note(m, "Heads that wait for a full output wait for its message to pass.");
    hdl_assign(m, "idle_o",
               narrow ? "(any & ~out_valid_q) == {NOUT{1'b0}} && !(|in_taken)"
                      : "(any & ~out_valid_q) == {NOUT{1'b0}}");
}

static const char *name_of(bool homes, bool narrow)
{
    if (narrow)
        return homes ? "um_switch_narrow_homes" : "um_switch_narrow";
    return homes ? "um_switch_homes" : "um_switch";
}

static const char *emit(struct hdl_design *d, bool homes, bool narrow)
{
    const char *name = name_of(homes, narrow);
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(
        d, name,
        homes    ? "A crossbar of one package: messages for others leave by outputs of their own."
        : narrow ? "A crossbar whose ports have a width: input queues, an arbiter an output."
                 : "A crossbar: input queues, an arbiter an output.");
    header(m, homes, narrow);
    if (narrow)
        switch_narrow_ports(m);
    inputs(m, narrow);
    look_at_heads(m, homes);
    arbitrate(m);
    if (narrow)
        switch_narrow_update(m);
    outputs(m, narrow);
    unit_counters(m, switch_counters, NULL, NULL);
    hdl_end(m);
    return name;
}

const char *switch_emit(struct hdl_design *d, bool homes)
{
    return emit(d, homes, false);
}

const char *switch_emit_narrow(struct hdl_design *d, bool homes)
{
    return emit(d, homes, true);
}
