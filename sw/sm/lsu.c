/* The load-store unit: bounds, the coalescer, tags, answers. */
#include "sw/sm/internal.h"

#include <string.h>

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

bool sm_bounds_error(const char *who, const struct simt_warp *warp, const struct ptx_inst *inst,
                     int lane, const struct simt_access *a, struct error *err)
{
    char where[256];
    simt_where(warp, inst, lane, where, sizeof where);
    return error_set(err,
                     "%s: %s: %s of %u bytes at 0x%llx: no buffer holds it; check the kernel's "
                     "indices against the launch file's counts",
                     who, where, a->store ? "store" : "load", a->bytes,
                     (unsigned long long)a->address[lane]);
}

bool lsu_check(struct sm *sm, uint32_t slot, const struct simt_access *a,
               const struct ptx_inst *inst, struct error *err)
{
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        if (holds(sm, a->address[lane], a->bytes))
            continue;
        return sm_bounds_error(sm->name, sm->warps[slot].simt, inst, lane, a, err);
    }
    return true;
}

/* Notes that a lane has bytes in a line; lanes that share a line share its request. */
static void touch(struct flight *f, uint64_t line, uint32_t lane_bit)
{
    uint32_t i = f->n;
    while (i > 0 && f->line[i - 1] != line)
        i--;
    if (i > 0) {
        f->lanes[i - 1] |= lane_bit;
        return;
    }
    f->line[f->n] = line;
    f->lanes[f->n] = lane_bit;
    f->n++;
}

void lsu_start(struct sm *sm, uint32_t slot, const struct ptx_inst *inst, uint64_t now)
{
    struct flight *f = &sm->warps[slot].flight;
    f->inst = inst;
    f->n = f->sent = f->answered = 0;
    f->issued = now;
    f->ready = now + sm->c.latency[inst->class];
    for (uint32_t m = f->access.lanes; m != 0; m &= m - 1) {
        uint64_t first = f->access.address[__builtin_ctz(m)];
        uint64_t last = (first + f->access.bytes - 1) >> sm->line_shift;
        for (uint64_t line = first >> sm->line_shift; line <= last; line++)
            touch(f, line, m & -m);
    }
    if (f->access.store)
        sm->stats.stores++;
    else
        sm->stats.loads++;
    sm->stats.lines += f->n;
    sm->queue[(sm->queue_head + sm->queue_len++) % sm->c.warps] = slot;
}

/* The bytes of one lane that lie in one line. */
struct part {
    uint32_t in_line, in_lane, bytes;
};

static struct part part_of(const struct sm *sm, const struct simt_access *a, int lane,
                           uint64_t line)
{
    uint64_t base = line << sm->line_shift, address = a->address[lane];
    uint64_t lo = address > base ? address : base;
    uint64_t hi = address + a->bytes;
    if (hi > base + sm->c.line_bytes)
        hi = base + sm->c.line_bytes;
    return (struct part){(uint32_t)(lo - base), (uint32_t)(lo - address), (uint32_t)(hi - lo)};
}

/* A store's lanes are merged in lane order: of lanes that write the same byte the last one wins. */
static void merge(struct sm *sm, const struct flight *f, uint32_t index)
{
    struct sm_request *r = &sm->request;
    memset(r->data, 0, sm->c.line_bytes);
    memset(r->mask, 0, sizeof r->mask);
    for (uint32_t m = f->lanes[index]; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        struct part p = part_of(sm, &f->access, lane, r->line);
        memcpy(r->data + p.in_line, f->access.data[lane] + p.in_lane, p.bytes);
        for (uint32_t i = p.in_line; i < p.in_line + p.bytes; i++)
            r->mask[i / 8] |= (uint8_t)(1u << (i % 8));
    }
}

void lsu_present(struct sm *sm, uint64_t now)
{
    if (sm->request_up || sm->queue_len == 0 || sm->n_free_tags == 0)
        return;
    uint32_t slot = sm->queue[sm->queue_head];
    struct flight *f = &sm->warps[slot].flight;
    if (f->ready > now)
        return;
    uint32_t index = f->sent++, tag = sm->free_tags[--sm->n_free_tags];
    sm->tags[tag] = (struct tag){.busy = true, .warp = slot, .line = index, .since = now};
    sm->request.op = f->access.store ? OP_STORE : OP_LOAD;
    sm->request.tag = tag;
    sm->request.line = f->line[index];
    if (f->access.store)
        merge(sm, f, index);
    sm->request_up = true;
    if (f->sent == f->n) {
        sm->queue_head = (sm->queue_head + 1) % sm->c.warps;
        sm->queue_len--;
    }
}

/* First cycle at which a line can be shown; NEVER when the L1 or a tag is what it waits for. */
uint64_t lsu_wake(const struct sm *sm)
{
    if (sm->request_up || sm->queue_len == 0 || sm->n_free_tags == 0)
        return NEVER;
    return sm->warps[sm->queue[sm->queue_head]].flight.ready;
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

void sm_answer(struct sm *sm, uint32_t tag, const uint8_t *data)
{
    struct tag *t = &sm->tags[tag];
    struct flight *f = &sm->warps[t->warp].flight;
    if (data != NULL && !f->access.store)
        for (uint32_t m = f->lanes[t->line]; m != 0; m &= m - 1) {
            int lane = __builtin_ctz(m);
            struct part p = part_of(sm, &f->access, lane, f->line[t->line]);
            memcpy(f->access.data[lane] + p.in_lane, data + p.in_line, p.bytes);
        }
    t->busy = false;
    sm->free_tags[sm->n_free_tags++] = tag;
    wake_lsu(sm);
    if (++f->answered == f->n) {
        sm->arrived[sm->n_arrived++] = t->warp;
        sm->wake = 0;
    }
}

/* The instruction's last line is here: its registers may be read from this cycle on. */
static void land(struct sm *sm, uint32_t slot, uint64_t now)
{
    struct warp *w = &sm->warps[slot];
    const struct ptx_inst *inst = w->flight.inst;
    w->flight.inst = NULL;
    if (!w->flight.access.store) {
        simt_load(w->simt, inst, &w->flight.access);
        for (int i = 0; i < inst->n_dst; i++)
            w->reg[inst->dst[i]] = now;
        sm->stats.load_latency += now - w->flight.issued;
    }
    issue_refresh(sm, slot);
}

void lsu_arrivals(struct sm *sm, uint64_t now)
{
    for (uint32_t i = 0; i < sm->n_arrived; i++)
        land(sm, sm->arrived[i], now);
    sm->n_arrived = 0;
}
