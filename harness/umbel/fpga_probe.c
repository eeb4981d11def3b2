/* `umbel fpga probe`: whether a board answers, its shape, and the speed of its line. */
#include "fpga/host/program.h"
#include "harness/umbel/fpga_verbs.h"
#include "harness/umbel/throughput.h"

#include <stdio.h>

struct arguments {
    struct fpga_where where;
    struct error err;
};

static const struct argp_option options[] = {FPGA_ON, FPGA_QUIET, UMBEL_HELP, {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    return fpga_parse(&a->where, key, arg, state, &a->err);
}

const struct argp fpga_probe_argp = {
    options,
    parse,
    "BOARD",
    "Opens a board, tells its system, and measures its line: what reads and writes of its memory "
    "reach of what the line can carry.",
    NULL,
    NULL,
    NULL};

static void tell_system(const struct attached *a)
{
    const struct board_shape *s = &a->b->shape;
    printf("%s answers: %s\n", a->port->name, a->file->about);
    printf("  %u GPUs of %u SMs; %u lines of %u bytes; timestamps of %u bits, times of %u\n",
           s->gpus, s->sms, 1u << s->line_bits, s->line_bytes, s->ts_bits, s->time_bits);
    printf("  an engine an SM, with %u threads of %u slots\n", s->threads, s->slots);
}

static void tell_throughput(const char *what, const struct throughput *t)
{
    printf("  %s: %.0f bytes of data a second, %.1f %% of the line's %.0f bytes a second%s\n", what,
           t->data, 100 * t->data / t->line, t->line, t->simulated ? " (line simulated)" : "");
}

static bool probe(const struct attached *a, struct error *err)
{
    struct throughput reads, writes;
    tell_system(a);
    if (!throughput_measure(a, false, &reads, err) || !throughput_measure(a, true, &writes, err))
        return false;
    tell_throughput("reads", &reads);
    tell_throughput("writes", &writes);
    printf("  %llu requests sent again, %llu bad frames\n",
           (unsigned long long)a->b->exchange.counts.retries,
           (unsigned long long)a->b->exchange.rx.bad);
    return true;
}

int fpga_probe(int argc, char **argv)
{
    struct arguments a = {0};
    struct attached board;
    if (!umbel_parse(&fpga_probe_argp, "fpga probe", argc, argv, &a, &a.err) ||
        !fpga_attach(&a.where, &board, &a.err))
        return umbel_complain(&a.err);
    bool ok = probe(&board, &a.err);
    detach(&board);
    return ok ? 0 : umbel_complain(&a.err);
}
