/*
 * What lets one L2 bank have both roles (l2.role both): for the SMs of its package it caches any
 * line, and for other packages those whose home is here. um_bank_front is around the bank: what
 * asks the bank passes it, and so does what the bank asks.
 *
 *     L1s ---- own ----+             +---- here ---- UMCs of this package
 *                      | bank (L2)   |
 *     lanes -- far ----+             +---- there --- lanes
 *
 * An own request for a line of another package may wait for that package, whose bank may wait for
 * its own memory, and for nothing else. So a far request must never wait for an own one that is
 * under way to another package. um_bank_front sees to it: such requests are let in only if there is
 * a place for them in a table of REMOTES, fewer than the bank has MSHRs, and if none of them could
 * be parked in the bank behind another of its line. What the bank sends to other packages, and its
 * answers to far requests, have queues of as many places. Where the bank
 * writes back, that queue has places for its write-backs, too (gen/units/cache/l2_both_dirty.h):
 * for BACKS, as many as REMOTES, and for one before each own atomic or fresh load. LADM (III-E) has
 * this cache from Milic et al. and calls it dynamically shared; HMG (Ren et al.) needs it, too.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_H
#define UMBEL_GEN_UNITS_DIRECTORY_BANK_FRONT_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

const struct unit_counter *bank_front_counters(const struct rules *rules);

/* Adds um_bank_front_RULES for a protocol without timestamps; with a directory, if the protocol has
 * them (gen/units/directory/bank_front_directory.h). Returns its name. */
const char *bank_front_emit(struct hdl_design *d, const struct rules *rules);

#endif
