/* What a system with copy engines, a host, its CPU, and pages that move must have; and mistakes
 * that are put in on purpose, which must be in a part that the machine has. */
#include "gen/system/derived.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct refused_system cases[] = {
    {"numa-tiny",
     {"fault=l1-ignores-lease"},
     "--set fault=l1-ignores-lease: fault is l1-ignores-lease; with protocol nc-wt an L1 has no "
     "leases"},
    {"numa-tiny",
     {"fault=handler-loses-page"},
     "--set fault=handler-loses-page: fault is handler-loses-page; with placement.faults.latency 0 "
     "no page faults"},
    {"tsm-tiny",
     {"copy_engine.lines=3"},
     "--set copy_engine.lines=3: copy_engine.lines is 3; it must be 0, or a power of two from 2 to "
     "sm.tags, 4"},
    {"tsm-tiny",
     {"copy_engine.lines=1"},
     "--set copy_engine.lines=1: copy_engine.lines is 1; it must be 0, or a power of two from 2 to "
     "sm.tags, 4"},
    {"rdma-tiny",
     {"memory.host=true"},
     "--set memory.host=true: memory.host is true; copies from and to the host need "
     "copy_engine.lines of 2 at least"},
    {"tsm-tiny",
     {"memory.host=true", "copy_engine.lines=4"},
     "--set memory.host=true: memory.host is true; with memory.at central it needs cubes.clusters "
     "as many as gpus, 2, a power of two, and a network.topology"},
    {"gmn-tiny",
     {"protocol=gpu-vi"},
     "--set protocol=gpu-vi: memory.host is true; with memory.at central and protocol gpu-vi it "
     "must be false, as a host's link has no way for acknowledgements"},
    {"carve-um-tiny",
     {"memory.host=false"},
     "--set memory.host=false: placement.faults.from is host and placement.faults.room 0; without "
     "memory.host true they must be any and 0"},
    {"dnn-um-tiny",
     {"faults.room=10001"},
     "--set faults.room=10001: placement.faults.room is 10001; it must be a whole number from 0 to "
     "10000"},
    {"dnn-um-tiny",
     {"faults.from=gpu"},
     "--set faults.from=gpu: placement.faults.from is gpu; it must be one of any, host"},
    {"gmn-tiny",
     {"placement.policy=host", "memory.host=false"},
     "--set placement.policy=host: placement.policy is host; that needs memory.host true"},
    {"umn-tiny",
     {"cubes.clusters=1"},
     "--set cubes.clusters=1: cubes.clusters is 1; it must be at least gpus, 2"},
    {"umn-tiny",
     {"cubes.each=4"},
     "--set cubes.each=4: cubes.each is 4; it must be at most l2.banks, 2, and umc.count, 2"},
    {"umn-tiny",
     {"cubes.ports=4"},
     "--set cubes.ports=4: cubes.ports is 4; it must be 0, or a power of two up to the controllers "
     "of a cube, 1"},
    {"umn-tiny",
     {"cubes.order.BK=6"},
     "--set cubes.order.BK=6: cubes.order.CLH is 6, as cubes.order.BK is; each field of an address "
     "has a place of its own"},
    {"umn-tiny",
     {"cubes.order.VL=5"},
     "--set cubes.order.VL=5: cubes.order.BK is 5, as cubes.order.VL is; each field of an address "
     "has a place of its own"},
    {"umn-tiny",
     {"cubes.order.CLL=2"},
     "--set cubes.order.CLL=2: cubes.order.CLL is 2; it must be a whole number from 1 to 1"},
    {"umn-tiny",
     {"cubes.channels=2"},
     "--set cubes.channels=2: network.topology is sfbfly; a cube would have 3 external channels, "
     "and cubes.channels is 2"},
    {"umn-small",
     {"cpu.misses=0", "gpus=8", "cubes.clusters=8", "network.columns=4", "network.rows=2",
      "network.topology=dfbfly", "network.parallel=2"},
     "--set network.topology=dfbfly: network.topology is dfbfly; a cube would have 16 external "
     "channels, and cubes.channels is 8"},
    {"umn-tiny",
     {"network.vcs=6"},
     "--set network.vcs=6: network.vcs is 6; with network.channel line it must be a power of two"},
    {"umn-tiny",
     {"network.channel=free", "protocol=nc-wb"},
     "--set network.channel=free: network.channel is free; it needs l2.role core-side and a "
     "protocol that neither writes back nor invalidates, as messages of a line could pass each "
     "other"},
    {"umn-tiny",
     {"network.routing=minimal"},
     "--set network.routing=minimal: network.routing is minimal; packages that are at all cubes "
     "of their cluster need cubes.clusters, network.topology dfbfly or ddfly, and no overlay"},
    {"umn-tiny",
     {"network.routing=ugal", "network.topology=dfbfly"},
     "--set network.routing=ugal: network.routing is ugal; it needs network.channel free, as "
     "packets of a line may go different ways"},
    {"umn-tiny",
     {"network.columns=4"},
     "--set network.columns=4: cubes.clusters is 3; network.columns times network.rows must be as "
     "many, not 4"},
    {"numa-tiny",
     {"cubes.clusters=2"},
     "--set cubes.clusters=2: cubes.clusters is 2; cubes need memory.at central and "
     "memory.interleave low"},
    {"numa-tiny",
     {"placement.replicate=true"},
     "--set placement.replicate=true: placement.replicate needs memory.at packages and "
     "copy_engine.lines of 2 at least"},
    {"numa-migrate-tiny",
     {"placement.policy=interleave"},
     "--set placement.policy=interleave: placement.migrate needs a placement.policy that places "
     "pages, not interleave"},
    {"numa-replicate-tiny",
     {"protocol=nc-wb"},
     "--set protocol=nc-wb: placement.replicate needs L2s whose lines the memory has, too; "
     "protocol nc-wb with l2.role core-side keeps written lines from it"},
    {"dnn-um-tiny",
     {"copy_engine.lines=0", "memory.host=false"},
     "--set copy_engine.lines=0: placement.faults.latency needs memory.at packages and "
     "copy_engine.lines of 2 at least"},
    {"dnn-um-tiny",
     {"placement.migrate=4"},
     "--set placement.migrate=4: placement.faults.latency is 500; pages that fault neither "
     "replicate nor migrate by counts; set it to 0, or placement.replicate to false and "
     "placement.migrate to 0"},
    {"dnn-um-tiny",
     {"faults.latency=20000"},
     "--set faults.latency=20000: placement.faults.latency is 20000; it must be less than "
     "watchdog, 20000"},
};

static const struct refused_system cpus[] = {
    {"rdma-tiny",
     {"cpu.misses=2"},
     "--set cpu.misses=2: cpu.misses is 2; a CPU has an L2 of its own, so l2.role must be "
     "core-side, not memory-side"},
    {"numa-tiny",
     {"cpu.misses=2"},
     "--set cpu.misses=2: cpu.misses is 2; with memory.at packages a CPU needs memory.host true"},
    {"numa-migrate-tiny",
     {"memory.host=true", "cpu.misses=2"},
     "--set cpu.misses=2: cpu.misses is 2; a CPU does not stand still for a shoot-down, so "
     "placement.replicate must be false, and placement.migrate and placement.faults.latency 0"},
    {"umn-tiny",
     {"cpu.misses=8"},
     "--set cpu.misses=8: cpu.misses is 8; it must be at most sm.tags, 4"},
    {"umn-tiny",
     {"cpu.l2_ways=64"},
     "--set cpu.l2_ways=64: cpu.l2_bytes is 1024; two sets of 64 ways of 16-byte lines need at "
     "least 2048"},
    {"umn-tiny",
     {"cpu.l2_bytes=134217728", "umc.bytes=1048576"},
     "--set cpu.l2_bytes=134217728: cpu.l1_bytes is 256 and cpu.l2_bytes 134217728; a way of each "
     "must be smaller than the memory"},
    {"umn-overlay-tiny",
     {"cpu.misses=0"},
     "--set cpu.misses=0: overlay.latency is 2; an overlay is a CPU's, and cpu.misses is 0"},
    {"umn-overlay-tiny",
     {"gpus=3"},
     "--set gpus=3: overlay.latency is 2; an overlay begins at the cluster behind those of the "
     "GPUs, so it needs cubes.clusters more than gpus, 3, and a network.topology"},
    {"umn-tiny",
     {"overlay.latency=4", "network.topology=none"},
     "--set overlay.latency=4: overlay.latency is 4; an overlay begins at the cluster behind those "
     "of the GPUs, so it needs cubes.clusters more than gpus, 2, and a network.topology"},
    {"umn-overlay-tiny",
     {"protocol=gpu-vi"},
     "--set protocol=gpu-vi: overlay.latency is 2; with protocol gpu-vi it must be 0, as an answer "
     "and an invalidation of a line could pass each other"},
    {"umn-tiny",
     {"package_link.latency=4"},
     "--set package_link.latency=4: package_link.latency is 4; a link between a package and its "
     "lanes needs memory.at packages, two of them or a host, and a network.topology"},
    {"pcie-tiny",
     {"package_link.latency=4"},
     "--set package_link.latency=4: package_link.latency is 4; a link between a package and its "
     "lanes needs memory.at packages, two of them or a host, and a network.topology"},
    {"numa-tiny",
     {"controller_link.latency=4", "l2.role=memory-side"},
     "--set controller_link.latency=4: controller_link.latency is 4; a link between a switch and "
     "each controller needs memory.at central without a host's and switches, or L2s on the SMs' "
     "side without remote data caches; and a protocol without invalidations"},
    {"cmn-tiny",
     {"network.topology=none"},
     "--set network.topology=none: package_link.latency is 4; a link between a package and its "
     "lanes needs memory.at packages, two of them or a host, and a network.topology"},
    {"pcie-tiny",
     {"package_link.bytes_per_cycle=4"},
     "--set package_link.bytes_per_cycle=4: it is of no use here, as package_link needs "
     "fabric.package_link.latency"},
    {"tsm-tiny",
     {"cpu.width=2"},
     "--set cpu.width=2: it is of no use here, as cpu needs cpu.misses"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(cases, sizeof cases / sizeof *cases);
    are_refused(cpus, sizeof cpus / sizeof *cpus);
}

/* The host is a home after the packages', and engines are cores after the SMs. */
static void counted(void **state)
{
    (void)state;
    static const char *const sets[] = {"copy_engine.lines=4", "memory.host=true"};
    struct error err = {0};
    struct system *s = system_load("rdma-tiny", sets, 2, &err);
    char name[SYSTEM_NODE];
    assert_non_null(s);
    assert_int_equal(system_homes(s), 3);
    assert_int_equal(system_cores(s), 2);
    system_node(s, 1, name);
    assert_string_equal(name, "gpu1");
    system_node(s, 2, name);
    assert_string_equal(name, "host");
    system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(complaints), cmocka_unit_test(counted)};
    return cmocka_run_group_tests_name("systems whose pages move", tests, NULL, NULL);
}
