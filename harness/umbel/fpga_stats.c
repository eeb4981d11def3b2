/* `umbel fpga stats`: every counter of every unit of a board, after random traffic. */
#include "harness/board/stats.h"
#include "harness/umbel/fpga_verbs.h"

#include <stdio.h>

struct arguments {
    struct fpga_where where;
    uint64_t seed, accesses;
    struct error err;
};

enum { KEY_SEED = 256, KEY_ACCESSES };

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "of the accesses (default 1)", 0},
    {"accesses", KEY_ACCESSES, "N", 0, "of each thread (default 6)", 0},
    FPGA_ON,
    FPGA_QUIET,
    UMBEL_HELP,
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    if (key == KEY_SEED)
        return umbel_number(arg, "--seed", &a->seed, &a->err);
    if (key == KEY_ACCESSES)
        return umbel_number_in(arg, "--accesses", 1, 128, &a->accesses, &a->err);
    return fpga_parse(&a->where, key, arg, state, &a->err);
}

const struct argp fpga_stats_argp = {
    options,
    parse,
    "BOARD",
    "Runs random loads, stores and atomics from a reset, and tells every counter of every unit. Of "
    "units that count one event at a time, the same program runs once for each.",
    NULL,
    NULL,
    NULL};

static void tell_latency(const char *what, const struct latencies *l)
{
    if (l->n > 0)
        printf("%-8s %5u  latency %u to %u cycles, %.1f on average\n", what, l->n, l->least,
               l->most, (double)l->sum / l->n);
}

static void tell_counter(const char *tile, const struct unit_counter *k, uint64_t count)
{
    char text[24] = COUNT_OVER_WORD;
    if (count != COUNT_OVER)
        snprintf(text, sizeof text, "%llu", (unsigned long long)count);
    printf("%-16s %-16s %8s %-8s %s\n", tile, k->name, text, k->unit, k->meaning);
}

static void tell(const struct board_stats *s)
{
    printf("a run of %u cycles, %u times\n", s->cycles, s->runs);
    tell_latency("loads", &s->loads);
    tell_latency("stores", &s->stores);
    tell_latency("atomics", &s->atomics);
    for (size_t i = 0; i < s->net->n_tiles; i++) {
        const struct tile *t = &s->net->tiles[i];
        for (unsigned c = 0; t->counters != NULL && c < STATS_COUNTERS; c++) {
            const struct unit_counter *k = &t->counters[c];
            if (k->name == NULL)
                break;
            tell_counter(t->name, k, s->counts[i * STATS_COUNTERS + c]);
        }
    }
}

int fpga_stats(int argc, char **argv)
{
    struct arguments a = {.seed = 1, .accesses = 6};
    struct attached board;
    if (!umbel_parse(&fpga_stats_argp, "fpga stats", argc, argv, &a, &a.err) ||
        !fpga_attach(&a.where, &board, &a.err))
        return umbel_complain(&a.err);
    struct board_stats s;
    bool ok = board_stats(board.b, board.sys, a.seed, (unsigned)a.accesses, &s, &a.err);
    if (ok)
        tell(&s);
    board_stats_free(&s);
    detach(&board);
    return ok ? 0 : umbel_complain(&a.err);
}
