/*
 * The units of the fabric between packages, the mux before a DRAM channel, and the counters that
 * each unit has, in simulation.
 * NAME_tb.v checks um_NAME with random stimulus, against a model, and prints PASS; this program
 * runs it with several sets of parameters.
 */
#include "gen/proto/protocol.h"
#include "gen/units/fabric/lane.h"
#include "gen/units/fabric/switch.h"
#include "gen/units/memory/dram_mux.h"
#include "gen/units/unit.h"
#include "tests/rtl/bench.h"
#include "tests/support/folder.h"

static const struct bench lane = {
    "lane",
    {"", "REQ_LINE_CYCLES=1 RSP_LINE_CYCLES=1 LATENCY=2 DEPTH=4",
     "REQ_HEAD_CYCLES=2 REQ_LINE_CYCLES=9 RSP_HEAD_CYCLES=3 RSP_LINE_CYCLES=16 LATENCY=40 DEPTH=32",
     "REQ_HEAD_CYCLES=3 REQ_LINE_CYCLES=1 LATENCY=5 DEPTH=2", "QUEUE_IN=1 LATENCY=5 DEPTH=8"}};

static const struct bench lane_acks = {
    "lane_acks",
    {"", "REQ_LINE_CYCLES=1 RSP_LINE_CYCLES=1 ACK_CYCLES=1 LATENCY=2 DEPTH=4",
     "REQ_HEAD_CYCLES=2 REQ_LINE_CYCLES=9 RSP_HEAD_CYCLES=3 RSP_LINE_CYCLES=16 LATENCY=40 DEPTH=32",
     "REQ_HEAD_CYCLES=3 REQ_LINE_CYCLES=1 ACK_CYCLES=7 LATENCY=5 DEPTH=2",
     "QUEUE_IN=1 LATENCY=5 DEPTH=8"}};

static const struct bench dram_mux = {
    "dram_mux",
    {"", "UMC_TAG_W=3 RDC_TAG_W=2", "UMC_TAG_W=1 RDC_TAG_W=1 TAG_W=2 META_W=3 LINE_W=4",
     "TAG_W=7 META_W=56 LINE_W=30 LINE_BYTES=4", "QUEUE_IN=1 QUEUE_OUT=1"}};

static const struct bench switch_homes = {
    "switch_homes",
    {"", "NEAR=4 LANES=2 DEST_W=2 HOME_W=3 HOME=6", "NIN=3 NEAR=3 LANES=4 DEST_W=2 FAR_W=2 HOME=3",
     "NIN=2 NEAR=1 HOME_W=1 HOME=0 QUEUE_IN=1", "NIN=2 QUEUE_IN=0"}};

static const struct bench count = {"count", {"", "COUNT_W=9", "COUNT_ONE=1"}};

/* A unit that has nothing but counters. */
static void count_emit(struct hdl_design *d)
{
    static const struct unit_counter counters[] = {
        {"often", "events", "that are often", "often_i"},
        {"seldom", "events", "that are seldom", "seldom_i"},
        {NULL, NULL, NULL, NULL},
    };
    struct hdl *m = hdl_module(d, "um_count", "Counts.");
    hdl_param(m, "PORTS", "2", "how many");
    unit_params(m);
    hdl_clock(m);
    hdl_in(m, "often_i", "1", "an event");
    hdl_in(m, "seldom_i", "1", "another one");
    hdl_in(m, "port_i", "PORTS", "one of each port");
    unit_ports(m);
    hdl_assign(m, "idle_o", "1'b1");
    unit_counters_by_port(m, counters, NULL, "port_i", "events of each port");
    hdl_end(m);
}

static void simulate(void **state, const struct bench *b)
{
    static const char *const leaves[] = {"um_fifo.v", "um_delay.v", "um_arbiter.v",
                                         "um_counters.v"};
    struct hdl_design *d = hdl_design_new();
    struct error err = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof leaves / sizeof *leaves; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rtl/%s", UMBEL_ROOT, leaves[i]);
        ok = hdl_leaf(d, path, &err);
    }
    lane_emit(d, false);
    lane_emit(d, true);
    switch_emit(d, true);
    count_emit(d);
    const struct rules vi = *protocol_of(PROTOCOL_GPU_VI)->rules;
    dram_mux_emit(d, &vi);
    ok = ok && !hdl_mistake(d, &err) && hdl_write(d, *state, &err);
    hdl_design_free(d);
    assert_string_equal(err.text, "");
    assert_true(ok);
    bench_run(b, *state);
}

static void messages_share_a_lane_in_turns(void **state)
{
    simulate(state, &lane);
}

static void acknowledgements_share_a_lane_in_turns(void **state)
{
    simulate(state, &lane_acks);
}

static void controller_and_cache_share_dram_in_turns(void **state)
{
    simulate(state, &dram_mux);
}

static void messages_leave_by_the_output_of_their_package(void **state)
{
    simulate(state, &switch_homes);
}

static void counters_stay_at_their_highest_value(void **state)
{
    simulate(state, &count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(messages_share_a_lane_in_turns),
        test_in_folder(acknowledgements_share_a_lane_in_turns),
        test_in_folder(controller_and_cache_share_dram_in_turns),
        test_in_folder(messages_leave_by_the_output_of_their_package),
        test_in_folder(counters_stay_at_their_highest_value),
    };
    return cmocka_run_group_tests_name("units of the fabric", tests, NULL, NULL);
}
