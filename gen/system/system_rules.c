/* The range of each number of a system, and which number may not be smaller than which: tables. */
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"

#include <string.h>

#define K (1ull << 10)
#define M (1ull << 20)
#define G (1ull << 30)
#define WORD UINT32_MAX

static const struct system_rule rules[] = {
    {"gpus", 1, 64, ANY},
    {"clock_mhz", 1, 100000, ANY},
    {"line_bytes", 4, 128, POW2},
    {"hardware.word_bytes", 2, 4, POW2},
    {"hardware.queue_in", 0, 2, ANY},
    {"hardware.queue_out", 1, 2, ANY},
    {"hardware.count_bits", 8, 48, ANY},
    {"watchdog", 1000, WORD, ANY},
    {"sm.count", 1, 256, ANY},
    {"sm.warps", 1, 64, ANY},
    {"sm.ctas", 1, 64, ANY},
    {"sm.shared_bytes", 0, 1 * M, ANY},
    {"sm.registers", 0, 1 * M, ANY},
    {"sm.tags", 1, 256, POW2},
    {"sm.schedulers", 1, 8, ANY},
    {"sm.flights", 1, 64, ANY},
    {"sm.latency.int", 1, 1000, ANY},
    {"sm.latency.mul", 1, 1000, ANY},
    {"sm.latency.fp32", 1, 1000, ANY},
    {"sm.latency.fp64", 1, 1000, ANY},
    {"sm.latency.sfu", 1, 1000, ANY},
    {"sm.latency.shared", 1, 1000, ANY},
    {"sm.latency.load", 1, 1000, ANY},
    {"sm.latency.store", 1, 1000, ANY},
    {"sm.latency.branch", 1, 1000, ANY},
    {"sm.latency.barrier", 1, 1000, ANY},
    {"sm.interval.int", 1, 100, ANY},
    {"sm.interval.mul", 1, 100, ANY},
    {"sm.interval.fp32", 1, 100, ANY},
    {"sm.interval.fp64", 1, 100, ANY},
    {"sm.interval.sfu", 1, 100, ANY},
    {"sm.interval.shared", 1, 100, ANY},
    {"sm.interval.load", 1, 100, ANY},
    {"sm.interval.store", 1, 100, ANY},
    {"sm.interval.branch", 1, 100, ANY},
    {"sm.interval.barrier", 1, 100, ANY},
    {"sm.l1i.bytes", 0, 16 * M, ANY},
    {"sm.l1i.ways", 1, 64, POW2},
    {"sm.l1i.mshrs", 1, 64, ANY},
    {"sm.l1i.latency", 1, 1000, ANY},
    {"sm.l1i.miss_latency", 1, 100000, ANY},
    {"sm.l1i.sms", 1, 256, ANY},
    {"sm.scalar.bytes", 0, 16 * M, ANY},
    {"sm.scalar.ways", 1, 64, POW2},
    {"sm.scalar.mshrs", 1, 64, ANY},
    {"sm.scalar.latency", 1, 1000, ANY},
    {"sm.scalar.miss_latency", 1, 100000, ANY},
    {"sm.scalar.sms", 1, 256, ANY},
    {"crossbar.bytes_per_cycle", 0, 1024, ANY},
    {"l1.bytes", 16, 16 * M, POW2},
    {"l1.ways", 2, 64, POW2},
    {"l1.mshrs", 2, 64, POW2},
    {"l15.banks", 0, 64, ANY},
    {"l15.bytes", 16, 256 * M, POW2},
    {"l15.ways", 2, 64, POW2},
    {"l15.mshrs", 2, 64, POW2},
    {"l2.banks", 1, 256, POW2},
    {"l2.bytes", 16, 256 * M, POW2},
    {"l2.ways", 2, 64, POW2},
    {"l2.mshrs", 2, 64, POW2},
    {"l2.partition.window", 0, 65536, ANY},
    {"l2.partition.busy", 1, 100, ANY},
    {"l2.directory.sets", 2, 1 * M, POW2},
    {"l2.directory.ways", 2, 64, POW2},
    {"l2.directory.gpu_packages", 1, 64, POW2},
    {"rdc.bytes", 8, 256 * G, POW2},
    {"rdc.mshrs", 2, 64, POW2},
    {"rdc.epoch_bits", 1, 32, ANY},
    {"rdc.predictor", 0, 1024, ANY},
    {"rdc.step_cycles", 0, 1000 * M, ANY},
    {"rdc.region_lines", 1, 1 * M, POW2},
    {"copy_engine.lines", 0, 256, ANY},
    {"cpu.misses", 0, 256, ANY},
    {"cpu.width", 1, 16, ANY},
    {"cpu.clock_mhz", 0, 100000, ANY},
    {"cpu.rob", 0, 1024, ANY},
    {"cpu.l1_bytes", 16, 16 * M, POW2},
    {"cpu.l1_ways", 2, 64, POW2},
    {"cpu.l1_mshrs", 2, 64, POW2},
    {"cpu.l2_bytes", 16, 256 * M, POW2},
    {"cpu.l2_ways", 2, 64, POW2},
    {"cpu.l2_mshrs", 2, 64, POW2},
    {"lanes", 1, 64, POW2},
    {"network.columns", 1, 64, ANY},
    {"network.rows", 1, 64, ANY},
    {"network.parallel", 1, 4, ANY},
    {"network.vcs", 1, 8, ANY},
    {"network.depth", 0, 4096, ANY},
    {"network.stages", 1, 4, ANY},
    {"between.latency", 2, 4096, OR_ZERO},
    {"link.latency", 2, 4096, OR_ZERO},
    {"link.bytes_per_cycle", 1, 1024, ANY},
    {"cubes.clusters", 0, 64, ANY},
    {"cubes.each", 1, 64, POW2},
    {"cubes.channels", 2, 64, ANY},
    {"cubes.ports", 0, 32, ANY},
    {"cubes.order.RW", 2, 7, ANY},
    {"cubes.order.CLH", 2, 7, ANY},
    {"cubes.order.BK", 2, 7, ANY},
    {"cubes.order.CT", 2, 7, ANY},
    {"cubes.order.VL", 2, 7, ANY},
    {"cubes.order.LC", 2, 7, ANY},
    {"cubes.order.CLL", 1, 1, ANY},
    {"cubes.order.BY", 0, 0, ANY},
    {"overlay.latency", 2, 4095, OR_ZERO},
    {"package_link.latency", 2, 4096, OR_ZERO},
    {"package_link.bytes_per_cycle", 1, 1024, ANY},
    {"controller_link.latency", 2, 4096, OR_ZERO},
    {"controller_link.bytes_per_cycle", 1, 1024, ANY},
    {"host_link.latency", 2, 4096, ANY},
    {"host_link.bytes_per_cycle", 1, 1024, ANY},
    {"umc.count", 1, 256, POW2},
    {"umc.entries", 2, 128, POW2},
    {"umc.bytes", 1 * K, 1024 * G, POW2},
    {"tsu.sets", 2, 1 * M, POW2},
    {"tsu.ways", 2, 64, POW2},
    {"tsu.look", 1, 2, ANY},
    {"tsu.latency", 4, 1000, ANY},
    {"imst.sets", 2, 1 * M, POW2},
    {"imst.ways", 2, 64, POW2},
    {"imst.demotes", 0, 65534, ANY},
    {"mgcc.ts_bits", 4, 40, ANY},
    {"mgcc.epoch_bits", 1, 24, ANY},
    {"mgcc.rd_lease", 1, WORD, ANY},
    {"mgcc.wr_lease", 1, WORD, ANY},
    {"mgcc.tick", 0, WORD, ANY},
    {"schedule.batch", 1, 64 * K, ANY},
    {"placement.page_bytes", 4, 1 * G, POW2},
    {"placement.migrate", 0, WORD, ANY},
    {"placement.shootdown", 0, 1000000, ANY},
    {"placement.tlb.entries", 0, 64 * K, ANY},
    {"placement.tlb.ways", 1, 64 * K, ANY},
    {"placement.tlb.latency", 1, 100000, ANY},
    {"placement.tlb.shared_entries", 0, 64 * K, ANY},
    {"placement.tlb.shared_ways", 1, 64 * K, ANY},
    {"placement.tlb.shared_latency", 1, 100000, ANY},
    {"placement.faults.latency", 0, 1000000, ANY},
    {"placement.faults.batch_pages", 1, 64 * K, ANY},
    {"placement.faults.pin_after", 0, 64 * K, ANY},
    {"placement.faults.room", 0, 10000, ANY},
    {"dram.tCL", 1, 1000, ANY},
    {"dram.tCWL", 1, 1000, ANY},
    {"dram.tRCD", 1, 1000, ANY},
    {"dram.tRP", 1, 1000, ANY},
    {"dram.tRAS", 1, 1000, ANY},
    {"dram.tCCD_S", 1, 1000, ANY},
    {"dram.tCCD_L", 1, 1000, ANY},
    {"dram.tRRD_S", 1, 1000, ANY},
    {"dram.tRRD_L", 1, 1000, ANY},
    {"dram.tFAW", 1, 1000, ANY},
    {"dram.tWR", 1, 1000, ANY},
    {"dram.tWTR_S", 1, 1000, ANY},
    {"dram.tWTR_L", 1, 1000, ANY},
    {"dram.tRTP", 1, 1000, ANY},
    {"dram.tRFC", 1, 100000, ANY},
    {"dram.tREFI", 10, 10000000, ANY},
    {"dram.bank_groups", 1, 16, POW2},
    {"dram.banks", 1, 16, POW2},
    {"dram.bus_bits", 8, 512, POW2},
    {"dram.burst", 2, 16, POW2},
    {"dram.page_bytes", 16, 64 * K, POW2},
    {"dram.read_queue", 1, 256, ANY},
    {"dram.write_queue", 1, 256, ANY},
    {"dram.fixed.latency", 0, 1000, ANY},
    {"dram.fixed.bytes_per_cycle", 1, 1024, ANY},
};

/* Pairs of fields: `path` may not be smaller than `least`. */
static const struct {
    const char *path, *least;
} orders[] = {
    {"dram.tRAS", "dram.tRCD"},
    {"dram.tCCD_L", "dram.tCCD_S"},
    {"dram.tRRD_L", "dram.tRRD_S"},
    {"dram.tWTR_L", "dram.tWTR_S"},
    {"dram.tFAW", "dram.tRRD_S"},
    {"dram.page_bytes", "line_bytes"},
    {"placement.page_bytes", "line_bytes"},
};

#define N(array) (sizeof(array) / sizeof(array)[0])

const struct system_rule *system_rule(size_t i)
{
    return i < N(rules) ? &rules[i] : NULL;
}

bool system_wanted(const char *name, struct sbuf *s)
{
    size_t i = 0;
    while (i < N(rules) && strcmp(rules[i].path, name) != 0)
        i++;
    if (i == N(rules))
        return false;
    sbuf_printf(s, "%s from %llu to %llu%s",
                rules[i].kind == POW2 ? "a power of two" : "a whole number",
                (unsigned long long)rules[i].least, (unsigned long long)rules[i].most,
                rules[i].kind == OR_ZERO ? ", or 0" : "");
    return true;
}

static bool check_rule(const struct check *c, const struct system_rule *r)
{
    if (!system_has(c->s, r->path))
        return true;
    unsigned long long v = system_value(c->s, r->path);
    bool fits = v >= r->least && v <= r->most && (r->kind != POW2 || power_of_two(v));
    if (fits || (r->kind == OR_ZERO && v == 0))
        return true;
    struct sbuf wanted = {0};
    system_wanted(r->path, &wanted);
    check_fail(c, PATHS(r->path), "%s is %llu; it must be %s", r->path, v, wanted.text);
    sbuf_free(&wanted);
    return false;
}

bool check_rules(const struct check *c)
{
    for (size_t i = 0; i < N(rules); i++)
        if (!check_rule(c, &rules[i]))
            return false;
    return true;
}

bool check_orders(const struct check *c)
{
    for (size_t i = 0; i < N(orders); i++) {
        unsigned long long v = system_value(c->s, orders[i].path);
        unsigned long long least = system_value(c->s, orders[i].least);
        if (v < least)
            return check_fail(c, PATHS(orders[i].path, orders[i].least),
                              "%s is %llu; it must be at least %s, %llu", orders[i].path, v,
                              orders[i].least, least);
    }
    return true;
}
