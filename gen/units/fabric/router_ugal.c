#include "gen/units/fabric/router_ugal.h"

#include "gen/units/fabric/router_input.h"

const struct router_rule router_ugal_rule = {
    .from = "{{32 - PORT_W{1'b0}}, front_from[(p*VCS + v)*PORT_W +: PORT_W]}",
    .level = "(front_anew[p*VCS + v] ? LAYERS/SUB/2 : v/LANES%LAYERS/SUB)",
    .may_turn = NULL, /* what comes by a link may be sent anew, and turns as from a node then */
};

void router_ugal_params(struct hdl *m)
{
    hdl_param(m, "HOP_W", "3", "bits of a number of hops");
    hdl_param(m, "BIAS", "8", "flits times hops that a way by another node has to save");
}

void router_ugal_ports(struct hdl *m)
{
    hdl_in(m, "near_i", "NODES*HOP_W", "hops from here to each node");
    hdl_in(m, "far_i", "NODES*NODES*HOP_W", "from each node to each other, from * NODES + to");
    hdl_localparam(m, "FROM_W", "PORT_W + 1", "bits of | anew | from |");
}

void router_ugal_ways(struct hdl *m)
{
    hdl_note(m, "The way of each input's head. An input where a node is turns back to that node.");
    hdl_wire(m, "queued", "PORTS*32", "flits that wait for each output, or are behind it");
    hdl_var(m, "ugal_way", "PORTS*WAY_W", "to its node or that between");
    hdl_var(m, "in_from", "PORTS*FROM_W", "| anew | the input whose turns it has |");
    hdl_var(m, "lower", "1", "it comes in the lower half of its layers,");
    hdl_var(m, "sent_here", "1", "from a node,");
    hdl_var(m, "is_via", "1", "and the node between is here");
    hdl_var(m, "turns_in", "PORTS*3", "the turns of this input, to each port");
    hdl_var(m, "direct", "1", "the way to its node costs no more");
    hdl_var(m, "node", "32", NULL);
    hdl_var(m, "via", "32", NULL);
    hdl_var(m, "to_node", "WAY_W", NULL);
    hdl_var(m, "to_via", "WAY_W", NULL);
    hdl_on_comb (m) {
        static const char *const zeros[][2] = {
            {"lower", "1'b0"},          {"sent_here", "1'b0"},
            {"is_via", "1'b0"},         {"turns_in", "{PORTS*3{1'b0}}"},
            {"direct", "1'b0"},         {"node", "32'd0"},
            {"via", "32'd0"},           {"to_node", "{WAY_W{1'b0}}"},
            {"to_via", "{WAY_W{1'b0}}"}};
        for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
            hdl_set(m, zeros[i][0], zeros[i][1]);
        hdl_for (m, "p", "PORTS") {
            hdl_set(m, "node", "{{32 - NODE_W{1'b0}}, in_msg_i[p*MSG_W +: NODE_W]}");
            hdl_set(m, "via", "{{32 - NODE_W{1'b0}}, in_msg_i[p*MSG_W + NODE_W +: NODE_W]}");
            hdl_set(m, "to_node", "route_i[node*WAY_W +: WAY_W]");
            hdl_set(m, "to_via", "route_i[via*WAY_W +: WAY_W]");
            hdl_set(m, "lower",
                    "{{32 - VC_W{1'b0}}, in_msg_i[p*MSG_W + FLIT_W + 1 +: VC_W]}%GROUP"
                    " < GROUP/2");
            hdl_set(m, "sent_here", "turn_i[(p*PORTS + p)*3 +: 3] == TURN_ANY");
            hdl_set(m, "turns_in", "turn_i[p*PORTS*3 +: PORTS*3]");
            hdl_set(m, "is_via",
                    "turns_in[{{32 - PORT_W{1'b0}}, to_via[PORT_W-1:0]}*3 +: 3] == TURN_ANY");
            hdl_set(m, "direct",
                    "queued[{{32 - PORT_W{1'b0}}, to_node[PORT_W-1:0]}*32 +: 32]"
                    "*{{32 - HOP_W{1'b0}}, near_i[node*HOP_W +: HOP_W]}"
                    " <= queued[{{32 - PORT_W{1'b0}}, to_via[PORT_W-1:0]}*32 +: 32]"
                    "*({{32 - HOP_W{1'b0}}, near_i[via*HOP_W +: HOP_W]}"
                    " + {{32 - HOP_W{1'b0}}, far_i[(via*NODES + node)*HOP_W +: HOP_W]}) + BIAS");
            hdl_set(m, "ugal_way[p*WAY_W +: WAY_W]",
                    "!lower || is_via || (sent_here && direct) ? to_node : to_via");
            hdl_set(m, "in_from[p*FROM_W +: FROM_W]",
                    "{lower && (is_via || (sent_here && direct)),"
                    " lower && is_via && !sent_here ? to_via[PORT_W-1:0] : p[PORT_W-1:0]}");
        }
    }
}

void router_ugal_fronts(struct hdl *m)
{
    hdl_note(m, "Whose turns each front has, and whether it is sent anew.");
    hdl_mem(m, "slot_from", "FROM_W", "SLOTS", "of heads: | anew | from |");
    hdl_on_clock (m) {
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, "|puts[p*VCS +: VCS]") {
                hdl_set(m, "slot_from[put_at[p*32 +: 32]]", "in_from[p*FROM_W +: FROM_W]");
            }
        }
    }
    hdl_wire(m, "old_from", "PORTS*VCS*FROM_W", "of the oldest flit");
    hdl_gen_for (m, "h", "PORTS*VCS", "oldest_from") {
        hdl_assign(m, "old_from[h*FROM_W +: FROM_W]",
                   "slot_from[h*DEPTH + {{32 - AT_W{1'b0}}, head_q[h*ROOM_W +: AT_W]}]");
    }
    hdl_var(m, "front_from", "PORTS*VCS*PORT_W", "the input whose turns its packet has");
    hdl_var(m, "front_anew", "PORTS*VCS", "the packet enters the upper half of its layers");
    hdl_on_comb (m) {
        hdl_set(m, "front_from", "{PORTS*VCS*PORT_W{1'b0}}");
        hdl_set(m, "front_anew", "{PORTS*VCS{1'b0}}");
        each_channel_in (m, "heads") {
            hdl_set(m, "{front_anew[p*VCS + v], front_from[(p*VCS + v)*PORT_W +: PORT_W]}",
                    "filled_q[p*VCS + v] ? old_from[(p*VCS + v)*FROM_W +: FROM_W]"
                    " : in_from[p*FROM_W +: FROM_W]");
        }
    }
}

/* A channel's flits wait for what its oldest does. */
void router_ugal_queues(struct hdl *m)
{
    hdl_note(m, "The queue of each output: places behind it that are not free, and flits of here "
                "in channels whose oldest flit waits for it.");
    hdl_var(m, "queue", "PORTS*32", NULL);
    hdl_var(m, "old_port", "PORTS*VCS*PORT_W", "the output that the oldest flit waits for");
    hdl_var(m, "flits", "ROOM_W", "of a channel");
    hdl_on_comb (m) {
        hdl_set(m, "flits", "{ROOM_W{1'b0}}");
        hdl_for (m, "c", "PORTS*VCS") {
            hdl_set(m, "old_port[c*PORT_W +: PORT_W]",
                    "open_q[c] ? held_port_q[c*PORT_W +: PORT_W] : old_way[c*WAY_W +: PORT_W]");
        }
        hdl_for (m, "o", "PORTS") {
            hdl_set(m, "queue[o*32 +: 32]", "VCS*DEPTH");
            hdl_for (m, "u", "VCS") {
                hdl_set(m, "queue[o*32 +: 32]",
                        "queue[o*32 +: 32]"
                        " - {{32 - ROOM_W{1'b0}}, room_q[(o*VCS + u)*ROOM_W +: ROOM_W]}");
            }
            hdl_for (m, "c", "PORTS*VCS") {
                hdl_set(m, "flits", "tail_q[c*ROOM_W +: ROOM_W] - head_q[c*ROOM_W +: ROOM_W]");
                hdl_when (m, "old_port[c*PORT_W +: PORT_W] == o[PORT_W-1:0]") {
                    hdl_set(m, "queue[o*32 +: 32]",
                            "queue[o*32 +: 32] + {{32 - ROOM_W{1'b0}}, flits}");
                }
            }
        }
    }
    hdl_assign(m, "queued", "queue");
}
