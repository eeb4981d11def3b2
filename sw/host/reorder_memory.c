/* Loads and stores of the reorder buffer. */
#include "sw/host/reorder_impl.h"

#include <string.h>

static bool is_own(uint64_t address, uint32_t bytes)
{
    return address >= OWN_BASE && address + bytes <= OWN_BASE + SSA_MOST_OWN;
}

static void check(struct cpu *c, const struct entry *e)
{
    const char *kind = e->op == SSA_STORE ? "store" : "load";
    const unsigned long long at = e->address, bytes = e->bytes;
    if (is_own(e->address, e->bytes) || (at < OWN_BASE && thread_holds(c, at, e->bytes)))
        return;
    if (at >= OWN_BASE || at < ACCESS_NEAR_NULL)
        reorder_fail(c, e->i, ACCESS_ELSEWHERE, kind, bytes, at, access_advice(at));
    else
        reorder_fail(c, e->i, ACCESS_BESIDE, kind, bytes, at);
}

void reorder_address(struct cpu *c, struct entry *e)
{
    const struct input *at = &e->in[e->op == SSA_STORE ? 1 : 0];
    if (!e->addressed && at->known && at->ready <= c->reorder->t) {
        e->addressed = true;
        e->address = (uint64_t)at->bits;
        c->reorder->changed = true;
    }
}

/* ---- loads ---- */

static bool overlap(const struct entry *a, const struct entry *b)
{
    return a->address < b->address + b->bytes && b->address < a->address + a->bytes;
}

static bool is_serial(const struct entry *e)
{
    return e->op == SSA_LOAD && e->i->is_volatile;
}

/* What stands in front of a load: nothing, or its bytes are those of a store. */
enum front { FRONT_FREE, FRONT_WAITS, FRONT_FORWARDS };

static enum front front_of(const struct reorder *r, uint64_t seq, wide_bits *bits)
{
    const struct entry *e = entry_of(r, seq);
    for (uint64_t s = seq; s-- > r->head;) {
        const struct entry *b = entry_of(r, s);
        if (is_serial(b) && b->done > r->t)
            return FRONT_WAITS;
        if (b->op != SSA_STORE)
            continue;
        if (!b->addressed)
            return FRONT_WAITS;
        if (!overlap(b, e))
            continue;
        uint64_t skip = e->address - b->address;
        if (e->address < b->address || skip + e->bytes > b->bytes || !b->in[0].known ||
            b->in[0].ready > r->t)
            return FRONT_WAITS;
        *bits = b->in[0].bits >> 8 * skip;
        return FRONT_FORWARDS;
    }
    return FRONT_FREE;
}

static wide_bits masked(wide_bits v, uint32_t bytes)
{
    return bytes >= sizeof v ? v : v & (((wide_bits)1 << 8 * bytes) - 1);
}

static void has_value(struct cpu *c, struct entry *e, wide_bits bits, uint64_t latency)
{
    e->bits = masked(bits, e->bytes);
    e->known = e->issued = true;
    e->done = c->reorder->t + latency;
    c->reorder->changed = true;
}

/* Asks for a piece of a load that one line has. */
static void ask(struct cpu *c, struct entry *e, uint64_t line)
{
    uint32_t place = place_take(c, e->i->is_volatile ? OP_FRESH : OP_LOAD, line);
    c->places[place].r.fn = e->i->is_volatile ? MSG_FN_FRESH : 0;
    c->places[place].kept = true;
    c->places[place].site = (uint64_t)(uintptr_t)e->i;
    place_queue(c, place);
    e->place[e->n_places++] = place;
}

bool reorder_load(struct cpu *c, uint64_t seq)
{
    struct reorder *r = c->reorder;
    struct entry *e = entry_of(r, seq);
    wide_bits bits = 0;
    enum front front = front_of(r, seq, &bits);
    if (!e->addressed || front == FRONT_WAITS || (is_serial(e) && seq != r->head))
        return false;
    check(c, e);
    if (c->failed)
        return false;
    if (is_own(e->address, e->bytes)) {
        if (front == FRONT_FREE)
            memcpy(&bits, r->own + (e->address - OWN_BASE), e->bytes);
        has_value(c, e, bits, OWN_LATENCY);
        return true;
    }
    if (front == FRONT_FORWARDS && !e->i->is_volatile) {
        c->stats.loads++;
        has_value(c, e, bits, OWN_LATENCY);
        return true;
    }
    uint64_t first = e->address / c->c.line_bytes;
    uint64_t last = (e->address + e->bytes - 1) / c->c.line_bytes;
    if (front == FRONT_FORWARDS || c->n_free < last - first + 1)
        return false;
    for (uint64_t line = first; line <= last; line++)
        ask(c, e, line);
    c->stats.loads++;
    e->issued = r->changed = true;
    return true;
}

bool reorder_answered(struct cpu *c, struct entry *e)
{
    uint8_t bytes[sizeof(wide_bits)] = {0};
    wide_bits bits;
    for (uint32_t k = 0; k < e->n_places; k++)
        if (c->places[e->place[k]].state != PLACE_ANSWERED)
            return false;
    for (uint32_t b = 0; b < e->bytes; b++) {
        uint64_t at = e->address + b;
        uint32_t piece = at / c->c.line_bytes != e->address / c->c.line_bytes ? 1 : 0;
        bytes[b] = c->places[e->place[piece]].answer[at % c->c.line_bytes];
    }
    for (uint32_t k = 0; k < e->n_places; k++)
        place_free(c, e->place[k]);
    memcpy(&bits, bytes, sizeof bits);
    has_value(c, e, bits, 0);
    return true;
}

/* ---- stores ---- */

static void send(struct cpu *c, const struct entry *e, uint32_t from, uint32_t n)
{
    uint64_t address = e->address + from;
    wide_bits bits = e->in[0].bits >> 8 * from;
    uint32_t at = (uint32_t)(address % c->c.line_bytes);
    uint32_t place = place_take(c, OP_STORE, address / c->c.line_bytes);
    struct sm_request *q = &c->places[place].r;
    c->places[place].site = (uint64_t)(uintptr_t)e->i;
    memcpy(q->data + at, &bits, n);
    for (uint32_t i = at; i < at + n; i++)
        q->mask[i / 8] |= (uint8_t)(1U << i % 8);
    place_queue(c, place);
}

bool reorder_store(struct cpu *c, const struct entry *e)
{
    uint32_t room = c->c.line_bytes - (uint32_t)(e->address % c->c.line_bytes);
    check(c, e);
    if (c->failed)
        return false;
    if (is_own(e->address, e->bytes)) {
        memcpy(c->reorder->own + (e->address - OWN_BASE), &e->in[0].bits, e->bytes);
        return true;
    }
    if (c->n_free < (e->bytes > room ? 2U : 1U))
        return false;
    c->stats.stores++;
    send(c, e, 0, e->bytes < room ? e->bytes : room);
    if (e->bytes > room)
        send(c, e, room, e->bytes - room);
    return true;
}
