/*
 * Orders between nodes in whole runs: message passing beside traffic of other lines, on networks
 * whose classes have several channels. Under hmg a network that keeps the order of lines alone is
 * wrong, and is found to be. Litmus tests did not find it: it takes the traffic.
 *
 * Costs a minute with UMBEL_SLOW, of Verilator: no other test has traffic that lets a release's
 * marker overtake an invalidation.
 */
#include "tests/support/command.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define N(a) (sizeof(a) / sizeof *(a))
static const char pass[] = UMBEL_ROOT "/tests/cosim/orders.cu:few";
static const char launch[] = UMBEL_ROOT "/tests/cosim/orders.yaml";

/* Deep buffers and narrow links, so that much waits in the network. */
#define SET(x) "--set", x
#define BUSY                                                                                       \
    SET("gpus=4"), SET("network.depth=256"), SET("link.bytes_per_cycle=1"), SET("sm.count=2"),     \
        SET("sm.tags=32"), SET("l1.mshrs=16"), SET("l2.mshrs=32"), SET("l2.bytes=16384")
#define DIRECTORY SET("l2.directory.sets=256"), SET("l2.directory.ways=8")

static void lines_alone_are_not_enough(void **state)
{
    (void)state;
    slow_only("two runs of hmg on a ring");
    struct command c = UMBEL("run", "hmg-tiny", pass, "--launch", launch, "-q", BUSY, DIRECTORY,
                             SET("network.topology=ring"), SET("network.vcs=1"));
    assert_status(&c, 0);
    command_free(&c);
    c = UMBEL("run", "hmg-tiny", pass, "--launch", launch, "-q", BUSY, DIRECTORY,
              SET("network.topology=ring"), SET("network.vcs=1"),
              SET("fault=network-orders-lines"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "wrong answer: out[");
    command_free(&c);
}

static const char *const topologies[][3] = {
    {"network.topology=ring", "network.columns=4", "network.rows=1"},
    {"network.topology=torus", "network.columns=4", "network.rows=1"},
    {"network.topology=mesh", "network.columns=2", "network.rows=2"},
    {"network.topology=fbfly", "network.columns=2", "network.rows=2"},
    {"network.topology=rings", "network.columns=2", "network.rows=2"},
};

static void passes(const char *system, const char *const network[3], const char *vcs)
{
    const char *args[] = {umbel_path(),
                          "run",
                          system,
                          pass,
                          "--launch",
                          launch,
                          "-q",
                          BUSY,
                          SET(network[0]),
                          SET(network[1]),
                          SET(network[2]),
                          SET(vcs),
                          NULL,
                          NULL,
                          NULL,
                          NULL,
                          NULL};
    const char *const directory[] = {DIRECTORY};
    if (strstr(system, "hmg") != NULL)
        memcpy(args + N(args) - 1 - N(directory), directory, sizeof directory);
    struct command c = umbel_run_args(args);
    if (c.status != 0)
        fail_msg("%s, %s, %s: %s", system, network[0], vcs, err_of(&c));
    command_free(&c);
}

static void all_machines_on_all_networks(void **state)
{
    (void)state;
    long_only("protocols that invalidate, each on five networks: half an hour");
    static const char *const systems[] = {"hmg-tiny", "ladm-hmg-tiny", "hmg-memnet-tiny",
                                          "carve-tiny", "numa-vi-tiny"};
    for (size_t s = 0; s < N(systems); s++)
        for (size_t t = 0; t < N(topologies); t++) {
            passes(systems[s], topologies[t], "network.vcs=1");
            passes(systems[s], topologies[t], "network.vcs=4");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_alone_are_not_enough),
        cmocka_unit_test(all_machines_on_all_networks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
