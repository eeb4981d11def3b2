/*
 * formal/wiring on a network whose packets go by UGAL: every check holds, by each node that a
 * sender may propose, and each notices its own kind of mistake at senders and in tables.
 */
#include "tests/formal/wiring_bench.h"

/* Two GPUs with two cubes of two controllers each, whose slices are joined. */
#define JOINED                                                                                     \
    "cpu.misses=0", "cubes.clusters=2", "network.columns=2", "umc.count=4", "network.vcs=3",       \
        "network.channel=free", "network.depth=4", "network.routing=ugal"
static const struct machine UGAL[] = {{"umn-tiny", {JOINED, "network.topology=dfbfly"}}};
static const struct machine DRAGONFLY[] = {{"umn-tiny", {JOINED, "network.topology=ddfly"}}};

static const struct mistake mistakes[] = {
    {"a sender proposes nodes that are none", "requests_reach_owners",
     "comes to a router without a way to so high a node", .in = UGAL,
     .edits = {{TOP, "plane0_asker0_ni_inject", ".VIA_FIRST     (2)", ".VIA_FIRST     (9)"}}},
    {"a router has no turn for what is sent anew", "requests_reach_owners",
     "comes to a router that has no turn to its port", .in = UGAL,
     .edits = {{TOP, "planes_r0", "75'h73db3fb7cf6c92d925b", "75'h73db3fb7cf6c92d93db"}}},
    {"a router sends what is sent anew by a third", "requests_reach_owners",
     "comes to a router that has no turn to its port", .in = UGAL,
     .edits = {{TOP, "planes_r1", "48'h313034222234", "48'h313034222334"}}},
    {"a sender has a bit too many for the node between", "sizes_agree",
     "plane0_asker1_ni_inject has 9 bits for nodes, planes_r5 has 8", .in = UGAL,
     .edits = {{TOP, "plane0_asker1_ni_inject", ".NODE_W        (8)", ".NODE_W        (9)"}}},
    {"a router believes a GPU of another cluster to be near", "hops_are_counted",
     "planes_r0.near_i has 1 hops at 1, packets take 2", .in = UGAL,
     .edits = {{TOP, "planes_r0", "36'h451448211", "36'h451448209"}}},
    {"a router believes its own cube to be far from itself", "hops_are_counted",
     "planes_r0.far_i has ", .in = UGAL,
     .edits = {{TOP, "planes_r0", "432'h04128a28", "432'h14128a28"}}},
};

static void without_mistakes(void **state)
{
    need_tools();
    passes(state, UGAL, false);
    passes(state, DRAGONFLY, false);
}

int main(void)
{
    const struct CMUnitTest without[] = {test_in_folder(without_mistakes)};
    return run_wiring_tests("wiring of UGAL", without, sizeof without / sizeof *without, mistakes,
                            sizeof mistakes / sizeof *mistakes);
}
