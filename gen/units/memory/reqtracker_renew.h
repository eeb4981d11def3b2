/*
 * What renewals (gen/proto/README.md) add to a request tracker: a load that tells of a copy is
 * looked up in the TSU first, and goes to DRAM only if the TSU refuses it. Its line stays in flight
 * (M8), so no store comes between the refusal and the read.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_RENEW_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_RENEW_H

#include "gen/hdl/hdl.h"

/* Outputs that tell of renewals. */
void reqtracker_renew_ports(struct hdl *m);
/* Registers of the entries: ask_q, fetch_q. */
void reqtracker_renewals(struct hdl *m);
/* Whether the entry that is sent is looked up alone: asks. */
void reqtracker_renew_send(struct hdl *m);
/* What a grant says to such an entry: renewals, refusals. */
void reqtracker_renew_grants(struct hdl *m);

#endif
