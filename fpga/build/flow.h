/*
 * From a board's folder to a bitstream: the Verilog of its system, Yosys, nextpnr-ice40, icepack,
 * and the report of what came of it.
 *
 * All of it is made in a folder beside the one that is asked for, which takes its place when
 * everything is there; until then an earlier result stays as it is. A build that failed leaves its
 * folder, OUT.part, for its logs. A result knows the hash of all that it was made of, tools
 * included: what would come out the same is not made again.
 */
#ifndef UMBEL_FPGA_BUILD_FLOW_H
#define UMBEL_FPGA_BUILD_FLOW_H

#include "sw/util/error.h"

#include <stdint.h>
#include <stdio.h>

enum { FLOW_OWN_SEED = -1 };

struct flow_options {
    const char *board; /* a folder with board.yaml, top.v, pins.pcf and a system file */
    const char *out;   /* folder for the result */
    int64_t seed;      /* of place and route; FLOW_OWN_SEED: the board's file's */
    bool fresh;        /* also what is there already */
    FILE *progress;    /* what is being done, a line each; NULL: nothing */
};

struct flow_result {
    bool unchanged; /* it was there already */
    bool pass;      /* it fits and reaches its clock */
    char *report;   /* for people */
};

/* False and an error when there is no result; one that does not fit or is too slow is one. */
bool flow_build(const struct flow_options *o, struct flow_result *r, struct error *err);
void flow_free(struct flow_result *r);

#endif
