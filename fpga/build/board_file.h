/*
 * A board's file, fpga/boards/NAME/board.yaml: its part, its clock, the options of synthesis and
 * placement, and how the host reaches it.
 */
#ifndef UMBEL_FPGA_BUILD_BOARD_FILE_H
#define UMBEL_FPGA_BUILD_BOARD_FILE_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* The names that the tools have for a part. */
struct board_part {
    const char *name;   /* nextpnr-ice40 --NAME */
    const char *family; /* synth_ice40 -device FAMILY */
};

struct board_usb {
    char *id;          /* VID:PID, four hexadecimal digits each */
    char *description; /* the device's own description string; NULL: any */
};

struct board_program {
    char *ram;   /* command that loads a bitstream until power is lost; NULL: the board cannot */
    char *flash; /* command that writes a bitstream to the flash that the board boots from */
};

/* An earlier design on the same part; the report shows its figures beside the result. */
struct board_model {
    char *about; /* one line; NULL: there is none */
    uint32_t cells, brams, mhz;
};

struct board_file {
    char *about; /* one line */
    char *part, *package;
    char *top; /* folder of top.v and pins.pcf, relative to the board's; NULL: the board's */
    uint32_t clock_mhz; /* of the system; place and route must reach it */
    uint32_t baud;
    uint32_t seed;   /* of place and route */
    char *synthesis; /* further options of synth_ice40: "-dsp -abc9" */
    char *system;    /* path of the system file, relative to the board's folder */
    struct board_usb usb;
    struct board_program program;
    struct board_model model;
};

/* Both return NULL, and an error with file:line:column, if the file is wrong. */
struct board_file *board_file_load(const char *path, struct error *err);
struct board_file *board_file_parse(const char *text, size_t len, const char *path,
                                    struct error *err);
void board_file_free(struct board_file *b);

const struct board_part *board_part(const struct board_file *b);

/* Clock cycles per bit on the serial line, rounded. */
uint32_t board_file_div(const struct board_file *b);

/* The folder of a board, to be freed. A name without '/' is a folder of fpga/boards; with '/' it is
 * a path. NULL and an error that lists the boards if there is none. */
char *board_find(const char *name, struct error *err);

#endif
