/*
 * A board of fpga/boards by its name, open for programs: the part itself at the end of its cable,
 * or what stands in for it.
 */
#ifndef UMBEL_HARNESS_UMBEL_ATTACH_H
#define UMBEL_HARNESS_UMBEL_ATTACH_H

#include "fpga/build/board_file.h"
#include "gen/system/system.h"

struct board; /* fpga/host/board.h */
struct port;  /* fpga/host/port.h */

struct attached {
    char *folder; /* of the board */
    struct board_file *file;
    struct system *sys;
    struct board *b;
    bool simulated;    /* its time is that of the line: sim_port.h */
    struct port *port; /* of b */
};

/*
 * `on` says which one:
 *   "rtl"       its system verilated, with the board's cycles a bit
 *   "netlist"   the placed netlist of build/fpga/BOARD, verilated; built first where it is missing
 *   NULL        the part, at the USB device that its file names
 *   else        the part, at this port (fpga/host/port.h)
 * What answers must have the shape of the board's system. False and an error otherwise; `say` is
 * told what takes long. To be detached in either case.
 */
bool attach(const char *board, const char *on, void (*say)(const char *text), struct attached *a,
            struct error *err);
void detach(struct attached *a);

/* Its folder and file alone, and its system: nothing is opened. */
bool attach_files(const char *board, struct attached *a, struct error *err);
/* Of its folder; lives as long as what is attached. */
const char *attach_name(const struct attached *a);
/* build/fpga/BOARD, to be freed. */
char *attach_result(const struct attached *a);

#endif
