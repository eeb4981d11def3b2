/* `umbel fpga peek`: the copies of some lines in a board's caches and memory. */
#include "fpga/host/program.h"
#include "gen/machine/netlist.h"
#include "harness/umbel/fpga_verbs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    struct fpga_where where;
    uint64_t line, count;
    struct error err;
};

enum { KEY_LINE = 256, KEY_COUNT, MOST_LINES = 64, MOST_ENGINES = 8 };

static const struct argp_option options[] = {
    {"line", KEY_LINE, "N", 0, "the first (default 0)", 0},
    {"count", KEY_COUNT, "N", 0, "how many (default 16)", 0},
    FPGA_ON,
    FPGA_QUIET,
    UMBEL_HELP,
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    if (key == KEY_LINE)
        return umbel_number_in(arg, "--line", 0, UINT16_MAX, &a->line, &a->err);
    if (key == KEY_COUNT)
        return umbel_number_in(arg, "--count", 1, MOST_LINES, &a->count, &a->err);
    return fpga_parse(&a->where, key, arg, state, &a->err);
}

const struct argp fpga_peek_argp = {
    options,
    parse,
    "BOARD",
    "Tells what memory holds of some lines, and for each cache whether it has a copy, with its "
    "write timestamp and the end of its lease. A peek is a run of its own: programs and results in "
    "the engines' slots are gone afterwards.",
    NULL,
    NULL,
    NULL};

struct seen {
    uint32_t memory[MOST_LINES];
    struct peek l1[MOST_ENGINES][MOST_LINES], l2[MOST_ENGINES][MOST_LINES];
};

static bool look(const struct attached *b, const struct arguments *a, struct seen *s,
                 struct error *err)
{
    unsigned n = (unsigned)a->count, sms = b->b->shape.sms;
    uint16_t line = (uint16_t)a->line;
    if (!program_read_lines(b->b, line, s->memory, n, err))
        return false;
    for (unsigned e = 0; e < b->b->shape.gpus * sms; e++)
        if (!program_peek(b->b, e, OP_PEEK_L1, line, s->l1[e], n, err) ||
            (e % sms == 0 && !program_peek(b->b, e, OP_PEEK_L2, line, s->l2[e / sms], n, err)))
            return false;
    return true;
}

static void tell_copy(const char *name, const struct peek *p, bool timed)
{
    char text[48] = "-";
    if (p->present && timed)
        snprintf(text, sizeof text, "[%u, %u]", p->wts, p->rts);
    else if (p->present)
        snprintf(text, sizeof text, "has it");
    printf("  %s %-12s", name, text);
}

static void tell(const struct attached *b, const struct arguments *a, const struct seen *s)
{
    bool timed = b->b->shape.time_bits > 0;
    unsigned sms = b->b->shape.sms;
    for (unsigned i = 0; i < a->count; i++) {
        printf("line %5u  memory 0x%08x", (unsigned)a->line + i, s->memory[i]);
        for (unsigned e = 0; e < b->b->shape.gpus * sms; e++) {
            char name[32];
            snprintf(name, sizeof name, "gpu%u.sm%u.l1", e / sms, e % sms);
            tell_copy(name, &s->l1[e][i], timed);
            snprintf(name, sizeof name, "gpu%u.l2", e / sms);
            if (e % sms == sms - 1)
                tell_copy(name, &s->l2[e / sms][i], timed);
        }
        printf("\n");
    }
}

int fpga_peek(int argc, char **argv)
{
    struct arguments a = {.count = 16};
    struct attached board;
    if (!umbel_parse(&fpga_peek_argp, "fpga peek", argc, argv, &a, &a.err) ||
        !fpga_attach(&a.where, &board, &a.err))
        return umbel_complain(&a.err);
    static struct seen s;
    bool ok = look(&board, &a, &s, &a.err);
    if (ok)
        tell(&board, &a, &s);
    detach(&board);
    return ok ? 0 : umbel_complain(&a.err);
}
