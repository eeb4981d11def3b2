/*
 * A board's file, fpga/boards/NAME/board.yaml: which part it is, how fast it is to run, how it is
 * placed, and how it is reached.
 */
#ifndef UMBEL_FPGA_BUILD_BOARD_FILE_H
#define UMBEL_FPGA_BUILD_BOARD_FILE_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* What the tools call a part. */
struct board_part {
    const char *name;   /* nextpnr-ice40 --NAME */
    const char *family; /* of synth_ice40 -device */
};

struct board_usb {
    char *id;          /* VID:PID, four hexadecimal digits each */
    char *description; /* as the device gives it; NULL: any */
};

struct board_program {
    char *ram;   /* command that loads it until power is lost; NULL: the board cannot */
    char *flash; /* command that it boots from afterwards */
};

/* Something built before on the same part, shown beside the result. */
struct board_model {
    char *about; /* one line; NULL: there is none */
    uint32_t cells, brams, mhz;
};

struct board_file {
    char *about; /* one line */
    char *part, *package;
    uint32_t clock_mhz; /* of the system, and what its place and route is asked for */
    uint32_t baud;
    uint32_t seed;   /* of place and route */
    char *synthesis; /* more options of synth_ice40: "-dsp -abc9" */
    char *system;    /* its system file, from the board's folder */
    struct board_usb usb;
    struct board_program program;
    struct board_model model;
};

/* NULL and an error with file:line:column otherwise. */
struct board_file *board_file_load(const char *path, struct error *err);
struct board_file *board_file_parse(const char *text, size_t len, const char *path,
                                    struct error *err);
void board_file_free(struct board_file *b);

const struct board_part *board_part(const struct board_file *b);

/* Clock cycles of a bit on the line. */
uint32_t board_file_div(const struct board_file *b);

/* The folder of a board, to be freed: NAME is a folder of fpga/boards; what contains '/' is a path
 * already. NULL and an error that lists the boards otherwise. */
char *board_find(const char *name, struct error *err);

#endif
