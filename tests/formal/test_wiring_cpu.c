/*
 * formal/wiring on machines whose host has a CPU: every check holds, and each notices its own kind
 * of mistake at the CPU's core port, its L1, the banks of its L2 and what is behind them.
 *
 * Costs a minute, of Yosys: no other test checks how a CPU is connected.
 */
#include "tests/formal/wiring_bench.h"

/* The host has a cluster of cubes of its own, on the packages' network; it has a memory beside
 * theirs, over a link; each has a memory, joined by lanes; there is one memory behind links,
 * without a network. Caches of the CPU differ from those of a GPU. */
#define CPU "cpu.l1_bytes=512", "cpu.l2_bytes=2048", "cpu.l2_mshrs=4"
static const struct machine UMN[] = {{"umn-tiny", {CPU}}};
static const struct machine GMN[] = {{"gmn-tiny", {CPU}}};
static const struct machine PCIE[] = {{"pcie-tiny", {CPU, "l2.banks=2", "umc.count=2"}}};
static const struct machine PLANES[] = {
    {"tsm-tiny", {CPU, "sm.tags=8", "cpu.misses=4", "l2.banks=2", "umc.count=2"}}};
/* Planes of two banks of each node; lines that are hashed, the CPU's, too. */
static const struct machine UMN_4[] = {{"umn-tiny", {CPU, "l2.banks=4", "umc.count=4"}}};
static const struct machine HASH[] = {
    {"pcie-tiny", {CPU, "l2.banks=2", "umc.count=2", "memory.interleave=hash"}}};
/* SMs, and the CPU, have the numbers of cube and controller elsewhere than the units. */
#define ORDERED "cubes.order.LC=5", "cubes.order.BK=2", "cubes.order.VL=7", "cubes.order.RW=3"
static const struct machine ORDER[] = {{"umn-tiny", {CPU, "umc.count=4", ORDERED}}};
/* Cubes of two controllers, which are nodes each; to which acknowledgements go, too. */
static const struct machine UMCS[] = {{"umn-tiny", {CPU, "umc.count=4"}}};
static const struct machine UMCS_VI[] = {{"umn-tiny", {CPU, "umc.count=4", "protocol=gpu-vi"}}};
/* The same where controllers know who has copies; where invalidations reach the L1s, too, of which
 * a package has two, and the host one. */
static const struct machine VI[] = {{"umn-tiny", {CPU, "protocol=gpu-vi"}}};
static const struct machine DEEP[] = {
    {"umn-tiny", {CPU, "protocol=gpu-vi", "invalidation.l1_copies=vi", "sm.count=2"}}};
/* Packages with one link each to a cube of the host. */
static const struct machine CMN[] = {{"cmn-tiny", {CPU, "protocol=nc-wb", "network.channel=line"}}};

static const struct mistake mistakes[] = {
    /* ---- the core port, sizes ---- */
    {"the CPU and an SM have each other's answers", "answers_return",
     "core 4 has no L1 that both hears and answers it", .in = PCIE,
     .edits = {SWAP("gpu1_sm0_l1", "core_rsp_valid_o[1]", "host_cpu_l1", "core_rsp_valid_o[4]"),
               SWAP("gpu1_sm0_l1", "core_rsp_ready_i[1]", "host_cpu_l1", "core_rsp_ready_i[4]"),
               SWAP("gpu1_sm0_l1", "core_rsp_msg_o[319:160]", "host_cpu_l1",
                    "core_rsp_msg_o[799:640]")}},
    {"the CPU is where a copy engine should be", "sizes_are_the_systems",
     "core 3 is no copy engine", .in = PCIE,
     .edits = {{TOP, "host_cpu_l1", "core_req_valid_i[4]", "core_req_valid_i[3]"},
               {TOP, "host_cpu_l1", "core_req_ready_o[4]", "core_req_ready_o[3]"},
               {TOP, "host_cpu_l1", "core_req_msg_i[959:768]", "core_req_msg_i[767:576]"},
               {TOP, "gpu1_copy", "core_req_valid_i[3]", "core_req_valid_i[4]"},
               {TOP, "gpu1_copy", "core_req_ready_o[3]", "core_req_ready_o[4]"},
               {TOP, "gpu1_copy", "core_req_msg_i[767:576]", "core_req_msg_i[959:768]"}}},
    {"the CPU's L1 has the shape of an SM's", "sizes_are_the_systems",
     "host_cpu_l1.SETS is 8, the system's is 16", .in = UMN,
     .edits = {{TOP, "host_cpu_l1", ".SETS       (16)", ".SETS       (8)"}}},
    {"an SM's L1 has the shape of the CPU's", "sizes_are_the_systems",
     "gpu1_sm0_l1.SETS is 16, the system's is 8", .in = UMN,
     .edits = {{TOP, "gpu1_sm0_l1", ".SETS       (8)", ".SETS       (16)"}}},
    {"a bank of the CPU's L2 has the sets of a package's", "sizes_are_the_systems",
     "host_l2_1.SETS is 32, the system's is 64", .in = GMN,
     .edits = {{TOP, "host_l2_1", ".SETS       (64)", ".SETS       (32)"}}},
    {"a bank of the CPU's L2 has the MSHRs of a package's", "sizes_are_the_systems",
     "host_l2_0.MSHRS is 2, the system's is 4", .in = PCIE,
     .edits = {{TOP, "host_l2_0", ".MSHRS      (4)", ".MSHRS      (2)"}}},
    {"a bank of a package has the MSHRs of the CPU's L2", "sizes_are_the_systems",
     "gpu0_l2_1.MSHRS is 4, the system's is 2", .in = PCIE,
     .edits = {{TOP, "gpu0_l2_1", ".MSHRS      (2)", ".MSHRS      (4)"}}},
    {"the CPU's lines are hashed otherwise", "sizes_are_the_systems",
     "host_cpu_hash.LOW_W is 2, the system's is 1", .in = HASH,
     .edits = {{TOP, "host_cpu_hash", ".LOW_W     (1)", ".LOW_W     (2)"}}},
    {"the CPU's lines have the cube a bit higher", "sizes_are_the_systems",
     "host_cpu_fields.PLANE_FROM is 15, the system's is 14", .in = ORDER,
     .edits = {{TOP, "host_cpu_fields", ".PLANE_FROM (14)", ".PLANE_FROM (15)"}}},
    {"an SM's lines have the units' order", "sizes_are_the_systems",
     "the lines of core 1 have the units' order", .in = ORDER,
     .edits = {{TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_valid", "core_req_valid_i[1]"},
               {TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_ready", "core_req_ready_o[1]"},
               {TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_msg", "core_req_msg_i[383:192]"},
               {TOP, "gpu1_sm0_fields", "core_req_valid_i[1]", "1'b0"},
               {TOP, "gpu1_sm0_fields", "core_req_ready_o[1]", ""}}},
    {"two banks of the host have each other's lines", "requests_reach_owners",
     "which is not before DRAM", .in = UMN,
     .edits = {SWAP_PORT("host_l2_0", "host_requests_out", "[0]", "[191:0]", "host_l2_1",
                         "host_requests_out", "[1]", "[383:192]")}},
    /* ---- planes ---- */
    {"a bank of the host has the id of a GPU's", "ids_differ",
     "gpu1_l2_0 and host_l2_0 both are 1 at umc", .in = UMN,
     .edits = {{TOP, "host_l2_0", "(2'd2)", "(2'd1)"}}},
    {"a bank of the host is numbered as if a plane had all banks", "ids_are_ports",
     "host_l2_3 has id 7, and is number 5 of its plane", .in = UMN_4,
     .edits = {{TOP, "host_l2_3", "(3'd5)", "(3'd7)"}}},
    {"a bank of the host is at a GPU's port of its plane", "ids_are_ports",
     "host_l2_0 has id 2 at port 1", .in = PLANES,
     .edits = {SWAP_PORT("gpu1_l2_0_out", "plane0_requests_in", "[1]", "[447:224]", "host_l2_0_out",
                         "plane0_requests_in", "[2]", "[671:448]")}},
    {"a bank of the host is at a port of another plane", "requests_reach_owners",
     "which is not before DRAM", .in = PLANES,
     .edits = {SWAP_PORT("host_l2_0_out", "plane0_requests_in", "[2]", "[671:448]", "host_l2_1_out",
                         "plane1_requests_in", "[2]", "[671:448]")}},
    {"two banks of the host are in each other's plane of cubes", "requests_reach_owners",
     "which is not before DRAM", .in = UMN,
     .edits = {SWAP_PORT("host_l2_0", "plane0_asker2_ni_inject_req", "", "", "host_l2_1",
                         "plane1_asker2_ni_inject_req", "", "")}},
    {"a bank finds a cube's controller in the lane of a line", "requests_reach_owners",
     "plane1_asker1_ni_inject looks at bit 146 of a message", .in = UMCS,
     .edits = {{TOP, "plane1_asker1_ni_inject", ".REQ_UMC_LSB   (145)", ".REQ_UMC_LSB   (146)"}}},
    {"the second controllers are taken for those of the next cubes", "requests_reach_owners",
     "which is not before DRAM", .in = UMCS,
     .edits = {{TOP, "plane0_asker2_ni_inject", ".REQ_UMC_NODES (3)", ".REQ_UMC_NODES (1)"}}},
    {"a GPU's bank is at the router of its cube, and a controller a hop away",
     "sizes_are_the_systems", "plane0_asker1_ni_inject is not a hop away from its router",
     .in = UMN,
     .edits = {SWAP_PORT("plane0_asker1_ni_inject", "plane0_asker1_out_in", "", "",
                         "plane0_owner1_ni_inject", "plane0_r1_in", "[1]", "[191:96]"),
               SWAP_PORT("plane0_asker1_ni_inject", "plane0_asker1_ni_inject_credit", "", "",
                         "plane0_owner1_ni_inject", "plane0_r1_freed", "[1]", "[63:32]")}},
    {"a cube's channel to its GPU has another latency", "sizes_are_the_systems",
     "plane0_asker1_in.LATENCY is 5, the system's is 4", .in = UMN,
     .edits = {{TOP, "plane0_asker1_in", ".LATENCY   (4)", ".LATENCY   (5)"}}},
    {"a plane's answers for the host's bank go to a GPU's", "answers_return",
     "gpu1_l2_0.mem_rsp[0] gets what is for host_l2_0.mem_rsp", .in = UMN,
     .edits = {SWAP_PORT("plane0_asker1_ni_eject", "gpu1_l2_0_mem_rsp", "", "",
                         "plane0_asker2_ni_eject", "host_l2_0_mem_rsp", "", "")}},
    /* ---- a host beside the packages' memory ---- */
    {"a host's answers for its banks go to the link", "answers_return",
     "gets what is for host_l2_0.mem_rsp", .in = GMN,
     .edits = {{TOP, "host_memory_answers", ".home_i      (2'h2)", ".home_i      (2'h1)"}}},
    {"a host's answers for packages go to its banks", "answers_return",
     "host_l2_1.mem_rsp[0] gets what is for gpu0_l2_1.mem_rsp", .in = GMN,
     .edits = {{TOP, "host_memory_answers", ".FAR       (2)", ".FAR       (1)"}}},
    {"a host looks for an answer's package a bit too low", "answers_return",
     "host_memory_answers looks at bit 154 of a message", .in = GMN,
     .edits = {{TOP, "host_memory_answers", ".HOME_LSB  (155)", ".HOME_LSB  (154)"}}},
    {"the link and a bank of the host have each other's answers", "answers_return",
     "host_l2_1.mem_rsp[0] gets what is for gpu0_l2_0.mem_rsp", .in = GMN,
     .edits = {SWAP_PORT("host_l2_1", "host_memory_answers_out", "[1]", "[319:160]", "host_in",
                         "host_memory_answers_out", "[2]", "[479:320]")}},
    {"a bank of the host has the id of a GPU's", "answers_return",
     "gets what is for host_l2_1.mem_rsp", .in = GMN,
     .edits = {{TOP, "host_l2_1", "(2'd2)", "(2'd1)"}}},
    {"a bank of the host asks by the link", "requests_reach_owners",
     "host_l2_1: a message of line 4194305 passes 1 links to umc5.req[0], not 0", .in = GMN,
     .edits = {SWAP_PORT("host_l2_1", "host_memory_requests_in", "[1]", "[383:192]",
                         "host_link_requests", "host_out_in", "", "")}},
    /* ---- lanes ---- */
    {"a host takes a package's lines for its own", "requests_reach_owners",
     "which is not before DRAM", .in = PCIE,
     .edits = {{TOP, "host_memory_requests", ".home_i      (2'h2)", ".home_i      (2'h0)"}}},
    {"a bank of the host has the id of a GPU's", "ids_are_ports",
     "host_l2_1 has id 1 at port 1 of package 2", .in = PCIE,
     .edits = {{TOP, "host_l2_1", "(3'd5)", "(3'd1)"}}},
    {"answers for the host's banks leave by its lane", "answers_return",
     "fabric0_answers.out[2] is passed again and again", .in = PCIE,
     .edits = {{TOP, "host_memory_answers", ".home_i      (2'h2)", ".home_i      (2'h0)"}}},
    {"a package's link has the rate of a lane", "sizes_are_the_systems",
     "gpu0_link_out.REQ_HEAD_CYCLES is 2, its requests need 3", .in = CMN,
     .edits = {{TOP, "gpu0_link_out", ".REQ_HEAD_CYCLES (3)", ".REQ_HEAD_CYCLES (2)"}}},
    {"a package's link has another latency", "sizes_are_the_systems",
     "gpu1_link_in.LATENCY is 5, the system's is 4", .in = CMN,
     .edits = {{TOP, "gpu1_link_in", ".LATENCY         (4)", ".LATENCY         (5)"}}},
    {"two packages have each other's requests from their cubes", "requests_reach_owners",
     "gpu0_link_in.req_out[0] is passed again and again", .in = CMN,
     .edits = {SWAP_PORT("gpu0_lane0_ni_eject", "gpu0_link_in_req_in", "", "",
                         "gpu1_lane0_ni_eject", "gpu1_link_in_req_in", "", "")}},
    /* ---- invalidations ---- */
    {"a controller does not know of the host's banks", "invalidations_reach_banks",
     "umc2 is of package 3 of 2, not of 3 of 3", .in = VI,
     .edits = {{TOP, "umc2", ".NODES        (3)", ".NODES        (2)"}}},
    {"a controller has no bit for the host's banks", "invalidations_reach_banks",
     "of package 2 at bank", .in = VI,
     .edits = {{TOP, "umc1", ".NODE_W       (2)", ".NODE_W       (1)"}}},
    {"a controller takes its memory for the host's package", "invalidations_reach_banks",
     "umc4 is of package 2 of 3, not of 3 of 3", .in = VI,
     .edits = {{TOP, "umc4", ".HOME         (3)", ".HOME         (2)"}}},
    {"the CPU's L1 and an SM's have each other's drops", "drops_reach_l1s",
     "host_inv_broadcast does not tell host_cpu_l1", .in = DEEP,
     .edits = {SWAP_PORT("gpu1_sm0_l1", "gpu1_inv_broadcast_dropped", "[0]", "[31:0]",
                         "host_cpu_l1", "host_inv_broadcast_dropped", "", "")}},
    {"the host's broadcast tells as many L1s as a package's", "sizes_are_the_systems",
     "host_inv_broadcast.L1S is 2, the system's is 1", .in = DEEP,
     .edits = {{TOP, "host_inv_broadcast", ".L1S       (1)", ".L1S       (2)"}}},
    {"a bank of the host asks the memory past its gate", "drops_reach_l1s",
     "host_l2_0 asks the memory past any gate", .in = DEEP,
     .edits = {SWAP_PORT("host_l2_0", "host_inv_gate_0_ack", "", "", "host_l2_1",
                         "host_inv_gate_1_ack", "", "")}},
    /* ---- paths ---- */
    {"the CPU's L1 has no input queues", "outputs_are_registers",
     "um_l1_nc.core_req_ready_o depends on rsp_valid_i", .in = GMN, .paths = true,
     .edits = {{TOP, "host_cpu_l1", ".QUEUE_IN   (2)", ".QUEUE_IN   (0)"}}},
};

static void without_mistakes(void **state)
{
    need_tools();
    static const struct {
        const struct machine *in;
    } machines[] = {{UMN},    {GMN},   {PCIE}, {UMCS_VI}, {VI},    {CMN},
                    {PLANES}, {UMN_4}, {UMCS}, {HASH},    {ORDER}, {DEEP}};
    enum { MACHINES = sizeof machines / sizeof *machines, DAILY = 6 };
    for (size_t i = 0; i < MACHINES; i++) {
        if (i == DAILY)
            slow_only("the others have the same units, more of them or with other numbers");
        passes(state, machines[i].in, false);
    }
    passes(state, GMN, true);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of a CPU", without, sizeof without / sizeof *without, mistakes,
                            sizeof mistakes / sizeof *mistakes);
}
