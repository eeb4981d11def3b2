/*
 * What logical time costs in storage, as a line: the timestamps beside the lines of caches and in
 * TSUs, without tags and valid bits, and the clocks. In bytes; the thesis counts them in 4.2.7.
 */
#ifndef UMBEL_GEN_SYSTEM_STORAGE_H
#define UMBEL_GEN_SYSTEM_STORAGE_H

#include "gen/system/system.h"
#include "sw/util/sbuf.h"

/* Adds nothing if copies have no leases. */
void system_storage(const struct system *s, struct sbuf *to);

#endif
