/*
 * A memory network whose packages are at all cubes of their cluster, with UGAL: where a way by
 * another cube has to save little, packets do take such ways, so that there are more flits on hops
 * than by the shortest ways, and the kernel still leaves what it leaves on plain memory, which the
 * run compares.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Two GPUs with two cubes of two controllers each; buffers of four flits, which are BIAS, too. */
static json_t *run(void **state, const char *routing)
{
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", "umn-tiny", "bfs:tiny", "--json", json, "-q", "--set", "cpu.misses=0", "--set",
              "cubes.clusters=2", "--set", "network.columns=2", "--set", "umc.count=4", "--set",
              "network.vcs=3", "--set", "network.channel=free", "--set", "network.depth=4", "--set",
              "network.topology=dfbfly", "--set", routing);
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

static void packets_go_by_other_cubes(void **state)
{
    slow_only("routers of a machine of its own are built");
    json_t *minimal = run(state, "network.routing=minimal"),
           *ugal = run(state, "network.routing=ugal");
    assert_int_equal(run_json_sum(ugal, "ni_inject", "packets"),
                     run_json_sum(ugal, "ni_eject", "packets"));
    assert_true(run_json_sum(ugal, "hop", "flits") > run_json_sum(minimal, "hop", "flits"));
    json_decref(minimal);
    json_decref(ugal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(packets_go_by_other_cubes)};
    return cmocka_run_group_tests_name("distribution", tests, NULL, NULL);
}
