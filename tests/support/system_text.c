#include "tests/support/system_text.h"

#include "gen/system/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

const char system_text[] =
    "about: a machine\n"
    "protocol: mgcc\n"
    "consistency: sc\n"
    "fault: none\n"
    "clock_mhz: 900\n"
    "line_bytes: 32\n"
    "watchdog: 1000\n"
    "package:\n"
    "  gpus: 2\n"
    "  l1:\n"
    "    bytes: 256\n"
    "    ways: 2\n"
    "    mshrs: 2\n"
    "  l2: {banks: 1, bytes: 1024, ways: 4, mshrs: 2, role: core-side}\n"
    "  sm:\n"
    "    count: 3\n"
    "    warps: 8\n"
    "    ctas: 4\n"
    "    shared_bytes: 0\n"
    "    registers: 0\n"
    "    tags: 16\n"
    "    schedulers: 1\n"
    "    greedy_then: oldest\n"
    "    flights: 4\n"
    "    latency: {int: 4, mul: 5, fp32: 6, fp64: 7, sfu: 8, shared: 9,\n"
    "      load: 10, store: 11, branch: 12, barrier: 13}\n"
    "    interval: {int: 1, mul: 1, fp32: 1, fp64: 1, sfu: 1, shared: 1,\n"
    "      load: 1, store: 1, branch: 1, barrier: 1}\n"
    "    l1i: {sms: 1, latency: 5, miss_latency: 90, mshrs: 7, ways: 4, bytes: 512}\n"
    "    scalar: {sms: 1, latency: 20, miss_latency: 80, mshrs: 6, ways: 8, bytes: 2048}\n"
    "memory:\n"
    "  at: central\n"
    "  interleave: low\n"
    "  host: false\n"
    "  umc: {count: 1, entries: 4, bytes: 65536, order: arrival, merge: false}\n"
    "  tsu: {sets: 8, ways: 2, latency: 4, keep_wts: false, evicts: full, ways_of: any, look: 1}\n"
    "  dram: {tCL: 14, tCWL: 4, tRCD: 14, tRP: 14, tRAS: 34, tCCD_S: 1,\n"
    "    tCCD_L: 2, tRRD_S: 4, tRRD_L: 6, tFAW: 30, tWR: 16, tWTR_S: 6,\n"
    "    tWTR_L: 8, tRTP: 5, tRFC: 260, tREFI: 3900, bank_groups: 4,\n"
    "    banks: 4, bus_bits: 64, burst: 4, page_bytes: 1024,\n"
    "    read_queue: 8, write_queue: 8}\n"
    "fabric:\n"
    "  link: {latency: 2, bytes_per_cycle: 16, class: on-board}\n"
    "mgcc: {ts_bits: 8, rd_lease: 10, wr_lease: 5, tick: 0, victim: unused, epoch_bits: 8,\n"
    "  rules: {m1: true, m2: true, m3: true, m4: true, m5: true, m6: false,\n"
    "    m9: true}}\n"
    "schedule: {policy: chunks, within_gpu: chunks, batch: 4}\n"
    "placement: {policy: interleave, page_bytes: 64,\n"
    "  replicate: false, migrate: 0, shootdown: 50,\n"
    "  tlb: {entries: 16, ways: 4, latency: 100, shared_entries: 0, shared_ways: 16,\n"
    "    shared_latency: 100}}\n"
    "hardware: {word_bytes: 4, queue_in: 2, queue_out: 2, count_bits: 48,\n"
    "  count_one: false, count_latency: false, lone_switch: true}\n";
const char *system_text_parse(const char *text, const char *const *sets, size_t n)
{
    static struct error err;
    err = (struct error){0};
    struct system *s = system_parse(text, strlen(text), "dir/t.yaml", sets, n, &err);
    assert_true((s == NULL) == error_is_set(&err));
    system_free(s);
    return err.text;
}
