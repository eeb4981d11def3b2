/*
 * What l2.partition adds to a bank with both roles: its ways are divided between lines of here and
 * lines of other packages, and the division follows which of links and DRAM is busy (Milic et al.,
 * "Beyond the Socket", whose cache LADM's table III has).
 *
 * Of each set split_q ways, 1 at least and WAYS - 1 at most, are for lines of other packages. A new
 * line whose side has its ways in the set takes the place of one of its side, any other takes a
 * free way or one of the other side: so a set follows the division as it takes new lines, and none
 * is dropped before.
 *
 * A window is WINDOW cycles in which the bank has something to do or waits for it. At its end links
 * are busy if LINK_LINES lines of other packages have come, and DRAM if DRAM_LINES of here have.
 * Links alone: a way more is for lines of other packages. DRAM alone: a way less. Both: a step
 * towards half of the ways. None: no change.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_PARTITION_H
#define UMBEL_GEN_UNITS_CACHE_L2_PARTITION_H

#include "gen/units/cache/l2_both.h"

/* Parameters: windows, and what is busy. */
void l2_partition_params(struct hdl *m);
/* split_q, and the ways that a new line may take: way_may. Call it behind l2_both_kept. */
void l2_partition(struct hdl *m);
/* How windows move the division. Call it last, behind idle_o. */
void l2_partition_update(struct hdl *m);

/* Counters of the division, beside those of the bank. */
#define L2_PARTITION_COUNTERS                                                                      \
    {"windows", "windows", "after which ways may change sides", "window_ends"},                    \
        {"links_busy", "windows", "in which links were busy", "window_ends && links_busy"},        \
        {"dram_busy", "windows", "in which DRAM was", "window_ends && dram_busy"},                 \
        {"ways_to_others", "ways", "given to lines of other packages", "split_more"},              \
    {                                                                                              \
        "ways_to_here", "ways", "given to lines of here", "split_less"                             \
    }

extern const struct unit_counter l2_partition_counters[2][CACHE_COUNTERS];

#endif
