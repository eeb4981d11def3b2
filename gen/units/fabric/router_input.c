#include "gen/units/fabric/router_input.h"

void router_arrivals(struct hdl *m, const char *way)
{
    hdl_note(m, "What comes in: into which channel, and by which port it is to leave.");
    hdl_assign(m, "in_ready_o", "{PORTS{1'b1}}");
    hdl_var(m, "arrives", "PORTS*VCS", "bit p*VCS + v: a flit for channel v of input p");
    hdl_var(m, "in_way", "PORTS*WAY_W", "of a head at each input");
    hdl_on_comb (m) {
        hdl_set(m, "arrives", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "in_way", "{PORTS*WAY_W{1'b0}}");
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, "in_valid_i[p]") {
                hdl_set(m, "in_way[p*WAY_W +: WAY_W]", way);
                hdl_for (m, "v", "VCS") {
                    hdl_set(m, "arrives[p*VCS + v]",
                            "in_msg_i[p*MSG_W + FLIT_W + 1 +: VC_W] == v[VC_W-1:0]");
                }
            }
        }
    }
}

/* The buffers of all channels in one array, so that simulators copy only flits that move. */
void router_buffers(struct hdl *m)
{
    hdl_note(m, "The buffers. A flit that leaves as it comes in is not put there.");
    hdl_mem(m, "slot", "FLIT_W + 1", "SLOTS", "| tail | payload |");
    hdl_mem(m, "slot_way", "WAY_W", "SLOTS", "of heads: as in route_i");
    hdl_reg(m, "head_q", "PORTS*VCS*ROOM_W", "{PORTS*VCS*ROOM_W{1'b0}}", "flits that have left");
    hdl_reg(m, "tail_q", "PORTS*VCS*ROOM_W", "{PORTS*VCS*ROOM_W{1'b0}}", "flits that were put");
    hdl_reg(m, "filled_q", "PORTS*VCS", "{PORTS*VCS{1'b0}}", "flits are there");
    hdl_wire(m, "leaves", "PORTS*VCS", "the front moves");
    hdl_let(m, "puts", "PORTS*VCS", "arrives & (filled_q | ~leaves)");
    hdl_let(m, "pops", "PORTS*VCS", "leaves & filled_q");
    hdl_on_clock (m) {
        each_channel_of (m, "puts[p*VCS +: VCS] | pops[p*VCS +: VCS]") {
            hdl_when (m, "puts[p*VCS + v]") {
                hdl_set(m, "tail_q[(p*VCS + v)*ROOM_W +: ROOM_W]",
                        "tail_q[(p*VCS + v)*ROOM_W +: ROOM_W] + 1'b1");
            }
            hdl_when (m, "pops[p*VCS + v]") {
                hdl_set(m, "head_q[(p*VCS + v)*ROOM_W +: ROOM_W]",
                        "head_q[(p*VCS + v)*ROOM_W +: ROOM_W] + 1'b1");
            }
            hdl_when (m, "puts[p*VCS + v] != pops[p*VCS + v]") {
                hdl_set(m, "filled_q[p*VCS + v]",
                        "puts[p*VCS + v] || tail_q[(p*VCS + v)*ROOM_W +: ROOM_W]"
                        " - head_q[(p*VCS + v)*ROOM_W +: ROOM_W] != {{AT_W{1'b0}}, 1'b1}");
            }
        }
    }
    hdl_var(m, "put_at", "PORTS*32", "the place of the flit that comes in");
    hdl_on_comb (m) {
        hdl_set(m, "put_at", "{PORTS*32{1'b0}}");
        each_channel_in (m, "arrives") {
            hdl_set(m, "put_at[p*32 +: 32]",
                    "(p*VCS + v)*DEPTH"
                    " + {{32 - AT_W{1'b0}}, tail_q[(p*VCS + v)*ROOM_W +: AT_W]}");
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, "|puts[p*VCS +: VCS]") {
                hdl_set(m, "slot[put_at[p*32 +: 32]]", "in_msg_i[p*MSG_W +: FLIT_W + 1]");
                hdl_set(m, "slot_way[put_at[p*32 +: 32]]", "in_way[p*WAY_W +: WAY_W]");
            }
        }
    }
}

/* What is first in each channel, and where it wants to go. */
void router_fronts(struct hdl *m)
{
    hdl_note(m, "The front of each channel: its oldest flit, or what comes in.");
    hdl_reg(m, "open_q", "PORTS*VCS", "{PORTS*VCS{1'b0}}", "its packet has a lane");
    hdl_reg(m, "held_vc_q", "PORTS*VCS*VC_W", NULL, "this one,");
    hdl_reg(m, "held_port_q", "PORTS*VCS*PORT_W", NULL, "of this output");
    hdl_wire(m, "old_way", "PORTS*VCS*WAY_W", "of the oldest flit, a head whose packet has none");
    hdl_gen_for (m, "g", "PORTS*VCS", "oldest") {
        hdl_assign(m, "old_way[g*WAY_W +: WAY_W]",
                   "filled_q[g] && !open_q[g] ? slot_way[g*DEPTH"
                   " + {{32 - AT_W{1'b0}}, head_q[g*ROOM_W +: AT_W]}] : {WAY_W{1'b0}}");
    }
    hdl_var(m, "front_valid", "PORTS*VCS", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "front_valid", "filled_q");
        hdl_when (m, "ANY_PASS != 0") {
            each_channel_of (m, "arrives[p*VCS +: VCS]") {
                hdl_when (m, "arrives[p*VCS + v] && (STAGES < 2 || PASS[v])") {
                    hdl_set(m, "front_valid[p*VCS + v]", "1'b1");
                }
            }
        }
    }
    hdl_let(m, "heads", "PORTS*VCS", "front_valid & ~open_q");
    hdl_var(m, "front_port", "PORTS*VCS*PORT_W", "the output that it is for");
    hdl_var(m, "front_crosses", "PORTS*VCS", "there a head will pass a dateline");
    hdl_var(m, "way", "WAY_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "front_port", "{PORTS*VCS*PORT_W{1'b0}}");
        hdl_set(m, "front_crosses", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "way", "{WAY_W{1'b0}}");
        each_channel_of (m, "front_valid[p*VCS +: VCS]") {
            hdl_when (m, "heads[p*VCS + v]") {
                hdl_set(m, "way",
                        "ANY_PASS == 0 || filled_q[p*VCS + v] ? old_way[(p*VCS + v)*WAY_W +: WAY_W]"
                        " : in_way[p*WAY_W +: WAY_W]");
                hdl_set(m, "front_crosses[p*VCS + v]", "way[PORT_W]");
                hdl_set(m, "front_port[(p*VCS + v)*PORT_W +: PORT_W]", "way[PORT_W-1:0]");
            }
            hdl_elsewhen (m, "front_valid[p*VCS + v]") {
                hdl_set(m, "front_port[(p*VCS + v)*PORT_W +: PORT_W]",
                        "held_port_q[(p*VCS + v)*PORT_W +: PORT_W]");
            }
        }
    }
}
