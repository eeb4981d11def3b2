/*
 * Random traffic on a few machines of various shapes. The history of each execution must be as
 * consistent as the system promises (tests/support/traffic.h), and every request must be answered.
 *
 *   UMBEL_TRAFFIC_SEED=N      the first seed (default 1)
 *   UMBEL_TRAFFIC_SEEDS=N     executions per machine (default 10; with UMBEL_SLOW 50)
 *   UMBEL_TRAFFIC_MACHINE=S   only the machine of that name
 *   UMBEL_TRAFFIC_MONITORS=1  monitors the proofs' assumptions, and prints how often they occurred
 *   UMBEL_TRAFFIC_SYSTEMS=N   N machines of random shape instead, the first drawn from the seed
 *
 * Costs minutes: each shape has units of its own. It alone finds races between requests to a few
 * lines on shapes that no kernel runs on; it has found most bugs of the caches.
 */
#include "harness/engine/monitors.h"
#include "sw/util/rng.h"
#include "tests/support/slow.h"
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
    /* One of everything, each part as small as it can be: lines are evicted all the time. */
    {.name = "least",
     .ops = 1500,
     .sets = {"gpus=1", "sm.count=2", "sm.tags=2", "l1.bytes=64", "l2.bytes=64", "umc.entries=2",
              "tsu.sets=2", "tsu.ways=2", "mgcc.ts_bits=24", "mgcc.tick=3"}},
    /* More banks than controllers, a cramped TSU without write timestamps, narrow slow links. */
    {.name = "banks",
     .ops = 3000,
     .sets = {"gpus=3", "sm.count=2", "sm.tags=8", "line_bytes=32", "l1.bytes=256", "l1.mshrs=4",
              "l2.banks=4", "l2.bytes=256", "l2.mshrs=4", "umc.count=2", "umc.entries=4",
              "tsu.sets=2", "tsu.keep_wts=false", "link.latency=7", "link.bytes_per_cycle=5",
              "mgcc.ts_bits=24", "mgcc.rd_lease=40", "mgcc.wr_lease=1", "mgcc.tick=0"}},
    /* More controllers than banks; L1s larger than the L2; long leases. */
    {.name = "controllers",
     .ops = 3000,
     .sets = {"gpus=4", "sm.count=1", "sm.tags=8", "line_bytes=64", "l1.bytes=2048", "l1.ways=4",
              "l1.mshrs=8", "l2.banks=1", "l2.bytes=512", "l2.ways=4", "l2.mshrs=8", "umc.count=4",
              "umc.entries=8", "tsu.sets=2", "tsu.latency=50", "link.latency=30", "mgcc.ts_bits=32",
              "mgcc.rd_lease=200", "mgcc.wr_lease=100"}},
    /* Many SMs behind few MSHRs, many tags: joins, parking, reissues. Leases of one step. */
    {.name = "crowd",
     .ops = 4000,
     .sets = {"gpus=2", "sm.count=4", "sm.tags=16", "l1.bytes=128", "l1.mshrs=8", "l2.banks=2",
              "l2.bytes=128", "l2.mshrs=2", "umc.count=2", "umc.entries=2", "tsu.sets=4",
              "mgcc.ts_bits=32", "mgcc.rd_lease=1", "mgcc.wr_lease=1", "mgcc.tick=1"}},
    /* Many lines in flight in an L1, joined by loads whose clock has moved on: requests that are
     * sent again compete with answers for the same path. */
    {.name = "reissues",
     .ops = 4000,
     .sets = {"gpus=2", "sm.count=1", "sm.tags=64", "l1.bytes=1024", "l1.mshrs=64", "l2.banks=1",
              "l2.bytes=1024", "l2.mshrs=2", "umc.entries=2", "link.bytes_per_cycle=2",
              "mgcc.ts_bits=32", "mgcc.rd_lease=1", "mgcc.wr_lease=4", "mgcc.tick=1"}},
    /* Timestamps of 4 bits: a new epoch every few requests; clocks carry it from UMC to UMC. */
    {.name = "epochs",
     .ops = 3000,
     .sets = {"gpus=3", "sm.count=2", "sm.tags=8", "l1.bytes=256", "l1.mshrs=4", "l2.banks=2",
              "l2.bytes=256", "l2.mshrs=4", "umc.count=2", "umc.entries=4", "tsu.sets=2",
              "link.latency=9", "mgcc.ts_bits=4", "mgcc.epoch_bits=12", "mgcc.rd_lease=5",
              "mgcc.wr_lease=3", "mgcc.tick=3"}},
    /* The same with so few epochs that the system is emptied all the time and epochs restart. */
    {.name = "rolls",
     .ops = 3000,
     .sets = {"gpus=2", "sm.tags=4", "l1.bytes=256", "l2.bytes=256", "tsu.sets=4", "mgcc.ts_bits=5",
              "mgcc.epoch_bits=6", "mgcc.rd_lease=3", "mgcc.wr_lease=2", "mgcc.tick=2"}},
    /* As on boards: queues of one place, wires for switches and links, and a look-up of two cycles,
     * between which an epoch may begin. */
    {.name = "board",
     .ops = 3000,
     .sets = {"hardware.queue_in=1", "hardware.queue_out=1", "hardware.lone_switch=false",
              "link.latency=0", "tsu.look=2", "tsu.sets=2", "gpus=3", "sm.tags=2", "l1.bytes=64",
              "l2.bytes=128", "umc.entries=2", "mgcc.ts_bits=5", "mgcc.epoch_bits=12",
              "mgcc.rd_lease=7", "mgcc.tick=3"}},
    /* Threads with several accesses in flight, and fences; caches that evict their lines often. */
    {.name = "flights",
     .ops = 3000,
     .sets = {"consistency=rc", "gpus=3", "sm.count=2", "sm.tags=16", "l1.bytes=128", "l1.mshrs=8",
              "l2.banks=2", "l2.bytes=128", "l2.mshrs=4", "umc.count=2", "umc.entries=4",
              "tsu.sets=2", "link.latency=7", "mgcc.ts_bits=16", "mgcc.rd_lease=20",
              "mgcc.wr_lease=5", "mgcc.tick=7"}},
    /* The same with larger caches, so that copies end by their leases. */
    {.name = "leases",
     .ops = 3000,
     .sets = {"consistency=rc", "gpus=2", "sm.count=2", "sm.tags=8", "l1.bytes=1024", "l1.mshrs=8",
              "l2.banks=2", "l2.bytes=1024", "l2.mshrs=8", "umc.count=2", "umc.entries=8",
              "link.latency=3", "mgcc.ts_bits=24", "mgcc.rd_lease=30", "mgcc.wr_lease=10",
              "mgcc.tick=50", "tsu.keep_wts=false"}},
    /* Few lines and short leases: threads have several loads of one line waiting in an L1, and some
     * of these are sent again. */
    {.name = "flights-reissues",
     .ops = 4000,
     .sets = {"consistency=rc", "gpus=3", "sm.count=1", "sm.tags=64", "l1.bytes=64", "l1.mshrs=32",
              "l2.banks=1", "l2.bytes=512", "l2.mshrs=8", "umc.entries=8", "mgcc.ts_bits=24",
              "mgcc.rd_lease=4", "mgcc.wr_lease=1", "mgcc.tick=1"}},
    {.name = "flights-epochs",
     .ops = 3000,
     .sets = {"consistency=rc", "gpus=2", "sm.count=2", "sm.tags=8", "l1.bytes=256", "l1.mshrs=4",
              "l2.banks=2", "l2.bytes=256", "l2.mshrs=4", "umc.count=2", "umc.entries=4",
              "tsu.sets=2", "mgcc.ts_bits=4", "mgcc.epoch_bits=12", "mgcc.rd_lease=5",
              "mgcc.wr_lease=3", "mgcc.tick=3"}},
    {.name = "flights-rolls",
     .ops = 3000,
     .sets = {"consistency=rc", "gpus=2", "sm.tags=8", "l1.bytes=256", "l2.bytes=256", "tsu.sets=4",
              "mgcc.ts_bits=4", "mgcc.epoch_bits=6", "mgcc.rd_lease=7", "mgcc.wr_lease=7",
              "mgcc.tick=2"}},
    /* Memories in packages: requests and answers cross lanes and the switches between packages. */
    {.name = "packages",
     .ops = 3000,
     .sets = {"memory.at=packages", "fabric.lanes=2", "link.bytes_per_cycle=5", "gpus=3",
              "sm.count=2", "sm.tags=8", "l1.bytes=128", "l1.mshrs=4", "l2.banks=2", "l2.bytes=256",
              "l2.mshrs=4", "umc.count=2", "umc.entries=2", "tsu.sets=2", "mgcc.rd_lease=6",
              "mgcc.wr_lease=2", "mgcc.tick=3"}},
    {.name = "packages-rolls",
     .ops = 3000,
     .sets = {"memory.at=packages", "consistency=rc", "gpus=2", "sm.count=2", "sm.tags=8",
              "l1.bytes=256", "l2.bytes=256", "l2.banks=4", "umc.count=2", "tsu.sets=4",
              "mgcc.ts_bits=4", "mgcc.epoch_bits=6", "mgcc.rd_lease=7", "mgcc.wr_lease=7",
              "mgcc.tick=2"}},
    /* L2 banks on the memory's side: L1s of several packages ask one bank. */
    {.name = "memory-side-flights",
     .ops = 3000,
     .sets = {"memory.at=packages", "l2.role=memory-side", "memory.interleave=hash",
              "fabric.lanes=2", "consistency=rc", "gpus=3", "sm.count=1", "sm.tags=16",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=2", "l2.bytes=512", "l2.mshrs=4",
              "umc.count=2", "umc.entries=4", "mgcc.ts_bits=24", "mgcc.rd_lease=4",
              "mgcc.wr_lease=1", "mgcc.tick=1"}},
    {.name = "memory-side-rolls",
     .ops = 3000,
     .sets = {"memory.at=packages", "l2.role=memory-side", "gpus=2", "sm.tags=4", "l1.bytes=256",
              "l2.bytes=256", "tsu.sets=4", "mgcc.ts_bits=5", "mgcc.epoch_bits=6",
              "mgcc.rd_lease=3", "mgcc.wr_lease=2", "mgcc.tick=2"}},
    /* GPU-VI: stores invalidate copies of L2s, fences empty L1s. The IMST is as small as it can be
     * and its entries come from memory all the time; every other line is made private again. */
    {.name = "invalidations",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "consistency=rc", "gpus=3", "sm.count=2", "sm.tags=8",
              "l1.bytes=128", "l1.mshrs=4", "l2.banks=4", "l2.bytes=256", "l2.mshrs=4",
              "umc.count=2", "umc.entries=4", "link.latency=7", "link.bytes_per_cycle=5",
              "imst.sets=2", "imst.ways=2", "imst.demotes=32768"}},
    {.name = "invalidations-controllers",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "consistency=rc", "gpus=4", "sm.count=1", "sm.tags=16",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=1", "l2.bytes=512", "l2.mshrs=8",
              "umc.count=4", "umc.entries=8", "link.latency=0", "imst.sets=2", "imst.ways=2",
              "imst.demotes=65534"}},
    {.name = "invalidations-packages",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "consistency=rc", "memory.at=packages", "fabric.lanes=2",
              "link.bytes_per_cycle=5", "gpus=3", "sm.count=2", "sm.tags=8", "l1.bytes=128",
              "l1.mshrs=4", "l2.banks=2", "l2.bytes=256", "l2.mshrs=4", "umc.count=2",
              "umc.entries=2", "imst.sets=2", "imst.ways=2", "imst.demotes=16384"}},
    {.name = "invalidations-hashed",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "consistency=rc", "memory.at=packages", "memory.interleave=hash",
              "gpus=2", "sm.count=2", "sm.tags=16", "l1.bytes=256", "l2.banks=2", "l2.bytes=128",
              "l2.mshrs=8", "umc.count=4", "umc.entries=8", "imst.sets=4", "imst.ways=2",
              "imst.demotes=0"}},
    /* The same to the L1s, which make it sequentially consistent: loads under way while their line
     * is dropped, and stores of several SMs to one line. */
    {.name = "invalidations-to-l1s",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "invalidation.l1_copies=vi", "gpus=3", "sm.count=3", "sm.tags=8",
              "l1.bytes=128", "l1.mshrs=4", "l2.banks=4", "l2.bytes=256", "l2.mshrs=4",
              "umc.count=2", "umc.entries=4", "link.latency=7", "link.bytes_per_cycle=5",
              "imst.sets=2", "imst.ways=2", "imst.demotes=32768"}},
    {.name = "invalidations-to-l1s-packages",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "invalidation.l1_copies=vi", "memory.at=packages",
              "memory.interleave=hash", "fabric.lanes=2", "link.bytes_per_cycle=5", "gpus=2",
              "sm.count=4", "sm.tags=8", "l1.bytes=256", "l1.mshrs=8", "l2.banks=2", "l2.bytes=128",
              "l2.mshrs=8", "umc.count=2", "umc.entries=2", "imst.sets=2", "imst.ways=2",
              "imst.demotes=16384"}},
    {.name = "flights-invalidations-to-l1s",
     .ops = 3000,
     .sets = {"protocol=gpu-vi", "invalidation.l1_copies=vi", "consistency=rc",
              "memory.at=packages", "gpus=3", "sm.count=1", "sm.tags=16", "l1.bytes=1024",
              "l1.mshrs=8", "l2.banks=1", "l2.bytes=64", "l2.mshrs=4", "umc.entries=8",
              "imst.sets=2", "imst.ways=2", "imst.demotes=65534"}},
    /* Without coherence only one SM can be checked: finds dirty bytes that are lost. */
    {.name = "write-back",
     .ops = 3000,
     .sets = {"protocol=nc-wb", "consistency=rc", "gpus=1", "sm.tags=64", "line_bytes=32",
              "l1.bytes=128", "l1.mshrs=16", "l2.banks=4", "l2.bytes=128", "l2.mshrs=8",
              "umc.count=2", "umc.entries=4"}},
    /* Lines hashed between SMs and L1s. */
    {.name = "write-back-hashed",
     .ops = 3000,
     .sets = {"protocol=nc-wb", "memory.interleave=hash", "gpus=1", "sm.tags=32", "l1.bytes=128",
              "l2.banks=4", "l2.bytes=128", "l2.mshrs=4", "umc.count=2"}},
    {.name = "write-back-least",
     .ops = 3000,
     .sets = {"protocol=nc-wb", "gpus=1", "sm.tags=16", "l1.bytes=64", "l2.bytes=64",
              "umc.entries=2", "link.bytes_per_cycle=3"}},
    {.name = "write-through",
     .ops = 3000,
     .sets = {"protocol=nc-wt", "consistency=rc", "gpus=1", "sm.tags=32", "l1.bytes=128",
              "l1.mshrs=8", "l2.banks=2", "l2.bytes=128", "l2.mshrs=4", "umc.count=2"}},
    /* Copy engines, which copy lines among all of this: across packages, with new epochs all the
     * time. */
    {.name = "copies",
     .ops = 3000,
     .sets = {"copy_engine.lines=4",
              "memory.at=packages",
              "fabric.lanes=2",
              "link.bytes_per_cycle=5",
              "gpus=3",
              "sm.count=2",
              "sm.tags=8",
              "l1.bytes=128",
              "l1.mshrs=4",
              "l2.banks=2",
              "l2.bytes=256",
              "l2.mshrs=4",
              "umc.count=2",
              "umc.entries=2",
              "tsu.sets=2",
              "mgcc.ts_bits=4",
              "mgcc.epoch_bits=12",
              "mgcc.rd_lease=5",
              "mgcc.wr_lease=3",
              "mgcc.tick=3"}},
    {.name = "copies-rolls",
     .ops = 3000,
     .sets = {"copy_engine.lines=2", "consistency=rc", "gpus=2", "sm.count=1", "sm.tags=8",
              "l1.bytes=256", "l2.bytes=256", "tsu.sets=4", "mgcc.ts_bits=4", "mgcc.epoch_bits=6",
              "mgcc.rd_lease=7", "mgcc.wr_lease=7", "mgcc.tick=2"}},
    {.name = "copies-memory-side",
     .ops = 3000,
     .sets = {"copy_engine.lines=8", "memory.at=packages", "l2.role=memory-side",
              "memory.interleave=hash", "consistency=rc", "gpus=2", "sm.count=1", "sm.tags=16",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=2", "l2.bytes=512", "l2.mshrs=4",
              "umc.count=2", "umc.entries=4", "mgcc.ts_bits=24", "mgcc.rd_lease=4",
              "mgcc.wr_lease=1", "mgcc.tick=1"}},
    {.name = "copies-write-back",
     .ops = 3000,
     .sets = {"copy_engine.lines=4", "protocol=nc-wb", "memory.interleave=hash", "consistency=rc",
              "gpus=1", "sm.tags=32", "l1.bytes=128", "l2.banks=4", "l2.bytes=128", "l2.mshrs=4",
              "umc.count=2"}},
    {.name = "copies-write-through",
     .ops = 3000,
     .sets = {"copy_engine.lines=4", "protocol=nc-wt", "gpus=1", "sm.tags=32", "l1.bytes=128",
              "l1.mshrs=8", "l2.banks=2", "l2.bytes=128", "l2.mshrs=4", "umc.count=2"}},
    /* Behind L1.5 banks: lines of three packages, asked for by an SM of one; more L1.5 banks than
     * cores, and than L2 banks. */
    {.name = "l15-write-through",
     .ops = 3000,
     .sets = {"protocol=nc-wt", "consistency=rc", "memory.at=packages", "l2.role=memory-side",
              "gpus=3", "sm.tags=32", "l1.bytes=64", "l1.mshrs=8", "l2.banks=2", "l2.bytes=128",
              "l2.mshrs=4", "umc.count=2", "fabric.lanes=2", "l15.banks=4", "l15.bytes=64",
              "l15.ways=2", "l15.mshrs=2"}},
    /* The same with one L1.5 bank before L2 banks that write back, and hashed lines. */
    {.name = "l15-write-back",
     .ops = 3000,
     .sets = {"protocol=nc-wb", "memory.interleave=hash", "memory.at=packages",
              "l2.role=memory-side", "gpus=2", "sm.count=2", "sm.tags=64", "l1.bytes=64",
              "l1.mshrs=16", "l2.banks=4", "l2.bytes=128", "l2.mshrs=2", "boundary.l2s=keep",
              "boundary.l15s=keep", "l15.banks=1", "l15.bytes=128", "l15.ways=4", "l15.mshrs=8"}},
    /* L2 banks with both roles: what an L2 has of another's memory is stored through. */
    {.name = "both-roles",
     .ops = 3000,
     .sets = {"protocol=nc-wt", "consistency=rc", "memory.at=packages", "l2.role=both", "gpus=3",
              "sm.tags=32", "l1.bytes=64", "l1.mshrs=8", "l2.banks=2", "l2.bytes=128", "l2.mshrs=8",
              "umc.count=2", "fabric.lanes=2"}},
    /* HMG: directories of a few entries, which are given away all the time. What only a slow
     * invalidation shows, litmus tests and proofs look for. */
    {.name = "directories",
     .ops = 3000,
     .sets = {"protocol=hmg", "consistency=rc", "memory.at=packages", "l2.role=both",
              "boundary.l2s=keep", "gpus=3", "sm.count=2", "sm.tags=8", "l1.bytes=128",
              "l1.mshrs=4", "l2.banks=2", "l2.bytes=256", "umc.count=2", "umc.entries=2",
              "l2.directory.sets=2", "l2.directory.ways=2", "fabric.lanes=2",
              "link.bytes_per_cycle=5", "l2.mshrs=4"}},
    {.name = "directories-hashed",
     .ops = 3000,
     .sets = {"protocol=hmg", "consistency=rc", "memory.at=packages", "memory.interleave=hash",
              "l2.role=both", "boundary.l2s=keep", "gpus=4", "sm.count=1", "sm.tags=16",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=4", "l2.bytes=128", "l2.mshrs=8",
              "umc.count=4", "umc.entries=8", "l2.directory.sets=4", "l2.directory.ways=2"}},
    /* A home of each line in each of two GPUs: every level full, slow wires, few entries. */
    {.name = "gpu-homes",
     .ops = 3000,
     .sets = {"protocol=hmg",
              "consistency=rc",
              "memory.at=packages",
              "l2.role=both",
              "boundary.l2s=keep",
              "gpus=4",
              "sm.count=2",
              "sm.tags=8",
              "l1.bytes=64",
              "l1.mshrs=4",
              "l2.banks=2",
              "l2.bytes=128",
              "umc.count=2",
              "umc.entries=4",
              "l2.directory.sets=2",
              "l2.directory.ways=2",
              "l2.directory.gpu_packages=2",
              "fabric.lanes=2",
              "link.bytes_per_cycle=5",
              "l2.mshrs=8"}},
    {.name = "gpu-homes-of-four",
     .ops = 3000,
     .sets = {"protocol=hmg", "consistency=rc", "memory.at=packages", "memory.interleave=hash",
              "l2.role=both", "boundary.l2s=keep", "gpus=8", "sm.count=1", "sm.tags=16",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=1", "l2.bytes=64", "l2.mshrs=8", "umc.count=1",
              "umc.entries=8", "l2.directory.sets=2", "l2.directory.ways=2",
              "l2.directory.gpu_packages=4"}},
    /* CARVE: behind the L2 banks, remote data caches of a few sets, whose copies homes invalidate
     * while they are read, filled and written; fewer RDC banks than L2 banks, and more. */
    {.name = "remote-caches",
     .ops = 3000,
     .sets = {"protocol=carve-hwc",
              "consistency=rc",
              "memory.at=packages",
              "gpus=3",
              "sm.count=2",
              "sm.tags=8",
              "l1.bytes=128",
              "l1.mshrs=4",
              "l2.banks=4",
              "l2.bytes=128",
              "l2.mshrs=4",
              "umc.count=2",
              "umc.entries=4",
              "fabric.lanes=2",
              "link.bytes_per_cycle=5",
              "imst.sets=2",
              "imst.ways=2",
              "imst.demotes=16384",
              "rdc.bytes=128",
              "rdc.mshrs=4"}},
    {.name = "remote-caches-hashed",
     .ops = 3000,
     .sets = {"protocol=carve-hwc", "consistency=rc", "memory.at=packages",
              "memory.interleave=hash", "gpus=4", "sm.count=1", "sm.tags=16", "l1.bytes=64",
              "l1.mshrs=8", "l2.banks=1", "l2.bytes=64", "l2.mshrs=8", "umc.count=4",
              "umc.entries=8", "imst.sets=4", "imst.demotes=65534", "rdc.bytes=1024",
              "rdc.mshrs=16", "rdc.epoch_bits=1"}},
    /* Two requests at a time, one entry for requests and one for invalidations, slow wires. */
    {.name = "remote-caches-two",
     .ops = 3000,
     .sets = {"protocol=carve-hwc", "consistency=rc", "memory.at=packages", "gpus=2", "sm.count=3",
              "sm.tags=8", "l1.bytes=64", "l2.banks=2", "l2.bytes=64", "l2.mshrs=4",
              "umc.entries=2", "link.latency=30", "imst.sets=2", "imst.ways=2", "rdc.bytes=64",
              "rdc.mshrs=2"}},
    /* Invalidations go on to the L1s. */
    {.name = "remote-caches-to-l1s",
     .ops = 3000,
     .sets = {"protocol=carve-hwc", "invalidation.l1_copies=vi",
              "memory.at=packages", "gpus=3",
              "sm.count=2",         "sm.tags=8",
              "l1.bytes=128",       "l1.mshrs=4",
              "l2.banks=2",         "l2.bytes=64",
              "l2.mshrs=4",         "umc.count=2",
              "umc.entries=4",      "fabric.lanes=2",
              "imst.sets=2",        "imst.ways=2",
              "imst.demotes=16384", "rdc.bytes=128",
              "rdc.mshrs=8",        "boundary.l1s=keep"}},
    /* Without coherence: epochs that are used up at every other boundary. */
    {.name = "remote-caches-epochs",
     .ops = 3000,
     .sets = {"protocol=carve-swc", "consistency=rc", "memory.at=packages", "gpus=3", "sm.tags=32",
              "l1.bytes=64", "l1.mshrs=8", "l2.banks=2", "l2.bytes=64", "l2.mshrs=4", "umc.count=2",
              "fabric.lanes=2", "rdc.bytes=256", "rdc.mshrs=8", "rdc.epoch_bits=1"}},
    {.name = NULL}};

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

/* Runs the seeds of one machine; false after the first that fails. */
static bool run_machine(const struct traffic *t)
{
    uint64_t usual = slow_wanted() ? 50 : 10;
    uint64_t first = number("UMBEL_TRAFFIC_SEED", 1), n = number("UMBEL_TRAFFIC_SEEDS", usual);
    for (uint64_t seed = first; seed < first + n; seed++) {
        struct sbuf why = {0};
        enum traffic_end end = traffic_run(t, seed, &why);
        bool ok = end == TRAFFIC_OK || end == TRAFFIC_OVERFLOW;
        if (!ok) {
            fprintf(stderr, "machine %s, seed %llu: %s\n  machine:", t->name,
                    (unsigned long long)seed, sbuf_str(&why));
            for (size_t i = 0; t->sets[i] != NULL; i++)
                fprintf(stderr, " --set %s", t->sets[i]);
            fprintf(stderr,
                    "\n  repeat with: UMBEL_TRAFFIC_MACHINE=%s UMBEL_TRAFFIC_SEED=%llu "
                    "UMBEL_TRAFFIC_SEEDS=1 build/tests/cosim/test_traffic\n",
                    t->name, (unsigned long long)seed);
        }
        sbuf_free(&why);
        if (!ok)
            return false;
    }
    return true;
}

/* The random machine: for every size that matters, a few small values to draw from. */
static const struct drawn {
    const char *path;
    const char *values[6];
} drawn[] = {
    {"consistency", {"sc", "rc"}},
    {"gpus", {"1", "2", "3", "4"}},
    {"sm.count", {"1", "2", "3", "4"}},
    {"sm.tags", {"1", "4", "16", "64"}},
    {"line_bytes", {"16", "32", "64"}},
    {"l1.bytes", {"512", "1024", "4096"}},
    {"l1.ways", {"2", "4"}},
    {"l1.mshrs", {"2", "4", "8", "32"}},
    {"l2.banks", {"1", "2", "4"}},
    {"l2.bytes", {"512", "2048"}},
    {"l2.ways", {"2", "4"}},
    {"l2.mshrs", {"2", "4", "8", "32"}},
    {"memory.at", {"central", "packages"}},
    {"memory.interleave", {"low", "hash"}},
    {"fabric.lanes", {"1", "2", "4"}},
    {"umc.count", {"1", "2", "4"}},
    {"umc.entries", {"2", "4", "8"}},
    {"tsu.sets", {"2", "8"}},
    {"tsu.ways", {"2", "4"}},
    {"tsu.latency", {"4", "5", "60"}},
    {"tsu.keep_wts", {"true", "false"}},
    {"link.latency", {"2", "3", "40"}},
    {"link.bytes_per_cycle", {"1", "7", "16", "128"}},
    {"mgcc.ts_bits", {"4", "5", "8", "12", "24", "32"}},
    {"mgcc.epoch_bits", {"16"}},
    {"mgcc.rd_lease", {"1", "3", "7"}},
    {"mgcc.wr_lease", {"1", "2", "6"}},
    {"mgcc.tick", {"0", "1", "7"}},
};
enum { N_DRAWN = sizeof drawn / sizeof *drawn };

static void random_systems(void **state)
{
    (void)state;
    uint64_t first = number("UMBEL_TRAFFIC_SEED", 1), n = number("UMBEL_TRAFFIC_SYSTEMS", 0);
    for (uint64_t shape = first; shape < first + n; shape++) {
        struct rng rng = {shape};
        char text[N_DRAWN][64], name[32];
        snprintf(name, sizeof name, "random-%llu", (unsigned long long)shape);
        struct traffic t = {.name = name, .ops = 4000};
        for (size_t i = 0; i < N_DRAWN; i++) {
            size_t values = 1; /* at least */
            while (values < 6 && drawn[i].values[values] != NULL)
                values++;
            snprintf(text[i], sizeof text[i], "%s=%s", drawn[i].path,
                     drawn[i].values[rng_below(&rng, values)]);
            t.sets[i] = text[i];
        }
        assert_true(run_machine(&t));
    }
}

/* Machines that are another one's with one more thing of a third one's. */
static bool is_mixture(const char *name)
{
    static const char *const mixtures[] = {"flights-reissues",
                                           "flights-epochs",
                                           "packages-rolls",
                                           "memory-side-rolls",
                                           "invalidations-controllers",
                                           "invalidations-hashed",
                                           "invalidations-to-l1s-packages",
                                           "flights-invalidations-to-l1s",
                                           "write-back-hashed",
                                           "copies-rolls"};
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++)
        if (strcmp(name, mixtures[i]) == 0)
            return true;
    return false;
}

static void fixed(void **state)
{
    const char *only = getenv("UMBEL_TRAFFIC_MACHINE");
    const struct traffic *t = *state;
    if (only != NULL && strcmp(only, t->name) != 0)
        skip();
    if (only == NULL && is_mixture(t->name))
        slow_only("its parts are in other machines");
    assert_true(run_machine(t));
}

static int tell_monitors(void **state)
{
    (void)state;
    uint64_t seen;
    const char *name;
    for (size_t i = 0; (name = monitors_total(i, &seen)) != NULL; i++)
        printf("  %s: %llu\n", name, (unsigned long long)seen);
    return 0;
}

int main(void)
{
    monitors_use(number("UMBEL_TRAFFIC_MONITORS", 0) != 0);
    struct CMUnitTest tests[sizeof machines / sizeof *machines];
    size_t n = 0;
    if (number("UMBEL_TRAFFIC_SYSTEMS", 0) > 0)
        tests[n++] = (struct CMUnitTest)cmocka_unit_test(random_systems);
    else
        for (; machines[n].name != NULL; n++)
            tests[n] = (struct CMUnitTest){machines[n].name, fixed, NULL, NULL,
                                           (void *)(uintptr_t)&machines[n]};
    return _cmocka_run_group_tests("traffic", tests, n, NULL, tell_monitors);
}
