/* Shared by the files of the flow: the state of one build, and its steps in order. Every step
 * returns false and an error if it fails. */
#ifndef UMBEL_FPGA_BUILD_FLOW_IMPL_H
#define UMBEL_FPGA_BUILD_FLOW_IMPL_H

#include "fpga/build/board_file.h"
#include "fpga/build/flow.h"
#include "gen/machine/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/hash.h"
#include "sw/util/sbuf.h"

struct flow {
    const struct flow_options *o;
    struct board_file *board;
    struct system *system;
    struct netlist *netlist;
    const char *name; /* of the board */
    const char *dir;  /* OUT.part, the folder in which everything is made */
    uint32_t seed;
    content_hash hash; /* of all inputs so far */
    int lock;          /* -1: none */
    struct arena arena;
};

/* ---- flow_source.c ---- */

/* Reads the board's files, and writes into the folder every file that the tools read: Verilog,
 * parameters, pins. All of them go into the hash. */
bool flow_sources(struct flow *f, struct error *err);

/* ---- flow_tools.c ---- */

/* Whether all tools are installed; their versions go into the hash. */
bool flow_versions(struct flow *f, struct error *err);
/* Adds to the hash the options that the tools are called with. */
void flow_hash_questions(struct flow *f);
/* Makes netlist.json. */
bool flow_synthesise(struct flow *f, struct error *err);
/* Makes packed.json and pack.log. */
bool flow_pack(struct flow *f, struct error *err);
/* Make placed.asc and timing.json, then NAME.bin. */
bool flow_place(struct flow *f, struct error *err);
bool flow_bitstream(struct flow *f, struct error *err);

/* ---- flow_keep.c ---- */

/* Makes an empty OUT.part and locks it against other builds. */
bool flow_begin(struct flow *f, struct error *err);
/* Whether OUT holds a result with this hash; if so, its report is read. */
bool flow_kept(const struct flow *f, struct flow_result *r);
/* Renames OUT.part to OUT. */
bool flow_finish(struct flow *f, struct error *err);

#endif
