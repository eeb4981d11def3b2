/*
 * L1: an SM's private, write-through data cache under MGCC (gen/proto/README.md).
 *
 * Channels: core_req, core_rsp to the SM; req, rsp to the GPU's switch. A load that misses waits in
 * an MSHR; later loads of that line join the MSHR. A store is forwarded, writes its bytes into a
 * copy at once, and locks the line (M7) until the answer brings the timestamps. id_i names this L1
 * at its switch.
 *
 * Where invalidations reach the L1s (gen/units/directory/inv_broadcast.h), drop brings lines to
 * be dropped, and dropped tells that they are. A load under way may be answered with what was there
 * before; that answer is not kept, and no load joins it (V2).
 *
 * Latency: the answer of a hit is valid 4 cycles after the cycle in which the request passed.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L1_H
#define UMBEL_GEN_UNITS_CACHE_L1_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Of the options, `latency` counts. */
const struct unit_counter *l1_counters(const struct rules *rules, struct unit_options on);

/* Emits the module and returns its name. Of the options `expired_first`, `latency` and
 * `ignores_lease` change it. */
const char *l1_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on);

#endif
