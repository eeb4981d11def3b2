/*
 * The copy engine of a package: it copies runs of lines from any memory of the machine to any
 * other, for memcpy, migration and replication of pages.
 *
 * The engine sits between the command processor and an L1 of its own, where an SM would be. So its
 * reads and writes are messages as an SM's are: they pass the L1, the package's switch, its L2, the
 * fabric and the memory controllers, and the protocol keeps them coherent. A read is an OP_FRESH,
 * which no cache may answer; a write is an OP_STORE of a whole line.
 *
 * A command is a core_req with OP_COPY: `line` is the first line to write, `data` holds the first
 * line to read, LINE_W bits, and above them the number of lines, LENGTH_W bits. Source and target
 * must not overlap. The command's answer comes when the last write was answered. LINES lines are
 * under way at a time. Any other request is passed to the L1 unchanged, between two commands.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_COPY_H
#define UMBEL_GEN_UNITS_MEMORY_COPY_H

#include "gen/hdl/hdl.h"
#include "gen/units/unit.h"

/* Bits of the number of lines of a command. */
enum { COPY_LENGTH_W = 16 };

/* The first of the counters. */
enum { COPY_COMMANDS, COPY_READS, COPY_WRITES };
extern const struct unit_counter copy_counters[];

const char *copy_emit(struct hdl_design *d);

#endif
