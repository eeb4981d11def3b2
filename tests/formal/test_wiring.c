/*
 * formal/wiring: every check holds for the small systems and the boards that ship (`umbel prove
 * wiring` looks at all systems, with each protocol), and each check notices its own kind of
 * mistake, made in the emitted Verilog.
 *
 * Costs minutes with UMBEL_SLOW, and a minute without, of Yosys: no other test checks how units are
 * connected.
 */
#include "tests/formal/wiring_bench.h"

/* ---- what ships ---- */

/* Machines with memory at their packages have the protocol that they ship with. Every day one small
 * machine; the other tests of wiring have machines of all kinds of units, on which mistakes are
 * made. */
static const char *const quick[] = {
    "tsm-tiny protocol=mgcc consistency=sc",
};
/* `make wiring SYSTEMS=tiny`, which test-all has besides, looks at all that are tiny. */
static const char *const slow[] = {
    "carve-tiny consistency=sc invalidation.l1_copies=vi",
    "multi-gpu-l15-tiny consistency=rc l15.allocate=all",
    "ladm-hmg-tiny protocol=hmg consistency=rc",
    "umn-tiny protocol=gpu-vi consistency=rc",
    "rdma-small protocol=nc-wb consistency=sc",
    "tsm-small protocol=mgcc consistency=sc",
    "hmg-small protocol=hmg consistency=rc",
    "tsm-small protocol=gpu-vi consistency=rc",
    "ring-16 protocol=nc-wt consistency=sc",
};
enum { QUICK = sizeof quick / sizeof *quick, SLOW = sizeof slow / sizeof *slow };

static bool is_in(const char *const *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

/* Every day no board: `command` looks at one, and without_mistakes at another. */
static bool has_its_turn(const char *name)
{
    return is_in(quick, QUICK, name) ||
           (slow_wanted() && (strncmp(name, "board ", 6) == 0 || is_in(slow, SLOW, name)));
}

static void what_ships(void **state)
{
    need_tools();
    struct arena a = {0};
    struct error err = {0};
    struct wiring_shipped *list;
    /* To find which protocols each system that ships takes costs half a minute. */
    size_t n = wiring_shipped(&list, slow_wanted() ? NULL : "tsm-tiny", &a, &err), boards = 0,
           systems = 0, left = 0, looked = 0;
    for (size_t i = 0; i < n; i++) {
        boards += strncmp(list[i].name, "board ", 6) == 0;
        systems += strncmp(list[i].name, "board ", 6) != 0;
        if (!has_its_turn(list[i].name)) {
            left++;
            continue;
        }
        looked++;
        struct wiring_findings f = {0};
        if (!wiring_of_system(list[i].system, list[i].sets, list[i].n_sets,
                              in_folder(state, "it's $(touch pwned)"), &f, &err))
            fail_msg("%s: %s", list[i].name, err.text);
        for (size_t k = 0; k < f.n; k++)
            print_error("%s: %s: %s\n", list[i].name, f.all[k].check, f.all[k].text);
        assert_int_equal(f.n, 0);
        assert_true(f.units >= 7 && f.channels >= 12 && f.routes >= 1);
        wiring_findings_free(&f);
    }
    if (left > 0)
        print_message("SKIPPED: %zu other systems, and all but tsm-tiny every day; `make wiring` "
                      "checks them\n",
                      left);
    assert_true(slow_wanted() ? boards >= 2 && systems >= 60 : systems >= 10);
    assert_int_equal(looked, QUICK + (slow_wanted() ? boards + SLOW : 0));
    free(list);
    arena_free(&a);
}

/* ---- mistakes ---- */

/* tsm-tiny, with two SMs per GPU or four; the HX8K board; machines with memory at their packages,
 * one with hashed lines. Where requests and answers are of one width, as they are with so much
 * memory, they can be confused. */
static const struct machine TSM[] = {{"tsm-tiny", {"sm.count=2", "l2.banks=2", "umc.count=2"}}};
static const struct machine TSM_4[] = {{"tsm-tiny", {"sm.count=4", "l2.banks=2", "umc.count=2"}}};
static const struct machine BOARD[] = {{UMBEL_ROOT "/fpga/boards/hx8k/system.yaml", {NULL}}};
static const struct machine RDMA[] = {{"rdma-tiny", {PACKAGES, "umc.bytes=1073741824"}}};
static const struct machine RDMA_SMALL[] = {{"rdma-tiny", {PACKAGES}}};
static const struct machine NUMA[] = {{"numa-tiny", {PACKAGES, "umc.bytes=1073741824"}}};
static const struct machine HASH[] = {
    {"numa-tiny", {PACKAGES, "umc.bytes=1073741824", "memory.interleave=hash"}}};

/* Swaps the first two ends of a switch's channel between two instances. */
#define SWAP_ENDS(instance_a, instance_b, channel)                                                 \
    SWAP(instance_a, channel "_valid[0]", instance_b, channel "_valid[1]"),                        \
        SWAP(instance_a, channel "_ready[0]", instance_b, channel "_ready[1]"),                    \
        SWAP(instance_a, channel "_msg[223:0]", instance_b, channel "_msg[447:224]")

static const struct mistake mistakes[] = {
    {"two L1s have one id", "ids_differ", "gpu0_sm0_l1 and gpu0_sm1_l1 both are 0", .in = TSM,
     .edits = {{TOP, "gpu0_sm1_l1", "(1'd1)", "(1'd0)"}}},
    {"two L1s have each other's id", "answers_return",
     "gpu0_sm1_l1.rsp[0] gets what is for gpu0_sm0_l1.rsp", .in = TSM,
     .edits = {SWAP("gpu0_sm0_l1", "(1'd0)", "gpu0_sm1_l1", "(1'd1)")}},
    {"two L2 banks have one id", "ids_differ", "gpu0_l2_0 and gpu1_l2_0 both are 0", .in = TSM,
     .edits = {{TOP, "gpu1_l2_0", "(1'd1)", "(1'd0)"}}},
    {"an id is a wire", "ids_differ", "gpu0_sm1_l1.id_i is no constant", .in = TSM,
     .edits = {{TOP, "gpu0_sm1_l1", "(1'd1)", "(idle_o)"}}},
    {"two L1s have each other's port for requests", "ids_are_ports",
     "gpu0_sm0_l1 has id 0 at port 1", .in = TSM,
     .edits = {SWAP_ENDS("gpu0_sm0_l1", "gpu0_sm1_l1", "gpu0_requests_in")}},
    {"two L2 banks have each other's lines", "requests_reach_owners", "which is not before DRAM",
     .in = TSM, .edits = {SWAP_ENDS("gpu0_l2_0", "gpu0_l2_1", "gpu0_requests_out")}},
    {"two L1s have each other's answers", "answers_return", "gets what is for gpu0_sm0_l1.rsp",
     .in = TSM, .edits = {SWAP_ENDS("gpu0_sm0_l1", "gpu0_sm1_l1", "gpu0_answers_out")}},
    {"a switch looks for the bank one bit too high", "requests_reach_owners",
     "gpu0_requests looks at bit 145 of a message", .in = TSM,
     .edits = {{TOP, "gpu0_requests", "(144)", "(145)"}}},
    {"a switch looks for the destination of answers in the op", "answers_return",
     "gpu0_answers looks at bit 152 of a message", .in = TSM,
     .edits = {{TOP, "gpu0_answers", "(153)", "(152)"}}},
    {"one L1's answers are taken from another GPU", "channels_are_whole", "gpu0_sm0_l1.rsp[0]",
     .in = TSM,
     .edits = {{TOP, "gpu0_sm0_l1", "(gpu0_answers_out_valid[0])", "(gpu1_answers_out_valid[0])"}}},
    {"a message goes with another's valid", "channels_are_whole",
     "224 bits of the message are others'", .in = TSM,
     .edits = {SWAP("gpu0_sm0_l1", "gpu0_requests_in_msg[223:0]", "gpu0_sm1_l1",
                    "gpu0_requests_in_msg[447:224]")}},
    {"an L1's port number has a bit more", "sizes_agree",
     "gpu0_sm1_l1.SRC_W is 2, gpu0_l2_0.SRC_W is 1", .in = TSM,
     .edits = {{TOP, "gpu0_sm1_l1", ".SRC_W      (1)", ".SRC_W      (2)"},
               {TOP, "gpu0_sm1_l1", "(1'd1)", "(2'd1)"}}},
    {"an L1's port number is cut", "sizes_agree", "gpu0_sm3_l1.SRC_W is 1, gpu0_l2_0.SRC_W is 2",
     .edits = {{TOP, "gpu0_sm3_l1", ".SRC_W      (2)", ".SRC_W      (1)"},
               {TOP, "gpu0_sm3_l1", "(2'd3)", "(1'd1)"}},
     .in = TSM_4},
    {"a switch reads a part of the destination", "answers_return",
     "gpu0_sm0_l1.rsp[0] gets what is for gpu0_sm2_l1.rsp",
     .edits = {{TOP, "gpu0_answers", ".DEST_W    (2)", ".DEST_W    (1)"}}, .in = TSM_4},
    {"a timestamp is narrower in one L1", "sizes_are_the_systems", "gpu1_sm0_l1.TS_W is 15",
     .in = TSM,
     .edits = {{TOP, "gpu1_sm0_l1", "(16),\n        .TIME_W", "(15),\n        .TIME_W"}}},
    {"lines have more bits in one bank", "sizes_are_the_systems",
     "gpu0_l2_1.LINE_W is 22, the system's is 21", .in = TSM,
     .edits = {{TOP, "gpu0_l2_1", ".LINE_W     (21)", ".LINE_W     (22)"}}},
    {"a bank takes longer messages", "sizes_agree",
     "gpu0_l2_1.req has 256 bits, its messages need 224", .in = TSM,
     .edits = {{TOP, "gpu0_l2_1", ".LINE_W     (21)", ".REQ_W (256), .LINE_W (21)"},
               {TOP, "gpu0_l2_1", "(gpu0_requests_out_msg[447:224])",
                "({32'd0, gpu0_requests_out_msg[447:224]})"}}},
    {"one controller leases longer", "sizes_are_the_systems", "umc1.RD_LEASE is 11", .in = TSM,
     .edits = {{TOP, "umc1", ".RD_LEASE    (10)", ".RD_LEASE    (11)"}}},
    {"two controllers have each other's DRAM", "requests_reach_owners",
     "umc0, which is not before DRAM 0", .in = TSM,
     .edits = {SWAP("umc0", "dram_req_valid_o[0]", "umc1", "dram_req_valid_o[1]"),
               SWAP("umc0", "dram_req_ready_i[0]", "umc1", "dram_req_ready_i[1]"),
               SWAP("umc0", "dram_req_msg_o[191:0]", "umc1", "dram_req_msg_o[383:192]")}},
    {"two SMs have each other's answers", "answers_return",
     "core 0 has no L1 that both hears and answers it", .in = TSM,
     .edits = {SWAP("gpu0_sm0_l1", "core_rsp_valid_o[0]", "gpu0_sm1_l1", "core_rsp_valid_o[1]"),
               SWAP("gpu0_sm0_l1", "core_rsp_ready_i[0]", "gpu0_sm1_l1", "core_rsp_ready_i[1]"),
               SWAP("gpu0_sm0_l1", "core_rsp_msg_o[159:0]", "gpu0_sm1_l1",
                    "core_rsp_msg_o[319:160]")}},
    {"a unit is not reset", "clock_and_reset", "gpu0_l2_1.rst_i is not the system's", .in = TSM,
     .edits = {{TOP, "gpu0_l2_1", "(rst_i)", "(1'b0)"}}},
    {"a ready is left open", "ports_are_connected", "umc0.req_ready_o is left open", .in = TSM,
     .edits = {{TOP, "umc0", ".req_ready_o      (umc0_req_ready),", ""}}},
    {"a message is a wire short", "ports_are_connected", "Resizing cell port", .in = TSM,
     .edits = {{TOP, "umc0", "(umc0_req_msg)", "(umc0_req_msg[222:0])"}}},
    {"a valid has two drivers", "ports_are_connected", "has two drivers", .in = TSM,
     .edits = {{TOP, "gpu0_l2_1", "gpu0_answers_in_valid[1]", "gpu0_answers_in_valid[0]"}}},
    {"idle forgets a channel", "idle_hears_all", "does not see messages of gpu0_sm0_l1.req[0]",
     .in = TSM,
     .edits = {{TOP, NULL, "gpu0_requests_in_valid[0] && gpu0_requests_in_ready[0]", "1'b0"}}},
    {"a link looks for the op of answers in requests", "sizes_agree",
     "gpu0_l2_0_out.OP_LSB is 149, its requests need 165", .in = TSM,
     .edits = {{TOP, "gpu0_l2_0_out", "(165)", "(149)"}}},
    {"an L1 of a tile has no input queues", "outputs_are_registers",
     "um_l1_mgcc.core_req_ready_o depends on rsp_valid_i", .in = TSM, .paths = true,
     .edits = {{TOP, "gpu0_sm0_l1", ".QUEUE_IN   (2)", ".QUEUE_IN   (0)"}}},
    {"a valid waits for its ready", "outputs_are_registers",
     "um_switch.out_valid_o depends on out_ready_i", .in = BOARD, .paths = true,
     .edits = {{"um_switch", NULL, "assign out_valid_o = out_valid_q;",
                "assign out_valid_o = out_valid_q & out_ready_i;"}}},
    {"a ready waits for itself", "no_loop", "um_system has a loop", .in = BOARD, .paths = true,
     .edits = {{TOP, "plane0_requests", "(umc0_req_ready)", "(plane0_requests_in_ready[0])"}}},
    /* ---- packages with memory ---- */
    {"a switch has another package's number", "no_circle",
     "gpu0_lane0_in.req_out[0] waits for gpu0_requests.out[2] waits for", .in = RDMA,
     .edits = {{TOP, "gpu0_requests", ".home_i      (2'h0)", ".home_i      (2'h1)"}}},
    {"a switch has another package's number", "requests_reach_owners",
     "gpu0_sm0_l1: a message of line 134217728 passes 0 links to gpu0_l2_0.req[0], not 2",
     .in = RDMA, .edits = {{TOP, "gpu0_requests", ".home_i      (2'h0)", ".home_i      (2'h1)"}}},
    {"a memory's switch has another package's number", "requests_reach_owners",
     "which is not before DRAM", .in = NUMA,
     .edits = {{TOP, "gpu2_memory_requests", ".home_i      (2'h2)", ".home_i      (2'h1)"}}},
    {"a switch of answers has another package's number", "answers_return",
     "gets what is for gpu0_l2_0.mem_rsp", .in = NUMA,
     .edits = {{TOP, "gpu1_memory_answers", ".home_i      (2'h1)", ".home_i      (2'h0)"}}},
    {"lanes begin one output too late", "requests_reach_owners",
     "gpu0_requests has no output 4 for a message", .in = RDMA,
     .edits = {{TOP, "gpu0_requests", ".FAR       (2)", ".FAR       (3)"}}},
    {"lanes begin one output too early", "requests_reach_owners", "passes 0 links to gpu1_l2_1",
     .in = RDMA, .edits = {{TOP, "gpu1_requests", ".FAR       (2)", ".FAR       (1)"}}},
    {"lanes of answers begin one output too early", "answers_return",
     "gets what is for gpu0_l2_0.mem_rsp", .in = NUMA,
     .edits = {{TOP, "gpu1_memory_answers", ".FAR       (2)", ".FAR       (1)"}}},
    {"a switch reads a part of the package", "requests_reach_owners", "is the bank of two kinds",
     .in = RDMA, .edits = {{TOP, "gpu0_requests", ".HOME_W    (2)", ".HOME_W    (1)"}}},
    {"a switch looks for the package one bit too low", "requests_reach_owners",
     "gpu0_requests looks at bit 170 of a message", .in = RDMA,
     .edits = {{TOP, "gpu0_requests", "(171)", "(170)"}}},
    {"the fabric looks for the package one bit too high", "answers_return",
     "gpu0_lane1_in.rsp_out[0] is passed again and again", .in = NUMA,
     .edits = {{TOP, "fabric1_answers", "(162)", "(163)"}}},
    {"two packages have each other's lanes in", "no_circle", "waits for itself", .in = NUMA,
     .edits = {SWAP_PORT("gpu0_lane0_in", "fabric0_requests_out", "[0]", "[191:0]", "gpu1_lane0_in",
                         "fabric0_requests_out", "[1]", "[383:192]")}},
    {"two packages have each other's lanes in", "requests_reach_owners",
     "is passed again and again", .in = NUMA,
     .edits = {SWAP_PORT("gpu0_lane0_in", "fabric0_requests_out", "[0]", "[191:0]", "gpu1_lane0_in",
                         "fabric0_requests_out", "[1]", "[383:192]")}},
    {"two packages have each other's answers", "answers_return", "is passed again and again",
     .in = RDMA,
     .edits = {SWAP_PORT("gpu0_lane1_in", "fabric1_answers_out", "[0]", "[191:0]", "gpu2_lane1_in",
                         "fabric1_answers_out", "[2]", "[575:384]")}},
    {"an L1's id is without its package", "ids_differ",
     "gpu0_sm0_l1 and gpu1_sm0_l1 both are 0 at gpu0_l2_0", .in = RDMA,
     .edits = {{TOP, "gpu1_sm0_l1", "(3'd2)", "(3'd0)"}}},
    {"an L2 bank's id is without its package", "ids_differ",
     "gpu0_l2_1 and gpu2_l2_1 both are 1 at gpu0_umc1", .in = NUMA,
     .edits = {{TOP, "gpu2_l2_1", "(3'd5)", "(3'd1)"}}},
    {"two L1s have each other's package in their ids", "answers_return",
     "gpu0_sm1_l1.rsp[0] gets what is for gpu1_sm1_l1.rsp", .in = RDMA,
     .edits = {SWAP("gpu0_sm1_l1", "(3'd1)", "gpu1_sm1_l1", "(3'd3)")}},
    {"two L1s have each other's package in their ids", "ids_are_ports",
     "gpu0_sm1_l1 has id 3 at port 1 of package 0", .in = RDMA,
     .edits = {SWAP("gpu0_sm1_l1", "(3'd1)", "gpu1_sm1_l1", "(3'd3)")}},
    {"an SM is in another package", "requests_reach_owners",
     "gpu1_sm0_l1: a message of line 0 passes 2 links to gpu0_l2_0.req[0], not 0", .in = RDMA,
     .edits = {SWAP("gpu0_sm0_l1", "req_valid_i[0]", "gpu1_sm0_l1", "req_valid_i[2]"),
               SWAP("gpu0_sm0_l1", "req_ready_o[0]", "gpu1_sm0_l1", "req_ready_o[2]"),
               SWAP("gpu0_sm0_l1", "req_msg_i[191:0]", "gpu1_sm0_l1", "req_msg_i[575:384]"),
               SWAP("gpu0_sm0_l1", "rsp_valid_o[0]", "gpu1_sm0_l1", "rsp_valid_o[2]"),
               SWAP("gpu0_sm0_l1", "rsp_ready_i[0]", "gpu1_sm0_l1", "rsp_ready_i[2]"),
               SWAP("gpu0_sm0_l1", "rsp_msg_o[159:0]", "gpu1_sm0_l1", "rsp_msg_o[479:320]")}},
    {"two packages have each other's DRAM", "requests_reach_owners", "which is not before DRAM 0",
     .in = NUMA,
     .edits = {SWAP("gpu0_umc0", "dram_req_valid_o[0]", "gpu1_umc0", "dram_req_valid_o[2]"),
               SWAP("gpu0_umc0", "dram_req_ready_i[0]", "gpu1_umc0", "dram_req_ready_i[2]"),
               SWAP("gpu0_umc0", "dram_req_msg_o[191:0]", "gpu1_umc0", "dram_req_msg_o[575:384]")}},
    {"a lane takes requests where answers come in", "classes_are_apart",
     "gpu1_lane0_in.rsp_in[0] gets requests", .in = NUMA,
     .edits = {{TOP, "gpu1_lane0_in", ".rsp_in_valid_i  (fabric0_answers",
                ".rsp_in_valid_i (fabric0_requests"},
               {TOP, "gpu1_lane0_in", ".rsp_in_ready_o  (fabric0_answers",
                ".rsp_in_ready_o (fabric0_requests"},
               {TOP, "gpu1_lane0_in", ".rsp_in_msg_i    (fabric0_answers",
                ".rsp_in_msg_i (fabric0_requests"},
               {TOP, "gpu1_lane0_in", ".req_in_valid_i  (fabric0_requests",
                ".req_in_valid_i (fabric0_answers"},
               {TOP, "gpu1_lane0_in", ".req_in_ready_o  (fabric0_requests",
                ".req_in_ready_o (fabric0_answers"},
               {TOP, "gpu1_lane0_in", ".req_in_msg_i    (fabric0_requests",
                ".req_in_msg_i (fabric0_answers"}}},
    {"a switch of requests takes answers", "classes_are_apart",
     "plane0_requests.out[0] carries requests and answers", .in = TSM,
     .edits = {SWAP("umc0", "(plane0_answers_in_valid)", "gpu1_l2_0_out",
                    "(plane0_requests_in_valid[1])"),
               SWAP("umc0", "(plane0_answers_in_ready)", "gpu1_l2_0_out",
                    "(plane0_requests_in_ready[1])"),
               SWAP("umc0", "(plane0_answers_in_msg)", "gpu1_l2_0_out",
                    "(plane0_requests_in_msg[447:224])")}},
    {"a lane looks for the op of requests in answers", "sizes_agree",
     "gpu2_lane1_out.RSP_OP_LSB is 173, its answers need 157", .in = RDMA,
     .edits = {{TOP, "gpu2_lane1_out", "(157)", "(173)"}}},
    {"a lane sends a line too fast", "sizes_are_the_systems",
     "gpu0_lane0_out.REQ_LINE_CYCLES is 1, its requests need 2", .in = NUMA,
     .edits = {{TOP, "gpu0_lane0_out", ".REQ_LINE_CYCLES (2)", ".REQ_LINE_CYCLES (1)"}}},
    {"a lane takes write-backs for messages without a line", "sizes_are_the_systems",
     "gpu0_lane0_in.REQ_LINE_OPS is 1090, its requests need 1602", .in = RDMA,
     .edits = {{TOP, "gpu0_lane0_in", "(1602)", "(1090)"}}},
    {"a lane has too few places", "sizes_are_the_systems", "gpu0_lane0_in has 2 places", .in = RDMA,
     .edits = {{TOP, "gpu0_lane0_in", ".DEPTH           (4)", ".DEPTH (2)"}}},
    {"a lane is faster than the system's", "sizes_are_the_systems",
     "gpu0_lane0_in.LATENCY is 3, the system's is 2", .in = RDMA,
     .edits = {{TOP, "gpu0_lane0_in", ".LATENCY         (2)", ".LATENCY (3)"}}},
    {"a link sends a line too slowly", "sizes_are_the_systems",
     "gpu0_l2_0_out.LINE_CYCLES is 4, its requests need 3", .in = TSM,
     .edits = {{TOP, "gpu0_l2_0_out", ".LINE_CYCLES (3)", ".LINE_CYCLES (4)"}}},
    {"a hash changes the package", "sizes_are_the_systems",
     "gpu1_sm0_hash.LINE_W is 28, the system's is 27", .in = HASH,
     .edits = {{TOP, "gpu1_sm0_hash", "(27)", "(28)"}}},
    {"an SM's lines are not hashed", "sizes_are_the_systems", "the lines of core 2 are not hashed",
     .in = HASH,
     .edits = {{TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_valid", "core_req_valid_i[2]"},
               {TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_ready", "core_req_ready_o[2]"},
               {TOP, "gpu1_sm0_l1", "gpu1_sm0_l1_core_req_msg", "core_req_msg_i[575:384]"},
               {TOP, "gpu1_sm0_hash", "core_req_valid_i[2]", "1'b0"},
               {TOP, "gpu1_sm0_hash", "core_req_ready_o[2]", ""}}},
    {"a valid waits for its ready where packages have memory", "outputs_are_registers",
     "um_switch_homes.out_valid_o depends on out_ready_i", .in = RDMA_SMALL, .paths = true,
     .slow = true,
     .edits = {{"um_switch_homes", NULL, "assign out_valid_o = out_valid_q;",
                "assign out_valid_o = out_valid_q & out_ready_i;"}}},
};

/* Without the mistakes, the same systems pass. */
static void without_mistakes(void **state)
{
    need_tools();
    static const struct {
        const struct machine *in;
        bool paths, slow; /* slow: a machine that ships has the same units */
    } kinds[] = {{TSM, false, false},  {TSM, true, true},    {BOARD, false, false},
                 {BOARD, true, false}, {RDMA, false, false}, {RDMA_SMALL, true, true},
                 {HASH, false, false}, {TSM_4, false, false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!kinds[i].slow || slow_wanted())
            passes(state, kinds[i].in, kinds[i].paths);
}

static void command(void **state)
{
    need_tools();
    const char *out = in_folder(state, "out");
    /* Every board whose name begins so; every day there is one. */
    struct command c =
        UMBEL("prove", "wiring", slow_wanted() ? "board hx8k" : "board hx8k-vi", "-o", out);
    assert_status(&c, 0);
    assert_has(out_of(&c), "board hx8k-vi ");
    assert_has(out_of(&c), " 19 channels     2 routes: every check holds\n");
    if (slow_wanted()) {
        assert_has(out_of(&c), "board hx8k ");
        assert_has(out_of(&c), " 16 channels     2 routes: every check holds\n");
    }
    command_free(&c);
    c = UMBEL("prove", "wiring", "no-such-system", "-o", out);
    assert_complains(&c, "no-such-system", "no shipped system");
    command_free(&c);
    c = UMBEL("prove", "wiring", "board", "tsm-tiny", "-o", out);
    assert_complains(&c, "tsm-tiny: one name too many");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(what_ships),
                                         test_in_folder(without_mistakes), test_in_folder(command)};
    return run_wiring_tests("wiring", without, sizeof without / sizeof *without, mistakes,
                            sizeof mistakes / sizeof *mistakes);
}
