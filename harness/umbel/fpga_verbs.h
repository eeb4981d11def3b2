/*
 * `umbel fpga VERB BOARD ...`: commands on a board, or on a simulation of it. `umbel fpga BOARD`
 * builds its bitstream (fpga.c).
 */
#ifndef UMBEL_HARNESS_UMBEL_FPGA_VERBS_H
#define UMBEL_HARNESS_UMBEL_FPGA_VERBS_H

#include "harness/umbel/attach.h"
#include "harness/umbel/umbel.h"

#include <argp.h>

int fpga_probe(int argc, char **argv);
int fpga_load(int argc, char **argv);
int fpga_litmus(int argc, char **argv);
int fpga_peek(int argc, char **argv);
int fpga_stats(int argc, char **argv);
int fpga_traffic(int argc, char **argv);
int fpga_serve(int argc, char **argv);

extern const struct argp fpga_probe_argp, fpga_load_argp, fpga_litmus_argp, fpga_peek_argp,
    fpga_stats_argp, fpga_traffic_argp, fpga_serve_argp;

/* ---- common arguments ---- */

struct fpga_where {
    const char *board, *on;
    bool quiet;
};

enum { FPGA_KEY_ON = 1000 };

#define FPGA_ON                                                                                    \
    {                                                                                              \
        "on", FPGA_KEY_ON, "rtl|netlist|PORT", 0,                                                  \
            "its RTL or placed netlist, simulated; or the part at PORT: /dev/..., "                \
            "usb:VID:PID[:serial=TEXT] (default: the part, at its file's USB device)",             \
            0                                                                                      \
    }
#define FPGA_QUIET                                                                                 \
    {                                                                                              \
        "quiet", 'q', NULL, 0, "no progress", 0                                                    \
    }

/* Parses the options above, the board, and unknown arguments. 0, or EINVAL and an error. */
int fpga_parse(struct fpga_where *w, int key, char *arg, const struct argp_state *state,
               struct error *err);
/* Opens the board; if false, it is already detached. */
bool fpga_attach(const struct fpga_where *w, struct attached *a, struct error *err);

#endif
