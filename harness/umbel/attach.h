/*
 * Opens a board of fpga/boards, given by its name, for programs: the part itself at the end of its
 * cable, or a simulation of it.
 */
#ifndef UMBEL_HARNESS_UMBEL_ATTACH_H
#define UMBEL_HARNESS_UMBEL_ATTACH_H

#include "fpga/build/board_file.h"
#include "gen/system/system.h"

struct board; /* fpga/host/board.h */
struct port;  /* fpga/host/port.h */

struct attached {
    char *folder; /* the board's folder */
    struct board_file *file;
    struct system *sys;
    struct board *b;
    bool simulated;    /* its time is that of the simulated line: sim_port.h */
    struct port *port; /* of `b` */
};

/*
 * `on` selects what is opened:
 *   "rtl"       the board's system, verilated, with the board's number of cycles per bit
 *   "netlist"   the placed netlist of build/fpga/BOARD, verilated; built first if it is missing
 *   NULL        the part, at the USB device that the board's file names
 *   else        the part, at this port (fpga/host/port.h)
 * The shape that the board reports must be that of the board's system. False and an error
 * otherwise. `say` is told of slow work. Call detach in either case.
 */
bool attach(const char *board, const char *on, void (*say)(const char *text), struct attached *a,
            struct error *err);
void detach(struct attached *a);

/* Reads the board's folder, file and system; opens nothing. */
bool attach_files(const char *board, struct attached *a, struct error *err);
/* The name of its folder; lives as long as `a`. */
const char *attach_name(const struct attached *a);
/* build/fpga/BOARD, to be freed. */
char *attach_result(const struct attached *a);

#endif
