#include "gen/units/fabric/switch_narrow.h"

void switch_narrow_params(struct hdl *m)
{
    hdl_param(m, "OP_LSB", "0", "where a message has its op");
    hdl_param(m, "LINE_OPS", "1", "a bit an op: its messages carry a line");
    hdl_param(m, "HEAD_CYCLES", "1", "of a port that a message without a line takes, at least 1");
    hdl_param(m, "LINE_CYCLES", "4", "of a port that one with a line takes, at least 1");
}

void switch_narrow_ports(struct hdl *m)
{
    hdl_localparam(m, "LEFT_W", "$clog2(LINE_CYCLES + HEAD_CYCLES)", NULL);
    hdl_localparam(m, "LINE_LEFT", "LINE_CYCLES - 1", NULL);
    hdl_localparam(m, "HEAD_LEFT", "HEAD_CYCLES - 1", NULL);
    hdl_note(m, "A port is taken until all bytes of its message have passed.");
    hdl_reg(m, "in_left_q", "NIN*LEFT_W", "{NIN*LEFT_W{1'b0}}", "cycles that inputs are taken yet");
    hdl_reg(m, "out_left_q", "NOUT*LEFT_W", "{NOUT*LEFT_W{1'b0}}", "and outputs");
    hdl_wire(m, "in_taken", "NIN", NULL);
    hdl_gen_for (m, "t", "NIN", "input_left") {
        hdl_assign(m, "in_taken[t]", "|in_left_q[t*LEFT_W +: LEFT_W]");
    }
    hdl_wire(m, "out_taken", "NOUT", NULL);
    hdl_gen_for (m, "u", "NOUT", "output_left") {
        hdl_assign(m, "out_taken[u]", "|out_left_q[u*LEFT_W +: LEFT_W]");
    }
}

void switch_narrow_update(struct hdl *m)
{
    hdl_note(m, "How long each head takes its ports, and those that move do.");
    hdl_wire(m, "head_left", "NIN*LEFT_W", "cycles after the first");
    hdl_gen_for (m, "l", "NIN", "length") {
        hdl_let(m, "op", "4",
                "QUEUE_IN > 0 ? waiting[2*l + {31'd0, head_q[l]}][OP_LSB +: 4]"
                " : in_msg_i[l*WIDTH + OP_LSB +: 4]");
        hdl_assign(m, "head_left[l*LEFT_W +: LEFT_W]",
                   "LINE_OPS[{1'b0, op}] ? LINE_LEFT[LEFT_W-1:0] : HEAD_LEFT[LEFT_W-1:0]");
    }
    hdl_on_clock (m) {
        hdl_for (m, "i", "NIN") {
            hdl_when (m, "moves[i]") {
                hdl_set(m, "in_left_q[i*LEFT_W +: LEFT_W]", "head_left[i*LEFT_W +: LEFT_W]");
            }
            hdl_elsewhen (m, "in_taken[i]") {
                hdl_set(m, "in_left_q[i*LEFT_W +: LEFT_W]", "in_left_q[i*LEFT_W +: LEFT_W] - 1'b1");
            }
        }
        hdl_for (m, "o", "NOUT") {
            hdl_when (m, "grant[o]") {
                hdl_set(m, "out_left_q[o*LEFT_W +: LEFT_W]",
                        "head_left[{{32 - IN_W{1'b0}}, winner[o*IN_W +: IN_W]}*LEFT_W +: LEFT_W]");
            }
            hdl_elsewhen (m, "out_taken[o]") {
                hdl_set(m, "out_left_q[o*LEFT_W +: LEFT_W]",
                        "out_left_q[o*LEFT_W +: LEFT_W] - 1'b1");
            }
        }
    }
}
