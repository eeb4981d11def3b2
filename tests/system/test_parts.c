/*
 * Parts that not every machine has: a file gives their fields if its machine has the part, and only
 * then; --set finds them, and what is printed has them, under the same condition.
 */
#include "gen/system/system.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "tests/support/folder.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* What a system is when it is printed, after a --set (NULL: none); or the error. */
static struct sbuf printed(const char *name, const char *set)
{
    struct error err = {0};
    struct sbuf text = {0};
    struct system *s = system_load(name, &set, set != NULL, &err);
    if (s == NULL)
        sbuf_puts(&text, err.text);
    else
        system_yaml(s, &text);
    system_free(s);
    return text;
}

/* Where each part begins in a printed file. */
#define MGCC "\nmgcc:"
#define TSU "\n  tsu:"
#define BOUNDARY "\nboundary:"
#define LANES "\n  lanes:"
#define LINK "\n  link:"
#define ENGINE "\n  copy_engine:"
#define CPU "\ncpu:"
#define TLB "\n  tlb:"
#define L1I "\n    l1i:"
#define SCALAR "\n    scalar:"
#define CROSSBAR "\n  crossbar:"
#define OVERLAY "\n  overlay:"
#define FAULTS "\n  faults:"
#define L15 "\n  l15:"
#define L15S "\n  l15s:"
#define RDC "\n  rdc:"
#define IMST "\n  imst:"
#define VI "\ninvalidation:"
#define FIXED "\n    fixed:"
#define SYNC "\nsynchronisation:"
static const char *const all[] = {MGCC,    TSU, BOUNDARY, LANES,    LINK,  ENGINE, CPU,
                                  TLB,     L15, L15S,     RDC,      IMST,  VI,     FAULTS,
                                  OVERLAY, L1I, SCALAR,   CROSSBAR, FIXED, SYNC};
enum { N_ALL = sizeof all / sizeof *all };

static const struct {
    const char *name, *set;
    const char *has[N_ALL];
} machines[] = {
    {"tsm-4gpu", NULL, {MGCC, TSU, LINK}},
    {"tsm-tiny", "protocol=mgcc-paper", {MGCC, TSU, BOUNDARY, LINK}},
    {"tsm-tiny", "protocol=mgcc-example", {MGCC, TSU, BOUNDARY, LINK}},
    {"tsm-tiny", "protocol=mgcc-renew", {MGCC, TSU, LINK}},
    {"tsm-4gpu", "protocol=nc-wb", {BOUNDARY, LINK}},
    {"tsm-tiny", "placement.tlb.entries=8", {MGCC, TSU, LINK, TLB}},
    {"tsm-tiny", "sm.l1i.bytes=1024", {MGCC, TSU, LINK, L1I}},
    {"tsm-tiny", "sm.scalar.bytes=1024", {MGCC, TSU, LINK, SCALAR}},
    {"tsm-tiny", "crossbar.bytes_per_cycle=32", {MGCC, TSU, LINK, CROSSBAR}},
    {"mono-ladm", NULL, {BOUNDARY, CROSSBAR}},
    {"tsm-tiny", "copy_engine.lines=2", {MGCC, TSU, LINK, ENGINE}},
    {"tsm-tiny", "cpu.misses=2", {MGCC, TSU, LINK, CPU}},
    {"umn-tiny", NULL, {BOUNDARY, LINK, CPU}},
    {"umn-tiny", "cpu.misses=0", {BOUNDARY, LINK}},
    {"umn-overlay-tiny", NULL, {BOUNDARY, LINK, CPU, OVERLAY}},
    {"umn-overlay-tiny", "overlay.latency=0", {BOUNDARY, LINK, CPU}},
    {"umn-tiny", "overlay.latency=2", {BOUNDARY, LINK, CPU, OVERLAY}},
    {"rdma-4gpu", NULL, {BOUNDARY, LANES, LINK}},
    {"rdma-4gpu", "protocol=mgcc", {MGCC, TSU, LANES, LINK}},
    {"numa-small", "gpus=1", {BOUNDARY}},
    {"one-gpu", NULL, {BOUNDARY}},
    {"numa-migrate-small", NULL, {BOUNDARY, LANES, LINK, ENGINE}},
    {"numa-l15-small", NULL, {BOUNDARY, LANES, LINK, L15, L15S}},
    {"numa-l15-small", "l15.banks=0", {BOUNDARY, LANES, LINK}},
    {"rdma-small", "l15.banks=2", {BOUNDARY, LANES, LINK, L15, L15S}},
    {"mcm-tiny", NULL, {BOUNDARY, LANES, LINK, FIXED, SYNC}},
    {"mcm-tiny", "dram.fixed.latency=0", {BOUNDARY, LANES, LINK, SYNC}},
    {"mcm-tiny", "synchronisation.fences=keep", {BOUNDARY, LANES, LINK, FIXED}},
    {"tsm-tiny", "dram.fixed.latency=9", {MGCC, TSU, LINK, FIXED}},
    {"numa-vi-tiny", NULL, {BOUNDARY, LANES, LINK, IMST, VI}},
    {"carve-small", NULL, {BOUNDARY, LANES, LINK, RDC, IMST, VI}},
    {"carve-small", "protocol=carve-nc", {BOUNDARY, LANES, LINK, RDC}},
    {"carve-small", "protocol=gpu-vi", {BOUNDARY, LANES, LINK, IMST, VI}},
    {"carve-small", "protocol=nc-wt", {BOUNDARY, LANES, LINK}},
    {"numa-small", "protocol=carve-swc", {BOUNDARY, LANES, LINK, RDC}},
    {"numa-migrate-small", "memory.host=true", {BOUNDARY, LANES, LINK, ENGINE}},
    {"dnn-um-tiny", NULL, {BOUNDARY, LANES, LINK, ENGINE, FAULTS}},
    {"dnn-p2p-tiny", "faults.latency=9", {BOUNDARY, LANES, LINK, ENGINE, FAULTS}},
};

static bool is_among(const char *const *list, const char *part)
{
    for (size_t i = 0; i < N_ALL && list[i] != NULL; i++)
        if (strcmp(list[i], part) == 0)
            return true;
    return false;
}

static void printed_where_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct sbuf text = printed(machines[i].name, machines[i].set);
        for (size_t k = 0; k < N_ALL; k++)
            if ((strstr(text.text, all[k]) != NULL) != is_among(machines[i].has, all[k]))
                fail_msg("%s --set %s: %s:%s", machines[i].name,
                         machines[i].set == NULL ? "" : machines[i].set, all[k] + 1, text.text);
        bool fabric = is_among(machines[i].has, LINK) || is_among(machines[i].has, LANES);
        assert_int_equal(strstr(text.text, "\nfabric:") != NULL, fabric);
        sbuf_free(&text);
    }
}

/* What --set alone adds has the values of parts.yaml, and a mistake in it the place there. */
static void set_has_values(void **state)
{
    (void)state;
    struct sbuf text = printed("tsm-4gpu", "protocol=nc-wt");
    assert_non_null(strstr(text.text, "boundary:\n  l1s: empty\n  l2s: empty\n"));
    sbuf_free(&text);
    text = printed("tsm-4gpu", "memory.at=packages");
    assert_non_null(strstr(text.text, "\n  lanes: 1\n"));
    sbuf_free(&text);
}

static const struct {
    const char *name, *set, *message;
} no_use[] = {
    {"rdma-tiny", "mgcc.tick=0",
     "--set mgcc.tick=0: it is of no use here, as mgcc needs protocol mgcc, mgcc-renew, "
     "mgcc-paper or mgcc-example"},
    {"rdma-tiny", "look=2",
     "--set look=2: it is of no use here, as tsu needs protocol mgcc, mgcc-renew, mgcc-paper or "
     "mgcc-example"},
    {"tsm-tiny", "l1s=keep",
     "--set l1s=keep: it is of no use here, as boundary needs protocol mgcc-paper, mgcc-example, "
     "nc-wt, nc-wb, gpu-vi, "
     "carve-nc, carve-swc, carve-hwc or hmg"},
    {"tsm-tiny", "lanes=2",
     "--set lanes=2: it is of no use here, as lanes needs memory.at packages and two of them, or a "
     "host"},
    {"one-gpu-tiny", "fabric.link.latency=9",
     "--set fabric.link.latency=9: it is of no use here, as link needs memory.at central, or "
     "packages and two of them, or a host"},
    {"rdma-tiny", "l15.ways=2",
     "--set l15.ways=2: it is of no use here, as l15 needs package.l15.banks"},
    {"rdma-tiny", "l15s=keep",
     "--set l15s=keep: it is of no use here, as boundary.l15s needs package.l15.banks"},
    {"tsm-tiny", "imst.ways=2",
     "--set imst.ways=2: it is of no use here, as imst needs protocol gpu-vi or carve-hwc"},
    {"numa-tiny", "rdc.mshrs=4",
     "--set rdc.mshrs=4: it is of no use here, as rdc needs protocol carve-nc, carve-swc or "
     "carve-hwc"},
    {"dnn-p2p-tiny", "faults.batch_pages=2",
     "--set faults.batch_pages=2: it is of no use here, as placement.faults needs "
     "placement.faults.latency"},
    {"tsm-tiny", "l1i.ways=2",
     "--set l1i.ways=2: it is of no use here, as sm.l1i needs sm.l1i.bytes"},
    {"tsm-tiny", "tlb.ways=2",
     "--set tlb.ways=2: it is of no use here, as placement.tlb needs placement.tlb.entries"},
};

static void set_of_no_use(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof no_use / sizeof *no_use; i++) {
        struct sbuf text = printed(no_use[i].name, no_use[i].set);
        assert_string_equal(text.text, no_use[i].message);
        sbuf_free(&text);
    }
    struct sbuf none = printed("tsm-tiny", "placement.tlb.entries=0"),
                as_is = printed("tsm-tiny", NULL);
    assert_string_equal(none.text, as_is.text);
    sbuf_free(&none);
    sbuf_free(&as_is);
}

/* A file of the test's own; the error that it ends with, "" for none. */
static const char *load(void **state, const char *text)
{
    static struct error err;
    err = (struct error){0};
    write_text(in_folder(state, "a.yaml"), text);
    system_free(system_load(in_folder(state, "a.yaml"), NULL, 0, &err));
    const char *slash = strrchr(err.text, '/');
    return slash == NULL ? err.text : slash + 1;
}

static void files(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"base: tsm-tiny\nprotocol: nc-wt\n",
         "a.yaml:1:1: boundary.l1s is missing; it must be one of empty, keep; also missing: "
         "boundary.l2s"},
        {"base: tsm-tiny\nprotocol: nc-wt\nboundary: {l1s: keep}\n",
         "a.yaml:3:1: boundary.l2s is missing; it must be one of empty, keep"},
        {"base: tsm-tiny\nprotocol: nc-wt\nboundary: {l1s: keep, l2s: empty}\n", ""},
        {"base: tsm-tiny\nboundary: {l1s: keep, l2s: empty}\n",
         "a.yaml:2:1: boundary is of no use here, as it needs protocol mgcc-paper, "
         "mgcc-example, nc-wt, nc-wb, gpu-vi, "
         "carve-nc, carve-swc, carve-hwc or hmg; "
         "leave it out"},
        {"base: rdma-tiny\nmemory:\n  tsu: {sets: 4}\n",
         "a.yaml:3:3: tsu is of no use here, as it needs protocol mgcc, mgcc-renew, mgcc-paper or "
         "mgcc-example; "
         "leave it "
         "out"},
        {"base: rdma-tiny\npackage: {l15: {banks: 1, bytes: 512, ways: 2, mshrs: 2, allocate: "
         "all}}\n",
         "a.yaml:1:1: boundary.l15s is missing; it must be one of empty, keep"},
        {"base: rdma-tiny\nboundary: {l15s: keep}\n",
         "a.yaml:2:18: boundary.l15s is of no use here, as it needs package.l15.banks; leave it "
         "out"},
        {"base: rdma-tiny\npackage: {l15: {banks: 1, bytes: 512, ways: 2, mshrs: 2, allocate: "
         "all}}\n"
         "boundary: {l15s: keep}\n",
         ""},
        {"base: numa-tiny\nprotocol: carve-nc\n",
         "a.yaml:1:1: rdc.bytes is missing; it must be a power of two from 8 to 274877906944; also "
         "missing: rdc.mshrs, rdc.epoch_bits, rdc.predictor, rdc.step_cycles, rdc.writes, "
         "rdc.region_lines"},
        {"base: numa-tiny\nprotocol: carve-nc\npackage: {rdc: {bytes: 4096, mshrs: 4}}\n",
         "a.yaml:3:11: rdc.epoch_bits is missing; it must be a whole number from 1 to 32; also "
         "missing: rdc.predictor, rdc.step_cycles, rdc.writes, rdc.region_lines"},
        {"base: numa-tiny\nprotocol: carve-nc\n"
         "package: {rdc: {bytes: 4096, mshrs: 4, epoch_bits: 20, predictor: 0, step_cycles: 0, "
         "writes: through, region_lines: 2}}\n",
         ""},
        {"base: numa-tiny\npackage: {rdc: {bytes: 4096}}\n",
         "a.yaml:2:11: rdc is of no use here, as it needs protocol carve-nc, carve-swc or "
         "carve-hwc; leave it out"},
        /* What a base lacks, the base's base may have. */
        {"base: rdma-tiny\nprotocol: mgcc\n", ""},
        {"base: tsm-tiny\nmemory: {at: packages}\n",
         "a.yaml:1:1: lanes is missing; it must be a power of two from 1 to 64"},
        {"base: tsm-tiny\nmemory: {at: packages}\nfabric: {lanes: 2}\n", ""},
        /* A machine can do without its base's engine. */
        {"base: numa-ideal-tiny\npackage: {copy_engine: {lines: 0}}\n"
         "placement: {replicate: false}\n",
         ""},
        {"base: tsm-tiny\nplacement: {tlb: {entries: 4}}\n",
         "a.yaml:2:13: placement.tlb.ways is missing; it must be a whole number from 1 to 65536; "
         "also missing: placement.tlb.latency, placement.tlb.shared_entries, "
         "placement.tlb.shared_ways, placement.tlb.shared_latency"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(load(state, cases[i].text), cases[i].message);
}

/* A file that names no base: here tsm-tiny's, printed, and then changed. */
static void whole_files(void **state)
{
    struct sbuf text = printed("rdma-tiny", NULL);
    assert_string_equal(load(state, text.text), "");
    const char *set = "protocol=mgcc";
    struct error err = {0};
    assert_null(system_load(in_folder(state, "a.yaml"), &set, 1, &err));
    assert_non_null(strstr(
        err.text,
        "/a.yaml:1:1: mgcc is missing; protocol mgcc, mgcc-renew, mgcc-paper or mgcc-example "
        "needs it"));
    char *boundary = strstr(text.text, BOUNDARY), *schedule = strstr(text.text, "\nschedule:");
    memmove(boundary, schedule, strlen(schedule) + 1);
    text.len = strlen(text.text);
    assert_string_equal(load(state, text.text),
                        "a.yaml:1:1: boundary is missing; it must be a group of fields: l1s, l2s");
    sbuf_puts(&text, "mgcc: {tick: 0}\n");
    assert_non_null(strstr(load(state, text.text), "mgcc is of no use here"));
    sbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_where_they_are),
        cmocka_unit_test(set_has_values),
        cmocka_unit_test(set_of_no_use),
        test_in_folder(files),
        test_in_folder(whole_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
