/*
 * What came of a build: what each unit needs of the part, whether all fits, how fast it may run,
 * and what it was made of. For a person, and as JSON.
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
    const char *hash; /* of all that it was made of */
    struct area area;
    struct resources part;
    struct timing timing; /* unless it does not fit */
    const char *lacking;  /* what there is too little of; NULL: it fits */
    bool pass;
};

/* Reads what the tools left in the folder: netlist.json, packed.json, pack.log, and timing.json of
 * a design that fits. An error too if what was counted is not what nextpnr counts. */
bool report_read_area(struct report *r, const struct netlist *n, const char *dir,
                      struct error *err);
bool report_read_timing(struct report *r, const char *dir, struct error *err);
void report_free(struct report *r);

void report_tell(const struct report *r, struct sbuf *out);
bool report_json(const struct report *r, const char *path, struct error *err);

/* Whether a report of an earlier build has that hash, and whether it passed. */
bool report_is(const char *path, const char *hash, bool *pass);

#endif
