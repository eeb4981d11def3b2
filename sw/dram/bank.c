/*
 * The state of the timings. Every timing says: after command X, command Y has to wait so many
 * cycles, in the same bank, in the same group, or in the whole channel. So the state is the
 * earliest cycle of each command in each of these three scopes; issuing a command raises some.
 */
#include "sw/dram/channel.h"
#include "sw/util/arena.h"

#include <stdlib.h>

uint32_t burst_cycles(const struct dram_config *c)
{
    return c->burst / 2; /* two transfers per cycle */
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Read data are on the bus tCL after the command, write data tCWL. Between the two directions the
 * bus is idle for one cycle. */
static uint32_t read_to_write(const struct dram_config *c)
{
    uint32_t read_end = c->timing.tCL + burst_cycles(c) + 1;
    return read_end > c->timing.tCWL ? read_end - c->timing.tCWL : 1;
}

/* `wait` has to come at least `cycles` after `after`. */
struct rule {
    enum dram_command after, wait;
    enum scope scope;
    uint32_t cycles;
};

/*
 * The list of timings in the manual, including those that another one covers with today's defaults
 * (tRP of PRE_ALL, covered by tRFC). tFAW is not here: it depends on four commands, see
 * note_activate.
 */
static void set_rules(struct banks *b, const struct dram_config *c)
{
    const struct dram_timing *t = &c->timing;
    uint32_t bl = burst_cycles(c);
    uint32_t gap_s = larger(t->tCCD_S, bl), gap_l = larger(t->tCCD_L, bl);
    uint32_t write_end = t->tCWL + bl;
    const struct rule rules[] = {
        {DRAM_ACT, DRAM_READ, SCOPE_BANK, t->tRCD},
        {DRAM_ACT, DRAM_WRITE, SCOPE_BANK, t->tRCD},
        {DRAM_ACT, DRAM_PRE, SCOPE_BANK, t->tRAS},
        {DRAM_ACT, DRAM_ACT, SCOPE_GROUP, t->tRRD_L},
        {DRAM_ACT, DRAM_ACT, SCOPE_CHANNEL, t->tRRD_S},
        {DRAM_PRE, DRAM_ACT, SCOPE_BANK, t->tRP},
        {DRAM_PRE, DRAM_REFRESH, SCOPE_CHANNEL, t->tRP},
        {DRAM_PRE_ALL, DRAM_ACT, SCOPE_CHANNEL, t->tRP},
        {DRAM_PRE_ALL, DRAM_REFRESH, SCOPE_CHANNEL, t->tRP},
        {DRAM_READ, DRAM_PRE, SCOPE_BANK, t->tRTP},
        {DRAM_READ, DRAM_READ, SCOPE_GROUP, gap_l},
        {DRAM_READ, DRAM_READ, SCOPE_CHANNEL, gap_s},
        {DRAM_READ, DRAM_WRITE, SCOPE_CHANNEL, read_to_write(c)},
        {DRAM_WRITE, DRAM_PRE, SCOPE_BANK, write_end + t->tWR},
        {DRAM_WRITE, DRAM_WRITE, SCOPE_GROUP, gap_l},
        {DRAM_WRITE, DRAM_WRITE, SCOPE_CHANNEL, gap_s},
        {DRAM_WRITE, DRAM_READ, SCOPE_GROUP, write_end + t->tWTR_L},
        {DRAM_WRITE, DRAM_READ, SCOPE_CHANNEL, write_end + t->tWTR_S},
        {DRAM_REFRESH, DRAM_ACT, SCOPE_CHANNEL, t->tRFC},
        {DRAM_REFRESH, DRAM_REFRESH, SCOPE_CHANNEL, t->tRFC},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        b->delay[rules[i].after][rules[i].scope][rules[i].wait] = rules[i].cycles;
}

void banks_init(struct banks *b, const struct dram_config *c)
{
    *b = (struct banks){.groups = c->bank_groups, .count = c->bank_groups * c->banks};
    b->group = xcalloc(b->groups, sizeof *b->group);
    b->bank = xcalloc(b->count, sizeof *b->bank);
    b->faw = c->timing.tFAW;
    set_rules(b, c);
}

void banks_free(struct banks *b)
{
    free(b->group);
    free(b->bank);
}

bool banks_any_open(const struct banks *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->bank[i].open)
            return true;
    return false;
}

uint64_t banks_earliest_pre_all(const struct banks *b)
{
    uint64_t cycle = 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (b->bank[i].open)
            cycle = later(cycle, banks_earliest(b, DRAM_PRE, i));
    return cycle;
}

static void raise_level(struct earliest *e, const uint32_t delay[COMMANDS], uint64_t cycle)
{
    for (int i = 0; i < COMMANDS; i++)
        e->cycle[i] = later(e->cycle[i], cycle + delay[i]);
}

/* tFAW: the next ACT has to wait until tFAW after the oldest of the last four. */
static void note_activate(struct banks *b, uint64_t cycle)
{
    b->activate[b->oldest_activate] = cycle + 1;
    b->oldest_activate = (b->oldest_activate + 1) % FAW_ACTIVATES;
    uint64_t oldest = b->activate[b->oldest_activate];
    uint64_t *next = &b->channel.cycle[DRAM_ACT];
    if (oldest > 0)
        *next = later(*next, oldest - 1 + b->faw);
}

static void close_all(struct banks *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        b->bank[i].open = false;
}

void banks_issue(struct banks *b, uint64_t cycle, enum dram_command command, uint32_t bank,
                 uint32_t row)
{
    struct bank *k = &b->bank[bank];
    raise_level(&k->next, b->delay[command][SCOPE_BANK], cycle);
    raise_level(&b->group[bank & (b->groups - 1)], b->delay[command][SCOPE_GROUP], cycle);
    raise_level(&b->channel, b->delay[command][SCOPE_CHANNEL], cycle);
    if (command == DRAM_ACT) {
        k->open = true;
        k->row = row;
        note_activate(b, cycle);
    } else if (command == DRAM_PRE) {
        k->open = false;
    } else if (command == DRAM_PRE_ALL) {
        close_all(b);
    }
}
