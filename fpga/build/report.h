/*
 * The report of a build: the area of each unit, whether the design fits, the clock that it reaches,
 * and the hash of its inputs. As text (report.txt) and as JSON (report.json).
 */
#ifndef UMBEL_FPGA_BUILD_REPORT_H
#define UMBEL_FPGA_BUILD_REPORT_H

#include "fpga/build/area.h"
#include "fpga/build/board_file.h"
#include "fpga/build/resources.h"
#include "fpga/build/timing.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>

struct report {
    const char *name; /* of the board */
    const struct board_file *board;
    const struct system *system;
    uint32_t seed;
    const char *hash; /* of all inputs of the build */
    struct area area;
    struct resources part;
    struct timing timing; /* empty if the design does not fit */
    const char *lacking;  /* the resource that there is too little of; NULL: it fits */
    bool pass;            /* it fits and reaches the clock that the board's file asks for */
};

/* Both read the tools' files in the folder: the first netlist.json, packed.json and pack.log, the
 * second timing.json, which only a design that fits has. It is an error, too, if the rows' sum
 * differs from nextpnr's own count. */
bool report_read_area(struct report *r, const struct netlist *n, const char *dir,
                      struct error *err);
bool report_read_timing(struct report *r, const char *dir, struct error *err);
void report_free(struct report *r);

void report_tell(const struct report *r, struct sbuf *out);
bool report_json(const struct report *r, const char *path, struct error *err);

/* Whether the report.json of an earlier build has this hash, and whether that build passed. */
bool report_is(const char *path, const char *hash, bool *pass);

#endif
