#include "gen/units/fabric/eject.h"

#include "gen/units/parts.h"

const struct unit_counter eject_counters[] = {
    {"packets", "packets", "messages received", "moves && is_tail"},
    {"flits", "flits", "received", "moves"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, flit_set set)
{
    flit_params(m);
    hdl_param(m, "QUEUE_OUT", "2", "places of an output's queue: 2, or 1 for half the pace");
    unit_params(m);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c)) {
            const char *x = flit_prefix(c);
            hdl_param(m, hdl_v(m, "%s_W", x), "128", "bits of a message");
            if (c != MSG_ACK)
                hdl_param(m, hdl_v(m, "%s_BODY_W", x), "64", "of them, those of a line");
        }
    flit_derived(m);
    hdl_param(m, "SLOTS", "VCS*DEPTH", "derived; more are never used");
    hdl_clock(m);
    hdl_channel_in(m, "in", "MSG_W", "flits: | vc | tail | payload |, always taken");
    hdl_channel_out(m, "freed", "32", "the virtual channel that has a place more, always taken");
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c))
            hdl_channel_out(m, flit_name(c), hdl_v(m, "%s_W", flit_prefix(c)), NULL);
    unit_ports(m);
    hdl_localparam(m, "CLASSES", hdl_v(m, "%u", flit_count(set)), NULL);
    hdl_localparam(m, "CLASS_W", "CLASSES > 1 ? $clog2(CLASSES) : 1", NULL);
    hdl_localparam(m, "AT_W", "$clog2(DEPTH)", "bits of a place's number in its channel");
    hdl_localparam(m, "ROOM_W", "AT_W + 1", NULL);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c))
            flit_class_derived(m, c);
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
    const char *n = flit_name(c), *x = flit_prefix(c);
    part_out_queue(m, n, hdl_v(m, "%s_W", x));
    hdl_reg(m, hdl_v(m, "%s_at_q", n), hdl_v(m, "%s_AT_W", x), hdl_v(m, "{%s_AT_W{1'b0}}", x),
            "flits of the message that have come");
    hdl_reg(m, hdl_v(m, "%s_vc_q", n), "VC_W", "{VC_W{1'b0}}", "by this channel");
    hdl_var(m, hdl_v(m, "%s_filled", n), "GROUP", "channels that it could come by");
    hdl_var(m, hdl_v(m, "%s_vc", n), "VC_W", "the one that it does");
    hdl_on_comb (m) {
        hdl_for (m, "v", "GROUP") {
            hdl_set(m, hdl_v(m, "%s_filled[v]", n),
                    hdl_v(m, "filled[%s_FIRST + v] && v[VC_W-1:0] + %s_FIRST[VC_W-1:0] < %s_vc_q",
                          x, x, n));
        }
        hdl_when (m, hdl_v(m, "!(|%s_filled)", n)) {
            hdl_set(m, hdl_v(m, "%s_filled", n), hdl_v(m, "filled[%s_FIRST +: GROUP]", x));
        }
        hdl_set(m, hdl_v(m, "%s_vc", n), hdl_v(m, "%s_vc_q", n));
        hdl_for (m, "v", "GROUP") {
            hdl_when (m, hdl_v(m, "%s_filled[v] && %s_at_q == {%s_AT_W{1'b0}}", n, n, x)) {
                hdl_set(m, hdl_v(m, "%s_vc", n), hdl_v(m, "v[VC_W-1:0] + %s_FIRST[VC_W-1:0]", x));
            }
        }
    }
    hdl_let(m, hdl_v(m, "%s_can", n), "1",
            hdl_v(m, "%s_room && (%s_at_q == {%s_AT_W{1'b0}} ? |%s_filled : filled[%s_vc_q])", n, n,
                  x, n, n));
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
        int i = 0;
        for (enum msg_class c = 0; c < MSG_CLASSES; c++)
            if (flit_has(set, c))
                hdl_when (m, hdl_v(m, "turn == %d", i++)) {
                    hdl_set(m, "vc", hdl_v(m, "%s_vc", flit_name(c)));
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
    const char *n = flit_name(c), *x = flit_prefix(c);
    const char *bits = hdl_v(m, "%s_bits", n), *at = hdl_v(m, "%s_at_q", n);
    hdl_let(m, hdl_v(m, "%s_moves", n), "1", hdl_v(m, "moves && turn == %d", number));
    hdl_reg(m, hdl_v(m, "%s_q", bits), hdl_v(m, "%s_FLITS*FLIT_W", x), NULL,
            "| body | head | node |, what has come");
    hdl_var(m, bits, hdl_v(m, "%s_FLITS*FLIT_W", x), "and what comes");
    hdl_on_comb (m) {
        hdl_set(m, bits,
                hdl_v(m, "%s == {%s_AT_W{1'b0}} ? {%s_FLITS*FLIT_W{1'b0}} : %s_q", at, x, x, bits));
        hdl_for (m, "k", hdl_v(m, "%s_FLITS", x)) {
            hdl_when (m, hdl_v(m, "%s == k[%s_AT_W-1:0]", at, x)) {
                hdl_set(m, hdl_v(m, "%s[k*FLIT_W +: FLIT_W]", bits), "flit[FLIT_W-1:0]");
            }
        }
    }
    hdl_unused(m, bits);
    hdl_on_clock (m) {
        hdl_when (m, hdl_v(m, "%s_moves", n)) {
            hdl_set(m, hdl_v(m, "%s_q", bits), bits);
            hdl_set(m, at, hdl_v(m, "is_tail ? {%s_AT_W{1'b0}} : %s + 1'b1", x, at));
            hdl_set(m, hdl_v(m, "%s_vc_q", n), "vc");
        }
    }
    hdl_assign(m, hdl_v(m, "%s_push", n), hdl_v(m, "%s_moves && is_tail", n));
    if (c == MSG_ACK)
        hdl_assign(m, "ack_msg", "{1'b0, ack_bits[NODE_W +: ACK_W - 1]}");
    else
        hdl_assign(m, hdl_v(m, "%s_msg", n),
                   hdl_v(m,
                         "{1'b0, %s[NODE_W +: %s_W - %s_BODY_W - 1],"
                         " %s[NODE_W + %s_W - %s_BODY_W - 1 +: %s_BODY_W]}",
                         bits, x, x, bits, x, x, x));
}

const char *eject_emit(struct hdl_design *d, flit_set classes)
{
    char name[FLIT_UNIT];
    flit_unit(name, "eject", classes);
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name, "A network interface: flits into messages.");
    header(m, classes);
    buffers(m);
    int number = 0;
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(classes, c))
            channel(m, c);
    choose(m, classes);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(classes, c))
            join(m, c, number++);
    hdl_note(m, "A flit that waits for room waits for a message to pass.");
    hdl_assign(m, "idle_o", "!moves && !freed_q");
    unit_counters(m, eject_counters, NULL, NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
