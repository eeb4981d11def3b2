/* The load-store unit: bounds, memory instructions in flight, the queue to the L1, answers. */
#include "sw/sm/internal.h"

#include <string.h>

/* ---- bounds ---- */

static bool holds(struct sm *sm, uint64_t address, uint32_t bytes)
{
    if (address >= sm->range_start && address < sm->range_end && bytes <= sm->range_end - address)
        return true;
    if (sm->range == NULL)
        return sm->bounds == NULL || sm->bounds(sm->bounds_ctx, address, bytes);
    uint64_t start, end;
    if (!sm->range(sm->bounds_ctx, address, &start, &end))
        return false;
    sm->range_start = start;
    sm->range_end = end;
    return bytes <= end - address;
}

const char *kind_name(enum simt_kind kind)
{
    static const char *const names[] = {"load", "store", "atomic", "fence"};
    return names[kind];
}

/* What the address looks like. Programs of the host have theirs far above those of devices. */
static const char *advice(uint64_t address)
{
    enum { NEAR_NULL = 0x400, HOST_BIT = 44 };
    return address < NEAR_NULL ? "is its pointer null?"
           : address >> HOST_BIT != 0
               ? "it looks like memory of the host: kernels reach what cudaMalloc or "
                 "cudaMallocManaged gave"
               : "check the kernel's indices against the sizes of its buffers";
}

bool sm_bounds_error(const char *who, const struct simt_warp *warp, const struct ptx_inst *inst,
                     int lane, const struct simt_access *a, struct error *err)
{
    char where[256];
    simt_where(warp, inst, lane, where, sizeof where);
    err->kind = error_is_set(err) ? err->kind : ERROR_OUTSIDE;
    return error_set(err, "%s: %s: %s of %u bytes at 0x%llx: no buffer holds it; %s", who, where,
                     kind_name(a->kind), a->bytes, (unsigned long long)a->address[lane],
                     advice(a->address[lane]));
}

bool lsu_check(struct sm *sm, uint32_t slot, struct simt_access *a, const struct ptx_inst *inst,
               struct error *err)
{
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        if (holds(sm, a->address[lane], a->bytes) || stray_takes(sm, slot, inst, lane, a))
            continue;
        return sm_bounds_error(sm->name, sm->warps[slot].simt, inst, lane, a, err);
    }
    return true;
}

/* ---- instructions in flight ---- */

struct flight *lsu_free_flight(struct sm *sm, uint32_t slot)
{
    struct flight *f = &sm->flights[slot * sm->per_warp];
    while (f->inst != NULL)
        f++;
    return f;
}

static uint32_t requests(const struct sm *sm, const struct flight *f)
{
    return f->phase == PHASE_ACCESS    ? f->n
           : f->phase == PHASE_RELEASE ? order_releases(sm, f->inst)
                                       : 1;
}

/* Which copies may not answer a load that no copy may: those of L2s, too, but that of its GPU's
 * home if the load's scope is the GPU. */
static uint32_t freshness(const struct sm *sm, const struct flight *f)
{
    return order_is_near(sm, f->inst) ? MSG_FN_NEAR : MSG_FN_FRESH;
}

static void enqueue(struct sm *sm, struct flight *f, enum phase phase, uint64_t ready)
{
    f->phase = phase;
    f->sent = f->answered = 0;
    f->ready = ready;
    f->walk = 0;
    uint32_t end = sm->queue_head + sm->queue_len++;
    sm->queue[end < sm->n_flights ? end : end - sm->n_flights] = (uint32_t)(f - sm->flights);
}

static void count(struct sm *sm, const struct flight *f)
{
    switch (f->access.kind) {
    case SIMT_LOAD:
        sm->stats.loads++;
        break;
    case SIMT_STORE:
        sm->stats.stores++;
        break;
    case SIMT_ATOMIC:
        sm->stats.atomics++;
        break;
    case SIMT_FENCE:
        return;
    }
    sm->stats.lines += f->n;
}

void lsu_start(struct sm *sm, uint32_t slot, struct flight *f, const struct ptx_inst *inst,
               uint64_t now)
{
    f->inst = inst;
    f->issued = now;
    f->before_barrier = false;
    if (f->access.kind != SIMT_FENCE)
        coalesce(sm, f);
    count(sm, f);
    sm->warps[slot].in_flight++;
    enum phase phase = order_start(sm, slot, f);
    enqueue(sm, f, phase, now + sm->c.latency[inst->class]);
}

/* ---- the queue to the L1 ---- */

/* `line` is the physical one of request `index`. */
static void show(struct sm *sm, const struct flight *f, uint32_t index, uint64_t line, uint32_t tag)
{
    static const enum msg_op ops[] = {OP_LOAD, OP_STORE, OP_ATOMIC, OP_FENCE};
    const struct simt_access *a = &f->access;
    struct sm_request *r = &sm->request;
    r->tag = tag;
    r->fn = 0;
    if (f->phase == PHASE_RELEASE) {
        r->op = OP_STORE;
        const bool near = order_is_near(sm, f->inst);
        r->fn = near ? MSG_FN_RELEASE_NEAR : MSG_FN_RELEASE;
        r->line = (near ? sm->c.near_releases : sm->c.releases)[index];
        memset(r->mask, 0, sizeof r->mask);
        return;
    }
    if (f->phase != PHASE_ACCESS) {
        r->op = OP_FENCE;
        r->line = 0;
        return;
    }
    r->op = a->kind == SIMT_LOAD && a->fresh ? OP_FRESH : ops[a->kind];
    r->line = line;
    if (r->op == OP_FRESH)
        r->fn = freshness(sm, f);
    if (a->kind == SIMT_ATOMIC)
        r->fn = a->fn + (a->bytes == 8 ? (uint32_t)ATOMIC_WIDE : 0);
    if (a->kind != SIMT_LOAD)
        coalesce_fill(sm, f, index, r);
}

/*
 * Flights wait for the TLB side by side, and others may overtake them. Under rc the requests of a
 * CTA keep their order: accesses to one line rely on it, those of one warp, and those of two warps
 * with a barrier between them. Under sc a warp has one flight, and none across a barrier.
 */
static uint64_t kept_with(const struct sm *sm, const struct flight *f)
{
    uint32_t slot = (uint32_t)(f - sm->flights) / sm->per_warp;
    return sm->c.rc ? UINT64_C(1) << sm->warps[slot].cta : 0;
}

/* The place in the queue of the flight that may show a request now; queue_len: none may. The first
 * one does not wait for the TLB, most of the time. */
static uint32_t whose_turn(const struct sm *sm, uint64_t now)
{
    const struct flight *head = lsu_queued(sm, 0);
    if (head->ready > now || head->walk <= now)
        return head->ready > now ? sm->queue_len : 0;
    uint64_t held = 0; /* CTAs with a flight that waits for the TLB */
    for (uint32_t i = 0; i < sm->queue_len; i++) {
        const struct flight *f = lsu_queued(sm, i);
        if (f->ready > now)
            break;
        if (f->walk <= now && (held & kept_with(sm, f)) == 0)
            return i;
        held |= kept_with(sm, f);
    }
    return sm->queue_len;
}

static void dequeue(struct sm *sm, uint32_t place)
{
    for (uint32_t i = place; i > 0; i--) {
        uint32_t to = sm->queue_head + i, from = to - 1;
        sm->queue[to < sm->n_flights ? to : to - sm->n_flights] =
            sm->queue[from < sm->n_flights ? from : from - sm->n_flights];
    }
    sm->queue_head = sm->queue_head + 1 < sm->n_flights ? sm->queue_head + 1 : 0;
    sm->queue_len--;
}

/* The physical line of the flight's next request; false: not in this cycle. */
static bool next_line(struct sm *sm, struct flight *f, uint64_t now, uint64_t *line)
{
    *line = 0;
    if (f->phase != PHASE_ACCESS)
        return true;
    if (!tlb_look(sm, f, now) ||
        !translate(sm, f->line[f->sent], f->access.kind != SIMT_LOAD, line))
        return false;
    tlb_fill(sm, f);
    return true;
}

void lsu_present(struct sm *sm, uint64_t now)
{
    if (sm->request_up || sm->queue_len == 0 || sm->n_free_tags == 0)
        return;
    uint32_t place = whose_turn(sm, now);
    if (place == sm->queue_len)
        return;
    uint64_t line;
    struct flight *f = lsu_queued(sm, place);
    if (!next_line(sm, f, now, &line))
        return;
    uint32_t flight = (uint32_t)(f - sm->flights);
    uint32_t index = f->sent++, tag = sm->free_tags[--sm->n_free_tags];
    sm->tags[tag] = (struct tag){.busy = true, .flight = flight, .line = index, .since = now};
    show(sm, f, index, line, tag);
    sm->request_up = true;
    if (f->sent == requests(sm, f))
        dequeue(sm, place);
}

/* First cycle in which a request can be looked up or shown; NEVER if there is none, or it waits for
 * the L1 or for a tag. */
uint64_t lsu_wake(const struct sm *sm)
{
    if (sm->request_up || sm->n_free_tags == 0 || sm->queue_len == 0)
        return NEVER;
    const struct flight *head = lsu_queued(sm, 0);
    if (head->walk <= head->ready)
        return head->ready;
    uint64_t first = NEVER, ready = 0; /* ready: of all flights so far */
    for (uint32_t i = 0; i < sm->queue_len && ready < first; i++) {
        const struct flight *f = lsu_queued(sm, i);
        ready = f->ready > ready ? f->ready : ready;
        uint64_t t = f->walk > ready ? f->walk : ready;
        first = t < first ? t : first;
    }
    return first;
}

const struct sm_request *sm_wants(const struct sm *sm)
{
    return sm->request_up ? &sm->request : NULL;
}

static void wake_lsu(struct sm *sm)
{
    uint64_t t = lsu_wake(sm);
    if (t < sm->wake)
        sm->wake = t;
}

void sm_sent(struct sm *sm)
{
    sm->tags[sm->request.tag].sent = true;
    sm->request_up = false;
    wake_lsu(sm);
}

/* ---- answers ---- */

void sm_answer(struct sm *sm, uint32_t tag, const uint8_t *data)
{
    struct tag *t = &sm->tags[tag];
    struct flight *f = &sm->flights[t->flight];
    if (f->phase == PHASE_ACCESS && simt_returns(&f->access) && data != NULL)
        coalesce_take(sm, f, t->line, data);
    t->busy = false;
    sm->free_tags[sm->n_free_tags++] = tag;
    wake_lsu(sm);
    if (++f->answered == requests(sm, f)) {
        sm->arrived[sm->n_arrived++] = t->flight;
        sm->wake = 0;
    }
}

/* The last line of the access is answered: its registers may be read from this cycle on. */
static void give(struct sm *sm, struct warp *w, const struct flight *f, uint64_t now)
{
    if (!simt_returns(&f->access))
        return;
    simt_load(w->simt, f->inst, &f->access);
    for (int i = 0; i < f->inst->n_dst; i++)
        w->reg[f->inst->dst[i]] = now;
    if (f->access.kind == SIMT_LOAD)
        sm->stats.load_latency += now - f->issued;
}

static void land(struct sm *sm, uint32_t flight, uint64_t now)
{
    struct flight *f = &sm->flights[flight];
    uint32_t slot = flight / sm->per_warp;
    struct warp *w = &sm->warps[slot];
    if (f->phase == PHASE_ACCESS)
        give(sm, w, f, now);
    enum phase phase = order_next(w, sm->c.rc, f);
    if (phase != PHASE_NONE) {
        enqueue(sm, f, phase, now);
    } else {
        f->inst = NULL;
        w->in_flight--;
        if (f->before_barrier)
            order_passed(sm, w->cta);
    }
    issue_refresh(sm, slot);
}

void lsu_arrivals(struct sm *sm, uint64_t now)
{
    for (uint32_t i = 0; i < sm->n_arrived; i++)
        land(sm, sm->arrived[i], now);
    sm->n_arrived = 0;
}
