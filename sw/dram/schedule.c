/*
 * Chooses the command to issue: refresh when it is due, otherwise FR-FCFS among the requests of the
 * direction that has its turn, reads or writes. FR-FCFS: the oldest request whose column command
 * can be issued on an open row; if there is none, the oldest that can open or close a row. If
 * neither is possible, a row is opened for the next turn of the other direction, in a bank that
 * this direction does not need.
 */
#include "sw/dram/channel.h"

enum {
    /* Cycles after which a request is served before all others and has its bank to itself. About
     * twice what a full queue of random reads waits, so it is rare under ordinary load. */
    STARVED = 1000,
    /* After so many cycles without a read, fewer than `few` writes are served, too. */
    QUIET = 50,
};

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

/* ---- age */

/* The oldest of the requests that may be served; NO_ENTRY: there is none. */
static uint16_t oldest(const struct queue *q)
{
    uint16_t index = NO_ENTRY;
    for (uint64_t left = q->banks; left != 0; left &= left - 1) {
        uint16_t i = q->list[__builtin_ctzll(left)].first;
        if (index == NO_ENTRY || q->entry[i].number < q->entry[index].number)
            index = i;
    }
    return index;
}

/* The oldest request, if it has starved. Otherwise NO_ENTRY, and none starves before
 * `starves_from`. */
static uint16_t starved(struct queue *q, uint64_t now)
{
    if (now < q->starves_from)
        return NO_ENTRY;
    uint16_t i = oldest(q);
    uint64_t from = (i != NO_ENTRY ? q->entry[i].arrived : now) + STARVED;
    if (now >= from)
        return i;
    q->starves_from = from;
    return NO_ENTRY;
}

/* ---- turns of reads and writes */

/*
 * Whether the turn of reads ends. Reads are preferred. Once `many` writes wait, it ends when the
 * reads that were listed at that moment are served, or when some are and only writes want an open
 * row. Without reads, `few` writes end it, and after QUIET cycles any write does.
 */
static bool reads_end(struct dram *d)
{
    struct turn *t = &d->turn;
    uint32_t reads = d->reads.listed, writes = d->writes.listed;
    if (reads > 0)
        d->last_read = d->now;
    if (!t->ending && writes >= d->many) {
        t->ending = true;
        t->left = reads;
    }
    if (t->ending && (t->left == 0 || (t->served > 0 && d->reads.hits == 0 && d->writes.hits != 0)))
        return true;
    return reads == 0 && writes > 0 && (writes >= d->few || d->now >= d->last_read + QUIET);
}

/*
 * Whether the turn of writes ends. A turn that `many` writes began is long, so that the bus seldom
 * turns: it lasts while there are writes, also those that come meanwhile, up to one and a half
 * queues of them. It ends earlier when only reads want an open row and it has served a sixteenth
 * of a queue, or none at all; the latter not twice in a row. When a read has starved, it may still
 * serve a quarter of a queue.
 */
static bool writes_end(struct dram *d)
{
    struct turn *t = &d->turn;
    uint32_t soon = d->writes.depth / 4, some = (d->writes.depth + 15) / 16;
    if (t->left > soon && starved(&d->reads, d->now) != NO_ENTRY)
        t->left = soon;
    if (d->writes.listed == 0)
        return true;
    bool may_pass = t->served >= some || (t->served == 0 && !t->passed);
    bool pass = may_pass && d->writes.hits == 0 && d->reads.hits != 0;
    return d->reads.listed > 0 && ((t->left == 0 && d->reads.hits != 0) || pass);
}

static void choose_turn(struct dram *d)
{
    struct turn *t = &d->turn;
    if (!(t->writing ? writes_end(d) : reads_end(d)))
        return;
    t->left = t->ending ? d->writes.depth + d->writes.depth / 2 : d->writes.listed;
    if (t->writing)
        t->passed = t->served == 0;
    t->writing = !t->writing;
    t->ending = false;
    t->served = 0;
}

/* ---- FR-FCFS */

/* The best command found so far. */
struct choice {
    uint64_t cycle;  /* when it can be issued; not a choice while this is in the future */
    uint64_t number; /* of the request */
    struct queue *queue;
    enum dram_command command;
    uint16_t index;
};

static enum dram_command column_command(const struct dram *d, const struct queue *q)
{
    return q == &d->writes ? DRAM_WRITE : DRAM_READ;
}

/* Keeps the choice that can be issued earlier, the older request when they are equal. */
static void offer(const struct dram *d, struct choice *best, struct queue *q,
                  enum dram_command command, uint16_t index)
{
    const struct entry *e = &q->entry[index];
    uint64_t cycle = banks_earliest(&d->banks, command, e->bank);
    if (cycle < d->now)
        cycle = d->now;
    if (cycle < best->cycle || (cycle == best->cycle && e->number < best->number))
        *best = (struct choice){cycle, e->number, q, command, index};
}

static void offer_hits(const struct dram *d, struct choice *best, struct queue *q, uint64_t banks)
{
    enum dram_command command = column_command(d, q);
    uint64_t bus = d->banks.channel.cycle[command];
    for (uint64_t left = q->hits & banks; left != 0; left &= left - 1) {
        offer(d, best, q, command, q->list[__builtin_ctzll(left)].hit);
        /* No other hit can be issued before the bus is free. */
        if (bus > d->now && best->cycle <= bus)
            break;
    }
}

/* In banks without a hit: ACT or PRE for the oldest request. */
static void offer_rows(const struct dram *d, struct choice *best, struct queue *q, uint64_t banks)
{
    for (uint64_t left = q->banks & ~q->hits & banks; left != 0; left &= left - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(left);
        offer(d, best, q, d->banks.bank[bank].open ? DRAM_PRE : DRAM_ACT, q->list[bank].first);
    }
}

static void offer_starved(const struct dram *d, struct choice *best, struct queue *q,
                          uint16_t index)
{
    const struct entry *e = &q->entry[index];
    const struct bank *k = &d->banks.bank[e->bank];
    enum dram_command row = k->open ? DRAM_PRE : DRAM_ACT;
    offer(d, best, q, k->open && k->row == e->row ? column_command(d, q) : row, index);
}

/* For fewer than `few` writes no row is opened while reads have the bus: a read that comes may want
 * the row that is open. */
static bool worth_opening(const struct dram *d, const struct queue *other)
{
    return other == &d->reads || other->listed >= d->few;
}

static struct choice choose(struct dram *d)
{
    struct queue *q = d->turn.writing ? &d->writes : &d->reads;
    struct queue *other = d->turn.writing ? &d->reads : &d->writes;
    struct choice best = {.cycle = NEVER, .number = NEVER};
    uint64_t all = ~(uint64_t)0, banks = all;
    /* A turn of writes that is over lasts until a read's row is open. Until then it serves only
     * banks that no read wants. */
    bool over = d->turn.writing && d->turn.left == 0;
    uint16_t first = over ? NO_ENTRY : starved(q, d->now);
    if (first != NO_ENTRY) {
        offer_starved(d, &best, q, first);
        banks &= ~((uint64_t)1 << q->entry[first].bank);
    }
    if (over)
        banks &= ~other->banks;
    if (best.cycle > d->now)
        offer_hits(d, &best, q, banks);
    if (over && best.cycle > d->now)
        offer_rows(d, &best, other, all);
    /* Once the turn of reads is ending, reads do not close rows that writes want, unless reads then
     * have nothing to do. */
    if (best.cycle > d->now)
        offer_rows(d, &best, q, d->turn.ending ? banks & ~other->hits : banks);
    if (best.cycle == NEVER)
        offer_rows(d, &best, q, banks);
    if (best.cycle > d->now && q->banks != 0 && worth_opening(d, other))
        offer_rows(d, &best, other, ~q->banks);
    return best;
}

/* The first cycle in which the choice may change if no request comes. */
static uint64_t next_change(const struct dram *d)
{
    uint64_t reads = d->reads.starves_from, writes = d->writes.starves_from, cycle = NEVER;
    if (d->reads.banks != 0 && reads > d->now)
        cycle = reads;
    if (d->turn.writing && writes > d->now && writes < cycle)
        cycle = writes;
    if (d->reads.banks == 0 && d->writes.banks != 0 && !d->turn.writing)
        cycle = d->last_read + QUIET;
    return cycle;
}

static void issue(struct dram *d, const struct choice *c)
{
    struct entry *e = &c->queue->entry[c->index];
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
            if (d->turn.left > 0)
                d->turn.left--;
            d->turn.served++;
            channel_finish(d, c->queue, c->index);
        }
    }
}

void schedule_step(struct dram *d)
{
    choose_turn(d);
    struct choice c = choose(d);
    if (c.queue != NULL && c.cycle <= d->now) {
        issue(d, &c);
        return;
    }
    uint64_t change = next_change(d);
    d->asleep_until = change < c.cycle ? change : c.cycle;
}
