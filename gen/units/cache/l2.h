/*
 * L2: one bank of a GPU's shared cache under one of the protocols (gen/proto/README.md).
 *
 * Channels: req, rsp to the GPU's switch (many L1s); mem_req, mem_rsp to the memory's switch. A
 * bank keeps no clock: the requester's clock decides (M4). Loads of a line in flight join the
 * line's MSHR. Any other request to that line waits, and the requests behind it on the channel wait
 * too. id_i names this bank at its plane's switch. Where stores invalidate, mem_rsp brings
 * invalidations too, and ack takes their acknowledgements to the memory's switch.
 *
 * The lowest BANK_W bits of a line address choose the bank (gen/proto/address.h).
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_H
#define UMBEL_GEN_UNITS_CACHE_L2_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Of the options, `both`, `partition` and `latency` count. */
const struct unit_counter *l2_counters(const struct rules *rules, struct unit_options on);

/* Emits the module and returns its name. Of the options `both`, `partition`, `expired_first` and
 * `latency` change it. */
const char *l2_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on);

/* Counters of every bank: of requests, and of copies. */
#define L2_COUNT_REQUESTS L2_COUNT_REQUESTS_OF("store_go")
#define L2_COUNT_REQUESTS_OF(stored)                                                               \
    {"loads", "loads", "loads taken from the L1s", "load_hit || load_join || load_miss"},          \
        {"load_hits", "loads", "answered from a copy", "load_hit"},                                \
        {"load_joins", "loads", "joined a miss already in flight", "load_join"},                   \
        {"stores", "stores", "stores passed on to the memory", stored},                            \
        {"atomics", "atomics", "atomics passed on to the memory", "atomic_go"},                    \
    {                                                                                              \
        "parked", "times",                                                                         \
            "a request was put aside: its line or all MSHRs were in flight, or there was no room " \
            "to go on",                                                                            \
            "s1_parks"                                                                             \
    }
#define L2_COUNT_COPIES L2_COUNT_COPIES_OF("store_go")
#define L2_COUNT_COPIES_OF(stored)                                                                 \
    {"stores_to_copy", "stores", "stores that found a copy of their line", stored " && hit"},      \
    {                                                                                              \
        "evictions", "lines", "lines replaced by a fill", "fill_install && !hit && victim_valid"   \
    }

#endif
