/* What the files of the flow share: one build as it goes on. */
#ifndef UMBEL_FPGA_BUILD_FLOW_IMPL_H
#define UMBEL_FPGA_BUILD_FLOW_IMPL_H

#include "fpga/build/board_file.h"
#include "fpga/build/flow.h"
#include "gen/system/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/hash.h"
#include "sw/util/sbuf.h"

struct flow {
    const struct flow_options *o;
    struct board_file *board;
    struct system *system;
    struct netlist *netlist;
    const char *name; /* of the board */
    const char *dir;  /* OUT.part, where everything is made */
    uint32_t seed;
    content_hash hash; /* of everything that went in so far */
    int lock;          /* -1: none */
    struct arena arena;
};

/* ---- flow_source.c ---- */

/* Reads the board's files and writes all that tools read into the folder: board.yaml's figures go
 * into it and into the hash. */
bool flow_sources(struct flow *f, struct error *err);

/* ---- flow_tools.c ---- */

/* Whether all tools are there; their versions go into the hash. */
bool flow_versions(struct flow *f, struct error *err);
/* What the tools are asked, too. */
void flow_hash_questions(struct flow *f);
/* To netlist.json. */
bool flow_synthesise(struct flow *f, struct error *err);
/* To packed.json and pack.log. */
bool flow_pack(struct flow *f, struct error *err);
/* To placed.asc and timing.json, then NAME.bin. */
bool flow_place(struct flow *f, struct error *err);
bool flow_bitstream(struct flow *f, struct error *err);

/* ---- flow_keep.c ---- */

/* An empty OUT.part that is ours alone. */
bool flow_begin(struct flow *f, struct error *err);
/* Whether OUT has a result of that hash; then it is read. */
bool flow_kept(const struct flow *f, struct flow_result *r);
/* OUT.part becomes OUT. */
bool flow_finish(struct flow *f, struct error *err);

#endif
