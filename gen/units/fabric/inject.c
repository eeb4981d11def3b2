#include "gen/units/fabric/inject.h"

#include "gen/units/parts.h"

#include <stdio.h>
#include <string.h>

const struct unit_counter inject_counters[] = {
    {"packets", "packets", "messages sent", "sends && last"},
    {"flits", "flits", "sent", "sends"},
    {"blocked", "cycles", "cycles in which messages waited for credits alone",
     "waits != {CLASSES{1'b0}} && ready == {CLASSES{1'b0}}"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, flit_set set, bool cubes)
{
    flit_params(m);
    hdl_param(m, "OPEN", "2", "of a class's channels, those that a packet may begin in");
    hdl_param(m, "ORDERED", "0", "1: the message chooses among them");
    hdl_param(m, "QUEUE_IN", "2", "places of an input's queue: 2, or 1 for half the pace");
    unit_params(m);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c)) {
            const char *x = flit_prefix(c);
            flit_class_params(m, c);
            hdl_param(m, hdl_v(m, "%s_DEST_LSB", x), "0", "where a message says who it is for");
            hdl_param(m, hdl_v(m, "%s_DEST_W", x), "1", "with how many bits");
            hdl_param(m, hdl_v(m, "%s_NODE", x), "0", "the node of number 0 of these");
            if (cubes) {
                hdl_param(m, hdl_v(m, "%s_UMC_LSB", x), "0",
                          "where a message says which of the cube's controllers it is for");
                hdl_param(m, hdl_v(m, "%s_UMC_W", x), "1", "with how many bits");
                hdl_param(m, hdl_v(m, "%s_UMC_NODES", x), "1",
                          "how much higher the node of the next controller is");
            }
            hdl_param(m, hdl_v(m, "%s_LANE_LSB", x), "0", "ORDERED: where its bits for that are,");
            hdl_param(m, hdl_v(m, "%s_LANE_W", x), "1", "and how many");
        }
    flit_derived(m);
    hdl_clock(m);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c))
            hdl_channel_in(m, flit_name(c), hdl_v(m, "%s_W", flit_prefix(c)), NULL);
    hdl_channel_out(m, "out", "MSG_W", "flits: | vc | tail | payload |, always taken");
    hdl_channel_in(m, "credit", "32", "the virtual channel that has a place more");
    unit_ports(m);
    hdl_localparam(m, "CLASSES", hdl_v(m, "%u", flit_count(set)), NULL);
    hdl_localparam(m, "CLASS_W", "CLASSES > 1 ? $clog2(CLASSES) : 1", NULL);
    hdl_localparam(m, "ROOM_W", "$clog2(DEPTH) + 1", "bits of a number of places");
    hdl_localparam(m, "PAD_W", "MSG_W - VC_W - 1 - FLIT_W", NULL);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(set, c)) {
            const char *x = flit_prefix(c);
            flit_class_derived(m, c);
            if (c != MSG_ACK)
                hdl_localparam(m, hdl_v(m, "%s_HEAD_FLITS", x),
                               hdl_v(m, "(NODE_W + %s_W - %s_BODY_W + FLIT_W - 1)/FLIT_W", x, x),
                               "without a line");
        }
    hdl_unused(m, "out_ready_i, credit_msg_i");
}

static void rooms(struct hdl *m)
{
    hdl_note(m, "Free places of the router's virtual channels.");
    hdl_assign(m, "credit_ready_o", "1'b1");
    hdl_reg(m, "room_q", "VCS*ROOM_W", "{VCS{DEPTH[ROOM_W-1:0]}}", NULL);
    hdl_wire(m, "sends", "1", "a flit is sent");
    hdl_wire(m, "sends_vc", "VC_W", "in this channel");
    hdl_var(m, "has_room", "VCS", NULL);
    hdl_var(m, "more", "VCS", "a place more");
    hdl_var(m, "less", "VCS", "one less");
    hdl_on_comb (m) {
        hdl_for (m, "v", "VCS") {
            hdl_set(m, "has_room[v]", "room_q[v*ROOM_W +: ROOM_W] != {ROOM_W{1'b0}}");
            hdl_set(m, "more[v]", "credit_valid_i && credit_msg_i[VC_W-1:0] == v[VC_W-1:0]");
            hdl_set(m, "less[v]", "sends && sends_vc == v[VC_W-1:0]");
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "v", "VCS") {
            hdl_when (m, "more[v] != less[v]") {
                hdl_set(m, "room_q[v*ROOM_W +: ROOM_W]",
                        "room_q[v*ROOM_W +: ROOM_W] + {{ROOM_W - 1{less[v]}}, 1'b1}");
            }
        }
    }
}

/* The packet of a class's message: its bits, and how many flits they are. */
static void packet(struct hdl *m, enum msg_class c, bool cubes)
{
    const char *n = flit_name(c), *x = flit_prefix(c);
    part_in_queue(m, n, hdl_v(m, "%s_W", x));
    const char *dest = hdl_v(
        m, "%s_NODE + {{32 - %s_DEST_W{1'b0}}, %s_msg[%s_DEST_LSB +: %s_DEST_W]}", x, x, n, x, x);
    if (cubes)
        dest = hdl_v(m, "%s + %s_UMC_NODES*{{32 - %s_UMC_W{1'b0}}, %s_msg[%s_UMC_LSB +: %s_UMC_W]}",
                     dest, x, x, n, x, x);
    hdl_let(m, hdl_v(m, "%s_node", n), "32", dest);
    hdl_unused(m, hdl_v(m, "%s_node, %s_msg[%s_W-1]", n, n, x));
    hdl_wire(m, hdl_v(m, "%s_bits", n), hdl_v(m, "%s_FLITS*FLIT_W", x), "| body | head | node |");
    if (c == MSG_ACK)
        hdl_assign(m, "ack_bits",
                   "{{ACK_FLITS*FLIT_W - NODE_W - ACK_W + 1{1'b0}}, ack_msg[ACK_W-2:0],"
                   " ack_node[NODE_W-1:0]}");
    else
        hdl_assign(m, hdl_v(m, "%s_bits", n),
                   hdl_v(m,
                         "{{%s_FLITS*FLIT_W - NODE_W - %s_W + 1{1'b0}}, %s_msg[%s_BODY_W-1:0],"
                         " %s_msg[%s_W-2:%s_BODY_W], %s_node[NODE_W-1:0]}",
                         x, x, n, x, n, x, x, n));
    hdl_let(m, hdl_v(m, "%s_flits", n), hdl_v(m, "%s_AT_W", x),
            c == MSG_ACK ? "ACK_FLITS[ACK_AT_W-1:0]"
                         : hdl_v(m,
                                 "%s_LINE_OPS[{1'b0, %s_msg[%s_OP_LSB +: 4]}]"
                                 " ? %s_FLITS[%s_AT_W-1:0] : %s_HEAD_FLITS[%s_AT_W-1:0]",
                                 x, n, x, x, x, x, x));
}

/* Which virtual channel the message's next flit goes by, and whether it can. */
static void lane(struct hdl *m, enum msg_class c)
{
    const char *n = flit_name(c), *x = flit_prefix(c);
    hdl_reg(m, hdl_v(m, "%s_at_q", n), hdl_v(m, "%s_AT_W", x), hdl_v(m, "{%s_AT_W{1'b0}}", x),
            "flits of it that were sent");
    hdl_reg(m, hdl_v(m, "%s_vc_q", n), "VC_W", "{VC_W{1'b0}}", "by this channel, of its class");
    hdl_var(m, hdl_v(m, "%s_mine", n), "OPEN", "channels that it may begin in");
    hdl_var(m, hdl_v(m, "%s_open", n), "OPEN", "of them, one that it could");
    hdl_var(m, hdl_v(m, "%s_lane", n), "VC_W", "the one it would");
    hdl_on_comb (m) {
        hdl_for (m, "v", "OPEN") {
            hdl_set(m, hdl_v(m, "%s_mine[v]", n),
                    hdl_v(m,
                          "has_room[%s_FIRST + v] && (ORDERED == 0 || OPEN == 1"
                          " || {{32 - %s_LANE_W{1'b0}}, %s_msg[%s_LANE_LSB +: %s_LANE_W]} == v)",
                          x, x, n, x, x));
            hdl_set(m, hdl_v(m, "%s_open[v]", n),
                    hdl_v(m, "%s_mine[v] && v[VC_W-1:0] < %s_vc_q", n, n));
        }
        hdl_when (m, hdl_v(m, "!(|%s_open)", n)) {
            hdl_set(m, hdl_v(m, "%s_open", n), hdl_v(m, "%s_mine", n));
        }
        hdl_set(m, hdl_v(m, "%s_lane", n), "{VC_W{1'b0}}");
        hdl_for (m, "v", "OPEN") {
            hdl_when (m, hdl_v(m, "%s_open[v]", n)) {
                hdl_set(m, hdl_v(m, "%s_lane", n), "v[VC_W-1:0]");
            }
        }
    }
    hdl_let(m, hdl_v(m, "%s_begun", n), "1", hdl_v(m, "%s_at_q != {%s_AT_W{1'b0}}", n, x));
    hdl_let(m, hdl_v(m, "%s_vc", n), "VC_W", hdl_v(m, "%s_begun ? %s_vc_q : %s_lane", n, n, n));
    hdl_let(m, hdl_v(m, "%s_can", n), "1",
            hdl_v(m,
                  "%s_valid && (%s_begun ? has_room[%s_FIRST + {{32 - VC_W{1'b0}}, %s_vc_q}]"
                  " : |%s_open)",
                  n, n, x, n, n));
}

static void choose(struct hdl *m, flit_set set)
{
    hdl_note(m, "Classes take turns, a flit at a time.");
    hdl_let(m, "ready", "CLASSES", flit_bits(m, set, "can"));
    hdl_let(m, "waits", "CLASSES", flit_bits(m, set, "valid"));
    hdl_wire(m, "turn", "CLASS_W", NULL);
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "CLASSES");
        hdl_with(m, "IDX_W", "CLASS_W");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "ready");
        hdl_pin(m, "take_i", "1'b1");
        hdl_pin(m, "any_o", "sends");
        hdl_pin(m, "winner_o", "turn");
    }
    hdl_var(m, "payload", "FLIT_W", NULL);
    hdl_var(m, "vc", "VC_W", NULL);
    hdl_var(m, "last", "1", "of its packet");
    hdl_on_comb (m) {
        hdl_set(m, "payload", "{FLIT_W{1'b0}}");
        hdl_set(m, "vc", "{VC_W{1'b0}}");
        hdl_set(m, "last", "1'b0");
        for (enum msg_class c = 0, i = 0; c < MSG_CLASSES; c++) {
            const char *n = flit_name(c), *x = flit_prefix(c);
            if (!flit_has(set, c))
                continue;
            hdl_when (m, hdl_v(m, "turn == %d", (int)i++)) {
                hdl_set(
                    m, "payload",
                    hdl_v(m, "%s_bits[{{32 - %s_AT_W{1'b0}}, %s_at_q}*FLIT_W +: FLIT_W]", n, x, n));
                hdl_set(m, "vc", hdl_v(m, "%s_FIRST[VC_W-1:0] + %s_vc", x, n));
                hdl_set(m, "last", hdl_v(m, "%s_at_q + 1'b1 == %s_flits", n, n));
            }
        }
    }
    hdl_assign(m, "sends_vc", "vc");
}

static void send(struct hdl *m, flit_set set)
{
    hdl_reg(m, "out_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "out_msg_q", "MSG_W", NULL, NULL);
    for (enum msg_class c = 0, i = 0; c < MSG_CLASSES; c++) {
        const char *n = flit_name(c);
        if (!flit_has(set, c))
            continue;
        hdl_let(m, hdl_v(m, "%s_goes", n), "1", hdl_v(m, "sends && turn == %d", (int)i++));
        hdl_assign(m, hdl_v(m, "%s_pop", n), hdl_v(m, "%s_goes && last", n));
    }
    hdl_on_clock (m) {
        hdl_set(m, "out_valid_q", "sends");
        hdl_when (m, "sends") {
            hdl_set(m, "out_msg_q", "{{PAD_W{1'b0}}, vc, last, payload}");
        }
        for (enum msg_class c = 0; c < MSG_CLASSES; c++) {
            const char *n = flit_name(c), *x = flit_prefix(c);
            if (!flit_has(set, c))
                continue;
            hdl_when (m, hdl_v(m, "%s_goes", n)) {
                hdl_set(m, hdl_v(m, "%s_at_q", n),
                        hdl_v(m, "last ? {%s_AT_W{1'b0}} : %s_at_q + 1'b1", x, n));
                hdl_set(m, hdl_v(m, "%s_vc_q", n), hdl_v(m, "%s_vc", n));
            }
        }
    }
    hdl_assign(m, "out_valid_o", "out_valid_q");
    hdl_assign(m, "out_msg_o", "out_msg_q");
    hdl_note(m, "A message that waits for credits waits for one to come.");
    hdl_assign(m, "idle_o", "ready == {CLASSES{1'b0}} && !out_valid_q");
}

void inject_name(char name[FLIT_UNIT], flit_set classes, bool cubes)
{
    flit_unit(name, "inject", classes);
    const size_t plain = strlen(name);
    snprintf(name + plain, FLIT_UNIT - plain, "%s", cubes ? "_cubes" : "");
}

const char *inject_emit(struct hdl_design *d, flit_set classes, bool cubes)
{
    char name[FLIT_UNIT];
    inject_name(name, classes, cubes);
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name, "A network interface: messages into flits.");
    header(m, classes, cubes);
    rooms(m);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++)
        if (flit_has(classes, c)) {
            packet(m, c, cubes);
            lane(m, c);
        }
    choose(m, classes);
    send(m, classes);
    unit_counters(m, inject_counters, NULL, NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
