/*
 * One build, from a board's folder to a bitstream and a report: emits the Verilog of the system,
 * runs Yosys, nextpnr-ice40 and icepack, and reads their results.
 *
 * The build works in a folder beside the output, OUT.part, and renames it to OUT when everything is
 * complete; until then an earlier result in OUT stays as it is. A build that failed leaves OUT.part
 * for its logs. The result holds a hash of all its inputs, the tools' versions included; if the
 * hash is the same, nothing is built again.
 */
#ifndef UMBEL_FPGA_BUILD_FLOW_H
#define UMBEL_FPGA_BUILD_FLOW_H

#include "sw/util/error.h"

#include <stdint.h>
#include <stdio.h>

enum { FLOW_OWN_SEED = -1 };

struct flow_options {
    const char *board; /* a folder with board.yaml, a system file, and top.v and pins.pcf unless the
                        * file names another folder for those */
    const char *out;   /* folder for the result */
    int64_t seed;      /* of place and route; FLOW_OWN_SEED: the one in the board's file */
    bool fresh;        /* build again, even if the hash is the same */
    FILE *progress;    /* one line per step is written here; NULL: none */
};

struct flow_result {
    bool unchanged; /* an earlier result had the same hash; nothing was built */
    bool pass;      /* the design fits and reaches its clock */
    char *report;   /* report.txt */
};

/* False and an error if there is no result. A design that does not fit or is too slow is a result:
 * true, without `pass`. */
bool flow_build(const struct flow_options *o, struct flow_result *r, struct error *err);
void flow_free(struct flow_result *r);

#endif
