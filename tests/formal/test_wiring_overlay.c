/*
 * formal/wiring on a machine whose CPU has an overlay: every check holds, and each notices its own
 * kind of mistake at the detours, in the overlay's networks and at the cubes' two ways.
 *
 * Costs a minute, of Yosys: no other test checks how an overlay is connected.
 */
#include "tests/formal/wiring_bench.h"

/* Routers of the slices have two stages, those of an overlay one. */
static const struct machine OVERLAY[] = {{"umn-overlay-tiny", {"network.stages=2"}}};
/* Planes of two banks, cubes of two controllers, a CPU in the middle of the clusters' numbers. */
static const struct machine MIDDLE[] = {
    {"umn-overlay-tiny", {"l2.banks=4", "umc.count=4", "cubes.clusters=4", "network.columns=4"}}};

/* Joins a port of the first detour to another interface than it was. */
#define OTHER_PORT(port, was, is)                                                                  \
    {                                                                                              \
        TOP, "host_detour_0", port was, port is                                                    \
    }
#define PASS_PORT(end, gap, was, is, signal)                                                       \
    OTHER_PORT(".pass_req_" end gap, was "_ni_inject_req_" signal, is "_ni_inject_req_" signal)
#define NET_PORT(end, gap, was, is, signal)                                                        \
    OTHER_PORT(".net_req_" end gap, was "_ni_inject_req_" signal, is "_ni_inject_req_" signal)

static const struct mistake mistakes[] = {
    {"two banks ask by each other's detours", "requests_reach_owners", "has no detour of its own",
     .in = OVERLAY,
     .edits = {SWAP_PORT("host_l2_0", "host_detour_0_req", "", "", "host_l2_1", "host_detour_1_req",
                         "", "")}},
    {"a detour sends by the overlay of another slice", "requests_reach_owners",
     "which is not before DRAM", .in = OVERLAY,
     .edits = {SWAP_PORT("host_detour_0", "overlay0_asker0_ni_inject_req", "", "", "host_detour_1",
                         "overlay1_asker0_ni_inject_req", "", "")}},
    {"a detour sends by the network what is for the overlay", "requests_reach_owners",
     "plane0_asker2_ni_inject sends requests of the other way", .in = OVERLAY,
     .edits = {PASS_PORT("valid_o", " (", "overlay0_asker0", "plane0_asker2", "valid"),
               PASS_PORT("ready_i", " (", "overlay0_asker0", "plane0_asker2", "ready"),
               PASS_PORT("msg_o", "   (", "overlay0_asker0", "plane0_asker2", "msg"),
               NET_PORT("valid_o", "  (", "plane0_asker2", "overlay0_asker0", "valid"),
               NET_PORT("ready_i", "  (", "plane0_asker2", "overlay0_asker0", "ready"),
               NET_PORT("msg_o", "    (", "plane0_asker2", "overlay0_asker0", "msg")}},
    {"both ways have each other's answers", "answers_return", "gets answers of the other way",
     .in = OVERLAY,
     .edits = {SWAP_PORT("overlay1_asker0_ni_eject", "host_detour_1_pass_rsp", "", "",
                         "plane1_asker2_ni_eject", "host_detour_1_net_rsp", "", "")}},
    {"a detour marks the bit below that of the way", "sizes_are_the_systems",
     "host_detour_1.REQ_WAY is 172, the system's is 173", .in = OVERLAY,
     .edits = {{TOP, "host_detour_1", ".REQ_WAY    (173)", ".REQ_WAY    (172)"}}},
    {"a detour finds its bucket in the number of the bank", "sizes_are_the_systems",
     "host_detour_0.RSP_BUCKET is 128, the system's is 129", .in = OVERLAY,
     .edits = {{TOP, "host_detour_0", ".RSP_BUCKET (129)", ".RSP_BUCKET (128)"}}},
    {"buckets are of more bits than a line has", "sizes_are_the_systems",
     "host_detour_0.BUCKETS is 67108864, more than a line tells", .in = OVERLAY,
     .edits = {{TOP, "host_detour_0", ".BUCKETS    (2)", ".BUCKETS    (67108864)"}}},
    {"a controller answers all by the slice", "answers_return",
     "net_rsp[0] gets answers of the other way", .in = OVERLAY,
     .edits = {{TOP, "umc2_answers", ".DEST_LSB  (157)", ".DEST_LSB  (158)"}}},
    {"a controller looks for the way of an answer a bit too low", "answers_return", "",
     .in = OVERLAY, .edits = {{TOP, "umc5_answers", ".DEST_LSB  (157)", ".DEST_LSB  (155)"}}},
    {"what passes a hop takes a cycle too many", "sizes_are_the_systems",
     "plane0_hop0.PASS_LATENCY is 3, the system's is 2", .in = OVERLAY,
     .edits = {{TOP, "plane0_hop0", ".PASS_LATENCY (2)", ".PASS_LATENCY (3)"}}},
    {"what does not pass a hop is as fast", "sizes_are_the_systems",
     "plane0_hop0.LATENCY is 3, the system's is 4", .in = OVERLAY,
     .edits = {{TOP, "plane0_hop0", ".LATENCY      (4)", ".LATENCY      (3)"}}},
    {"answers do not pass a hop", "sizes_are_the_systems", "plane0_hop0.PASS is 12", .in = OVERLAY,
     .edits = {{TOP, "plane0_hop0", ".PASS         (204)", ".PASS         (12)"}}},
    {"a hop has no room for what waits", "sizes_are_the_systems",
     "plane0_hop0 has 4 places: flits that wait", .in = OVERLAY,
     .edits = {{TOP, "plane0_hop0", ".DEPTH        (8)", ".DEPTH        (4)"}}},
    {"a router passes channels of the slice", "sizes_are_the_systems",
     "plane1_r1.PASS is 255, the system's is 204", .in = OVERLAY,
     .edits = {{TOP, "plane1_r1", ".PASS      (204)", ".PASS      (255)"}}},
    {"a router of the slice has one stage", "sizes_are_the_systems",
     "plane0_r2.STAGES is 1, the system's is 2", .in = OVERLAY,
     .edits = {{TOP, "plane0_r2", ".STAGES    (2)", ".STAGES    (1)"}}},
    {"two cubes have each other's place on the overlay", "requests_reach_owners",
     "which is not before DRAM", .in = OVERLAY,
     .edits = {SWAP_PORT("overlay0_owner0_ni_eject", "umc0_requests_in", "[1]", "[383:192]",
                         "overlay0_owner1_ni_eject", "umc2_requests_in", "[1]", "[383:192]")}},
    {"the overlay finds a cube's controller in the number of the bank", "requests_reach_owners",
     "which is not before DRAM", .in = MIDDLE,
     .edits = {{TOP, "overlay0_asker1_ni_inject", ".REQ_UMC_LSB   (145)", ".REQ_UMC_LSB   (144)"}}},
    {"two controllers of a cube have each other's requests of the slice", "requests_reach_owners",
     "which is not before DRAM", .in = MIDDLE,
     .edits = {SWAP_PORT("plane0_owner0_ni_eject", "umc0_requests_in", "[0]", "[191:0]",
                         "plane0_owner4_ni_eject", "umc2_requests_in", "[0]", "[191:0]")}},
    {"a bank of the CPU is at another's port of the overlay", "answers_return",
     "gets what is for host_l2", .in = MIDDLE,
     .edits = {SWAP_PORT("overlay0_asker0_ni_eject", "host_detour_0_pass_rsp", "", "",
                         "overlay0_asker1_ni_eject", "host_detour_2_pass_rsp", "", "")}},
};

static void without_mistakes(void **state)
{
    need_tools();
    passes(state, OVERLAY, false);
    passes(state, MIDDLE, false);
    slow_only("what outputs depend on is looked at in a mesh and a board every day");
    passes(state, OVERLAY, true);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of an overlay", without, sizeof without / sizeof *without,
                            mistakes, sizeof mistakes / sizeof *mistakes);
}
