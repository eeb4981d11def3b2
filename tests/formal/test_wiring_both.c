/*
 * formal/wiring on machines whose L2 banks have both roles: every check holds, and each notices its
 * own kind of mistake in what leads from package to package, above all where each GPU has a home of
 * each line.
 *
 * Costs a minute with UMBEL_SLOW, of Yosys: no other test checks how these units are connected.
 */
#include "tests/formal/wiring_bench.h"

/* Four GPUs of two packages, joined by lanes; two GPUs of four; the same on rings. A flat directory
 * of four packages, and banks without any. Requests are for the package at the `to` of their src,
 * | to | from |: bits 175 to 177 in PAIRS. */
#define PAIR "gpus=8", "l2.directory.gpu_packages=2", "l2.mshrs=8"
#define FOUR "gpus=8", "l2.directory.gpu_packages=4", "l2.mshrs=8"
static const struct machine PAIRS[] = {
    {"hmg-tiny", {PAIR, "l2.banks=2", "umc.count=2", "fabric.lanes=2"}}};
static const struct machine FOURS[] = {{"hmg-tiny", {FOUR, "sm.count=2"}}};
static const struct machine RINGS[] = {{"ladm-hmg-tiny", {FOUR, "network.columns=4"}}};
static const struct machine FLAT[] = {
    {"hmg-tiny", {"sm.count=2", "l2.banks=2", "umc.count=2", "fabric.lanes=2"}}};
static const struct machine LADM[] = {{"ladm-tiny", {"sm.count=2", "l2.banks=2"}}};

#define SWAP_FAR_REQUESTS(a, b)                                                                    \
    SWAP_PORT(a "_bank_front_0", a "_far_requests_out", "[0]", "[191:0]", b "_bank_front_0",       \
              b "_far_requests_out", "[0]", "[191:0]")
/* Of one um_bank_front: its own_req gets what is for far_req, and the other way. */
#define SWAP_OWN_AND_FAR(package)                                                                  \
    SWAP_PORT(package "_bank_front_0", package "_requests_out", "[0]", "[191:0]",                  \
              package "_bank_front_0", package "_far_requests_out", "[0]", "[191:0]")

static const struct mistake mistakes[] = {
    /* ---- who is asked ---- */
    {"a package asks the home, past its GPU home", "requests_reach_owners",
     "gpu0_l2_0 sends line 6291456 to gpu3_l2_0, its GPU's is gpu1_l2_0", .in = PAIRS,
     .edits = {{TOP, "gpu0_bank_front_0", ".CHIP_W     (1)", ".CHIP_W     (2)"}}},
    {"a package asks a GPU home in place of the home", "requests_reach_owners",
     "gpu1_l2_0 is the bank of two kinds of lines", .in = FOURS,
     .edits = {{TOP, "gpu0_bank_front_0", ".CHIP_W     (2)", ".CHIP_W     (1)"}}},
    {"a um_bank_front has fewer packages in its GPU than the system's", "sizes_are_the_systems",
     "gpu3_bank_front_0.CHIP_W is 1, the system's is 2", .in = FOURS,
     .edits = {{TOP, "gpu3_bank_front_0", ".CHIP_W     (2)", ".CHIP_W     (1)"}}},
    {"two packages ask by one number", "ids_differ",
     "gpu0_bank_front_0 and gpu1_bank_front_0 both are 8 at gpu2_l2_0", .in = PAIRS,
     .edits = {{TOP, "gpu1_bank_front_0", ".HOME       (1)", ".HOME       (0)"}}},
    {"two packages have each other's far requests", "requests_reach_owners",
     "gpu2_l2_0 sends line 0 to gpu1_l2_0, its GPU's is gpu0_l2_0", .in = PAIRS,
     .edits = {SWAP_FAR_REQUESTS("gpu0", "gpu1")}},
    {"a switch sends requests to the home, past the GPU home", "requests_reach_owners",
     "is passed again and again", .in = PAIRS,
     .edits = {{TOP, "gpu1_far_requests", ".HOME_LSB  (175)", ".HOME_LSB  (165)"}}},
    {"a switch looks for `to` one bit too low", "requests_reach_owners",
     "gpu0_far_requests looks at bit 174 of a message", .in = PAIRS,
     .edits = {{TOP, "gpu0_far_requests", ".HOME_LSB  (175)", ".HOME_LSB  (174)"}}},
    {"a switch reads a part of `to`", "requests_reach_owners",
     "gpu0_l2_0: a message of line 8388608 passes 0 links to gpu0_l2_0.req[0], not 2", .in = PAIRS,
     .edits = {{TOP, "gpu0_far_requests", ".HOME_W    (3)", ".HOME_W    (2)"}}},
    {"a fabric looks for `to` one bit too high", "requests_reach_owners",
     "fabric1_requests looks at bit 178 of a message", .in = PAIRS,
     .edits = {{TOP, "fabric1_requests", ".DEST_LSB  (175)", ".DEST_LSB  (176)"}}},
    {"an interface of a network reads a part of `to`", "requests_reach_owners",
     "gpu1_l2_0: a message of line 4194304 passes 4 links to gpu4_bank_front_0.far_req[0], not 2",
     .in = RINGS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".REQ_DEST_W   (3)", ".REQ_DEST_W   (2)"}}},
    {"a router loses releases, which alone go past GPU homes", "requests_reach_owners",
     "gpu3_far_requests.out[1] is passed again and again", .in = RINGS,
     .edits = {{TOP, "fabric0_r3", "24'h249091", "24'h241091"}}},
    {"an interface has a channel for answers of even lines, and one for odd", "orders_are_kept",
     "gpu1_lane0_ni_inject.RSP_LANE_LSB is 128, which is not of its answers' package", .in = RINGS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".RSP_LANE_LSB (155)", ".RSP_LANE_LSB (128)"}}},
    {"a head is too short for the tag of a directory's invalidation", "sizes_are_the_systems",
     "gpu1_lane0_ni_inject.RSP_TAG_W is 0, its answers need 2", .in = RINGS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".RSP_TAG_W    (2)", ".RSP_TAG_W    (0)"}}},
    {"an interface has such channels for acknowledgements", "orders_are_kept",
     "gpu1_lane0_ni_inject.ACK_LANE_LSB is 0, which is not of its acknowledgements' package",
     .in = RINGS,
     .edits = {{TOP, "gpu1_lane0_ni_inject", ".ACK_LANE_LSB (20)", ".ACK_LANE_LSB (0)"}}},
    {"answers of GPU homes go to another package", "answers_return",
     "gpu1_l2_0.mem_rsp[0] gets what is for gpu3_l2_0.mem_rsp", .in = PAIRS,
     .edits = {{TOP, "gpu1_far_answers", ".HOME_LSB  (156)", ".HOME_LSB  (157)"}}},
    {"two directories have each other's acknowledgements", "requests_reach_owners",
     "gpu0_bank_front_1.dir_ack[0] gets what is for gpu0_bank_front_0.dir_ack", .in = PAIRS,
     .edits = {SWAP_PORT("gpu0_bank_front_0", "gpu0_far_acks_out", "[0]", "[31:0]",
                         "gpu0_bank_front_1", "gpu0_far_acks_out", "[1]", "[63:32]")}},
    {"acknowledgements for a GPU home pass it", "requests_reach_owners",
     "gpu0_lane0_in.ack_out[0] is passed again and again", .in = PAIRS,
     .edits = {{TOP, "gpu0_far_acks", ".home_i      (3'h0)", ".home_i      (3'h1)"}}},
    {"a flat directory's acknowledgements come to another's", "requests_reach_owners",
     "gpu2_bank_front_1.dir_ack[0] gets what is for gpu2_bank_front_0.dir_ack", .in = FLAT,
     .edits = {SWAP_PORT("gpu2_bank_front_0", "gpu2_far_acks_out", "[0]", "[31:0]",
                         "gpu2_bank_front_1", "gpu2_far_acks_out", "[1]", "[63:32]")}},
    {"an acknowledgement is longer than its channel", "sizes_are_the_systems",
     "gpu0_bank_front_0.TAG_W is 3, the system's is 2", .in = PAIRS,
     .edits = {{TOP, "gpu0_bank_front_0", ".TAG_W      (2)", ".TAG_W      (3)"}}},
    /* ---- who waits ---- */
    {"near requests of two GPUs wait for each other", "no_circle", "(near requests) waits for ",
     .in = PAIRS, .edits = {SWAP_FAR_REQUESTS("gpu0", "gpu1"), SWAP_FAR_REQUESTS("gpu2", "gpu3")}},
    {"own requests of two GPUs wait for near ones of each other", "no_circle",
     "gpu0_bank_front_0.far_req[0] (near requests) waits for ", .in = PAIRS,
     .edits = {SWAP_OWN_AND_FAR("gpu1"), SWAP_OWN_AND_FAR("gpu2")}},
    {"far requests wait for near ones", "no_circle",
     "gpu2_bank_front_0.NEARS is 4; near requests of the other packages of its GPU need 6",
     .in = FOURS, .edits = {{TOP, "gpu2_bank_front_0", ".NEARS      (8)", ".NEARS      (4)"}}},
    {"a queue of near requests has no power of two of places", "sizes_are_the_systems",
     "gpu2_bank_front_0.NEARS is 6, which is no power of two", .in = FOURS,
     .edits = {{TOP, "gpu2_bank_front_0", ".NEARS      (8)", ".NEARS      (6)"}}},
    {"kills of other GPUs' homes wait for those inside", "no_circle",
     "gpu5_bank_front_1.INSIDE is 16; kills, a release and what other GPUs' homes send need 18",
     .in = PAIRS, .edits = {{TOP, "gpu5_bank_front_1", ".INSIDE     (32)", ".INSIDE     (16)"}}},
    {"a release waits for kills across GPUs", "no_circle",
     "gpu4_bank_front_0.ACROSS is 8; kills and a release need 9", .in = PAIRS,
     .edits = {{TOP, "gpu4_bank_front_0", ".ACROSS     (16)", ".ACROSS     (8)"}}},
    {"own and near requests have the slots of far ones", "no_circle",
     "gpu0_bank_front_0.KILLS is 4; own and near requests, and a far one, need 5", .in = FOURS,
     .edits = {{TOP, "gpu0_bank_front_0", ".KILLS      (8)", ".KILLS      (4)"}}},
    {"own and near requests have all MSHRs", "no_circle",
     "gpu1_bank_front_0 lets in 8 requests for other packages, gpu1_l2_0 has 8 MSHRS", .in = FOURS,
     .edits = {{TOP, "gpu1_bank_front_0", ".REMOTES    (2)", ".REMOTES    (4)"}}},
    {"a flat bank's requests for other packages have all MSHRs", "no_circle",
     "gpu1_bank_front_0 lets in 4 requests for other packages, gpu1_l2_0 has 4 MSHRS", .in = FLAT,
     .edits = {{TOP, "gpu1_bank_front_0", ".REMOTES    (2)", ".REMOTES    (4)"}}},
    {"a package has more near requests under way than others", "sizes_agree",
     "gpu0_bank_front_0.REMOTES is 2, gpu1_bank_front_0.REMOTES is 4", .in = FOURS,
     .edits = {{TOP, "gpu1_bank_front_0", ".REMOTES    (2)", ".REMOTES    (4)"}}},
    {"a home has more kills under way than GPU homes have places for", "sizes_agree",
     "gpu3_bank_front_1.CREDITS is 4", .in = PAIRS,
     .edits = {{TOP, "gpu3_bank_front_1", ".CREDITS    (2)", ".CREDITS    (4)"}}},
    {"a directory has more slots than its bank MSHRs", "sizes_are_the_systems",
     "gpu1_bank_front_1.KILLS is 8, the system's is 4", .in = FLAT,
     .edits = {{TOP, "gpu1_bank_front_1", ".KILLS      (4)", ".KILLS      (8)"}}},
    {"acknowledgements wait for what comes in", "outputs_are_registers",
     "um_bank_front_hmg_homes.far_ack_valid_o depends on rsp_valid_i", .in = FOURS, .paths = true,
     .edits = {{TOP, "gpu0_bank_front_0", ".QUEUE_IN   (2)", ".QUEUE_IN   (0)"},
               {TOP, "gpu0_bank_front_0", ".QUEUE_OUT  (2)", ".QUEUE_OUT  (0)"}}},
};

static void without_mistakes(void **state)
{
    need_tools();
    static const struct {
        const struct machine *in;
        bool paths, slow; /* slow: test_wiring looks at the same units in ladm-hmg-tiny */
    } machines[] = {{PAIRS, false, false}, {FOURS, false, false}, {FOURS, true, true},
                    {RINGS, false, false}, {FLAT, false, false},  {FLAT, true, true},
                    {LADM, false, false}};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (!machines[i].slow || slow_wanted())
            passes(state, machines[i].in, machines[i].paths);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of banks with both roles", without,
                            sizeof without / sizeof *without, mistakes,
                            sizeof mistakes / sizeof *mistakes);
}
