/*
 * The interface of the channel: requests in, one step per cycle, answers out.
 *
 * A write changes the stored bytes when it is accepted, and a read copies them when it is accepted.
 * So the order of acceptance is the order of memory; queues and commands decide only the time. The
 * order of commands is nevertheless one that gives the same bytes in hardware: a write waits for
 * older reads of its line (`blockers`).
 */
#include "sw/dram/channel.h"
#include "sw/util/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- life */

static void ring_init(struct ring *r, uint32_t size)
{
    *r = (struct ring){.answer = xcalloc(size, sizeof *r->answer), .size = size};
}

struct dram *dram_new(const struct dram_config *c)
{
    struct dram *d = xcalloc(1, sizeof *d);
    d->config = *c;
    d->refresh_at = c->timing.tREFI;
    banks_init(&d->banks, c);
    store_init(&d->store, c->bytes);
    store_init(&d->spare, c->bytes / c->line_bytes * sizeof(uint64_t));
    queue_init(&d->reads, c->read_queue, d->banks.count);
    queue_init(&d->writes, c->write_queue, d->banks.count);
    d->many = (c->write_queue + 1) / 2;
    d->few = c->write_queue * 3 / 16;
    /* Both queues and all data on the way: reached only if the user does not take answers. */
    d->capacity = fixed_is(d) ? fixed_capacity(c)
                              : c->read_queue + c->write_queue +
                                    (c->timing.tCL + burst_cycles(c)) / burst_cycles(c) + 2;
    ring_init(&d->returns, d->capacity);
    ring_init(&d->receipts, d->capacity);
    d->free_count = d->capacity + c->write_queue;
    d->slots = xcalloc(d->free_count, c->line_bytes);
    d->given = xcalloc(1, c->line_bytes);
    d->free_slots = xcalloc(d->free_count, sizeof *d->free_slots);
    for (uint32_t i = 0; i < d->free_count; i++)
        d->free_slots[i] = (uint16_t)i;
    return d;
}

void dram_free(struct dram *d)
{
    if (d == NULL)
        return;
    banks_free(&d->banks);
    store_free(&d->store);
    store_free(&d->spare);
    queue_free(&d->reads);
    queue_free(&d->writes);
    free(d->returns.answer);
    free(d->receipts.answer);
    free(d->slots);
    free(d->given);
    free(d->free_slots);
    free(d);
}

void dram_observe(struct dram *d, dram_observer *observer, void *ctx)
{
    d->observer = observer;
    d->observer_ctx = ctx;
}

/* ---- commands */

void channel_command(struct dram *d, enum dram_command command, uint32_t bank, uint32_t row,
                     uint32_t column)
{
    banks_issue(&d->banks, d->now, command, bank, row);
    bool all = command == DRAM_PRE_ALL, one = command == DRAM_ACT || command == DRAM_PRE;
    for (uint32_t i = all ? 0 : bank; i < (all ? d->banks.count : one ? bank + 1 : 0); i++) {
        queue_row_changed(&d->reads, i, &d->banks);
        queue_row_changed(&d->writes, i, &d->banks);
    }
    if (d->observer != NULL)
        d->observer(d->observer_ctx, d->now, command, bank % d->config.bank_groups,
                    bank / d->config.bank_groups, row, column);
}

static uint16_t slot_take(struct dram *d)
{
    return d->free_slots[--d->free_count];
}

static void slot_return(struct dram *d, uint16_t slot)
{
    d->free_slots[d->free_count++] = slot;
}

static uint8_t *slot_bytes(const struct dram *d, uint16_t slot)
{
    return d->slots + (size_t)slot * d->config.line_bytes;
}

static void ring_push(struct ring *r, struct answer a)
{
    uint32_t at = r->head + r->count++;
    r->answer[at < r->size ? at : at - r->size] = a;
}

/* A read of the line has finished: one blocker less for the writes that wait for it. Reads of one
 * line finish in their order, so this read is older than any write that still has blockers. */
static void unblock(struct dram *d, uint64_t line)
{
    struct queue *q = &d->writes;
    for (uint32_t i = queue_find(q, line, 0); i < q->depth; i = queue_find(q, line, i + 1))
        if (q->entry[i].blockers > 0)
            q->entry[i].blockers--;
}

void channel_finish(struct dram *d, struct queue *q, uint16_t index)
{
    struct entry e = q->entry[index];
    d->stats.row_hits += e.outcome == ROW_HIT;
    d->stats.row_misses += e.outcome == ROW_MISS;
    d->stats.row_conflicts += e.outcome == ROW_CONFLICT;
    queue_remove(q, index, &d->banks);
    /* Reset when both queues are empty, so that dram_skip has only refreshes to do. */
    if (d->reads.count + d->writes.count == 0)
        d->turn = (struct turn){0};
    if (q == &d->writes) {
        slot_return(d, e.slot);
        return;
    }
    uint64_t due = d->now + d->config.timing.tCL + burst_cycles(&d->config);
    ring_push(&d->returns, (struct answer){due, e.arrived, e.tag, e.slot});
    if (d->writes.n_aside > 0)
        unblock(d, e.line);
}

/* ---- requests */

bool dram_ready(const struct dram *d, bool write)
{
    const struct queue *q = write ? &d->writes : &d->reads;
    return (fixed_is(d) ? fixed_ready(d, write) : q->count < q->depth) &&
           d->accepted - d->answered < d->capacity;
}

static uint32_t count_line(const struct queue *q, uint64_t line)
{
    uint32_t n = 0;
    for (uint32_t i = queue_find(q, line, 0); i < q->depth; i = queue_find(q, line, i + 1))
        n++;
    return n;
}

/* Whether the queued writes to the line cover every byte of it. `mask` is scratch: the union of
 * their masks. */
static bool covered(const struct dram *d, uint64_t line, uint8_t *mask)
{
    const struct queue *q = &d->writes;
    size_t len = d->config.line_bytes / 8;
    uint32_t i = queue_find(q, line, 0);
    if (i == q->depth)
        return false;
    memset(mask, 0, len);
    for (; i < q->depth; i = queue_find(q, line, i + 1))
        for (size_t k = 0; k < len; k++)
            mask[k] |= slot_bytes(d, q->entry[i].slot)[k];
    for (size_t k = 0; k < len; k++)
        if (mask[k] != 0xff)
            return false;
    return true;
}

static struct entry *enqueue(struct dram *d, struct queue *q, uint64_t line, uint32_t tag,
                             uint16_t slot)
{
    const struct dram_config *c = &d->config;
    struct dram_place p = dram_locate(c, line);
    return queue_add(q, &(struct entry){
                            .line = line,
                            .arrived = d->now,
                            .number = d->accepted,
                            .tag = tag,
                            .row = p.row,
                            .column = p.column,
                            .bursts = c->line_bytes / (c->bus_bits / 8 * c->burst),
                            .bank = (uint16_t)(p.bank * c->bank_groups + p.group),
                            .slot = slot,
                        });
}

static void request_write(struct dram *d, uint64_t line, uint32_t tag, const uint8_t *data,
                          const uint8_t *mask)
{
    uint32_t len = d->config.line_bytes;
    uint16_t slot = slot_take(d);
    if (mask != NULL) {
        memcpy(slot_bytes(d, slot), mask, len / 8);
        store_write_masked(&d->store, line * len, data, mask, len);
    } else {
        memset(slot_bytes(d, slot), 0xff, len / 8);
        store_write(&d->store, line * len, data, len);
    }
    struct entry *e = enqueue(d, &d->writes, line, tag, slot);
    e->blockers = count_line(&d->reads, line);
    ring_push(&d->receipts, (struct answer){d->now + 1, d->now, tag, NO_SLOT});
    d->stats.writes++;
}

/*
 * A read that queued writes cover only in part takes the time of any read. Its bytes are already
 * right: the store holds queued writes.
 */
static void request_read(struct dram *d, uint64_t line, uint32_t tag)
{
    uint32_t len = d->config.line_bytes;
    uint16_t slot = slot_take(d);
    bool forward = covered(d, line, slot_bytes(d, slot));
    store_read(&d->store, line * len, slot_bytes(d, slot), len);
    d->stats.reads++;
    if (forward) {
        d->stats.forwarded++;
        ring_push(&d->receipts, (struct answer){d->now + 1, d->now, tag, slot});
    } else {
        enqueue(d, &d->reads, line, tag, slot);
    }
}

/* Writes are answered in the next cycle, as those of a channel with banks are. */
static void request_fixed(struct dram *d, bool write, uint64_t line, uint32_t tag,
                          const uint8_t *data, const uint8_t *mask)
{
    const uint32_t len = d->config.line_bytes;
    const uint64_t due = fixed_take(d);
    if (write && mask != NULL)
        store_write_masked(&d->store, line * len, data, mask, len);
    else if (write)
        store_write(&d->store, line * len, data, len);
    d->stats.writes += write;
    d->stats.reads += !write;
    uint16_t slot = write ? NO_SLOT : slot_take(d);
    if (!write)
        store_read(&d->store, line * len, slot_bytes(d, slot), len);
    ring_push(write ? &d->receipts : &d->returns,
              (struct answer){write ? d->now + 1 : due, d->now, tag, slot});
}

void dram_request(struct dram *d, bool write, uint64_t line, uint32_t tag, const uint8_t *data,
                  const uint8_t *mask)
{
    assert(dram_ready(d, write));
    assert(line < d->config.bytes / d->config.line_bytes);
    if (fixed_is(d))
        request_fixed(d, write, line, tag, data, mask);
    else if (write)
        request_write(d, line, tag, data, mask);
    else
        request_read(d, line, tag);
    d->accepted++;
}

/* ---- time */

void dram_step(struct dram *d)
{
    if (fixed_is(d))
        d->stats.busy_cycles += fixed_busy(d);
    else if (refresh_due(d))
        refresh_step(d);
    else if (d->now >= d->asleep_until)
        schedule_step(d);
    d->now++;
    if (d->reads.n_aside > 0 && queue_admit(&d->reads, &d->banks))
        d->asleep_until = 0;
    if (d->writes.n_aside > 0 && queue_admit(&d->writes, &d->banks))
        d->asleep_until = 0;
}

uint64_t dram_cycle(const struct dram *d)
{
    return d->now;
}

bool dram_idle(const struct dram *d)
{
    return d->writes.count == 0 && d->accepted == d->answered && !(fixed_is(d) && fixed_busy(d));
}

void dram_skip(struct dram *d, uint64_t cycle)
{
    assert(dram_idle(d));
    if (d->now >= cycle)
        return;
    while (!fixed_is(d)) {
        uint64_t next = refresh_earliest(d);
        if (next < d->now)
            next = d->now;
        if (next >= cycle)
            break;
        d->now = next;
        refresh_step(d);
        d->now++;
    }
    d->now = cycle;
}

/* ---- answers */

static bool ring_due(const struct ring *r, uint64_t now)
{
    return r->count > 0 && r->answer[r->head].due <= now;
}

/* The ring whose first answer fell due first; read data before receipts of the same cycle. */
static struct ring *due_ring(struct dram *d)
{
    bool data = ring_due(&d->returns, d->now), receipt = ring_due(&d->receipts, d->now);
    if (data && receipt) {
        const struct answer *a = &d->returns.answer[d->returns.head];
        return a->due <= d->receipts.answer[d->receipts.head].due ? &d->returns : &d->receipts;
    }
    return data ? &d->returns : receipt ? &d->receipts : NULL;
}

bool dram_answer(struct dram *d, uint32_t *tag, const uint8_t **data)
{
    struct ring *r = d->now >= d->answer_from ? due_ring(d) : NULL;
    if (r == NULL)
        return false;
    struct answer a = r->answer[r->head];
    r->head = r->head + 1 < r->size ? r->head + 1 : 0;
    r->count--;
    d->answered++;
    d->answer_from = d->now + 1;
    *tag = a.tag;
    *data = NULL;
    if (a.slot != NO_SLOT) {
        memcpy(d->given, slot_bytes(d, a.slot), d->config.line_bytes);
        slot_return(d, a.slot);
        d->stats.read_latency += d->now - a.arrived;
        *data = d->given;
    }
    return true;
}

/* ---- set-up and comparison */

void dram_peek(const struct dram *d, uint64_t line, uint8_t *data)
{
    store_read(&d->store, line * d->config.line_bytes, data, d->config.line_bytes);
}

void dram_poke(struct dram *d, uint64_t line, const uint8_t *data)
{
    store_write(&d->store, line * d->config.line_bytes, data, d->config.line_bytes);
}

uint64_t dram_spare(const struct dram *d, uint64_t line)
{
    uint64_t bits;
    store_read(&d->spare, line * sizeof bits, (uint8_t *)&bits, sizeof bits);
    return bits;
}

void dram_set_spare(struct dram *d, uint64_t line, uint64_t bits)
{
    store_write(&d->spare, line * sizeof bits, (const uint8_t *)&bits, sizeof bits);
}

const struct dram_stats *dram_stats(const struct dram *d)
{
    return &d->stats;
}
