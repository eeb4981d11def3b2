/*
 * Which command to issue: refresh when it is due, otherwise FR-FCFS among the reads or, in their
 * turn, the writes. "First ready": a column command on an open row goes before any other, the
 * oldest first; then the oldest request that can open or close a row.
 */
#include "sw/dram/channel.h"

/*
 * A request that has waited this long goes before everything else and has its bank to itself. Some
 * four times as long as a full queue of random reads waits, so ordinary loads never get here.
 */
enum { STARVED = 1000 };

/* ---- refresh */

bool refresh_due(const struct dram *d)
{
    return d->now >= d->refresh_at;
}

uint64_t refresh_earliest(const struct dram *d)
{
    const struct banks *b = &d->banks;
    uint64_t cycle = banks_any_open(b) ? banks_earliest_pre_all(b) : b->channel.cycle[DRAM_REFRESH];
    return cycle > d->refresh_at ? cycle : d->refresh_at;
}

void refresh_step(struct dram *d)
{
    if (d->now < refresh_earliest(d))
        return;
    if (banks_any_open(&d->banks)) {
        channel_command(d, DRAM_PRE_ALL, 0, 0, 0);
        return;
    }
    channel_command(d, DRAM_REFRESH, 0, 0, 0);
    d->stats.refreshes++;
    d->refresh_at += d->config.timing.tREFI;
    d->asleep_until = 0;
}

/* ---- turns of reads and writes */

static uint32_t free_writes(const struct dram *d)
{
    if (d->blocked == 0)
        return d->writes.seen;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->writes.seen; i++)
        n += d->writes.entry[i].blockers == 0;
    return n;
}

/*
 * Writes wait until enough of them are there to be worth turning the bus round, or until nobody
 * reads. Either side may then finish what it found queued, so neither starves the other.
 */
static void choose_turn(struct dram *d)
{
    uint32_t reads = d->reads.seen, writes = free_writes(d);
    if (!d->writing) {
        if (writes > 0 && (reads == 0 || (writes >= d->high_mark && d->turn_left == 0))) {
            d->writing = true;
            d->turn_left = writes > d->low_mark ? writes - d->low_mark : 0;
        }
    } else if (writes == 0 || (reads > 0 && d->turn_left == 0)) {
        d->writing = false;
        d->turn_left = reads;
    }
}

/* ---- FR-FCFS */

struct choice {
    enum dram_command command;
    uint32_t index;
    uint64_t cycle; /* when it can be issued; the choice is none while this is in the future */
};

static enum dram_command next_command(const struct dram *d, const struct entry *e)
{
    const struct bank *k = &d->banks.bank[e->bank];
    if (!k->open)
        return DRAM_ACT;
    if (k->row != e->row)
        return DRAM_PRE;
    return d->writing ? DRAM_WRITE : DRAM_READ;
}

/* Considers the next command of request `index`: true when it can be issued now. */
static bool consider(const struct dram *d, const struct queue *q, uint32_t index,
                     struct choice *best)
{
    const struct entry *e = &q->entry[index];
    enum dram_command command = next_command(d, e);
    uint64_t cycle = banks_earliest(&d->banks, command, e->bank);
    if (cycle < best->cycle)
        *best = (struct choice){command, index, cycle};
    return cycle <= d->now;
}

/* Takes the oldest row hit that is ready; `*hits` gets the banks that have hits to come. */
static bool find_hit(const struct dram *d, const struct queue *q, uint64_t banks, uint64_t *hits,
                     struct choice *best)
{
    for (uint32_t i = 0; i < q->seen; i++) {
        const struct entry *e = &q->entry[i];
        const struct bank *k = &d->banks.bank[e->bank];
        uint64_t bit = (uint64_t)1 << e->bank;
        if (e->blockers > 0 || !(banks & bit) || !k->open || k->row != e->row)
            continue;
        /* Only the oldest hit of a bank matters: the others would be ready at the same time. */
        if (*hits & bit)
            continue;
        *hits |= bit;
        if (consider(d, q, i, best))
            return true;
    }
    return false;
}

/* Opens or closes a row for the oldest request that allows it, one candidate a bank. */
static bool find_row(const struct dram *d, const struct queue *q, uint64_t banks,
                     struct choice *best)
{
    for (uint32_t i = 0; i < q->seen && banks != 0; i++) {
        const struct entry *e = &q->entry[i];
        uint64_t bit = (uint64_t)1 << e->bank;
        if (e->blockers > 0 || !(banks & bit))
            continue;
        banks &= ~bit;
        if (consider(d, q, i, best))
            return true;
    }
    return false;
}

static struct choice choose(const struct dram *d, const struct queue *q)
{
    struct choice best = {.cycle = NEVER};
    uint64_t banks = ~(uint64_t)0, hits = 0;
    uint32_t oldest = 0;
    while (oldest < q->seen && q->entry[oldest].blockers > 0)
        oldest++;
    if (oldest == q->seen)
        return best;
    uint64_t starved_at = q->entry[oldest].arrived + STARVED;
    if (d->now >= starved_at) {
        if (consider(d, q, oldest, &best))
            return best;
        banks &= ~((uint64_t)1 << q->entry[oldest].bank);
    }
    if (!find_hit(d, q, banks, &hits, &best))
        find_row(d, q, banks & ~hits, &best);
    /* The order changes when a request starves: look again then. */
    if (d->now < starved_at && starved_at < best.cycle)
        best.cycle = starved_at;
    return best;
}

static void issue(struct dram *d, struct queue *q, const struct choice *c)
{
    struct entry *e = &q->entry[c->index];
    channel_command(d, c->command, e->bank, e->row, e->column);
    if (c->command == DRAM_PRE) {
        e->outcome = ROW_CONFLICT;
    } else if (c->command == DRAM_ACT) {
        if (e->outcome == ROW_HIT)
            e->outcome = ROW_MISS;
    } else {
        d->stats.busy_cycles += burst_cycles(&d->config);
        e->column++;
        if (--e->bursts == 0) {
            if (d->turn_left > 0)
                d->turn_left--;
            channel_finish(d, q, c->index);
        }
    }
}

void schedule_step(struct dram *d)
{
    choose_turn(d);
    struct queue *q = d->writing ? &d->writes : &d->reads;
    struct choice c = choose(d, q);
    if (c.cycle <= d->now)
        issue(d, q, &c);
    else
        d->asleep_until = c.cycle;
}
