#include "fpga/build/board_file.h"
#include "fpga/build/flow.h"
#include "harness/run/run.h"
#include "harness/umbel/umbel.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *board, *out;
    uint64_t seed;
    bool has_seed, fresh, quiet;
    struct error err;
};

enum { KEY_SEED = 256, KEY_FRESH };

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "of place and route (default: the board's own)", 0},
    {"fresh", KEY_FRESH, NULL, 0, "build again what has not changed", 0},
    {"output", 'o', "DIR", 0,
     "folder for the result (default build/fpga/BOARD in a checkout, else umbel-out/fpga/BOARD)",
     0},
    {"quiet", 'q', NULL, 0, "no progress: the report alone", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_FLAG(KEY_FRESH, struct arguments, fresh),
    UMBEL_FLAG('q', struct arguments, quiet),
    UMBEL_TEXT('o', struct arguments, out),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case KEY_SEED:
        a->has_seed = true;
        return umbel_number_in(arg, "--seed", 0, INT32_MAX, &a->seed, &a->err);
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->board, &a->err);
    case ARGP_KEY_END:
        if (a->board != NULL)
            return 0;
        error_set(&a->err, "build for which board? umbel fpga BOARD, a folder of fpga/boards");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_fpga_argp = {
    options,
    parse,
    "BOARD",
    "Builds a board's bitstream with Yosys and nextpnr, and reports what each unit needs of the "
    "part "
    "and how fast it may run.\vWhat is done with a board: umbel fpga "
    "probe|load|litmus|traffic|peek|stats|serve "
    "BOARD; each has a --help.\n\nBOARD is a folder of fpga/boards, or the path of a folder with a "
    "board.yaml. The exit status is 0 only if all fits and reaches the clock that is asked for.",
    NULL,
    NULL,
    NULL};

static int tell(const struct flow_result *r, const char *out)
{
    printf("%s\n%s: %s\n", r->report, out, r->unchanged ? "unchanged" : "built");
    if (r->pass)
        return 0;
    struct error err = {0};
    error_set(&err, "%s: does not fit, or misses its clock; %s/report.txt says by how much", out,
              out);
    fflush(stdout);
    return umbel_complain(&err);
}

int umbel_fpga(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_fpga_argp, "fpga", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    struct error err = {0};
    struct sbuf out = {0};
    struct flow_result r = {0};
    char *board = board_find(a.board, &err);
    bool ok = board != NULL;
    if (ok) {
        const char *slash = strrchr(board, '/');
        sbuf_puts(&out, a.out != NULL ? a.out : root_output("fpga"));
        if (a.out == NULL)
            sbuf_printf(&out, "/%s", slash != NULL ? slash + 1 : board);
        while (out.len > 1 && out.text[out.len - 1] == '/')
            out.text[--out.len] = '\0';
        struct flow_options o = {.board = board,
                                 .out = out.text,
                                 .seed = a.has_seed ? (int64_t)a.seed : FLOW_OWN_SEED,
                                 .fresh = a.fresh,
                                 .progress = a.quiet ? NULL : stderr};
        interrupt_stops_work();
        ok = file_folder_takes(out.text, &err) && flow_build(&o, &r, &err);
    }
    int status = ok ? tell(&r, out.text) : umbel_give_up(&err);
    flow_free(&r);
    sbuf_free(&out);
    free(board);
    return status;
}
