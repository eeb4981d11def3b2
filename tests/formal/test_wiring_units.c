/*
 * formal/wiring on machines with more than SMs, L2 banks and controllers: RDC banks, L1.5 banks,
 * copy engines, a host, and what invalidations need. Every check holds, and each notices its own
 * kind of mistake.
 *
 * Costs a minute with UMBEL_SLOW, of Yosys: no other test checks how these units are connected.
 */
#include "tests/formal/wiring_bench.h"

/* Machines with copy engines and a host, whose lines may be hashed; with L1.5 banks; under gpu-vi,
 * and where invalidations reach the L1s; with more RDC banks than L2 banks. */
#define HOST PACKAGES, "sm.tags=16", "copy_engine.lines=8", "memory.host=true"
static const struct machine RDMA_HOST[] = {{"rdma-tiny", {HOST}}};
static const struct machine NUMA_HOST[] = {{"numa-tiny", {HOST, "memory.interleave=hash"}}};
static const struct machine L15[] = {
    {"numa-l15-tiny",
     {"gpus=3", "l2.banks=2", "umc.count=2", "fabric.lanes=2", "l15.banks=4", "protocol=nc-wb"}}};
static const struct machine L15_ALL[] = {{"numa-l15-tiny",
                                          {"gpus=3", "l2.banks=2", "umc.count=2", "fabric.lanes=2",
                                           "l15.banks=4", "protocol=nc-wb", "l15.allocate=all"}}};
static const struct machine L15_HOST[] = {
    {"numa-l15-tiny", {"sm.tags=16", "copy_engine.lines=8", "memory.host=true", "l15.banks=4"}}};
static const struct machine VI[] = {{"numa-vi-tiny", {"gpus=3", "l2.banks=2", "umc.count=2"}}};
static const struct machine DEEP[] = {
    {"numa-vi-tiny", {"sm.count=2", "l2.banks=2", "invalidation.l1_copies=vi"}}};
static const struct machine CARVE[] = {{"carve-tiny", {"gpus=3", "l2.banks=1", "umc.count=2"}}};

static const struct machine CARVE_HOST[] = {{"carve-um-tiny", {"umc.count=2"}}};

static const struct mistake mistakes[] = {
    {"something comes where a host has no RDC bank", "ports_are_connected",
     "host_dram_mux_1.rdc_req_valid_i: bit 0 is a constant", .in = CARVE_HOST,
     .edits = {{TOP, "host_dram_mux_1", ".rdc_req_valid_i (1'b0)", ".rdc_req_valid_i (1'b1)"}}},
    {"what a host's mux says to an RDC bank is held back", "ports_are_connected",
     "host_dram_mux_0.rdc_rsp_ready_i: bit 0 is a constant", .in = CARVE_HOST,
     .edits = {{TOP, "host_dram_mux_0", ".rdc_rsp_ready_i (1'b1)", ".rdc_rsp_ready_i (1'b0)"}}},
    {"answers to RDC banks go by their destination", "answers_return",
     "gets what is for gpu0_rdc_1.mem_rsp", .in = CARVE,
     .edits = {{TOP, "gpu0_remote_answers", ".DEST_LSB  (128)", ".DEST_LSB  (155)"}}},
    {"an RDC bank has a program's lines", "sizes_are_the_systems",
     "gpu0_rdc_1.START is 1048320, the system's is 1048448", .in = CARVE,
     .edits = {{TOP, "gpu0_rdc_1", "(1048448)", "(1048320)"}}},
    {"an RDC bank has more sets than the system's", "sizes_are_the_systems",
     "gpu2_rdc_0.SETS is 256, the system's is 128", .in = CARVE,
     .edits = {{TOP, "gpu2_rdc_0", ".SETS       (128)", ".SETS       (256)"}}},
    {"an RDC bank has a spare bit less than its channel", "sizes_are_the_systems",
     "gpu1_rdc_0.META_W is 17, the system's is 18", .in = CARVE,
     .edits = {{TOP, "gpu1_rdc_0", ".META_W     (18)", ".META_W     (17)"}}},
    {"a mux takes longer tags of its RDC bank", "sizes_are_the_systems",
     "gpu0_dram_mux_0.RDC_TAG_W is 3, the system's is 2", .in = CARVE,
     .edits = {{TOP, "gpu0_dram_mux_0", ".RDC_TAG_W  (2)", ".RDC_TAG_W  (3)"}}},
    {"a mux has no bit for whose a tag is", "sizes_are_the_systems",
     "gpu0_dram_mux_1.TAG_W is 2, the system's is 3", .in = CARVE,
     .edits = {{TOP, "gpu0_dram_mux_1", ".TAG_W      (3)", ".TAG_W      (2)"}}},
    {"two RDC banks have each other's DRAM", "requests_reach_owners", "which is not at DRAM 1",
     .in = CARVE,
     .edits = {SWAP("gpu0_rdc_0", "gpu0_dram_mux_0_rdc_req_valid", "gpu0_rdc_1",
                    "gpu0_dram_mux_1_rdc_req_valid"),
               SWAP("gpu0_rdc_0", "gpu0_dram_mux_0_rdc_req_ready", "gpu0_rdc_1",
                    "gpu0_dram_mux_1_rdc_req_ready"),
               SWAP("gpu0_rdc_0", "gpu0_dram_mux_0_rdc_req_msg", "gpu0_rdc_1",
                    "gpu0_dram_mux_1_rdc_req_msg")}},
    {"a controller and an RDC bank have each other's port at a mux", "requests_reach_owners",
     "which is not before DRAM 2", .in = CARVE,
     .edits = {SWAP("gpu1_umc0", "gpu1_dram_mux_0_umc_req_valid", "gpu1_rdc_0",
                    "gpu1_dram_mux_0_rdc_req_valid"),
               SWAP("gpu1_umc0", "gpu1_dram_mux_0_umc_req_ready", "gpu1_rdc_0",
                    "gpu1_dram_mux_0_rdc_req_ready"),
               SWAP("gpu1_umc0", "gpu1_dram_mux_0_umc_req_msg", "gpu1_rdc_0",
                    "gpu1_dram_mux_0_rdc_req_msg")}},
    {"a switch knows one of two RDC banks", "requests_reach_owners",
     "gpu0_memory_requests looks at bit 145 of a message", .in = CARVE,
     .edits = {{TOP, "gpu0_memory_requests", ".FAR_LSB   (144)", ".FAR_LSB   (145)"}}},
    {"acknowledgements leave where RDC banks would be", "requests_reach_owners",
     "gpu1_memory_acks has no output 3 for a message", .in = CARVE,
     .edits = {{TOP, "gpu1_memory_acks", ".FAR       (2)", ".FAR       (3)"}}},
    {"a controller takes another package for its own", "invalidations_reach_banks",
     "gpu0_umc0 is of package 1 of 3, not of 0 of 3", .in = VI,
     .edits = {{TOP, "gpu0_umc0", ".HOME         (0)", ".HOME         (1)"}}},
    {"a controller knows two of three packages", "invalidations_reach_banks",
     "gpu0_umc0 is of package 0 of 2, not of 0 of 3", .in = VI,
     .edits = {{TOP, "gpu0_umc0", ".NODES        (3)", ".NODES        (2)"}}},
    {"an invalidation's package is a bit too low", "invalidations_reach_banks",
     "gpu1_umc1 invalidates line", .in = VI,
     .edits = {{TOP, "gpu1_umc1", ".NODE_LSB     (1)", ".NODE_LSB     (0)"}}},
    {"an invalidation's bank is a bit too high", "invalidations_reach_banks",
     "gpu1_umc1 invalidates line", .in = VI,
     .edits = {{TOP, "gpu1_umc1", ".BANK_LSB     (0)", ".BANK_LSB     (1)"}}},
    {"two banks have each other's acknowledgements", "requests_reach_owners",
     "gpu0_l2_0: a message of line", .in = VI,
     .edits = {SWAP("gpu0_l2_0", "gpu0_memory_acks_in_valid[0]", "gpu1_l2_0",
                    "gpu1_memory_acks_in_valid[0]"),
               SWAP("gpu0_l2_0", "gpu0_memory_acks_in_ready[0]", "gpu1_l2_0",
                    "gpu1_memory_acks_in_ready[0]"),
               SWAP("gpu0_l2_0", "gpu0_memory_acks_in_msg[31:0]", "gpu1_l2_0",
                    "gpu1_memory_acks_in_msg[31:0]")}},
    {"acknowledgements are too long on a lane", "sizes_are_the_systems",
     "gpu0_lane0_out.ACK_CYCLES is 2, its acknowledgements need 1", .in = VI,
     .edits = {{TOP, "gpu0_lane0_out", ".ACK_CYCLES      (1)", ".ACK_CYCLES      (2)"}}},
    {"two packages' L1s have each other's drops", "drops_reach_l1s",
     "gpu0_inv_broadcast does not tell gpu0_sm0_l1", .in = DEEP,
     .edits = {SWAP_PORT("gpu0_sm0_l1", "gpu0_inv_broadcast_drop", "[0]", "[31:0]", "gpu1_sm0_l1",
                         "gpu1_inv_broadcast_drop", "[0]", "[31:0]")}},
    {"two banks have each other's acknowledgements at their gates", "drops_reach_l1s",
     "gpu0_l2_0 asks the memory past any gate", .in = DEEP,
     .edits = {SWAP_PORT("gpu0_l2_0", "gpu0_inv_gate_0_ack", "", "", "gpu0_l2_1",
                         "gpu0_inv_gate_1_ack", "", "")}},
    {"a gate hears of another's lines", "drops_reach_l1s",
     "gpu0_inv_gate_0 asks gpu0_inv_broadcast, which answers gpu0_inv_gate_1.dropped[0]",
     .in = DEEP,
     .edits = {SWAP_PORT("gpu0_inv_gate_0", "gpu0_dropped_out", "[0]", "[31:0]", "gpu0_inv_gate_1",
                         "gpu0_dropped_out", "[1]", "[63:32]")}},
    {"a broadcast tells more L1s than there are", "sizes_are_the_systems",
     "gpu1_inv_broadcast.L1S is 3, the system's is 2", .in = DEEP,
     .edits = {{TOP, "gpu1_inv_broadcast", ".L1S       (2)", ".L1S       (3)"}}},
    {"two L1.5 banks have one id", "ids_differ", "gpu1_l15_0 and gpu1_l15_2 both are 4", .in = L15,
     .edits = {{TOP, "gpu1_l15_2", "(4'd6)", "(4'd4)"}}},
    {"an L1.5 bank has the number of another package", "ids_are_ports",
     "gpu1_l15_1 has id 1 at port 1 of package 1", .in = L15,
     .edits = {{TOP, "gpu1_l15_1", "(4'd5)", "(4'd1)"}}},
    {"an L1.5 bank writes back", "sizes_are_the_systems",
     "gpu0_l15_2 is a um_l2_nc_wb, the system's protocol has um_l2_nc", .in = L15,
     .edits = {{TOP, "gpu0_l15_2", "um_l2_nc #(", "um_l2_nc_wb #("}}},
    {"an L1.5 bank is emptied with the L2", "sizes_are_the_systems",
     "gpu1_l15_1.LEVEL is 1, the system's is 4", .in = L15,
     .edits = {{TOP, "gpu1_l15_1", ".LEVEL      (4)", ".LEVEL      (1)"}}},
    {"a switch before the L2 knows two of four L1.5 banks", "requests_reach_owners",
     "gpu0_l15_0 is the bank of two kinds of lines", .in = L15_ALL,
     .edits = {{TOP, "gpu0_requests", ".DEST_W    (2)", ".DEST_W    (1)"}}},
    {"behind L1.5 banks no line is another package's", "requests_reach_owners",
     "gpu1_l15_0 sends line ", .in = L15_ALL,
     .edits = {{TOP, "gpu1_below_requests", ".home_i      (2'h1)", ".home_i      (2'h2)"}}},
    {"what L1.5 banks ask a host comes to a package", "requests_reach_owners",
     "gpu0_l15_1 sends line ", .in = L15_HOST,
     .edits = {{TOP, "fabric0_requests", ".DEST_W    (2)", ".DEST_W    (1)"}}},
    {"an L1.5 bank has more sets than the system's", "sizes_are_the_systems",
     "gpu2_l15_3.SETS is 32, the system's is 16", .in = L15,
     .edits = {{TOP, "gpu2_l15_3", "SETS       (16)", "SETS       (32)"}}},
    {"a switch knows two of four L1.5 banks", "requests_reach_owners",
     "gpu0_l15_0 is the bank of two kinds of lines", .in = L15,
     .edits = {{TOP, "gpu0_requests", ".FAR_W     (2)", ".FAR_W     (1)"}}},
    {"answers to L1s of a package leave by lanes", "answers_return",
     "gets what is for gpu0_sm0_l1.rsp", .in = L15,
     .edits = {{TOP, "gpu0_answers", ".home_i      (2'h0)", ".home_i      (2'h1)"}}},
    {"two L1.5 banks have each other's ports behind them", "ids_are_ports",
     "gpu0_l15_0 has id 0 at port 1", .in = L15,
     .edits = {SWAP("gpu0_l15_0", "gpu0_remote_requests_in_valid[0]", "gpu0_l15_1",
                    "gpu0_remote_requests_in_valid[1]"),
               SWAP("gpu0_l15_0", "gpu0_remote_requests_in_ready[0]", "gpu0_l15_1",
                    "gpu0_remote_requests_in_ready[1]"),
               SWAP("gpu0_l15_0", "gpu0_remote_requests_in_msg[191:0]", "gpu0_l15_1",
                    "gpu0_remote_requests_in_msg[383:192]")}},
    {"a copy engine's L1 has an SM's id", "ids_differ", "gpu0_sm1_l1 and gpu0_copy_l1 both are 1",
     .in = RDMA_HOST, .edits = {{TOP, "gpu0_copy_l1", "(4'd2)", "(4'd1)"}}},
    {"a copy engine's L1 has an SM's sets", "sizes_are_the_systems",
     "gpu1_copy_l1.SETS is 4, the system's is 2", .in = NUMA_HOST,
     .edits = {{TOP, "gpu1_copy_l1", "SETS       (2)", "SETS       (4)"}}},
    {"a copy engine copies more lines than the system's", "sizes_are_the_systems",
     "gpu2_copy.LINES is 16, the system's is 8", .in = NUMA_HOST,
     .edits = {{TOP, "gpu2_copy", "LINES      (8)", "LINES      (16)"}}},
    {"a copy engine is at an SM's port", "sizes_are_the_systems", "core 6 is no copy engine",
     .in = RDMA_HOST,
     .edits = {SWAP("gpu0_copy", "core_req_valid_i[6]", "gpu2_sm1_l1", "core_req_valid_i[5]"),
               SWAP("gpu0_copy", "core_req_ready_o[6]", "gpu2_sm1_l1", "core_req_ready_o[5]"),
               SWAP("gpu0_copy", "core_rsp_valid_o[6]", "gpu2_sm1_l1", "core_rsp_valid_o[5]"),
               SWAP("gpu0_copy", "core_rsp_ready_i[6]", "gpu2_sm1_l1", "core_rsp_ready_i[5]")}},
    {"the host takes lines of a package for its own", "requests_reach_owners", "host_",
     .in = RDMA_HOST,
     .edits = {{TOP, "host_requests", ".home_i      (2'h3)", ".home_i      (2'h1)"}}},
};

/* Without the mistakes, the same systems pass. */
static void without_mistakes(void **state)
{
    need_tools();
    static const struct {
        const struct machine *in;
        bool paths, slow; /* slow: a machine that ships has the same units */
    } kinds[] = {{RDMA_HOST, false, false}, {NUMA_HOST, false, false}, {NUMA_HOST, true, true},
                 {VI, false, false},        {VI, true, true},          {DEEP, false, false},
                 {DEEP, true, true},        {CARVE, false, false},     {CARVE, true, true},
                 {L15_ALL, false, false},   {L15_HOST, false, false},  {CARVE_HOST, false, false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!kinds[i].slow || slow_wanted())
            passes(state, kinds[i].in, kinds[i].paths);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of units", without, sizeof without / sizeof *without, mistakes,
                            sizeof mistakes / sizeof *mistakes);
}
