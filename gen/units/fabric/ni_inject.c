#include "gen/units/fabric/ni_inject.h"

#include "gen/units/parts.h"

#include <stdio.h>
#include <string.h>

const struct unit_counter ni_inject_counters[] = {
    {"packets", "packets", "messages sent", "sends && last"},
    {"flits", "flits", "sent", "sends"},
    {"blocked", "cycles", "cycles in which messages waited for credits alone",
     "waits != {CLASSES{1'b0}} && ready == {CLASSES{1'b0}}"},
    {NULL, NULL, NULL, NULL},
};

static void vias_params(struct hdl *m)
{
    hdl_param(m, "VIAS", "1", "nodes of a slice by way of which a packet may go,");
    hdl_param(m, "SLICES", "1", "of each of so many slices:");
    hdl_param(m, "VIA_FIRST", "0", "the first of these nodes,");
    hdl_param(m, "VIA_STEP", "1", "how much higher that of the next slice is");
}

/* The node between is chosen anew for each packet: by a shift register, which turns with each that
 * is sent, and by bits of the message, so that interfaces do not choose in step. */
static void vias(struct hdl *m)
{
    hdl_note(m, "x^16 + x^14 + x^13 + x^11 + 1: all states but zero.");
    hdl_reg(m, "dice_q", "16", "16'd1", "of the next packet");
    hdl_wire(m, "sent_one", "1", "the last flit of a packet is sent");
    hdl_on_clock (m) {
        hdl_when (m, "sent_one") {
            hdl_set(m, "dice_q",
                    "{dice_q[14:0], dice_q[15] ^ dice_q[13] ^ dice_q[12] ^ dice_q[10]}");
        }
    }
}

static void header(struct hdl *m, flit_set set, struct ni_inject_to to)
{
    flit_params(m);
    hdl_param(m, "OPEN", "2", "of a class's channels, those that a packet may begin in");
    hdl_param(m, "ORDERED", "0", "1: the message chooses among them");
    hdl_param(m, "QUEUE_IN", "2", "places of an input's queue: 2, or 1 for half the pace");
    unit_params(m);
    flit_each (m, set, c) {
        flit_class_params(m, c);
        if (c == MSG_RSP)
            hdl_param(m, "@TAG_W", "0", "an invalidation's tag: the lowest bits of the body");
        hdl_param(m, "@DEST_LSB", "0", "where a message says who it is for");
        hdl_param(m, "@DEST_W", "1", "with how many bits");
        hdl_param(m, "@NODE", "0", "the node of number 0 of these");
        if (to.cubes) {
            hdl_param(m, "@UMC_LSB", "0",
                      "where a message says which of the cube's controllers it is for");
            hdl_param(m, "@UMC_W", "1", "with how many bits");
            hdl_param(m, "@UMC_NODES", "1", "how much higher the node of the next controller is");
        }
        hdl_param(m, "@LANE_LSB", "0", "ORDERED: where its bits for that are,");
        hdl_param(m, "@LANE_W", "1", "and how many");
    }
    if (to.via)
        vias_params(m);
    flit_derived(m);
    hdl_clock(m);
    flit_each (m, set, c) {
        hdl_channel_in(m, flit_name(c), "@W", NULL);
    }
    hdl_channel_out(m, "out", "MSG_W", "flits: | vc | tail | payload |, always taken");
    hdl_channel_in(m, "credit", "32", "the virtual channel that has a place more");
    unit_ports(m);
    hdl_localparam(m, "CLASSES", hdl_v(m, "%u", flit_count(set)), NULL);
    hdl_localparam(m, "CLASS_W", "CLASSES > 1 ? $clog2(CLASSES) : 1", NULL);
    hdl_localparam(m, "ROOM_W", "$clog2(DEPTH) + 1", "bits of a number of places");
    hdl_localparam(m, "PAD_W", "MSG_W - VC_W - 1 - FLIT_W", NULL);
    flit_each (m, set, c) {
        flit_class_derived(m, c, to.upper);
        if (c != MSG_ACK)
            hdl_localparam(m, "@HEAD_FLITS",
                           hdl_v(m, "(NODE_W + @W - @BODY_W - 1%s + FLIT_W - 1)/FLIT_W",
                                 c == MSG_RSP ? " + @TAG_W" : ""),
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
static void packet(struct hdl *m, enum msg_class c, struct ni_inject_to to)
{
    part_in_queue(m, flit_name(c), "@W");
    const char *dest = "@NODE + {{32 - @DEST_W{1'b0}}, @msg[@DEST_LSB +: @DEST_W]}";
    if (to.cubes)
        dest = hdl_v(m, "%s + @UMC_NODES*{{32 - @UMC_W{1'b0}}, @msg[@UMC_LSB +: @UMC_W]}", dest);
    if (to.via) {
        hdl_let(m, "@dice", "32",
                "{{16{1'b0}}, dice_q} ^ {{32 - @LANE_W{1'b0}}, @msg[@LANE_LSB +: @LANE_W]}");
        hdl_let(m, "@pick", "32", "@dice % (VIAS*SLICES)");
        hdl_let(m, "@via", "32", "VIA_FIRST + @pick % VIAS + @pick/VIAS*VIA_STEP");
        dest = hdl_v(m, "(@via << NODE_W/2) + %s", dest);
    }
    hdl_let(m, "@node", "32", dest);
    hdl_unused(m, "@node, @msg[@W-1]");
    hdl_wire(m, "@bits", "@FLITS*FLIT_W", "| body | head | node |");
    if (c == MSG_ACK)
        hdl_assign(m, "@bits",
                   "{{@FLITS*FLIT_W - NODE_W - @W + 1{1'b0}}, @msg[@W-2:0],"
                   " @node[NODE_W-1:0]}");
    else
        hdl_assign(m, "@bits",
                   "{{@FLITS*FLIT_W - NODE_W - @W + 1{1'b0}}, @msg[@BODY_W-1:0], "
                   "@msg[@W-2:@BODY_W], @node[NODE_W-1:0]}");
    hdl_let(
        m, "@flits", "@AT_W",
        c == MSG_ACK
            ? "@FLITS[@AT_W-1:0]"
            : "@LINE_OPS[{1'b0, @msg[@OP_LSB +: 4]}] ? @FLITS[@AT_W-1:0] : @HEAD_FLITS[@AT_W-1:0]");
}

/* Which virtual channel the message's next flit goes by, and whether it can. */
static void lane(struct hdl *m)
{
    hdl_reg(m, "@at_q", "@AT_W", "{@AT_W{1'b0}}", "flits of it that were sent");
    hdl_reg(m, "@vc_q", "VC_W", "{VC_W{1'b0}}", "by this channel, of its class");
    hdl_var(m, "@mine", "OPEN", "channels that it may begin in");
    hdl_var(m, "@open", "OPEN", "of them, one that it could");
    hdl_var(m, "@lane", "VC_W", "the one it would");
    hdl_on_comb (m) {
        hdl_for (m, "v", "OPEN") {
            hdl_set(m, "@mine[v]",
                    "has_room[@FIRST + v] && (ORDERED == 0 || OPEN == 1 || {{32 - @LANE_W{1'b0}}, "
                    "@msg[@LANE_LSB +: @LANE_W]} == v)");
            hdl_set(m, "@open[v]", "@mine[v] && v[VC_W-1:0] < @vc_q");
        }
        hdl_when (m, "!(|@open)") {
            hdl_set(m, "@open", "@mine");
        }
        hdl_set(m, "@lane", "{VC_W{1'b0}}");
        hdl_for (m, "v", "OPEN") {
            hdl_when (m, "@open[v]") {
                hdl_set(m, "@lane", "v[VC_W-1:0]");
            }
        }
    }
    hdl_let(m, "@begun", "1", "@at_q != {@AT_W{1'b0}}");
    hdl_let(m, "@vc", "VC_W", "@begun ? @vc_q : @lane");
    hdl_let(m, "@can", "1",
            "@valid && (@begun ? has_room[@FIRST + {{32 - VC_W{1'b0}}, @vc_q}] : |@open)");
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
        int number = 0;
        flit_each (m, set, c) {
            hdl_when (m, hdl_v(m, "turn == %d", number++)) {
                hdl_set(m, "payload", "@bits[{{32 - @AT_W{1'b0}}, @at_q}*FLIT_W +: FLIT_W]");
                hdl_set(m, "vc", "@FIRST[VC_W-1:0] + @vc");
                hdl_set(m, "last", "@at_q + 1'b1 == @flits");
            }
        }
    }
    hdl_assign(m, "sends_vc", "vc");
}

static void send(struct hdl *m, flit_set set)
{
    hdl_reg(m, "out_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "out_msg_q", "MSG_W", NULL, NULL);
    int number = 0;
    flit_each (m, set, c) {
        hdl_let(m, "@goes", "1", hdl_v(m, "sends && turn == %d", number++));
        hdl_assign(m, "@pop", "@goes && last");
    }
    hdl_on_clock (m) {
        hdl_set(m, "out_valid_q", "sends");
        hdl_when (m, "sends") {
            hdl_set(m, "out_msg_q", "{{PAD_W{1'b0}}, vc, last, payload}");
        }
        flit_each (m, set, c) {
            hdl_when (m, "@goes") {
                hdl_set(m, "@at_q", "last ? {@AT_W{1'b0}} : @at_q + 1'b1");
                hdl_set(m, "@vc_q", "@vc");
            }
        }
    }
    hdl_assign(m, "out_valid_o", "out_valid_q");
    hdl_assign(m, "out_msg_o", "out_msg_q");
    hdl_note(m, "A message that waits for credits waits for one to come.");
    hdl_assign(m, "idle_o", "ready == {CLASSES{1'b0}} && !out_valid_q");
}

void ni_inject_name(char name[FLIT_UNIT], flit_set classes, struct ni_inject_to to)
{
    flit_unit(name, "ni_inject", classes);
    const size_t plain = strlen(name);
    snprintf(name + plain, FLIT_UNIT - plain, "%s%s%s", to.cubes ? "_cubes" : "",
             to.via ? "_via" : "", to.upper ? "_upper" : "");
}

const char *ni_inject_emit(struct hdl_design *d, flit_set classes, struct ni_inject_to to)
{
    char name[FLIT_UNIT];
    ni_inject_name(name, classes, to);
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name, "A network interface: messages into flits.");
    header(m, classes, to);
    rooms(m);
    if (to.via)
        vias(m);
    flit_each (m, classes, c) {
        packet(m, c, to);
        lane(m);
    }
    choose(m, classes);
    send(m, classes);
    if (to.via)
        hdl_assign(m, "sent_one", "sends && last");
    unit_counters(m, ni_inject_counters, NULL, NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
