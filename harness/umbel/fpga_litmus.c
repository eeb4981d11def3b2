/* `umbel fpga litmus`: litmus tests on a board, or on a simulation of it. */
#include "harness/board/litmus.h"
#include "harness/litmus/campaign.h"
#include "harness/umbel/fpga_verbs.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    struct fpga_where where;
    struct campaign_options o;
    const char **paths;
    const char *json;
    bool verbose;
    struct error err;
};

enum { KEY_JSON = 256, KEY_SEED, KEY_RUNS, KEY_PLACEMENT };

static const struct argp_option options[] = {
    {"runs", KEY_RUNS, "N", 0, "of each test in each placement (default 100)", 0},
    {"seed", KEY_SEED, "N", 0, "for skews, lines, warm-up loads (default 1)", 0},
    {"placement", KEY_PLACEMENT, "G.C,G.C,...", 0,
     "GPU and SM of each thread (default: all there are, up to symmetry)", 0},
    {"json", KEY_JSON, "FILE", 0, "write every histogram as JSON", 0},
    {"verbose", 'v', NULL, 0, "a histogram for each placement, too", 0},
    FPGA_ON,
    {"quiet", 'q', NULL, 0, "no progress, no histograms: the summary alone", 0},
    UMBEL_HELP,
    {0}};

static int add_path(struct arguments *a, const char *path)
{
    a->paths = xrealloc(a->paths, (a->o.n_paths + 1) * sizeof *a->paths);
    a->paths[a->o.n_paths++] = path;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_RUNS:
        return umbel_number_in(arg, "--runs", 1, UINT32_MAX, &a->o.runs, &a->err);
    case KEY_SEED:
        return umbel_number_in(arg, "--seed", 0, INT64_MAX, &a->o.seed, &a->err);
    case KEY_PLACEMENT:
        a->o.placement = arg;
        return 0;
    case KEY_JSON:
        a->json = arg;
        return 0;
    case 'v':
        a->verbose = true;
        return 0;
    case ARGP_KEY_ARG:
        return state->arg_num == 0 ? fpga_parse(&a->where, key, arg, state, &a->err)
                                   : add_path(a, arg);
    case ARGP_KEY_END:
        if (a->where.board != NULL && a->o.n_paths == 0) {
            error_set(&a->err, "which tests? umbel fpga litmus BOARD FILE|DIR...");
            return EINVAL;
        }
        return fpga_parse(&a->where, key, arg, state, &a->err);
    default:
        return fpga_parse(&a->where, key, arg, state, &a->err);
    }
}

const struct argp fpga_litmus_argp = {
    options,
    parse,
    "BOARD FILE|DIR...",
    "Runs litmus tests on a board many times, and compares the outcomes with those that its "
    "system's consistency model allows. The same seed gives the same runs on the board, its "
    "RTL and its placed netlist.\vTests are herd's .litmus files; those that ship are in "
    "formal/litmus. Placements with more threads on an SM than the board's engine has are left "
    "out, and counted. The exit status is 0 only if no outcome was seen that the model forbids.",
    NULL,
    NULL,
    NULL};

static int test(struct arguments *a, struct attached *board)
{
    struct device *device = board_litmus_device(board->b, board->sys);
    struct sbuf command = {0}, system = {0};
    sbuf_printf(&command, "fpga litmus %s%s%s", a->where.board, a->where.on != NULL ? " --on " : "",
                a->where.on != NULL ? a->where.on : "");
    sbuf_printf(&system, "%s/%s", board->folder, board->file->system);
    a->o.system = sbuf_str(&system);
    a->o.device = device;
    a->o.command = sbuf_str(&command);
    a->o.name = attach_name(board);
    a->o.paths = a->paths;
    int status = umbel_campaign(&a->o, a->where.quiet, a->verbose, a->json);
    sbuf_free(&command);
    sbuf_free(&system);
    free(device);
    return status;
}

int fpga_litmus(int argc, char **argv)
{
    struct arguments a = {.o = {.runs = 100, .seed = 1}};
    struct attached board;
    if (!umbel_parse(&fpga_litmus_argp, "fpga litmus", argc, argv, &a, &a.err) ||
        !fpga_attach(&a.where, &board, &a.err))
        return umbel_complain(&a.err);
    int status = test(&a, &board);
    free(a.paths);
    detach(&board);
    return status;
}
