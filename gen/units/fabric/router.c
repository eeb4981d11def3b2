#include "gen/units/fabric/router.h"

#include "gen/proto/message.h"
#include "gen/units/fabric/router_allocate.h"
#include "gen/units/fabric/router_input.h"
#include "gen/units/fabric/router_ugal.h"

const struct unit_counter router_counters[] = {
    {"cycles_moving", "cycles", "cycles in which at least one flit moved", "|granted"},
    {"cycles_waiting", "cycles", "cycles in which flits could move and some did not",
     "(wants & ~leaves) != {PORTS*VCS{1'b0}}"},
    {"passed", "cycles", "cycles in which a flit moved that was not buffered",
     "(leaves & ~filled_q) != {PORTS*VCS{1'b0}}"},
    {NULL, NULL, NULL, NULL},
};

static void params(struct hdl *m, bool ugal)
{
    hdl_param(m, "PORTS", "5", "links to routers and nodes");
    hdl_param(m, "VCS", "4", "virtual channels: classes x LAYERS x LANES");
    hdl_param(m, "LAYERS", "1", "of each class: levels x SUB");
    hdl_param(m, "SUB", "1", "layers of a level: 2 with rings, else 1");
    hdl_param(m, "LANES", "4", "of each layer");
    hdl_param(m, "ORDERED", "0", "1: packets of a lane stay in it and keep their order");
    hdl_param(m, "DEPTH", "8", "flits of a virtual channel: a power of two, at least 2");
    hdl_param(m, "FLIT_W", "64", "bits of a flit's payload");
    hdl_param(m, "NODES", "16", "of the network");
    hdl_param(m, "NODE_W", "4", "bits of a node's number, at most FLIT_W");
    hdl_param(m, "STAGES", "1", "1 to 4");
    hdl_param(m, "PASS", "0", "a bit a channel: flits in it may pass unbuffered though STAGES > 1");
    hdl_param(m, "TRIES", "2", "rounds of allocation in a cycle, at least 1");
    if (ugal)
        router_ugal_params(m);
    unit_params(m);
    hdl_param(m, "PORT_W", "PORTS > 1 ? $clog2(PORTS) : 1", "derived");
    hdl_param(m, "VC_W", "VCS > 1 ? $clog2(VCS) : 1", "derived");
    hdl_param(m, "MSG_W", "((VC_W + 1 + FLIT_W)/32 + 1)*32",
              "derived: whole words, of which a bit is padding");
    hdl_param(m, "WAY_W", "PORT_W + 1", "derived");
    hdl_param(m, "SLOTS", "PORTS*VCS*DEPTH", "derived; more are never used");
}

static const struct msg_constant turns[] = {
    MSG_CONSTANT(TURN_STAY, TURN_W, "a packet's layer behind a turn: that in which it is,"),
    MSG_CONSTANT(TURN_BEGIN, TURN_W,
                 "of its level: below the dateline if it will pass it, else any,"),
    MSG_CONSTANT(TURN_CROSS, TURN_W, "of its level: behind the dateline,"),
    MSG_CONSTANT(TURN_ANY, TURN_W, "any: a node takes it"),
    MSG_CONSTANT(TURN_NEVER, TURN_W, "no packet turns so"),
    {0}};

static void ports(struct hdl *m, bool ugal)
{
    hdl_clock(m);
    hdl_group(m, "Constants.");
    hdl_in(m, "route_i", "NODES*WAY_W",
           "of each node | crosses | port |: by which port to it; a dateline is on the way there");
    hdl_in(m, "turn_i", "PORTS*PORTS*3", "of each pair of ports, in * PORTS + out: its turn");
    hdl_group(m, "Flits in, and the credits for them.");
    hdl_in(m, "in_valid_i", "PORTS", NULL);
    hdl_out(m, "in_ready_o", "PORTS", "always: the sender has counted");
    hdl_in(m, "in_msg_i", "PORTS*MSG_W", NULL);
    hdl_out(m, "freed_valid_o", "PORTS", NULL);
    hdl_in(m, "freed_ready_i", "PORTS", "always");
    hdl_out(m, "freed_msg_o", "PORTS*32", NULL);
    hdl_group(m, "Flits out, and the credits for them.");
    hdl_out(m, "out_valid_o", "PORTS", NULL);
    hdl_in(m, "out_ready_i", "PORTS", "always: they were counted here");
    hdl_out(m, "out_msg_o", "PORTS*MSG_W", NULL);
    hdl_in(m, "credit_valid_i", "PORTS", NULL);
    hdl_out(m, "credit_ready_o", "PORTS", "always");
    hdl_in(m, "credit_msg_i", "PORTS*32", NULL);
    unit_ports(m);
    hdl_localparam(m, "GROUP", "LAYERS*LANES", "channels of a class");
    hdl_localparam(m, "ALL_LAYERS", "VCS/LANES", "of all classes");
    hdl_localparam(m, "AT_W", "$clog2(DEPTH)", "bits of a place's number in its channel");
    hdl_localparam(m, "ALL_W", "PORTS*VCS > 1 ? $clog2(PORTS*VCS) : 1",
                   "bits of a channel's number among all inputs'");
    hdl_localparam(m, "ROOM_W", "AT_W + 1", "bits of a number of places");
    hdl_localparam(m, "OWN_LANES", "ORDERED != 0 ? VCS : 0", NULL);
    hdl_localparam(m, "ANY_LAYERS", "ORDERED != 0 ? 0 : ALL_LAYERS", NULL);
    hdl_localparam(m, "CLAIM_PORTS", "STAGES < 4 ? 0 : PORTS", NULL);
    hdl_localparam(m, "ANY_PASS", "STAGES < 2 || PASS != 0 ? 1 : 0",
                   "1: there are channels whose flits may pass unbuffered");
    hdl_localparam(m, "PAD_W", "MSG_W - VC_W - 1 - FLIT_W", NULL);
    unit_constants(m, turns);
    if (ugal)
        router_ugal_ports(m);
    hdl_unused(m, "freed_ready_i, out_ready_i, in_msg_i, credit_msg_i");
}

/* Free places behind each output, and which of its channels packets have. */
static void rooms(struct hdl *m)
{
    hdl_note(m,
             "Behind each output: the free places of its channels, and whether a packet has them.");
    hdl_assign(m, "credit_ready_o", "{PORTS{1'b1}}");
    hdl_reg(m, "room_q", "PORTS*VCS*ROOM_W", "{PORTS*VCS{DEPTH[ROOM_W-1:0]}}", NULL);
    hdl_reg(m, "has_room_q", "PORTS*VCS", "{PORTS*VCS{1'b1}}", "at least one");
    hdl_reg(m, "busy_q", "PORTS*VCS", "{PORTS*VCS{1'b0}}", "a packet has it");
    hdl_var(m, "credits", "PORTS*VCS", "one place more");
    hdl_on_comb (m) {
        hdl_set(m, "credits", "{PORTS*VCS{1'b0}}");
        hdl_for (m, "o", "PORTS") {
            hdl_when (m, "credit_valid_i[o]") {
                hdl_for (m, "u", "VCS") {
                    hdl_set(m, "credits[o*VCS + u]", "credit_msg_i[o*32 +: VC_W] == u[VC_W-1:0]");
                }
            }
        }
    }
}

/* Channel v of input p has a front. */
static void want(struct hdl *m)
{
    hdl_set(m, "next_vc[(p*VCS + v)*VC_W +: VC_W]",
            "open_q[p*VCS + v] ? held_vc_q[(p*VCS + v)*VC_W +: VC_W]"
            " : lane[(p*VCS + v)*VC_W +: VC_W]");
    hdl_set(m, "behind", "{{32 - PORT_W{1'b0}}, front_port[(p*VCS + v)*PORT_W +: PORT_W]}*VCS");
    hdl_set(m, "goes_on",
            "has_room_q[behind + {{32 - VC_W{1'b0}}, held_vc_q[(p*VCS + v)*VC_W +: VC_W]}]");
    hdl_set(m, "begins",
            "may_open[p*VCS + v] && (STAGES < 4 || (!filled_q[p*VCS + v]"
            " && !claimed[behind + {{32 - VC_W{1'b0}}, lane[(p*VCS + v)*VC_W +: VC_W]}]))");
    hdl_set(m, "wants[p*VCS + v]",
            "(open_q[p*VCS + v] ? goes_on : begins) && (STAGES < 3 || filled_q[p*VCS + v]"
            " || !crosses_q[front_port[(p*VCS + v)*PORT_W +: PORT_W]])");
}

/* A front moves if its packet has a lane with room, or may take one. */
static void wants(struct hdl *m)
{
    hdl_note(m,
             "Which fronts could move. STAGES 3 and 4: a flit that passes needs a crossbar that no "
             "other is in, and in STAGES 4 a lane that no head claims.");
    hdl_reg(m, "crosses_q", "PORTS", "{PORTS{1'b0}}", "STAGES > 2: a flit is in the crossbar");
    hdl_var(m, "wants", "PORTS*VCS", NULL);
    hdl_var(m, "next_vc", "PORTS*VCS*VC_W", "the lane that the front would move to");
    hdl_var(m, "behind", "32", "the first lane behind the port that the front is for");
    hdl_var(m, "goes_on", "1", "the packet's lane has room");
    hdl_var(m, "begins", "1", "there is one that it may take");
    hdl_on_comb (m) {
        hdl_set(m, "wants", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "next_vc", "{PORTS*VCS*VC_W{1'b0}}");
        hdl_set(m, "behind", "32'd0");
        hdl_set(m, "goes_on", "1'b0");
        hdl_set(m, "begins", "1'b0");
        each_channel_in (m, "front_valid")
            want(m);
    }
}

/* Channel u behind output o: whose it is, and its free places. */
static void lane_behind(struct hdl *m)
{
    hdl_when (m, "sends[o*VCS + u] || claimed[o*VCS + u]") {
        hdl_set(m, "busy_q[o*VCS + u]", "claimed[o*VCS + u] || !sends_tail[o]");
    }
    hdl_when (m, "sends[o*VCS + u] != credits[o*VCS + u]") {
        hdl_set(m, "room_q[(o*VCS + u)*ROOM_W +: ROOM_W]",
                "room_q[(o*VCS + u)*ROOM_W +: ROOM_W]"
                " + {{ROOM_W - 1{sends[o*VCS + u]}}, 1'b1}");
        hdl_set(m, "has_room_q[o*VCS + u]",
                "credits[o*VCS + u]"
                " || room_q[(o*VCS + u)*ROOM_W +: ROOM_W] != {{AT_W{1'b0}}, 1'b1}");
    }
}

/* What allocation does to channels and lanes. */
static void moves(struct hdl *m)
{
    hdl_note(m, "The flit of each input that moves, and what it does to channels and lanes.");
    hdl_wire(m, "flit", "PORTS*(FLIT_W + 1)", "of each input: | tail | payload |");
    hdl_wire(m, "picked", "PORTS*32", "its channel, among all inputs'");
    hdl_gen_for (m, "f", "PORTS", "front_of") {
        hdl_assign(m, "picked[f*32 +: 32]", "f*VCS + {{32 - VC_W{1'b0}}, pick[f*VC_W +: VC_W]}");
        hdl_assign(m, "flit[f*(FLIT_W + 1) +: FLIT_W + 1]",
                   "ANY_PASS == 0 || filled_q[picked[f*32 +: 32]]"
                   " ? slot[picked[f*32 +: 32]*DEPTH"
                   " + {{32 - AT_W{1'b0}}, head_q[picked[f*32 +: 32]*ROOM_W +: AT_W]}]"
                   " : in_msg_i[f*MSG_W +: FLIT_W + 1]");
    }
    hdl_var(m, "moving", "PORTS*VCS", NULL);
    hdl_var(m, "sends", "PORTS*VCS", "bit o*VCS + u: a flit goes to channel u behind output o,");
    hdl_var(m, "sends_tail", "PORTS", "as the last of its packet");
    hdl_var(m, "next", "PORTS*VC_W", "the lane of the flit that each output gets");
    hdl_on_comb (m) {
        hdl_set(m, "moving", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "sends", "{PORTS*VCS{1'b0}}");
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, "taken[p]") {
                hdl_set(m, "moving[picked[p*32 +: 32]]", "1'b1");
            }
        }
        hdl_for (m, "o", "PORTS") {
            hdl_set(m, "next[o*VC_W +: VC_W]",
                    "next_vc[picked[{{32 - PORT_W{1'b0}}, from[o*PORT_W +: PORT_W]}*32 +: 32]*VC_W"
                    " +: VC_W]");
            hdl_set(m, "sends_tail[o]",
                    "flit[{{32 - PORT_W{1'b0}}, from[o*PORT_W +: PORT_W]}*(FLIT_W + 1) + FLIT_W]");
            hdl_when (m, "granted[o]") {
                hdl_set(m, "sends[o*VCS + {{32 - VC_W{1'b0}}, next[o*VC_W +: VC_W]}]", "1'b1");
            }
        }
    }
    hdl_assign(m, "leaves", "moving");
    hdl_on_clock (m) {
        each_channel_of (m, "leaves[p*VCS +: VCS] | claims[p*VCS +: VCS]") {
            hdl_when (m, "leaves[p*VCS + v] || claims[p*VCS + v]") {
                hdl_set(m, "open_q[p*VCS + v]",
                        "claims[p*VCS + v] || !flit[p*(FLIT_W + 1) + FLIT_W]");
                hdl_set(m, "held_vc_q[(p*VCS + v)*VC_W +: VC_W]",
                        "next_vc[(p*VCS + v)*VC_W +: VC_W]");
                hdl_set(m, "held_port_q[(p*VCS + v)*PORT_W +: PORT_W]",
                        "front_port[(p*VCS + v)*PORT_W +: PORT_W]");
            }
        }
        hdl_for (m, "o", "PORTS") {
            hdl_when (m, "granted[o] || credit_valid_i[o] || claim_any[o]") {
                hdl_for (m, "u", "VCS")
                    lane_behind(m);
            }
        }
    }
}

/* Flits on their way out, and credits on their way back. */
static void outputs(struct hdl *m)
{
    hdl_note(m,
             "The crossbar. With STAGES 3 and 4 what was allocated in the last cycle goes through "
             "it; what passes goes through it at once.");
    hdl_reg(m, "flit_q", "PORTS*(FLIT_W + 1)", "{PORTS*(FLIT_W + 1){1'b0}}",
            "STAGES > 2: the flit of each input");
    hdl_reg(m, "from_q", "PORTS*PORT_W", "{PORTS*PORT_W{1'b0}}",
            "STAGES > 2: the input of each output");
    hdl_reg(m, "next_q", "PORTS*VC_W", "{PORTS*VC_W{1'b0}}", "STAGES > 2: its lane");
    hdl_var(m, "passes", "PORTS", "a flit that was not buffered gets the output");
    hdl_on_comb (m) {
        hdl_for (m, "o", "PORTS") {
            hdl_set(m, "passes[o]",
                    "ANY_PASS != 0 && granted[o] && !filled_q[picked[{{32 - PORT_W{1'b0}},"
                    " from[o*PORT_W +: PORT_W]}*32 +: 32]]");
        }
    }
    hdl_let(m, "at_once", "PORTS", "STAGES < 3 ? granted : passes");
    hdl_reg(m, "out_valid_q", "PORTS", "{PORTS{1'b0}}", NULL);
    hdl_reg(m, "out_msg_q", "PORTS*MSG_W", NULL, NULL);
    hdl_on_clock (m) {
        hdl_set(m, "crosses_q", "STAGES < 3 ? {PORTS{1'b0}} : granted & ~passes");
        hdl_set(m, "out_valid_q", "at_once | crosses_q");
        hdl_when (m, "STAGES > 2") {
            hdl_set(m, "flit_q", "flit");
            hdl_set(m, "from_q", "from");
            hdl_set(m, "next_q", "next");
        }
        hdl_for (m, "o", "PORTS") {
            hdl_when (m, "at_once[o]") {
                hdl_set(m, "out_msg_q[o*MSG_W +: MSG_W]",
                        "{{PAD_W{1'b0}}, next[o*VC_W +: VC_W],"
                        " flit[{{32 - PORT_W{1'b0}}, from[o*PORT_W +: PORT_W]}*(FLIT_W + 1)"
                        " +: FLIT_W + 1]}");
            }
            hdl_elsewhen (m, "crosses_q[o]") {
                hdl_set(m, "out_msg_q[o*MSG_W +: MSG_W]",
                        "{{PAD_W{1'b0}}, next_q[o*VC_W +: VC_W],"
                        " flit_q[{{32 - PORT_W{1'b0}}, from_q[o*PORT_W +: PORT_W]}*(FLIT_W + 1)"
                        " +: FLIT_W + 1]}");
            }
        }
    }
    hdl_assign(m, "out_valid_o", "out_valid_q");
    hdl_assign(m, "out_msg_o", "out_msg_q");
    hdl_reg(m, "freed_q", "PORTS", "{PORTS{1'b0}}", "a flit has left this input's buffer");
    hdl_reg(m, "freed_vc_q", "PORTS*VC_W", NULL, NULL);
    hdl_on_clock (m) {
        hdl_set(m, "freed_q", "taken");
        hdl_set(m, "freed_vc_q", "pick");
    }
    hdl_assign(m, "freed_valid_o", "freed_q");
    hdl_gen_for (m, "r", "PORTS", "freed") {
        hdl_assign(m, "freed_msg_o[r*32 +: 32]", "{{32 - VC_W{1'b0}}, freed_vc_q[r*VC_W +: VC_W]}");
    }
    hdl_assign(m, "idle_o",
               "filled_q == {PORTS*VCS{1'b0}}"
               " && (out_valid_q | crosses_q | freed_q) == {PORTS{1'b0}}");
}

/* What a window of the router shows of a channel: ROUTER_WAITS_*. */
static void waiting(struct hdl *m)
{
    hdl_note(m, "What the front of a channel waits for, of the oldest flit alone: a probe does not "
                "depend on what comes in.");
    hdl_var(m, "waits", "64", "of the channel that probe_sel_i names,");
    hdl_var(m, "asked_of", "32", "this one");
    hdl_on_comb (m) {
        hdl_set(m, "waits", "64'd0");
        hdl_set(m, "asked_of", "{25'd0, probe_sel_i[6:0]}");
        hdl_when (m, "asked_of < PORTS*VCS") {
            hdl_set(m, "waits",
                    "{filled_q[asked_of], open_q[asked_of], old_way[asked_of*WAY_W + PORT_W],"
                    " 45'd0, {8 - VC_W{1'b0}}, held_vc_q[asked_of*VC_W +: VC_W],"
                    " {8 - PORT_W{1'b0}}, open_q[asked_of]"
                    " ? held_port_q[asked_of*PORT_W +: PORT_W]"
                    " : old_way[asked_of*WAY_W +: PORT_W]}");
        }
    }
}

static void body(struct hdl *m, const struct router_rule *rule)
{
    router_lanes(m, rule);
    router_claims(m);
    wants(m);
    router_switch(m, rule);
    moves(m);
    router_turns(m);
    outputs(m);
    waiting(m);
    unit_counters_by_port(m, router_counters, "waits", "granted", "flits that each output has got");
    hdl_end(m);
}

const char *router_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_router"))
        return "um_router";
    struct hdl *m = hdl_module(d, "um_router", "A router with virtual channels and credits.");
    params(m, false);
    ports(m, false);
    router_arrivals(m,
                    "route_i[{{32 - NODE_W{1'b0}}, in_msg_i[p*MSG_W +: NODE_W]}*WAY_W +: WAY_W]");
    router_buffers(m);
    router_fronts(m);
    rooms(m);
    body(m, &router_rule);
    return "um_router";
}

const char *router_emit_ugal(struct hdl_design *d)
{
    if (hdl_has(d, "um_router_ugal"))
        return "um_router_ugal";
    struct hdl *m = hdl_module(d, "um_router_ugal",
                               "A router with virtual channels and credits, and UGAL routing.");
    params(m, true);
    ports(m, true);
    router_ugal_ways(m);
    router_arrivals(m, "ugal_way[p*WAY_W +: WAY_W]");
    router_buffers(m);
    router_fronts(m);
    router_ugal_fronts(m);
    rooms(m);
    router_ugal_queues(m);
    body(m, &router_ugal_rule);
    return "um_router_ugal";
}
