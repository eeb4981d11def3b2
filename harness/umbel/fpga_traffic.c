/* `umbel fpga traffic`: random traffic on a board, which must be sequentially consistent. */
#include "harness/board/traffic.h"
#include "harness/run/run.h"
#include "harness/umbel/fpga_verbs.h"
#include "sw/util/interrupt.h"
#include "sw/util/process.h"

#include <stdio.h>

struct arguments {
    struct fpga_where where;
    uint64_t seed, runs;
    struct error err;
};

enum { KEY_SEED = 256, KEY_RUNS };

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "of the first run; the next has the next (default 1)", 0},
    {"runs", KEY_RUNS, "N", 0, "how many (default 100)", 0},
    FPGA_ON,
    FPGA_QUIET,
    UMBEL_HELP,
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    if (key == KEY_SEED)
        return umbel_number_in(arg, "--seed", 0, INT64_MAX, &a->seed, &a->err);
    if (key == KEY_RUNS)
        return umbel_number_in(arg, "--runs", 1, INT64_MAX, &a->runs, &a->err);
    return fpga_parse(&a->where, key, arg, state, &a->err);
}

const struct argp fpga_traffic_argp = {
    options,
    parse,
    "BOARD",
    "Runs random loads, stores and atomic additions of all threads on a few lines, and looks for "
    "an "
    "order of them that explains what each saw. The exit status is 0 only if there is one for each "
    "run.",
    NULL,
    NULL,
    NULL};

static bool one(const struct arguments *a, const struct attached *board, uint64_t seed,
                uint64_t *cycles, struct error *err)
{
    struct sbuf why = {0};
    uint16_t took = 0;
    enum board_traffic_end end = board_traffic(board->b, board->sys, seed, &took, &why);
    *cycles += took;
    if (end == BOARD_TRAFFIC_WRONG)
        fprintf(stderr, "%s", sbuf_str(&why));
    if (end != BOARD_TRAFFIC_OK)
        error_set(err, "%s; repeat with: umbel fpga traffic %s%s%s --runs 1 --seed %llu",
                  end == BOARD_TRAFFIC_WRONG ? "not sequentially consistent" : sbuf_str(&why),
                  a->where.board, a->where.on != NULL ? " --on " : "",
                  a->where.on != NULL ? a->where.on : "", (unsigned long long)seed);
    sbuf_free(&why);
    return end == BOARD_TRAFFIC_OK;
}

int fpga_traffic(int argc, char **argv)
{
    struct arguments a = {.seed = 1, .runs = 100};
    struct attached board;
    if (!umbel_parse(&fpga_traffic_argp, "fpga traffic", argc, argv, &a, &a.err) ||
        !fpga_attach(&a.where, &board, &a.err))
        return umbel_complain(&a.err);
    if (board.sys->consistency != SYS_SC) {
        error_set(&a.err,
                  "%s: its system is under rc, which promises no order of all accesses; try umbel "
                  "fpga litmus",
                  a.where.board);
        detach(&board);
        return umbel_complain(&a.err);
    }
    interrupt_stops_work();
    uint64_t done = 0, cycles = 0;
    bool ok = true;
    for (; ok && done < a.runs && !process_stopped(); done += ok)
        ok = one(&a, &board, a.seed + done, &cycles, &a.err);
    printf("%s%llu of %llu runs explained, %llu cycles\n",
           ok && done < a.runs ? "INTERRUPTED: " : "", (unsigned long long)done,
           (unsigned long long)a.runs, (unsigned long long)cycles);
    detach(&board);
    return !ok ? umbel_complain(&a.err) : done < a.runs ? 130 : 0;
}
