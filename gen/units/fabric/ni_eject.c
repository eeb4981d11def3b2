#include "gen/units/fabric/ni_eject.h"

#include "gen/units/parts.h"

const struct unit_counter ni_eject_counters[] = {
    {"packets", "packets", "messages received", "moves && is_tail"},
    {"flits", "flits", "received", "moves"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, flit_set set)
{
    flit_params(m);
    hdl_param(m, "QUEUE_OUT", "2", "places of an output's queue: 2, or 1 for half the pace");
    unit_params(m);
    flit_each (m, set, c) {
        hdl_param(m, "@W", "128", "bits of a message");
        if (c != MSG_ACK)
            hdl_param(m, "@BODY_W", "64", "of them, those of a line");
    }
    flit_derived(m);
    hdl_param(m, "SLOTS", "VCS*DEPTH", "derived; more are never used");
    hdl_clock(m);
    hdl_channel_in(m, "in", "MSG_W", "flits: | vc | tail | payload |, always taken");
    hdl_channel_out(m, "freed", "32", "the virtual channel that has a place more, always taken");
    flit_each (m, set, c) {
        hdl_channel_out(m, flit_name(c), "@W", NULL);
    }
    unit_ports(m);
    hdl_localparam(m, "CLASSES", hdl_v(m, "%u", flit_count(set)), NULL);
    hdl_localparam(m, "CLASS_W", "CLASSES > 1 ? $clog2(CLASSES) : 1", NULL);
    hdl_localparam(m, "AT_W", "$clog2(DEPTH)", "bits of a place's number in its channel");
    hdl_localparam(m, "ROOM_W", "AT_W + 1", NULL);
    flit_each (m, set, c) {
        flit_class_derived(m, c, false);
    }
    hdl_unused(m, "freed_ready_i, in_msg_i");
}

static void buffers(struct hdl *m)
{
    hdl_note(m, "The buffers of the virtual channels, in one array.");
    hdl_assign(m, "in_ready_o", "1'b1");
    hdl_mem(m, "slot", "FLIT_W + 1", "SLOTS", "| tail | payload |");
    hdl_reg(m, "head_q", "VCS*ROOM_W", "{VCS*ROOM_W{1'b0}}", "flits that have left");
    hdl_reg(m, "tail_q", "VCS*ROOM_W", "{VCS*ROOM_W{1'b0}}", "flits that have come");
    hdl_wire(m, "moves", "1", "a flit leaves,");
    hdl_wire(m, "moves_vc", "VC_W", "of this channel");
    hdl_let(m, "in_vc", "VC_W", "in_msg_i[FLIT_W + 1 +: VC_W]");
    hdl_var(m, "filled", "VCS", NULL);
    hdl_on_comb (m) {
        hdl_for (m, "v", "VCS") {
            hdl_set(m, "filled[v]", "head_q[v*ROOM_W +: ROOM_W] != tail_q[v*ROOM_W +: ROOM_W]");
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "v", "VCS") {
            hdl_when (m, "in_valid_i && in_vc == v[VC_W-1:0]") {
                hdl_set(m, "tail_q[v*ROOM_W +: ROOM_W]", "tail_q[v*ROOM_W +: ROOM_W] + 1'b1");
            }
            hdl_when (m, "moves && moves_vc == v[VC_W-1:0]") {
                hdl_set(m, "head_q[v*ROOM_W +: ROOM_W]", "head_q[v*ROOM_W +: ROOM_W] + 1'b1");
            }
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "in_valid_i") {
            hdl_set(m, "slot[{in_vc, tail_q[{{32 - VC_W{1'b0}}, in_vc}*ROOM_W +: AT_W]}]",
                    "in_msg_i[FLIT_W:0]");
        }
    }
}

/* The virtual channel that a class's message comes by: of a begun one its own, else the highest
 * below the last, else the highest, that has a flit. */
static void channel(struct hdl *m, enum msg_class c)
{
    part_out_queue(m, flit_name(c), "@W");
    hdl_reg(m, "@at_q", "@AT_W", "{@AT_W{1'b0}}", "flits of the message that have come");
    hdl_reg(m, "@vc_q", "VC_W", "{VC_W{1'b0}}", "by this channel");
    hdl_var(m, "@filled", "GROUP", "channels that it could come by");
    hdl_var(m, "@vc", "VC_W", "the one that it does");
    hdl_on_comb (m) {
        hdl_for (m, "v", "GROUP") {
            hdl_set(m, "@filled[v]",
                    "filled[@FIRST + v] && v[VC_W-1:0] + @FIRST[VC_W-1:0] < @vc_q");
        }
        hdl_when (m, "!(|@filled)") {
            hdl_set(m, "@filled", "filled[@FIRST +: GROUP]");
        }
        hdl_set(m, "@vc", "@vc_q");
        hdl_for (m, "v", "GROUP") {
            hdl_when (m, "@filled[v] && @at_q == {@AT_W{1'b0}}") {
                hdl_set(m, "@vc", "v[VC_W-1:0] + @FIRST[VC_W-1:0]");
            }
        }
    }
    hdl_let(m, "@can", "1", "@room && (@at_q == {@AT_W{1'b0}} ? |@filled : filled[@vc_q])");
}

static void choose(struct hdl *m, flit_set set)
{
    hdl_note(m, "Classes take turns, a flit at a time.");
    hdl_wire(m, "turn", "CLASS_W", NULL);
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "CLASSES");
        hdl_with(m, "IDX_W", "CLASS_W");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", flit_bits(m, set, "can"));
        hdl_pin(m, "take_i", "1'b1");
        hdl_pin(m, "any_o", "moves");
        hdl_pin(m, "winner_o", "turn");
    }
    hdl_var(m, "vc", "VC_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "vc", "{VC_W{1'b0}}");
        int number = 0;
        flit_each (m, set, c) {
            hdl_when (m, hdl_v(m, "turn == %d", number++)) {
                hdl_set(m, "vc", "@vc");
            }
        }
    }
    hdl_assign(m, "moves_vc", "vc");
    hdl_let(m, "flit", "FLIT_W + 1", "slot[{vc, head_q[{{32 - VC_W{1'b0}}, vc}*ROOM_W +: AT_W]}]");
    hdl_let(m, "is_tail", "1", "flit[FLIT_W]");
    hdl_reg(m, "freed_q", "1", "1'b0", "a flit has left its buffer");
    hdl_reg(m, "freed_vc_q", "VC_W", NULL, NULL);
    hdl_on_clock (m) {
        hdl_set(m, "freed_q", "moves");
        hdl_set(m, "freed_vc_q", "vc");
    }
    hdl_assign(m, "freed_valid_o", "freed_q");
    hdl_assign(m, "freed_msg_o", "{{32 - VC_W{1'b0}}, freed_vc_q}");
}

/* A flit is put behind those of its message that have come before. */
static void join(struct hdl *m, enum msg_class c, int number)
{
    hdl_let(m, "@moves", "1", hdl_v(m, "moves && turn == %d", number));
    hdl_reg(m, "@bits_q", "@FLITS*FLIT_W", NULL, "| body | head | node |, what has come");
    hdl_var(m, "@bits", "@FLITS*FLIT_W", "and what comes");
    hdl_on_comb (m) {
        hdl_set(m, "@bits", "@at_q == {@AT_W{1'b0}} ? {@FLITS*FLIT_W{1'b0}} : @bits_q");
        hdl_for (m, "k", "@FLITS") {
            hdl_when (m, "@at_q == k[@AT_W-1:0]") {
                hdl_set(m, "@bits[k*FLIT_W +: FLIT_W]", "flit[FLIT_W-1:0]");
            }
        }
    }
    hdl_unused(m, "@bits");
    hdl_on_clock (m) {
        hdl_when (m, "@moves") {
            hdl_set(m, "@bits_q", "@bits");
            hdl_set(m, "@at_q", "is_tail ? {@AT_W{1'b0}} : @at_q + 1'b1");
            hdl_set(m, "@vc_q", "vc");
        }
    }
    hdl_assign(m, "@push", "@moves && is_tail");
    if (c == MSG_ACK)
        hdl_assign(m, "@msg", "{1'b0, @bits[NODE_W +: @W - 1]}");
    else
        hdl_assign(m, "@msg",
                   "{1'b0, @bits[NODE_W +: @W - @BODY_W - 1],"
                   " @bits[NODE_W + @W - @BODY_W - 1 +: @BODY_W]}");
}

const char *ni_eject_emit(struct hdl_design *d, flit_set classes)
{
    char name[FLIT_UNIT];
    flit_unit(name, "ni_eject", classes);
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name, "A network interface: flits into messages.");
    header(m, classes);
    buffers(m);
    flit_each (m, classes, c) {
        channel(m, c);
    }
    choose(m, classes);
    int number = 0;
    flit_each (m, classes, c) {
        join(m, c, number++);
    }
    hdl_note(m, "A flit that waits for room waits for a message to pass.");
    hdl_assign(m, "idle_o", "!moves && !freed_q");
    unit_counters(m, ni_eject_counters, NULL, NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
