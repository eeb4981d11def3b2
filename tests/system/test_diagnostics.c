/* Every diagnostic of the reader of system files, to the letter, and values just within the limits
 * that it states. */
#include "gen/system/system.h"
#include "sw/util/sbuf.h"
#include "tests/support/system_text.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The names that a complaint of an unknown field lists. */
#define FILE_HAS                                                                                   \
    "the file has about, protocol, consistency, fault, clock_mhz, line_bytes, watchdog, "          \
    "hardware, "                                                                                   \
    "package (" PACKAGE_HAS                                                                        \
    "), cpu, memory (at, interleave, host, cubes, umc, tsu, imst, dram), fabric "                  \
    "(lanes, network, between, overlay, package_link, controller_link, host_link, link), mgcc, "   \
    "invalidation, "                                                                               \
    "boundary, synchronisation, "                                                                  \
    "schedule, placement"
#define PACKAGE_HAS "gpus, sm, crossbar, l1, l15, l2, rdc, copy_engine"
#define L1_HAS "bytes, ways, mshrs"

static const struct {
    const char *set, *message;
} bad_sets[] = {
    {"l1.way=2", "--set l1.way=2: no such field; l1 has " L1_HAS "; did you mean ways?"},
    {"l3.ways=2", "--set l3.ways=2: no such field; " FILE_HAS},
    {"l1.ways.x=2", "--set l1.ways.x=2: no such field; l1.ways has no fields"},
    {"package.way=2", "--set package.way=2: no such field; package has " PACKAGE_HAS},
    {"memory.l1.ways=2", "--set memory.l1.ways=2: no such field; memory has at, interleave, host, "
                         "cubes, umc, tsu, imst, dram"},
    {"ways=2", "--set ways=2: more than one field ends so: package.sm.l1i.ways, "
               "package.sm.scalar.ways, package.l1.ways, package.l15.ways, package.l2.ways, "
               "package.l2.directory.ways, memory.tsu.ways, "
               "memory.imst.ways, placement.tlb.ways; write more of the path"},
    {"latency=2", "--set latency=2: more than one field ends so: package.sm.latency, "
                  "package.sm.l1i.latency, package.sm.scalar.latency, "
                  "memory.tsu.latency, memory.dram.fixed.latency, fabric.between.latency, "
                  "fabric.overlay.latency, "
                  "fabric.package_link.latency, fabric.controller_link.latency, "
                  "fabric.host_link.latency, fabric.link.latency, "
                  "placement.tlb.latency, "
                  "placement.faults.latency; write more of the path"},
    {"ays=2", "--set ays=2: no such field; " FILE_HAS},
    {".l1.ways=2", "--set .l1.ways=2: no such field; " FILE_HAS},
    {"l1.=2", "--set l1.=2: no such field; l1 has " L1_HAS},
    {"package=2", "--set package=2: package is 2; it must be a group of fields: " PACKAGE_HAS},
    {"warps=9x", "--set warps=9x: sm.warps is 9x; it must be a whole number from 1 to 64"},
    {"package.l1.ways=3",
     "--set package.l1.ways=3: l1.ways is 3; it must be a power of two from 2 to 64"},
    {"mshrs=2", "--set mshrs=2: more than one field ends so: package.sm.l1i.mshrs, "
                "package.sm.scalar.mshrs, package.l1.mshrs, "
                "package.l15.mshrs, package.l2.mshrs, package.rdc.mshrs; write more of the path"},
    {"l1.ways", "--set l1.ways: write it as path=value (--set l1.ways=4)"},
    {"=3", "--set =3: write it as path=value (--set l1.ways=4)"},
    {"l1.ways\r\n=3", "--set l1.ways\\x0d\\n=3: no such field; l1 has " L1_HAS},
    {"l1=3", "--set l1=3: l1 is 3; it must be a group of fields: " L1_HAS},
    {"about=x", "--set about=x: about is a text; it can only be changed in the file"},
    {"dram.fixed.latency=1001", "--set dram.fixed.latency=1001: dram.fixed.latency is 1001; it "
                                "must be a whole number from 0 to "
                                "1000"},
    {"synchronisation.fences=empty", "--set synchronisation.fences=empty: synchronisation.fences "
                                     "is empty; fences reach caches under "
                                     "consistency rc alone"},
    {"tREFI=348", "--set tREFI=348: dram.tREFI is 348; refreshing takes tRAS + tCWL + burst / 2 + "
                  "tWR + tRTP + tRP + tRFC + tRCD, 349, and must leave time to work"},
    {"l1.ways=", "--set l1.ways=: l1.ways is empty; it must be a power of two from 2 to 64"},
    {"l1.ways=two", "--set l1.ways=two: l1.ways is two; it must be a power of two from 2 to 64"},
    {"l1.ways=-2", "--set l1.ways=-2: l1.ways is -2; it must be a power of two from 2 to 64"},
    {"protocol=mesi", "--set protocol=mesi: protocol is mesi; it must be one of mgcc, mgcc-renew, "
                      "mgcc-paper, mgcc-example, "
                      "nc-wt, nc-wb, gpu-vi, carve-nc, carve-swc, carve-hwc, hmg"},
    {"tsu.keep_wts=1", "--set tsu.keep_wts=1: tsu.keep_wts is 1; it must be true or false"},
    {"l1.ways=3", "--set l1.ways=3: l1.ways is 3; it must be a power of two from 2 to 64"},
    {"l1.ways=8", "--set l1.ways=8: l1.bytes is 256; two sets of 8 ways of 32-byte lines need at "
                  "least 512"},
    {"tsu.sets=2048",
     "--set tsu.sets=2048: tsu.sets is 2048; it must be smaller than the 2048 lines of one UMC: "
     "set tsu.sets to 1024 at most, or umc.bytes to 131072 at least"},
    {"mgcc.ts_bits=4",
     "--set mgcc.ts_bits=4: mgcc.rd_lease is 10; with mgcc.ts_bits 4 it must be less than 8"},
    {"a.very.long.path.that.no.field.has.and.no.buffer.should.have.to.hold=1",
     "--set a.very.long.path.that.no.field.has.and.no.buffer.should.have.to.hold=1: no such field"},
};

static void complains_of_sets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_sets / sizeof bad_sets[0]; i++)
        assert_string_equal(system_text_parse(system_text, &bad_sets[i].set, 1),
                            bad_sets[i].message);
}

static char *replace(const char *from, const char *to)
{
    const char *at = strstr(system_text, from);
    assert_non_null(at);
    struct sbuf s = {0};
    sbuf_printf(&s, "%.*s%s%s", (int)(at - system_text), system_text, to, at + strlen(from));
    return s.text;
}

/* The first `from` of the base becomes `to`. The complaint is of the place that @ marks in `at`,
 * which is a piece of the changed text; an @ in the message is the number of the line before that.
 */
static const struct {
    const char *from, *to, *at, *message;
} bad[] = {
    {"    ways: 2\n", "    ways: 3\n", "ways: @",
     "l1.ways is 3; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: 0\n", "ways: @",
     "l1.ways is 0; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: 1\n", "ways: @",
     "l1.ways is 1; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: -2\n", "ways: @",
     "l1.ways is -2; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: two\n", "ways: @",
     "l1.ways is two; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: 4294967298\n", "ways: @",
     "l1.ways is 4294967298; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "", "@l1", "l1.ways is missing; it must be a power of two from 2 to 64"},
    {"    ways: 2\n", "    ways: 2\n    ways: 2\n", "2\n    @ways: 2",
     "ways is given twice; first in line @"},
    {"    ways: 2\n", "    way: 2\n", "@way: 2",
     "l1.way: no such field; l1 has " L1_HAS "; did you mean ways?"},
    {"fault: none\n", "fault: none\nname: x\n", "@name", "name: no such field; " FILE_HAS},
    {"  gpus: 2\n", "  gpus: 2\n  name: x\n", "@name",
     "package.name: no such field; package has " PACKAGE_HAS},
    {"  gpus: 2\n", "", "@package", "gpus is missing; it must be a whole number from 1 to 64"},
    {"fabric:\n  link: {latency: 2, bytes_per_cycle: 16, class: on-board}\n", "", "@about",
     "fabric is missing; it must be a group of fields: link"},
    /* A field in a wrong section, or in none, as in files from before there were sections. */
    {"package:\n  gpus: 2\n", "gpus: 2\npackage:\n", "@gpus",
     "gpus: no such field here; it belongs in section package"},
    {"fabric:\n  link", "link", "@link", "link: no such field here; it belongs in section fabric"},
    {"memory:\n  at: central\n  interleave: low\n  host: false\n  umc", "  umc", "@umc",
     "package.umc: no such field here; it belongs in section memory"},
    {"line_bytes: 32\nwatchdog: 1000\npackage:\n", "watchdog: 1000\npackage:\n  line_bytes: 32\n",
     "@line_bytes", "package.line_bytes: no such field here; it belongs in no section"},
    {"  l1:\n    bytes: 256\n", "  l1:\n    bytes: 256\n    sets: 2\n", "@sets: 2",
     "l1.sets: no such field; l1 has " L1_HAS},
    {"  mshrs: 2\n", "  mshrs: 128\n", "mshrs: @",
     "l1.mshrs is 128; it must be a power of two from 2 to 64"},
    {"  mshrs: 2\n", "  mshrs: 1\n", "mshrs: @",
     "l1.mshrs is 1; it must be a power of two from 2 to 64"},
    {"mgcc\n", "mesi\n", "protocol: @",
     "protocol is mesi; it must be one of mgcc, mgcc-renew, mgcc-paper, mgcc-example, nc-wt, "
     "nc-wb, gpu-vi, "
     "carve-nc, "
     "carve-swc, carve-hwc, hmg"},
    {"sc\n", "tso\n", "consistency: @", "consistency is tso; it must be one of sc, rc"},
    {"none\n", "all\n", "fault: @",
     "fault is all; it must be one of none, l1-ignores-lease, umc-loses-answer, "
     "handler-loses-page, network-orders-lines"},
    {"about: a machine", "about:", "about:@",
     "about is empty; it must be a text of 1 to 100 characters"},
    {"about: a machine", "about: \"a\\nb\"", "about: @",
     "about has a line break or control character; it must be one line"},
    {"gpus: 2", "gpus: 0", "gpus: @", "gpus is 0; it must be a whole number from 1 to 64"},
    {"gpus: 2", "gpus: 65", "gpus: @", "gpus is 65; it must be a whole number from 1 to 64"},
    {"line_bytes: 32", "line_bytes: 2", "line_bytes: @",
     "line_bytes is 2; it must be a power of two from 4 to 128"},
    {"line_bytes: 32", "line_bytes: 4", "line_bytes: @",
     "line_bytes is 4; two words of hardware.word_bytes, 4, need more"},
    {"count_one: false, count_latency: false", "count_one: true, count_latency: true",
     "count_one: true, count_latency: @",
     "hardware.count_latency is true; that needs hardware.count_one false, as a unit with one "
     "counter has no sums"},
    {"queue_in: 2", "queue_in: 3", "queue_in: @",
     "hardware.queue_in is 3; it must be a whole number from 0 to 2"},
    {"queue_out: 2", "queue_out: 0", "queue_out: @",
     "hardware.queue_out is 0; it must be a whole number from 1 to 2"},
    {"count_bits: 48", "count_bits: 49", "count_bits: @",
     "hardware.count_bits is 49; it must be a whole number from 8 to 48"},
    {"look: 1", "look: 3", "look: @", "tsu.look is 3; it must be a whole number from 1 to 2"},
    {"watchdog: 1000", "watchdog: 999", "watchdog: @",
     "watchdog is 999; it must be a whole number from 1000 to 4294967295"},
    {"count: 3", "count: 257", "count: @",
     "sm.count is 257; it must be a whole number from 1 to 256"},
    {"tags: 16", "tags: 12", "tags: @", "sm.tags is 12; it must be a power of two from 1 to 256"},
    {"fp32: 6", "fp32: 0", "fp32: @",
     "sm.latency.fp32 is 0; it must be a whole number from 1 to 1000"},
    {"fp32: 1,", "fp32: 101,", "fp32: @1",
     "sm.interval.fp32 is 101; it must be a whole number from 1 to 100"},
    {"  bytes: 256", "  bytes: 64", "bytes: @6",
     "l1.bytes is 64; two sets of 2 ways of 32-byte lines need at least 128"},
    {"bytes: 1024", "bytes: 128", "bytes: @1",
     "l2.bytes is 128; two sets of 4 ways of 32-byte lines need at least 256"},
    {"  bytes: 256", "  bytes: 131072", "bytes: @1",
     "l1.bytes is 131072; a way of it must be smaller than the memory"},
    {"bytes: 1024", "bytes: 262144", "bytes: @26",
     "l2.bytes is 262144; a way of all banks must be smaller than the memory"},
    {"banks: 1, bytes: 1024", "banks: 2, bytes: 131072", "bytes: @1",
     "l2.bytes is 131072; a way of all banks must be smaller than the memory"},
    {"ways: 4, mshrs: 2", "ways: 1, mshrs: 2", "ways: @1",
     "l2.ways is 1; it must be a power of two from 2 to 64"},
    {"ways: 4, mshrs: 2", "ways: 4, mshrs: 1", "mshrs: @1",
     "l2.mshrs is 1; it must be a power of two from 2 to 64"},
    {"latency: 2, bytes_per", "latency: 1, bytes_per", "latency: @1",
     "link.latency is 1; it must be a whole number from 2 to 4096, or 0"},
    {"bytes_per_cycle: 16", "bytes_per_cycle: 1025", "bytes_per_cycle: @",
     "link.bytes_per_cycle is 1025; it must be a whole number from 1 to 1024"},
    {"class: on-board", "class: board", "class: @",
     "link.class is board; it must be one of on-chip, on-package, on-board, pcie, system, serdes"},
    {"count: 1, entries: 4, bytes: 65536", "count: 2, entries: 4, bytes: 1099511627776",
     "bytes: @109",
     "umc.bytes is 1099511627776; times umc.count, 2, it must not exceed 1099511627776"},
    {"bytes: 65536", "bytes: -1", "bytes: @-",
     "umc.bytes is -1; it must be a power of two from 1024 to 1099511627776"},
    {"page_bytes: 1024", "page_bytes: 8192", "bytes: @6",
     "umc.bytes is 65536; one page in each dram bank needs at least 131072"},
    {"entries: 4", "entries: 1", "entries: @",
     "umc.entries is 1; it must be a power of two from 2 to 128"},
    {"sets: 8", "sets: 1", "sets: @", "tsu.sets is 1; it must be a power of two from 2 to 1048576"},
    {"sets: 8", "sets: 2048", "sets: @",
     "tsu.sets is 2048; it must be smaller than the 2048 lines of one UMC: set tsu.sets to 1024 at "
     "most, or umc.bytes to 131072 at least"},
    {"sets: 8, ways: 2", "sets: 8, ways: 1", "ways: @1",
     "tsu.ways is 1; it must be a power of two from 2 to 64"},
    {"latency: 4, keep", "latency: 3, keep", "latency: @3",
     "tsu.latency is 3; it must be a whole number from 4 to 1000"},
    {"keep_wts: false", "keep_wts: no", "keep_wts: @",
     "tsu.keep_wts is no; it must be true or false"},
    {"ts_bits: 8", "ts_bits: 41", "ts_bits: @",
     "mgcc.ts_bits is 41; it must be a whole number from 4 to 40"},
    {"epoch_bits: 8", "epoch_bits: 25", "epoch_bits: @",
     "mgcc.epoch_bits is 25; it must be a whole number from 1 to 24"},
    {"rd_lease: 10", "rd_lease: 128", "rd_lease: @",
     "mgcc.rd_lease is 128; with mgcc.ts_bits 8 it must be less than 128"},
    {"wr_lease: 5", "wr_lease: 128", "wr_lease: @",
     "mgcc.wr_lease is 128; with mgcc.ts_bits 8 it must be less than 128"},
    {"batch: 4", "batch: 0", "batch: @",
     "schedule.batch is 0; it must be a whole number from 1 to 65536"},
    {"page_bytes: 64", "page_bytes: 48", "interleave, page_bytes: @",
     "placement.page_bytes is 48; it must be a power of two from 4 to 1073741824"},
    {"page_bytes: 64", "page_bytes: 16", "interleave, page_bytes: @",
     "placement.page_bytes is 16; it must be at least line_bytes, 32"},
    {"entries: 16, ways: 4", "entries: 65537, ways: 1", "entries: @65",
     "placement.tlb.entries is 65537; it must be a whole number from 0 to 65536"},
    {"entries: 16, ways: 4", "entries: 16, ways: 0", "ways: @0",
     "placement.tlb.ways is 0; it must be a whole number from 1 to 65536"},
    {"entries: 16, ways: 4", "entries: 16, ways: 5", "entries: @16",
     "placement.tlb.entries is 16; it must be a multiple of placement.tlb.ways, 5, or 0"},
    {"latency: 100", "latency: 0", "latency: @0",
     "placement.tlb.latency is 0; it must be a whole number from 1 to 100000"},
    {"bytes: 512", "bytes: 513", "bytes: @513",
     "sm.l1i.bytes is 513; it must be a power of two, or 0"},
    {"bytes: 512", "bytes: 32", "ways: 4, bytes: @32",
     "sm.l1i.bytes is 32; two sets of 4 ways of 32-byte lines need at least 256"},
    {"{sms: 1, latency: 5", "{sms: 2, latency: 5", "{sms: @",
     "sm.l1i.sms is 2; sm.count, 3, must be a multiple of it"},
    {"miss_latency: 80", "miss_latency: 1000", "miss_latency: @1000",
     "sm.scalar.miss_latency is 1000; it must be less than watchdog, 1000"},
    {"tRAS: 34", "tRAS: 13", "tRAS: @", "dram.tRAS is 13; it must be at least dram.tRCD, 14"},
    {"tCCD_S: 1", "tCCD_S: 3", "tCCD_L: @", "dram.tCCD_L is 2; it must be at least dram.tCCD_S, 3"},
    {"tRRD_S: 4", "tRRD_S: 7", "tRRD_L: @", "dram.tRRD_L is 6; it must be at least dram.tRRD_S, 7"},
    {"tWTR_S: 6", "tWTR_S: 9", "tWTR_L: @", "dram.tWTR_L is 8; it must be at least dram.tWTR_S, 9"},
    {"tFAW: 30", "tFAW: 3", "tFAW: @", "dram.tFAW is 3; it must be at least dram.tRRD_S, 4"},
    {"tREFI: 3900", "tREFI: 348", "tREFI: @",
     "dram.tREFI is 348; refreshing takes tRAS + tCWL + burst / 2 + tWR + tRTP + tRP + tRFC + "
     "tRCD, 349, and must leave time to work"},
    {"tRFC: 260", "tRFC: 911", "watchdog: @",
     "watchdog is 1000; it must be more than a refresh of dram takes, 1000"},
    {"bank_groups: 4,\n    banks: 4", "bank_groups: 16,\n    banks: 8", "banks: @8",
     "dram.banks is 8; times dram.bank_groups, 16, it must not exceed 64"},
    {"burst: 4", "burst: 1", "burst: @", "dram.burst is 1; it must be a power of two from 2 to 16"},
    {"page_bytes: 1024", "page_bytes: 16", "burst: 4, page_bytes: @",
     "dram.page_bytes is 16; it must be at least line_bytes, 32"},
    {"burst: 4", "burst: 8", "bus_bits: @",
     "dram.bus_bits is 64; a burst of 8 moves 64 bytes, more than line_bytes, 32"},
    {"bus_bits: 64", "bus_bits: 60", "bus_bits: @",
     "dram.bus_bits is 60; it must be a power of two from 8 to 512"},
};

/* "dir/t.yaml:LINE:COLUMN: message", with the place counted here rather than by the reader. */
static char *expected(const char *text, const char *at, const char *message)
{
    size_t before = strcspn(at, "@");
    struct sbuf sought = {0};
    sbuf_printf(&sought, "%.*s%s", (int)before, at, at + before + 1);
    const char *found = strstr(text, sought.text);
    sbuf_free(&sought);
    if (found == NULL)
        fail_msg("%s is nowhere in the text", at);
    unsigned line = 1, column = 1;
    for (const char *p = text; p < found + before; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    struct sbuf s = {0};
    sbuf_printf(&s, "dir/t.yaml:%u:%u: ", line, column);
    for (; *message != '\0'; message++) {
        if (*message == '@')
            sbuf_printf(&s, "%u", line - 1);
        else
            sbuf_printf(&s, "%c", *message);
    }
    return s.text;
}

static void complains(void **state)
{
    (void)state;
    assert_string_equal(system_text_parse(system_text, NULL, 0), "");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *text = replace(bad[i].from, bad[i].to);
        char *message = expected(text, bad[i].at, bad[i].message);
        assert_string_equal(system_text_parse(text, NULL, 0), message);
        free(message);
        free(text);
    }
}

/* Values just within the limits that the errors above state are accepted. */
static const struct {
    const char *from, *to;
} enough[] = {
    {"  bytes: 256", "  bytes: 128"},
    {"  bytes: 256", "  bytes: 65536"},
    {"bytes: 1024", "bytes: 256"},
    {"bytes: 1024", "bytes: 131072"},
    {"banks: 1, bytes: 1024", "banks: 2, bytes: 65536"},
    {"sets: 8", "sets: 2"},
    {"sets: 8", "sets: 1024"},
    {"rd_lease: 10", "rd_lease: 127"},
    {"ts_bits: 8", "ts_bits: 40"},
};

static void accepts_the_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof enough / sizeof enough[0]; i++) {
        char *text = replace(enough[i].from, enough[i].to);
        assert_string_equal(system_text_parse(text, NULL, 0), "");
        free(text);
    }
    const char *two_umcs[] = {"umc.count=2", "l1.bytes=131072"};
    assert_string_equal(system_text_parse(system_text, two_umcs, 2), "");
    /* Each UMC has a TSU of its own: more of them do not make room for more sets. */
    const char *big_tsu[] = {"tsu.sets=2048", "umc.count=2"};
    assert_string_equal(
        system_text_parse(system_text, big_tsu, 2),
        "--set tsu.sets=2048: tsu.sets is 2048; it must be smaller than the 2048 lines of one UMC: "
        "set tsu.sets to 1024 at most, or umc.bytes to 131072 at least");
    const char *many_banks[] = {"l2.bytes=131072", "l2.banks=2"};
    assert_string_equal(system_text_parse(system_text, many_banks, 2),
                        "--set l2.bytes=131072: l2.bytes is 131072; a way of all banks must be "
                        "smaller than the memory");
}

/* What a board can have, and a run cannot. */
static void complains_of_boards(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *at, *message;
    } cases[] = {
        {"queue_in: 2", "queue_in: 0", "queue_in: @",
         "hardware.queue_in is 0, as on boards; between tiles, and between SMs "
         "and L1s, a place is needed: 1 or 2"},
        {"word_bytes: 4", "word_bytes: 2", "word_bytes: @",
         "hardware.word_bytes is 2, as on boards; SMs and litmus threads have "
         "words of 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        char *text = replace(cases[i].from, cases[i].to);
        struct system *s = system_parse(text, strlen(text), "dir/t.yaml", NULL, 0, &err);
        assert_non_null(s);
        assert_false(system_simulates(s, &err));
        char *message = expected(text, cases[i].at, cases[i].message);
        assert_string_equal(err.text, message);
        free(message);
        system_free(s);
        free(text);
    }
    struct error err = {0};
    const char *sets[] = {"sm.count=1", "queue_in=0"};
    struct system *s = system_parse(system_text, strlen(system_text), "t.yaml", sets, 2, &err);
    assert_non_null(s);
    assert_false(system_simulates(s, &err));
    assert_non_null(strstr(err.text, "--set queue_in=0: hardware.queue_in is 0, as on boards"));
    system_free(s);
}

/* Where an override makes another field wrong, the override is named, too, and the field's place.
 */
static void names_the_culprit(void **state)
{
    (void)state;
    static const struct refused_system cases[] = {
        {"gmn-tiny",
         {"sm.interval.barrier=2", "umc.count=256", "placement.shootdown=11"},
         "--set umc.count=256: " UMBEL_ROOT "/gen/system/systems/umn.yaml:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        size_t n = 0;
        while (n < 3 && cases[i].sets[n] != NULL)
            n++;
        assert_null(system_load(cases[i].system, cases[i].sets, n, &err));
        assert_memory_equal(err.text, cases[i].text, strlen(cases[i].text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complains_of_sets),  cmocka_unit_test(complains),
        cmocka_unit_test(accepts_the_bounds), cmocka_unit_test(complains_of_boards),
        cmocka_unit_test(names_the_culprit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
