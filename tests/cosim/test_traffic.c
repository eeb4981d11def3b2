/*
 * Random traffic on a few machines of diverse shapes; the history of each execution must be
 * sequentially consistent, and every request must be answered.
 *
 *   UMBEL_TRAFFIC_SEED=N      the first seed (default 1)
 *   UMBEL_TRAFFIC_SEEDS=N     executions a machine (default 40)
 *   UMBEL_TRAFFIC_MACHINE=S   only the machine of that name
 *   UMBEL_TRAFFIC_SYSTEMS=N   and N machines of random shape (default 0), drawn from the first seed
 */
#include "tests/support/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct traffic machines[] = {
    /* As small as parts can be: everything is evicted all the time, one of everything. */
    {.name = "least",
     .ops = 1500,
     .sets = {"gpus=1", "sm.count=2", "sm.tags=2", "l1.bytes=64", "l2.bytes=64", "umc.entries=2",
              "tsu.sets=2", "tsu.ways=2", "mgcc.ts_bits=24", "mgcc.tick=3"}},
    /* More banks than controllers, a cramped TSU without write timestamps, narrow slow links. */
    {.name = "banks",
     .ops = 3000,
     .sets = {"gpus=3", "sm.count=2", "sm.tags=8", "line_bytes=32", "l1.bytes=256",
              "l1.mshrs=4", "l2.banks=4", "l2.bytes=256", "l2.mshrs=4", "umc.count=2",
              "umc.entries=4", "tsu.sets=2", "tsu.keep_wts=false", "link.latency=7",
              "link.bytes_per_cycle=5", "mgcc.ts_bits=24", "mgcc.rd_lease=40", "mgcc.wr_lease=1",
              "mgcc.tick=0"}},
    /* More controllers than banks; L1s larger than the L2; long leases. */
    {.name = "controllers",
     .ops = 3000,
     .sets = {"gpus=4", "sm.count=1", "sm.tags=8", "line_bytes=64", "l1.bytes=2048", "l1.ways=4",
              "l1.mshrs=8", "l2.banks=1", "l2.bytes=512", "l2.ways=4", "l2.mshrs=8",
              "umc.count=4", "umc.entries=8", "tsu.sets=2", "tsu.latency=50", "link.latency=30",
              "mgcc.ts_bits=32", "mgcc.rd_lease=200", "mgcc.wr_lease=100"}},
    /* Many SMs behind few MSHRs, many tags: joins, parking, reissues. Leases of one step. */
    {.name = "crowd",
     .ops = 4000,
     .sets = {"gpus=2", "sm.count=4", "sm.tags=16", "l1.bytes=128", "l1.mshrs=8", "l2.banks=2",
              "l2.bytes=128", "l2.mshrs=2", "umc.count=2", "umc.entries=2", "tsu.sets=4",
              "mgcc.ts_bits=32", "mgcc.rd_lease=1", "mgcc.wr_lease=1", "mgcc.tick=1"}},
    /* Many lines in flight in an L1, joined by loads whose clock has moved on: reissues pile up
     * against answers on the same path. */
    {.name = "reissues",
     .ops = 4000,
     .sets = {"gpus=2", "sm.count=1", "sm.tags=64", "l1.bytes=1024", "l1.mshrs=64", "l2.banks=1",
              "l2.bytes=1024", "l2.mshrs=2", "umc.entries=2", "link.bytes_per_cycle=2",
              "mgcc.ts_bits=32", "mgcc.rd_lease=1", "mgcc.wr_lease=4", "mgcc.tick=1"}},
    {.name = NULL}};

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

/* Runs the seeds of one machine; false after the first that fails. */
static bool run_machine(const struct traffic *t)
{
    uint64_t first = number("UMBEL_TRAFFIC_SEED", 1), n = number("UMBEL_TRAFFIC_SEEDS", 40);
    for (uint64_t seed = first; seed < first + n; seed++) {
        struct sbuf why = {0};
        enum traffic_end end = traffic_run(t, seed, &why);
        bool ok = end == TRAFFIC_OK || end == TRAFFIC_OVERFLOW;
        if (!ok) {
            fprintf(stderr, "machine %s, seed %llu: %s\n  machine:", t->name,
                    (unsigned long long)seed, sbuf_str(&why));
            for (size_t i = 0; t->sets[i] != NULL; i++)
                fprintf(stderr, " --set %s", t->sets[i]);
            fprintf(stderr, "\n  repeat with: UMBEL_TRAFFIC_MACHINE=%s UMBEL_TRAFFIC_SEED=%llu "
                            "UMBEL_TRAFFIC_SEEDS=1 build/tests/cosim/test_traffic\n",
                    t->name, (unsigned long long)seed);
        }
        sbuf_free(&why);
        if (!ok)
            return false;
    }
    return true;
}

static void fixed(void **state)
{
    const char *only = getenv("UMBEL_TRAFFIC_MACHINE");
    const struct traffic *t = *state;
    if (only != NULL && strcmp(only, t->name) != 0)
        skip();
    assert_true(run_machine(t));
}

int main(void)
{
    struct CMUnitTest tests[8];
    size_t n = 0;
    for (; machines[n].name != NULL; n++)
        tests[n] = (struct CMUnitTest){machines[n].name, fixed, NULL, NULL, (void *)(uintptr_t)&machines[n]};
    return _cmocka_run_group_tests("traffic", tests, n, NULL, NULL);
}
