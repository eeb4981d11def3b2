/*
 * Leaf cells in simulation. NAME_tb.v checks the cell with random stimulus and prints PASS; this
 * program runs it with several sets of parameters.
 */
#include "tests/rtl/bench.h"

static const struct bench cells[] = {
    {"fifo", {"WIDTH=8 DEPTH=2", "WIDTH=1 DEPTH=4", "WIDTH=65 DEPTH=64"}},
    {"delay",
     {"DEPTH=8 LATENCY=4", "DEPTH=2 LATENCY=2", "DEPTH=16 LATENCY=3", "DEPTH=64 LATENCY=50",
      "DEPTH=4 LATENCY=7 GATED=1", "DEPTH=8 LATENCY=2 GATED=1", "DEPTH=128 LATENCY=100 GATED=1"}},
    {"ram",
     {"COL_W=8 COLS=4 DEPTH=16 ADDR_W=4", "COL_W=1 COLS=1 DEPTH=2 ADDR_W=1",
      "COL_W=3 COLS=5 DEPTH=8 ADDR_W=3", "COL_W=8 COLS=64 DEPTH=4 ADDR_W=2",
      "COL_W=2 COLS=65 DEPTH=4 ADDR_W=2", "COL_W=8 COLS=128 DEPTH=4 ADDR_W=2"}},
    {"atomic", {"LINE_BYTES=16", "LINE_BYTES=32", "LINE_BYTES=128"}},
    {"epoch",
     {"EPOCH_W=1 STORED=1", "EPOCH_W=4 STORED=3", "EPOCH_W=8 STORED=17", "EPOCH_W=12 STORED=2"}},
    {"arbiter", {"N=4 IDX_W=2", "N=1 IDX_W=1", "N=2 IDX_W=1", "N=3 IDX_W=2", "N=33 IDX_W=6"}},
};

static void simulate(void **state)
{
    bench_run(*state, "rtl");
}

int main(void)
{
    enum { COUNT = sizeof cells / sizeof *cells };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] =
            (struct CMUnitTest){cells[i].name, simulate, NULL, NULL, (void *)(uintptr_t)&cells[i]};
    return cmocka_run_group_tests_name("leaf cells", tests, NULL, NULL);
}
