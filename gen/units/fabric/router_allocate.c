#include "gen/units/fabric/router_allocate.h"

#include "gen/units/fabric/router_input.h"

/* The port that the front of channel v of input p is for, as an index. */
#define FRONT_PORT "{{32 - PORT_W{1'b0}}, front_port[(p*VCS + v)*PORT_W +: PORT_W]}"

const struct router_rule router_rule = {
    .from = "p",
    .level = "v/LANES%LAYERS/SUB",
    .may_turn = "turn_i[(p*PORTS + o)*3 +: 3] != TURN_NEVER",
};

/* The rule of enum router_turn, for a packet in channel v that would be in a layer next: a variable
 * for what the dateline asks for, and one for all. */
static void allow_layer(struct hdl *m, const char *layer)
{
    hdl_set(m, "dateline_ok",
            hdl_v(m,
                  "turn[1:0] == TURN_STAY[1:0] ? %s%%SUB == v/LANES%%SUB"
                  " : turn[1:0] == TURN_CROSS[1:0] ? %s%%SUB == SUB - 1"
                  " : !crosses || %s%%SUB == 0",
                  layer, layer, layer));
    hdl_set(
        m, "layer_ok",
        hdl_v(m,
              "any_way || (turn[1:0] != TURN_ANY[1:0] && %s%%LAYERS/SUB == level && dateline_ok)",
              layer));
}

/* Channel u behind output o is the best of its layer as yet. */
static void best_so_far(struct hdl *m)
{
    hdl_when (m, "free_lane[o*VCS + u] && (room_q[(o*VCS + u)*ROOM_W + AT_W]"
                 " || !has_empty[o*ALL_LAYERS + u/LANES])") {
        hdl_set(m, "best[(o*ALL_LAYERS + u/LANES)*VC_W +: VC_W]", "u[VC_W-1:0]");
        hdl_set(m, "has_free[o*ALL_LAYERS + u/LANES]", "1'b1");
        hdl_set(m, "has_empty[o*ALL_LAYERS + u/LANES]", "room_q[(o*VCS + u)*ROOM_W + AT_W]");
    }
}

/* Of each output and layer, of any class: a lane that a packet would take. */
static void best_lanes(struct hdl *m)
{
    hdl_let(m, "free_lane", "PORTS*VCS", "has_room_q & ~busy_q");
    hdl_var(m, "best", "PORTS*ALL_LAYERS*VC_W",
            "the highest free lane of a layer, an empty one first");
    hdl_var(m, "has_free", "PORTS*ALL_LAYERS", "there is one");
    hdl_var(m, "has_empty", "PORTS*ALL_LAYERS", "all its places are free");
    hdl_on_comb (m) {
        hdl_set(m, "best", "{PORTS*ALL_LAYERS*VC_W{1'b0}}");
        hdl_set(m, "has_free", "{PORTS*ALL_LAYERS{1'b0}}");
        hdl_set(m, "has_empty", "{PORTS*ALL_LAYERS{1'b0}}");
        hdl_when (m, "|heads") {
            hdl_for (m, "o", "PORTS")
                hdl_for (m, "u", "VCS")
                    best_so_far(m);
        }
    }
}

/* ORDERED: a front takes its own lane, and of several layers that in which it is, if that is free.
 */
static void own_lane(struct hdl *m)
{
    hdl_for (m, "u", "OWN_LANES") {
        allow_layer(m, "u/LANES");
        hdl_set(m, "lane_ok",
                "any_way ? u == v"
                " : turn[1:0] != TURN_BEGIN[1:0] || crosses || u/LANES%SUB == v/LANES%SUB");
        hdl_when (m, "u/GROUP == v/GROUP && layer_ok && u%LANES == v%LANES && lane_ok"
                     " && free_lane[port*VCS + u]") {
            hdl_set(m, "lane[(p*VCS + v)*VC_W +: VC_W]", "u[VC_W-1:0]");
            hdl_set(m, "may_open[p*VCS + v]", "1'b1");
        }
    }
}

/* Else a free lane of a layer, an empty one first. */
static void any_lane(struct hdl *m)
{
    hdl_for (m, "l", "ANY_LAYERS") {
        allow_layer(m, "l");
        hdl_set(m, "lane_ok",
                "has_free[port*ALL_LAYERS + l] && (has_empty[port*ALL_LAYERS + l] || !to_empty)");
        hdl_when (m, "l/LAYERS == v/GROUP && layer_ok && lane_ok") {
            hdl_set(m, "lane[(p*VCS + v)*VC_W +: VC_W]",
                    "best[(port*ALL_LAYERS + l)*VC_W +: VC_W]");
            hdl_set(m, "may_open[p*VCS + v]", "1'b1");
            hdl_set(m, "to_empty", "has_empty[port*ALL_LAYERS + l]");
        }
    }
}

/* What the rule asks of channel v of input p. */
static void front_of(struct hdl *m, const struct router_rule *rule)
{
    hdl_set(m, "port", FRONT_PORT);
    hdl_set(m, "turns", hdl_v(m, "turn_i[%s*PORTS*3 +: PORTS*3]", rule->from));
    hdl_set(m, "turn", "turns[port*3 +: 3]");
    hdl_set(m, "any_way", "turn == TURN_ANY");
    hdl_set(m, "level", hdl_v(m, "%s + {31'd0, turn[2]}", rule->level));
    hdl_set(m, "crosses", "front_crosses[p*VCS + v]");
    hdl_set(m, "to_empty", "1'b0");
}

void router_lanes(struct hdl *m, const struct router_rule *rule)
{
    static const char *const bits[] = {"any_way",  "crosses", "dateline_ok",
                                       "layer_ok", "lane_ok", "to_empty"};
    hdl_note(m,
             "Which channels the front's packet may be in next: of its class, in the layers that "
             "its turn allows.");
    best_lanes(m);
    hdl_var(m, "lane", "PORTS*VCS*VC_W", "the one that each front would take");
    hdl_var(m, "may_open", "PORTS*VCS", "there is one");
    hdl_var(m, "turns", "PORTS*3", "from this input to each port");
    hdl_var(m, "port", "32", "the port that the front is for");
    hdl_var(m, "turn", "3", "to that port");
    hdl_var(m, "any_way", "1", "it may be in any layer");
    hdl_var(m, "level", "32", "else in one of this level");
    hdl_var(m, "crosses", "1", "the front crosses a dateline");
    hdl_var(m, "dateline_ok", "1", "of a layer: datelines allow it");
    hdl_var(m, "layer_ok", "1", "all allows it");
    hdl_var(m, "lane_ok", "1", "the packet may be in this lane");
    hdl_var(m, "to_empty", "1", "the lane that was found is empty");
    hdl_on_comb (m) {
        hdl_set(m, "lane", "{PORTS*VCS*VC_W{1'b0}}");
        hdl_set(m, "may_open", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "turns", "{PORTS*3{1'b0}}");
        hdl_set(m, "port", "32'd0");
        hdl_set(m, "turn", "TURN_STAY");
        for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
            hdl_set(m, bits[i], "1'b0");
        hdl_set(m, "level", "32'd0");
        each_channel_in (m, "heads") {
            front_of(m, rule);
            own_lane(m);
            any_lane(m);
        }
    }
}

/* Which heads ask for a lane of which output. */
static void asking(struct hdl *m)
{
    each_channel_of (m, "may_open[p*VCS +: VCS]") {
        hdl_when (m, "filled_q[p*VCS + v] && may_open[p*VCS + v]") {
            hdl_set(m,
                    "asks[({{32 - PORT_W{1'b0}}, front_port[(p*VCS + v)*PORT_W +: PORT_W]}*PORTS"
                    " + p)*VCS + v]",
                    "1'b1");
        }
    }
}

/* One of those that ask for output o takes its lane. */
static void claim(struct hdl *m)
{
    hdl_set(m, "ask", "asks[o*PORTS*VCS +: PORTS*VCS]");
    hdl_when (m, "|(ask & claims_below_q[o*PORTS*VCS +: PORTS*VCS])") {
        hdl_set(m, "ask", "ask & claims_below_q[o*PORTS*VCS +: PORTS*VCS]");
    }
    each_channel_in (m, "ask") {
        hdl_set(m, "claim_any[o]", "1'b1");
        hdl_set(m, "claim_at[o*ALL_W +: ALL_W]", "p[ALL_W-1:0]*VCS[ALL_W-1:0] + v[ALL_W-1:0]");
    }
    hdl_when (m, "claim_any[o]") {
        hdl_set(m, "claims[claim_at[o*ALL_W +: ALL_W]]", "1'b1");
        hdl_set(m,
                "claimed[o*VCS + {{32 - VC_W{1'b0}},"
                " lane[{{32 - ALL_W{1'b0}}, claim_at[o*ALL_W +: ALL_W]}*VC_W +: VC_W]}]",
                "1'b1");
    }
}

void router_claims(struct hdl *m)
{
    hdl_note(m, "STAGES 4: a head takes its lane in a cycle of its own, one of each output at a "
                "time, the highest channel below the last one first.");
    hdl_reg(m, "claims_below_q", "PORTS*PORTS*VCS", "{PORTS*PORTS*VCS{1'b0}}",
            "of each output: channels below the one that was last");
    hdl_var(m, "asks", "PORTS*PORTS*VCS", "of each output: channels whose head asks for a lane");
    hdl_var(m, "ask", "PORTS*VCS", "those of an output that may have one now");
    hdl_var(m, "claims", "PORTS*VCS", "the head takes its lane");
    hdl_var(m, "claimed", "PORTS*VCS", "the lane is taken");
    hdl_var(m, "claim_any", "PORTS", "a lane of this output is");
    hdl_var(m, "claim_at", "PORTS*ALL_W", "by this channel");
    hdl_on_comb (m) {
        hdl_set(m, "asks", "{PORTS*PORTS*VCS{1'b0}}");
        hdl_set(m, "ask", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "claims", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "claimed", "{PORTS*VCS{1'b0}}");
        hdl_set(m, "claim_any", "{PORTS{1'b0}}");
        hdl_set(m, "claim_at", "{PORTS*ALL_W{1'b0}}");
        hdl_when (m, "CLAIM_PORTS != 0 && |heads") {
            asking(m);
            hdl_for (m, "o", "CLAIM_PORTS")
                claim(m);
        }
    }
    hdl_on_clock (m) {
        hdl_for (m, "o", "PORTS") {
            hdl_when (m, "claim_any[o]") {
                hdl_set(m, "claims_below_q[o*PORTS*VCS +: PORTS*VCS]",
                        "~({PORTS*VCS{1'b1}} << claim_at[o*ALL_W +: ALL_W])");
            }
        }
    }
}

/* To the output that channel v of input p is for. */
static void offer_to(struct hdl *m)
{
    hdl_for (m, "o", "PORTS") {
        hdl_when (m, "may_turn[o*PORTS + p]"
                     " && front_port[(p*VCS + v)*PORT_W +: PORT_W] == o[PORT_W-1:0]") {
            hdl_set(m, "offers[o*PORTS + p]", "1'b1");
        }
    }
}

/* Input p offers one of its channels, for an output that is not given yet. */
static void offer(struct hdl *m)
{
    hdl_for (m, "v", "VCS") {
        hdl_set(m, "pool[v]",
                "wants[p*VCS + v] && !taken[p]"
                " && !granted[front_port[(p*VCS + v)*PORT_W +: PORT_W]]");
    }
    hdl_when (m, "|(pool & below_q[p*VCS +: VCS])") {
        hdl_set(m, "pool", "pool & below_q[p*VCS +: VCS]");
    }
    hdl_when (m, "|pool") {
        hdl_for (m, "v", "VCS") {
            hdl_when (m, "pool[v]") {
                hdl_set(m, "pick[p*VC_W +: VC_W]", "v[VC_W-1:0]");
            }
        }
        hdl_for (m, "v", "VCS") {
            hdl_when (m, "pick[p*VC_W +: VC_W] == v[VC_W-1:0]")
                offer_to(m);
        }
    }
}

/* An output accepts one of the inputs. */
static void accept(struct hdl *m)
{
    hdl_for (m, "o", "PORTS") {
        hdl_set(m, "bids", "offers[o*PORTS +: PORTS]");
        hdl_when (m, "|(bids & inputs_below_q[o*PORTS +: PORTS])") {
            hdl_set(m, "bids", "bids & inputs_below_q[o*PORTS +: PORTS]");
        }
        hdl_when (m, "|bids") {
            hdl_set(m, "granted[o]", "1'b1");
            hdl_for (m, "p", "PORTS") {
                hdl_when (m, "bids[p]") {
                    hdl_set(m, "from[o*PORT_W +: PORT_W]", "p[PORT_W-1:0]");
                }
            }
            hdl_set(m, "taken[from[o*PORT_W +: PORT_W]]", "1'b1");
        }
    }
}

/* Paths that no packet takes are left out. */
static void turns(struct hdl *m, const struct router_rule *rule)
{
    if (rule->may_turn == NULL) {
        hdl_let(m, "may_turn", "PORTS*PORTS", "{PORTS*PORTS{1'b1}}");
        return;
    }
    hdl_var(m, "may_turn", "PORTS*PORTS", "bit o*PORTS + p: packets go from input p to output o");
    hdl_on_comb (m) {
        hdl_for (m, "o", "PORTS") {
            hdl_for (m, "p", "PORTS") {
                hdl_set(m, "may_turn[o*PORTS + p]", rule->may_turn);
            }
        }
    }
}

void router_switch(struct hdl *m, const struct router_rule *rule)
{
    hdl_note(m, "Allocation: each input offers a channel, each output accepts an input. Both take "
                "turns: the highest below the last one comes first, else the highest of all.");
    hdl_reg(m, "below_q", "PORTS*VCS", "{PORTS*VCS{1'b0}}",
            "of each input: channels below the one that was last");
    hdl_reg(m, "inputs_below_q", "PORTS*PORTS", "{PORTS*PORTS{1'b0}}",
            "of each output: inputs below the one that was last");
    turns(m, rule);
    hdl_var(m, "taken", "PORTS", "a flit of this input moves");
    hdl_var(m, "pick", "PORTS*VC_W", "of this channel");
    hdl_var(m, "granted", "PORTS", "this output gets a flit");
    hdl_var(m, "from", "PORTS*PORT_W", "of this input");
    hdl_var(m, "pool", "VCS", "channels of an input that could be offered");
    hdl_var(m, "offers", "PORTS*PORTS", "bit o*PORTS + p: input p offers a flit to output o");
    hdl_var(m, "bids", "PORTS", "inputs among which an output chooses");
    hdl_var(m, "first_taken", "PORTS", "of taken, in the first try");
    hdl_var(m, "first_granted", "PORTS", "of granted");
    hdl_on_comb (m) {
        hdl_set(m, "taken", "{PORTS{1'b0}}");
        hdl_set(m, "pick", "{PORTS*VC_W{1'b0}}");
        hdl_set(m, "granted", "{PORTS{1'b0}}");
        hdl_set(m, "from", "{PORTS*PORT_W{1'b0}}");
        hdl_set(m, "pool", "{VCS{1'b0}}");
        hdl_set(m, "offers", "{PORTS*PORTS{1'b0}}");
        hdl_set(m, "bids", "{PORTS{1'b0}}");
        hdl_set(m, "first_taken", "{PORTS{1'b0}}");
        hdl_set(m, "first_granted", "{PORTS{1'b0}}");
        hdl_for (m, "t", "TRIES") {
            hdl_set(m, "offers", "{PORTS*PORTS{1'b0}}");
            hdl_for (m, "p", "PORTS") {
                hdl_when (m, "|front_valid[p*VCS +: VCS]")
                    offer(m);
            }
            accept(m);
            hdl_when (m, "t == 0") {
                hdl_set(m, "first_taken", "taken");
                hdl_set(m, "first_granted", "granted");
            }
        }
    }
}

/* Whoever was served comes last, but not before the tail of its packet has gone: packets are not
 * interleaved without need, so that each is done early. Later tries change no turns: who was
 * passed over in the first would lose its turn to those that are served in its place. */
void router_turns(struct hdl *m)
{
    hdl_note(m, "Whoever was served in the first try comes last, once the tail of its packet has "
                "gone.");
    hdl_on_clock (m) {
        hdl_for (m, "p", "PORTS") {
            hdl_when (m, "first_taken[p]") {
                hdl_set(m, "below_q[p*VCS +: VCS]",
                        "~({VCS{1'b1}} << pick[p*VC_W +: VC_W]"
                        " << !flit[p*(FLIT_W + 1) + FLIT_W])");
            }
        }
        hdl_for (m, "o", "PORTS") {
            hdl_when (m, "first_granted[o]") {
                hdl_set(m, "inputs_below_q[o*PORTS +: PORTS]",
                        "~({PORTS{1'b1}} << from[o*PORT_W +: PORT_W] << !sends_tail[o])");
            }
        }
    }
}
