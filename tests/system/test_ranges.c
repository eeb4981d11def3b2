/* The range of each number in a system file: right at both ends, in messages and in the comments of
 * the systems. */
#include "gen/machine/netlist.h"
#include "gen/system/system_impl.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/yaml_schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- each range to its ends: accepted there, refused beyond, with the ends in the message ---- */

enum { MOST_COMPANY = 9 };
#define L15_AT "memory.at=packages", "l2.role=memory-side", "protocol=nc-wt"
#define VI "protocol=gpu-vi", "consistency=rc"
#define RDC "protocol=carve-nc", "consistency=rc", "memory.at=packages"
#define HMG                                                                                        \
    "protocol=hmg", "consistency=rc", "memory.at=packages", "l2.role=both", "l2.remote=rtwice",    \
        "l2.mshrs=4"
#define PARTITION                                                                                  \
    "protocol=nc-wt", "consistency=rc", "memory.at=packages", "l2.role=both", "l2.remote=rtwice",  \
        "l2.mshrs=4"
#define GMN                                                                                        \
    "memory.host=true", "protocol=nc-wt", "copy_engine.lines=2", "cubes.clusters=2",               \
        "cubes.each=1", "network.topology=sfbfly", "network.columns=2", "network.rows=1"
#define CUBES                                                                                      \
    "protocol=nc-wt", "cubes.clusters=2", "network.topology=sfbfly", "network.columns=2",          \
        "network.rows=1"
#define OVERLAY                                                                                    \
    CPU, "protocol=nc-wt", "cubes.clusters=3", "cubes.each=1", "network.topology=sfbfly",          \
        "network.columns=3", "network.rows=1"
#define FAULTS                                                                                     \
    "memory.at=packages", "placement.policy=pages", "copy_engine.lines=2",                         \
        "placement.faults.latency=9"
#define RINGS                                                                                      \
    "memory.at=packages", "protocol=nc-wt", "l2.role=memory-side", "package.gpus=4",               \
        "network.topology=rings", "network.columns=2", "network.rows=2", "network.vcs=1"
#define CPU "cpu.misses=2"
#define L1I "sm.l1i.bytes=32768"
#define SCALAR "sm.scalar.bytes=32768"
#define L15 L15_AT, "l15.banks=1"

/* Other fields that must change so that a field can be at its minimum or maximum. */
static const struct {
    const char *path;
    bool most;
    const char *sets[MOST_COMPANY];
} company[] = {
    {"line_bytes",
     false,
     {"hardware.word_bytes=2", "mgcc.ts_bits=6", "mgcc.epoch_bits=3", "dram.bus_bits=8",
      "dram.burst=2"}},
    {"line_bytes", true, {"l1.bytes=512"}},
    {"l1.bytes",
     false,
     {"line_bytes=4", "hardware.word_bytes=2", "mgcc.ts_bits=6", "mgcc.epoch_bits=3",
      "dram.bus_bits=8", "dram.burst=2"}},
    {"placement.page_bytes",
     false,
     {"line_bytes=4", "hardware.word_bytes=2", "mgcc.ts_bits=6", "mgcc.epoch_bits=3",
      "dram.bus_bits=8", "dram.burst=2"}},
    {"l2.partition.window", true, {PARTITION}},
    {"l2.partition.busy", false, {PARTITION, "l2.partition.window=64"}},
    {"l2.partition.busy", true, {PARTITION, "l2.partition.window=64"}},
    {"copy_engine.lines", true, {"sm.tags=256"}},
    {"cpu.misses", true, {"sm.tags=256"}},
    {"cpu.width", false, {CPU}},
    {"cpu.width", true, {CPU}},
    {"cpu.clock_mhz", false, {CPU}},
    {"cpu.clock_mhz", true, {CPU}},
    {"cpu.rob", false, {CPU}},
    {"cpu.rob", true, {CPU}},
    {"cpu.l1_bytes",
     false,
     {CPU, "cpu.l1_ways=2", "line_bytes=4", "hardware.word_bytes=2", "mgcc.ts_bits=6",
      "mgcc.epoch_bits=3", "dram.bus_bits=8", "dram.burst=2"}},
    {"cpu.l1_bytes", true, {CPU, "umc.bytes=1073741824"}},
    {"cpu.l1_ways", false, {CPU}},
    {"cpu.l1_ways", true, {CPU}},
    {"cpu.l1_mshrs", false, {CPU}},
    {"cpu.l1_mshrs", true, {CPU}},
    {"cpu.l2_bytes",
     false,
     {CPU, "cpu.l2_ways=2", "line_bytes=4", "hardware.word_bytes=2", "mgcc.ts_bits=6",
      "mgcc.epoch_bits=3", "dram.bus_bits=8", "dram.burst=2"}},
    {"cpu.l2_bytes", true, {CPU, "umc.bytes=1073741824"}},
    {"cpu.l2_ways", false, {CPU}},
    {"cpu.l2_ways", true, {CPU}},
    {"cpu.l2_mshrs", false, {CPU}},
    {"cpu.l2_mshrs", true, {CPU}},
    {"placement.migrate",
     true,
     {"memory.at=packages", "placement.policy=pages", "copy_engine.lines=2"}},
    {"placement.faults.latency",
     true,
     {"memory.at=packages", "placement.policy=pages", "copy_engine.lines=2", "watchdog=1000001"}},
    {"placement.faults.batch_pages", false, {FAULTS}},
    {"placement.faults.batch_pages", true, {FAULTS}},
    {"placement.faults.pin_after", false, {FAULTS}},
    {"placement.faults.pin_after", true, {FAULTS}},
    {"placement.faults.room", false, {FAULTS}},
    {"placement.faults.room", true, {FAULTS, "memory.host=true", "protocol=nc-wt"}},
    {"lanes", false, {"memory.at=packages"}},
    {"lanes", true, {"memory.at=packages"}},
    {"placement.tlb.ways", false, {"placement.tlb.entries=1"}},
    {"placement.tlb.ways", true, {"placement.tlb.entries=65536"}},
    {"network.columns", false, {"network.topology=mesh"}},
    {"network.columns", true, {"network.topology=mesh", "network.rows=1"}},
    {"network.rows", false, {"network.topology=mesh"}},
    {"network.rows", true, {"network.topology=mesh", "network.columns=1"}},
    {"network.parallel", false, {"network.topology=mesh"}},
    {"network.parallel", true, {"network.topology=mesh"}},
    {"cubes.channels", false, {CUBES, "cubes.each=1", "l2.banks=1"}},
    {"cubes.channels", true, {CUBES, "cubes.each=1"}},
    {"cubes.ports", false, {CUBES, "cubes.each=1"}},
    {"cubes.ports", true, {CUBES, "cubes.each=1", "umc.count=32"}},
    {"cubes.order.RW", false, {CUBES, "cubes.each=1", "cubes.order.LC=7"}},
    {"cubes.order.RW", true, {CUBES, "cubes.each=1"}},
    {"cubes.order.CLH", false, {CUBES, "cubes.each=1", "cubes.order.LC=6"}},
    {"cubes.order.CLH", true, {CUBES, "cubes.each=1", "cubes.order.RW=6"}},
    {"cubes.order.BK", false, {CUBES, "cubes.each=1", "cubes.order.LC=5"}},
    {"cubes.order.BK", true, {CUBES, "cubes.each=1", "cubes.order.RW=5"}},
    {"cubes.order.CT", false, {CUBES, "cubes.each=1", "cubes.order.LC=4"}},
    {"cubes.order.CT", true, {CUBES, "cubes.each=1", "cubes.order.RW=4"}},
    {"cubes.order.VL", false, {CUBES, "cubes.each=1", "cubes.order.LC=3"}},
    {"cubes.order.VL", true, {CUBES, "cubes.each=1", "cubes.order.RW=3"}},
    {"cubes.order.LC", false, {CUBES, "cubes.each=1"}},
    {"cubes.order.LC", true, {CUBES, "cubes.each=1", "cubes.order.RW=2"}},
    {"cubes.order.CLL", false, {CUBES, "cubes.each=1"}},
    {"cubes.order.CLL", true, {CUBES, "cubes.each=1"}},
    {"cubes.order.BY", false, {CUBES, "cubes.each=1"}},
    {"cubes.order.BY", true, {CUBES, "cubes.each=1"}},
    {"network.vcs", false, {"network.topology=torus"}},
    {"network.vcs", true, {"network.topology=torus"}},
    {"network.depth", false, {"network.topology=mesh"}},
    {"network.depth", true, {"network.topology=mesh"}},
    {"network.stages", false, {"network.topology=mesh"}},
    {"network.stages", true, {"network.topology=mesh"}},
    {"placement.tlb.latency", false, {"placement.tlb.entries=4"}},
    {"placement.tlb.latency", true, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_entries", false, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_entries", true, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_ways", false, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_ways", true, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_latency", false, {"placement.tlb.entries=4"}},
    {"placement.tlb.shared_latency", true, {"placement.tlb.entries=4"}},
    {"sm.l1i.ways", false, {L1I}},
    {"sm.l1i.ways", true, {L1I}},
    {"sm.l1i.mshrs", false, {L1I}},
    {"sm.l1i.mshrs", true, {L1I}},
    {"sm.l1i.latency", false, {L1I}},
    {"sm.l1i.latency", true, {L1I}},
    {"sm.l1i.miss_latency", false, {L1I}},
    {"sm.l1i.miss_latency", true, {L1I, "watchdog=100001"}},
    {"sm.l1i.sms", false, {L1I}},
    {"sm.l1i.sms", true, {L1I, "sm.count=256"}},
    {"sm.scalar.ways", false, {SCALAR}},
    {"sm.scalar.ways", true, {SCALAR}},
    {"sm.scalar.mshrs", false, {SCALAR}},
    {"sm.scalar.mshrs", true, {SCALAR}},
    {"sm.scalar.latency", false, {SCALAR}},
    {"sm.scalar.latency", true, {SCALAR}},
    {"sm.scalar.miss_latency", false, {SCALAR}},
    {"sm.scalar.miss_latency", true, {SCALAR, "watchdog=100001"}},
    {"sm.scalar.sms", false, {SCALAR}},
    {"sm.scalar.sms", true, {SCALAR, "sm.count=256"}},
    {"overlay.latency", false, {OVERLAY, "link.latency=3"}},
    {"overlay.latency", true, {OVERLAY, "link.latency=4096"}},
    {"package_link.latency", false, {RINGS}},
    {"package_link.latency", true, {RINGS}},
    {"package_link.bytes_per_cycle", false, {RINGS, "package_link.latency=2"}},
    {"package_link.bytes_per_cycle", true, {RINGS, "package_link.latency=2"}},
    {"controller_link.latency", false, {NULL}},
    {"controller_link.latency", true, {NULL}},
    {"controller_link.bytes_per_cycle", false, {"controller_link.latency=2"}},
    {"controller_link.bytes_per_cycle", true, {"controller_link.latency=2"}},
    {"host_link.latency", false, {GMN}},
    {"host_link.latency", true, {GMN}},
    {"host_link.bytes_per_cycle", false, {GMN}},
    {"host_link.bytes_per_cycle", true, {GMN}},
    {"cubes.clusters", true, {"cubes.each=1"}},
    {"cubes.each", false, {"cubes.clusters=2"}},
    {"cubes.each",
     true,
     {"cubes.clusters=2", "l2.banks=64", "umc.count=64", "umc.bytes=16384", "tsu.sets=2"}},
    {"l1.bytes", true, {"umc.bytes=1073741824"}},
    {"l15.banks", true, {L15_AT}},
    {"l15.bytes",
     false,
     {L15, "l15.ways=2", "line_bytes=4", "hardware.word_bytes=2", "dram.bus_bits=8",
      "dram.burst=2"}},
    {"l15.bytes", true, {L15, "umc.bytes=1073741824"}},
    {"l15.ways", false, {L15}},
    {"l15.ways", true, {L15}},
    {"l15.mshrs", false, {L15}},
    {"l15.mshrs", true, {L15}},
    {"l1.ways", true, {"l1.bytes=2048"}},
    {"l2.bytes",
     false,
     {"line_bytes=4", "hardware.word_bytes=2", "mgcc.ts_bits=6", "mgcc.epoch_bits=3",
      "dram.bus_bits=8", "dram.burst=2"}},
    {"l2.bytes", true, {"umc.bytes=1073741824"}},
    {"l2.ways", true, {"l2.bytes=2048"}},
    {"umc.bytes", false, {"dram.bank_groups=1", "dram.banks=1"}},
    {"tsu.sets", true, {"umc.bytes=33554432"}},
    {"imst.sets", false, {VI}},
    {"imst.sets", true, {VI, "umc.bytes=33554432"}},
    {"imst.ways", false, {VI}},
    {"imst.ways", true, {VI}},
    {"imst.demotes", false, {VI}},
    {"imst.demotes", true, {VI}},
    {"rdc.bytes",
     false,
     {RDC, "line_bytes=4", "hardware.word_bytes=2", "dram.bus_bits=8", "dram.burst=2"}},
    {"rdc.bytes",
     true,
     {RDC, "umc.count=256", "umc.bytes=2147483648", "line_bytes=128", "l1.bytes=512"}},
    {"rdc.mshrs", false, {RDC}},
    {"rdc.mshrs", true, {RDC}},
    {"rdc.epoch_bits", false, {RDC}},
    {"rdc.epoch_bits", true, {RDC}},
    {"rdc.predictor", false, {RDC}},
    {"rdc.predictor", true, {RDC, "rdc.bytes=262144"}},
    {"rdc.step_cycles", false, {RDC}},
    {"rdc.step_cycles", true, {RDC}},
    {"rdc.region_lines", false, {RDC}},
    {"rdc.region_lines", true, {RDC}},
    {"between.latency", false, {RINGS}},
    {"between.latency", true, {RINGS}},
    {"l2.directory.sets", false, {HMG}},
    {"l2.directory.sets", true, {HMG, "umc.bytes=134217728"}},
    {"l2.directory.ways", false, {HMG}},
    {"l2.directory.ways", true, {HMG}},
    {"l2.directory.gpu_packages", false, {HMG}},
    {"l2.directory.gpu_packages", true, {HMG, "gpus=64"}},
    {"mgcc.ts_bits", false, {"mgcc.rd_lease=7", "mgcc.wr_lease=5"}},
    {"mgcc.rd_lease", true, {"mgcc.ts_bits=40"}},
    {"mgcc.wr_lease", true, {"mgcc.ts_bits=40"}},
    {"dram.fixed.bytes_per_cycle", false, {"dram.fixed.latency=9"}},
    {"dram.fixed.bytes_per_cycle", true, {"dram.fixed.latency=9"}},
    {"dram.tRCD", true, {"dram.tRAS=1000"}},
    {"dram.tRAS", false, {"dram.tRCD=1"}},
    {"dram.tCCD_S", true, {"dram.tCCD_L=1000"}},
    {"dram.tRRD_S", true, {"dram.tRRD_L=1000", "dram.tFAW=1000"}},
    {"dram.tRRD_L", false, {"dram.tRRD_S=1"}},
    {"dram.tFAW", false, {"dram.tRRD_S=1"}},
    {"dram.tWTR_S", true, {"dram.tWTR_L=1000"}},
    {"dram.tWTR_L", false, {"dram.tWTR_S=1"}},
    {"dram.tRFC", true, {"dram.tREFI=10000000", "watchdog=1000000"}},
    {"dram.tREFI",
     false,
     {"dram.tRFC=1", "dram.tRAS=1", "dram.tRCD=1", "dram.tCWL=1", "dram.tWR=1", "dram.tRTP=1",
      "dram.tRP=1"}},
    {"dram.bus_bits", true, {"line_bytes=128", "l1.bytes=512", "dram.burst=2"}},
    {"dram.burst", true, {"dram.bus_bits=8"}},
};

static size_t add_company(const char *path, bool most, const char **sets)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof company / sizeof *company; i++)
        if (strcmp(company[i].path, path) == 0 && company[i].most == most)
            for (size_t k = 0; k < MOST_COMPANY && company[i].sets[k] != NULL; k++)
                sets[n++] = company[i].sets[k];
    return n;
}

/* Loads tsm-tiny with these settings and emits its hardware; returns the error, "" if none. */
static const char *emitted(const char *path, uint64_t value, bool most)
{
    static struct error err;
    char set[96];
    const char *sets[1 + MOST_COMPANY] = {set};
    err = (struct error){0};
    snprintf(set, sizeof set, "%s=%llu", path, (unsigned long long)value);
    struct system *s = system_load("tsm-tiny", sets, 1 + add_company(path, most, sets + 1), &err);
    struct netlist *n = s != NULL ? netlist_new(s, &err) : NULL;
    struct hdl_design *d = hdl_design_new();
    if (n != NULL && netlist_emit_units(n, d, &err) && netlist_emit_flat(n, d, &err))
        hdl_mistake(d, &err);
    hdl_design_free(d);
    netlist_free(n);
    system_free(s);
    return err.text;
}

static void refused(const struct system_rule *r, uint64_t value)
{
    char want[256];
    snprintf(want, sizeof want, "--set %s=%llu: %s is %llu; it must be %s from %llu to %llu%s",
             r->path, (unsigned long long)value, r->path, (unsigned long long)value,
             r->kind == POW2 ? "a power of two" : "a whole number", (unsigned long long)r->least,
             (unsigned long long)r->most, r->kind == OR_ZERO ? ", or 0" : "");
    assert_string_equal(emitted(r->path, value, value > r->least), want);
}

static void ranges_are_true(void **state)
{
    (void)state;
    const struct system_rule *r;
    bool good = true;
    for (size_t i = 0; (r = system_rule(i)) != NULL; i++) {
        for (int most = 0; most < 2; most++) {
            const char *why = emitted(r->path, most ? r->most : r->least, most);
            if (why[0] != '\0')
                print_error("%s at its %s: %s\n", r->path, most ? "most" : "least", why);
            good = good && why[0] == '\0';
        }
        if (r->kind == OR_ZERO)
            assert_string_equal(emitted(r->path, 0, false), "");
        if (r->least > 0 && !(r->kind == OR_ZERO && r->least == 1))
            refused(r, r->kind == POW2 ? r->least / 2 : r->least - 1);
        if (r->most < UINT32_MAX) /* beyond that of a 32-bit field is no number for it */
            refused(r, r->kind == POW2 ? r->most * 2 : r->most + 1);
    }
    assert_true(good);
}

/* ---- what the systems' comments say of ranges ---- */

/* "4 to 128" in a comment, wherever it begins. */
static bool range_in(const char *comment, unsigned long long *least, unsigned long long *most)
{
    for (; *comment != '\0'; comment++)
        if (*comment >= '0' && *comment <= '9') {
            if (sscanf(comment, "%llu to %llu", least, most) == 2)
                return true;
            comment += strspn(comment, "0123456789") - 1;
        }
    return false;
}

static const struct system_rule *rule_of(const char *path)
{
    const struct system_rule *r;
    for (size_t i = 0; (r = system_rule(i)) != NULL; i++)
        if (strcmp(r->path, path) == 0)
            return r;
    return NULL;
}

/* Whether a comment gives the range of a field; fails the test if it is not the rule's range. */
static bool comment_is_true(const char *file, const char *path, const char *comment)
{
    unsigned long long least, most;
    const struct system_rule *r = rule_of(path);
    if (r == NULL || !range_in(comment, &least, &most))
        return false;
    if (least != r->least || most != r->most)
        fail_msg("%s: %s: %llu to %llu, the rule says %llu to %llu", file, path, least, most,
                 (unsigned long long)r->least, (unsigned long long)r->most);
    return true;
}

static unsigned true_comments(const char *file)
{
    struct error err = {0};
    size_t len;
    char *text = file_read(file, &len, &err), *save, path[128] = "", above[1024] = "";
    unsigned n = 0;
    assert_non_null(text);
    for (char *line = strtok_r(text, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        size_t indent = strspn(line, " "), name = strcspn(line + indent, ":# ");
        const char *comment = strchr(line, '#');
        if (line[indent] == '#') { /* stands above a field; a file's first line is above none */
            size_t used = strlen(above);
            snprintf(above + used, sizeof above - used, "%s", line);
            continue;
        }
        /* The path above this line, of as many names as it is indented by twos. */
        char *end = path;
        for (size_t level = 0; level < indent / 2 && *end != '\0'; level++)
            end += strcspn(end + 1, ".") + 1;
        snprintf(end, sizeof path - (size_t)(end - path), "%s%.*s", end > path ? "." : "",
                 (int)name, line + indent);
        const char *field = schema_name(&system_schema, path);
        n += comment_is_true(file, field, comment != NULL ? comment : above);
        above[0] = '\0';
    }
    free(text);
    return n;
}

/* Two files explain every field; the systems that ship start from them. */
static void comments_are_true(void **state)
{
    (void)state;
    assert_true(true_comments(root_path("gen/system/systems/tsm.yaml")) > 15);
    assert_true(true_comments(root_path("gen/system/parts.yaml")) >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_true),
        cmocka_unit_test(comments_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
