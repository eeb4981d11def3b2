/*
 * What a unit is to the rest of Umbel: a module, its channels, and the counters that can be read
 * out of it. Systems compose units through this alone; a unit never includes another.
 */
#ifndef UMBEL_GEN_UNITS_UNIT_H
#define UMBEL_GEN_UNITS_UNIT_H

#include "gen/hdl/hdl.h"

#include <stdbool.h>
#include <stdint.h>

/* An event that is counted, as its unit's RTL sees it. The unit declares it; the harness reads the
 * registers and copies name, unit and meaning into the table of a run. */
struct unit_counter {
    const char *name;    /* "load_hits" */
    const char *unit;    /* "loads", "cycles", "bytes" */
    const char *meaning; /* one line */
    const char *event;   /* Verilog: true in a cycle that counts one; NULL: it is the sum of
                            unit_counters_with_sum, and the last row */
};

/* Ports that every unit has besides its channels:
 *   clk_i, rst_i
 *   idle_o        nothing will change until a message passes on a channel, in or out; an idle
 *                 unit is not clocked, so a counter must count what happens, not cycles of waiting
 *   probe_sel_i   what to show on probe_o: PROBE_COUNTER + i, PROBE_WAIT + i, PROBE_FAIL,
 *                 PROBE_PORT + i
 *   probe_o       64 bits
 */
enum {
    PROBE_SEL_W = 9,
    PROBE_COUNTER = 0, /* counter i, in the order of the unit's table */
    PROBE_WAIT = 128,  /* request i in flight: see WAIT_* */
    PROBE_FAIL = 256,  /* nonzero: the unit cannot go on; see FAIL_* */
    PROBE_PORT = 384   /* of a unit that counts by ports: how often the event of port i was */
};

/* Layout of a PROBE_WAIT word: | valid | store | line |. */
enum { WAIT_LINE = 0, WAIT_STORE = 62, WAIT_VALID = 63 };
/* Layout of a PROBE_FAIL word: | failed | spent | line |. There is one failure: a timestamp ran
 * over in the last epoch. `spent`: half of the epochs are used up. */
enum { FAIL_LINE = 0, FAIL_SPENT = 62, FAIL_VALID = 63 };

/* What a system asks of its units beyond the protocol's rules and beyond parameters. Each option
 * adds its suffix to the names of the modules that it changes; the comment is the suffix. */
struct unit_options {
    bool rc;            /* _rc: an L1 whose clock fences raise (release consistency) */
    bool deep;          /* _deep: an L1 that invalidations reach */
    bool both;          /* _both: an L2 bank with both roles (l2_both.h) */
    bool partition;     /* _partition: its ways are divided between two sides (l2_partition.h) */
    bool gpu_homes;     /* _homes: with a home of each line in each GPU (bank_front_gpu.h) */
    bool latency;       /* _latency: an L1 or L2 that adds up what its requests take (latency.h) */
    bool expired_first; /* _expired: a full set gives up a copy whose lease has ended */
    bool evicts;        /* _evicts: the TSU forgets lines that L2s evict (cache/l2_evict.h) */
    bool own_ways;      /* _own: a TSU has ways for each GPU (memory/tsu.h) */
    bool ordered;       /* _ordered: a tracker sends by clocks (memory/reqtracker_order.h) */
    bool merges;        /* _merged: held loads share a DRAM access (memory/reqtracker_merge.h) */
    bool writes_back;   /* _back: a remote data cache that keeps whole stores (memory/rdc_back.h) */
    bool keep_wts;      /* _wts: the TSU keeps the time of each line's last store beside memts */
    bool ignores_lease; /* _ignores_lease: broken on purpose, an L1 hit is not held to its lease */
    bool loses_answer;  /* _loses_answer: broken on purpose, the 64th answer is never sent */
};

enum { UNIT_NAME = 128 };
/* "um_UNIT_RULES", with the suffixes of the options that are on: give those that change the unit.
 */
void unit_name(char name[UNIT_NAME], const char *unit, const char *rules, struct unit_options on);

/* The parameters COUNT_W and COUNT_ONE of unit_counters. Call it among the header's parameters. */
void unit_params(struct hdl *m);
/* The names of a table, which ends with a NULL name; the module has those that it reads. Call it
 * after the ports. */
struct msg_constant;
void unit_constants(struct hdl *m, const struct msg_constant *table);
/* The ports idle_o, probe_sel_i and probe_o, and the names in msg_constants. Call it after the
 * other ports. */
void unit_ports(struct hdl *m);

/* Registers that count, in COUNT_W bits, up to all ones (sw/util/count.h), and the multiplexer onto
 * probe_o. With COUNT_ONE the unit
 * has one register, which counts the event that probe_sel_i has named since the reset. `waits` and
 * `fail` are expressions of 64 bits, NULL when the unit has none; `waits` may use probe_sel_i[6:0].
 * Call it last. */
void unit_counters(struct hdl *m, const struct unit_counter *counters, const char *waits,
                   const char *fail);
/* The same, and a counter for each bit of `events`, of which there are PORTS, up to 64. */
void unit_counters_by_port(struct hdl *m, const struct unit_counter *counters, const char *waits,
                           const char *events, const char *meaning);
/* The same as unit_counters, and the last row is the sum over all cycles of `amount`, of `amount_w`
 * bits, less than COUNT_W. With COUNT_ONE there is none. */
void unit_counters_with_sum(struct hdl *m, const struct unit_counter *counters, const char *waits,
                            const char *amount, const char *amount_w);

#endif
