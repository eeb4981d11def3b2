/* `umbel fpga serve`: a board's verilated RTL behind a pseudo-terminal. */
#include "harness/board/serve.h"
#include "harness/run/run.h"
#include "harness/umbel/fpga_verbs.h"
#include "sw/util/interrupt.h"

#include <stdio.h>

struct arguments {
    struct fpga_where where;
    struct error err;
};

static const struct argp_option options[] = {FPGA_QUIET, UMBEL_HELP, {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    return fpga_parse(&a->where, key, arg, state, &a->err);
}

const struct argp fpga_serve_argp = {
    options,
    parse,
    "BOARD",
    "Simulates a board's RTL behind a pseudo-terminal, whose path it tells, until Ctrl-C. Any host "
    "program may open it: umbel fpga probe BOARD --on PATH.",
    NULL,
    NULL,
    NULL};

static void tell(const char *path, void *ctx)
{
    (void)ctx;
    printf("%s\n", path);
    fflush(stdout);
}

int fpga_serve(int argc, char **argv)
{
    struct arguments a = {0};
    struct attached board;
    if (!umbel_parse(&fpga_serve_argp, "fpga serve", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    interrupt_stops_work();
    bool ok = attach_files(a.where.board, &board, &a.err) &&
              board_serve(board.sys, board_file_div(board.file), a.where.quiet ? NULL : umbel_say,
                          tell, NULL, &a.err);
    detach(&board);
    return ok ? 0 : umbel_complain(&a.err);
}
