/*
 * formal/wiring on machines with networks: every check holds, and each notices its own kind of
 * mistake in the tables of routers, the hops between them and the network interfaces.
 *
 * Costs a minute, of Yosys: no other test checks how routers are connected.
 */
#include "tests/formal/wiring_bench.h"

/* Six packages on a ring, whose routers are numbered along it: port 0 is the package's. The ring's
 * datelines are between routers 5 and 0. L2 banks and memory controllers on a mesh. A ring under
 * gpu-vi, whose acknowledgements are a class of their own. One network of two lanes, or planes. */
#define RING_OF(n) "network.topology=ring", "network.columns=" n, "gpus=" n, "network.vcs=2"
static const struct machine RING[] = {{"numa-tiny", {RING_OF("6")}}};
static const struct machine MESH[] = {
    {"tsm-tiny",
     {"sm.count=2", "l2.banks=2", "umc.count=2", "network.topology=mesh", "network.columns=2",
      "network.rows=2"}}};
static const struct machine ACKS[] = {{"numa-vi-tiny", {RING_OF("3"), "l2.banks=2"}}};
static const struct machine L15[] = {{"numa-l15-tiny", {RING_OF("4")}}};
static const struct machine CARVE[] = {{"carve-tiny", {RING_OF("3"), "link.latency=0"}}};

static const struct machine DRAGONFLY[] = {{"numa-vi-tiny",
                                            {"gpus=3", "fabric.lanes=2", "network.topology=ddfly",
                                             "network.columns=3", "network.rows=1"}}};
static const struct machine JOINED[] = {{"tsm-tiny",
                                         {"l2.banks=2", "umc.count=2", "network.topology=dfbfly",
                                          "network.columns=2", "network.rows=1"}}};
/* Packages with one link to both of their lanes; before RDCs, and around banks with both roles. */
#define ONE_LINK "fabric.lanes=2", "package_link.latency=4", "package_link.bytes_per_cycle=4"
static const struct machine LINKS[] = {{"numa-vi-tiny", {RING_OF("3"), ONE_LINK}}};
static const struct machine LINKS_RDC[] = {{"carve-tiny", {RING_OF("3"), ONE_LINK}}};
static const struct machine LINKS_BOTH[] = {{"hmg-memnet-tiny", {ONE_LINK}}};

static const struct mistake mistakes[] = {
    {"a router sends what is for another node to its own", "requests_reach_owners",
     "gpu0_lane0_ni_eject.req[0] is passed again and again", .in = RING,
     .edits = {{TOP, "fabric0_r0", "18'h12248", "18'h12240"}}},
    {"a router sends packets back", "answers_return",
     "fabric0_hop6.out[0]: a packet for node 0 from gpu2_lane0_ni_inject comes to a router that "
     "has "
     "no turn to its port",
     .in = RING, .edits = {{TOP, "fabric0_r2", "18'h12409", "18'h1240a"}}},
    {"a router names a port that it has not", "answers_return",
     "comes to a router that has no such port", .in = RING,
     .edits = {{TOP, "fabric0_r2", "18'h12409", "18'h1240b"}}},
    {"a ring has no dateline", "no_circle", "fabric0_r0.out[2] (answers, layer 0) waits for ",
     .in = RING,
     .edits = {{TOP, "fabric0_r0", "27'h70d768b", "27'h70cf64b"},
               {TOP, "fabric0_r5", "27'h74c7653", "27'h72c764b"}}},
    {"credits go to another router", "credits_return",
     "fabric0_hop0.out[0] hears no credits of fabric0_r1.in[1]", .in = RING,
     .edits = {SWAP_PORT("fabric0_hop0", "fabric0_r1_freed", "[1]", "[63:32]", "fabric0_hop5",
                         "fabric0_r1_freed", "[2]", "[95:64]")}},
    {"flits go to another router", "requests_reach_owners",
     "a packet for node 2 from gpu1_lane0_ni_inject goes round and round", .in = RING,
     .edits = {SWAP_PORT("fabric0_hop0", "fabric0_r1_in", "[1]", "[319:160]", "fabric0_hop4",
                         "fabric0_r2_in", "[1]", "[319:160]"),
               SWAP_PORT("fabric0_hop0", "fabric0_r1_freed", "[1]", "[63:32]", "fabric0_hop4",
                         "fabric0_r2_freed", "[1]", "[63:32]")}},
    {"an interface numbers nodes from 1 on", "requests_reach_owners",
     "a packet for node 6 from gpu1_lane0_ni_inject comes to a router without a way to so high a "
     "node",
     .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".REQ_NODE     (0)", ".REQ_NODE     (1)"}}},
    {"a class has fewer channels at one end", "sizes_agree",
     "a class has 4 channels in fabric0_r1, 2 in gpu1_lane0_ni_eject", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_eject", ".GROUP      (4)", ".GROUP      (2)"}}},
    {"a receiver has fewer places than its sender counts", "sizes_agree",
     "fabric0_r1.DEPTH is 8, gpu1_lane0_ni_eject.DEPTH is 4", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_eject", ".DEPTH      (8)", ".DEPTH      (4)"}}},
    {"packets begin behind the dateline alone", "sizes_agree",
     "gpu1_lane0_ni_inject begins in 2 channels, of which fabric0_r1 has 4", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".OPEN         (4)", ".OPEN         (2)"}}},
    {"a hop has too few places", "sizes_are_the_systems", "fabric0_hop1 has 2 places", .in = RING,
     .edits = {{TOP, "fabric0_hop1", ".DEPTH     (4)", ".DEPTH     (2)"}}},
    {"messages of a line are of several lanes", "orders_are_kept",
     "gpu1_lane0_ni_inject.REQ_LANE_LSB is 167, which is not of its requests' line", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".REQ_LANE_LSB (144)", ".REQ_LANE_LSB (167)"}}},
    {"packets of a lane may overtake each other", "sizes_are_the_systems",
     "fabric0_r3.ORDERED is 0, the system's is 1", .in = RING,
     .edits = {{TOP, "fabric0_r3", ".ORDERED   (1)", ".ORDERED   (0)"}}},
    {"a message is joined elsewhere than it was cut", "sizes_are_the_systems",
     "gpu1_lane0_ni_eject.RSP_BODY_W is 120, its answers need 128", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_eject", ".RSP_BODY_W (128)", ".RSP_BODY_W (120)"}}},
    {"an interface's op is elsewhere", "sizes_agree",
     "gpu1_lane0_ni_inject.RSP_OP_LSB is 150, its answers need 151", .in = RING,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".RSP_OP_LSB   (151)", ".RSP_OP_LSB   (150)"}}},
    {"a head is too short for an invalidation's tag", "sizes_are_the_systems",
     "gpu1_lane0_ni_inject.RSP_TAG_W is 1, its answers need 2", .in = ACKS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".RSP_TAG_W    (2)", ".RSP_TAG_W    (1)"}}},
    {"an acknowledgement goes to another package", "requests_reach_owners",
     "gpu1_lane0_ni_eject.ack[0] is passed again and again", .in = ACKS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".ACK_NODE     (0)", ".ACK_NODE     (1)"}}},
    {"an interface of the second lane numbers nodes from its second on", "requests_reach_owners",
     "a packet for node 6 from gpu1_lane1_ni_inject comes to a router without a way to so high a "
     "node",
     .in = DRAGONFLY,
     .edits = {{TOP, "gpu1_lane1_ni_inject", ".REQ_NODE     (3)", ".REQ_NODE     (4)"}}},
    {"a router's output waits for its input", "outputs_are_registers",
     "um_router.out_valid_o depends on in_valid_i", .in = MESH, .paths = true,
     .edits = {{"um_router", NULL, "assign out_valid_o = out_valid_q;",
                "assign out_valid_o = out_valid_q & in_valid_i;"}}},
    {"answers leave by the lane of no line", "answers_return",
     "gpu0_from_lanes_answers looks at bit 127 of a message", .in = LINKS,
     .edits = {{TOP, "gpu0_from_lanes_answers", ".DEST_LSB  (128)", ".DEST_LSB  (127)"}}},
    {"two packages have each other's acknowledgements from the lanes", "requests_reach_owners",
     "gpu0_link_in.ack_out[0] is passed again and again", .in = LINKS,
     .edits = {SWAP_PORT("gpu0_from_lanes_acks", "gpu0_link_in_ack_in", "", "",
                         "gpu1_from_lanes_acks", "gpu1_link_in_ack_in", "", "")}},
    {"acknowledgements leave by the lane of no line", "requests_reach_owners",
     "gpu2_to_lanes_acks looks at bit 1 of a message", .in = LINKS,
     .edits = {{TOP, "gpu2_to_lanes_acks", ".DEST_LSB  (0)", ".DEST_LSB  (1)"}}},
};

static void without_mistakes(void **state)
{
    need_tools();
    static const struct {
        const struct machine *in;
    } machines[] = {{RING}, {MESH}, {CARVE},  {DRAGONFLY}, {LINKS},
                    {ACKS}, {L15},  {JOINED}, {LINKS_RDC}, {LINKS_BOTH}};
    enum { MACHINES = sizeof machines / sizeof *machines, DAILY = 5 };
    passes(state, MESH, true);
    for (size_t i = 0; i < MACHINES; i++) {
        if (i == DAILY)
            slow_only("the others join these networks with units that are on another one here");
        passes(state, machines[i].in, false);
    }
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of networks", without, sizeof without / sizeof *without,
                            mistakes, sizeof mistakes / sizeof *mistakes);
}
