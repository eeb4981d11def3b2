/*
 * What `umc.order: time` adds to a request tracker: requests go to DRAM and TSU in ascending order
 * of their clocks (thesis 4.2.5), not in turn.
 *
 * A matrix has a bit for each pair of entries: whether one goes before the other. An entry is put
 * into it once, when the entry is admitted, behind all whose clock is no later. So that no request
 * waits for ever behind earlier clocks, requests go in batches: those that wait, or come, when the
 * last of a batch goes are the next batch, and a request that comes later goes behind all of that
 * batch.
 *
 * The first in this order names a line, and the oldest request of that line goes; requests of one
 * line stay in order of arrival (M8). While the line is in flight nothing goes under sc. Under rc
 * loads of the batch to other lines do, in turn.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_ORDER_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_ORDER_H

#include "gen/hdl/hdl.h"

#include <stdbool.h>

/* Registers of the entries: order_q, batch_q. */
void reqtracker_order(struct hdl *m);
/* may_send: of the entries that may go, `able`, those that the order lets go, and those that it
 * does not hold for, `besides`. */
void reqtracker_order_send(struct hdl *m, const char *able, const char *besides, bool rc);
/* How admissions and sends change both registers. Call it behind the wires of reqtracker_update. */
void reqtracker_order_update(struct hdl *m);

#endif
