/* The schedulers: a scoreboard, units, greedy-then-oldest or greedy-then-round-robin. */
#include "sw/sm/internal.h"

#include <assert.h>

/* Loads and stores share the one load-store unit. */
static uint8_t unit_of(enum ptx_class class)
{
    return (uint8_t)(class == PTX_STORE ? PTX_LOAD : class);
}

/* The SM has one load-store unit, for shared memory, too; each scheduler has the other units. */
static bool is_of_sm(uint8_t unit)
{
    return unit == PTX_LOAD || unit == PTX_SHARED;
}

static uint32_t scheduler_of(const struct sm *sm, uint32_t slot)
{
    assert(sm->schedulers > 0);
    return slot % sm->schedulers;
}

/* The cycle from which a warp's unit takes its next instruction. */
static uint64_t *unit_free(struct sm *sm, uint32_t slot)
{
    const uint8_t unit = sm->unit[slot];
    return &sm->scheduler[is_of_sm(unit) ? 0 : scheduler_of(sm, slot)].unit_free[unit];
}

static bool is_memory(enum ptx_class class)
{
    return class == PTX_LOAD || class == PTX_STORE;
}

static void set_wait(struct sm *sm, uint32_t slot, enum wait wait, uint64_t wake)
{
    sm->warps[slot].wait = wait;
    sm->wake_at[slot] = wake;
}

/* The cycle in which the sources are ready and no earlier write of a destination is pending. */
static uint64_t operands_ready(const struct warp *w, const struct ptx_inst *inst)
{
    uint64_t t = w->earliest;
    for (int i = 0; i < inst->n_src; i++)
        if (w->reg[inst->src[i]] > t)
            t = w->reg[inst->src[i]];
    for (int i = 0; i < inst->n_dst; i++)
        if (w->reg[inst->dst[i]] > t)
            t = w->reg[inst->dst[i]];
    return t;
}

/* Determines what a warp waits for. Call after any change of its state. */
void issue_refresh(struct sm *sm, uint32_t slot)
{
    struct warp *w = &sm->warps[slot];
    switch (simt_state(w->simt)) {
    case SIMT_DONE:
        if (w->in_flight > 0)
            set_wait(sm, slot, WAIT_MEMORY, NEVER);
        else
            warp_finish(sm, slot);
        return;
    case SIMT_BARRIER:
        set_wait(sm, slot, WAIT_BARRIER, NEVER);
        return;
    case SIMT_READY:
        break;
    }
    w->next = simt_next(w->simt);
    sm->unit[slot] = unit_of(w->next->class);
    enum wait held = order_holds(sm, w);
    uint64_t t = held == WAIT_TIME ? operands_ready(w, w->next) : NEVER;
    set_wait(sm, slot, held == WAIT_TIME && t == NEVER ? WAIT_MEMORY : held, t);
    if (sm->c.l1i)
        fetch_next(sm, slot);
}

/* After an instruction that may have completed a barrier: the warps that it released may issue once
 * the barrier's latency is over. */
static void wake_barrier(struct sm *sm, uint32_t cta, uint64_t now)
{
    uint64_t latency = sm->c.latency[PTX_BARRIER];
    for (uint32_t i = 0; i < sm->n_order; i++) {
        struct warp *w = &sm->warps[sm->order[i]];
        if (w->cta != cta || w->wait != WAIT_BARRIER || simt_state(w->simt) == SIMT_BARRIER)
            continue;
        w->earliest = now + (latency > 0 ? latency : 1);
        /* The warp has a next instruction, so the refresh does not remove it from `order`. */
        issue_refresh(sm, sm->order[i]);
    }
}

static void count(struct sm *sm, const struct ptx_inst *inst, uint32_t lanes)
{
    sm->stats.warp_insts++;
    sm->stats.thread_insts += (uint64_t)__builtin_popcount(lanes);
    sm->stats.class_insts[inst->class]++;
}

static void issue_fence(struct sm *sm, uint32_t slot, const struct ptx_inst *inst, uint32_t lanes,
                        uint64_t now)
{
    if (!order_fence(sm, slot, inst))
        return;
    /* The fence has waited until the warp had nothing in flight, so a flight is free. */
    struct flight *f = lsu_free_flight(sm, slot);
    f->access.kind = SIMT_FENCE;
    f->access.lanes = lanes;
    lsu_start(sm, slot, f, inst, now);
}

static bool issue(struct sm *sm, uint32_t slot, uint64_t now, struct error *err)
{
    struct warp *w = &sm->warps[slot];
    const struct ptx_inst *inst = w->next;
    count(sm, inst, simt_active(w->simt));
    uint32_t latency = sm->c.latency[inst->class], interval = sm->c.interval[inst->class];
    *unit_free(sm, slot) = now + (interval > 0 ? interval : 1);
    struct scheduler *of = &sm->scheduler[scheduler_of(sm, slot)];
    of->greedy = (int)slot;
    of->last = slot;

    bool memory = is_memory(inst->class);
    bool pending = inst->constant && sm->c.scalar && fetch_constants(sm, slot);
    struct flight *f = memory ? lsu_free_flight(sm, slot) : NULL;
    struct simt_access local, *access = memory ? &f->access : &local;
    access->lanes = 0;
    if (!simt_step(w->simt, access, err))
        return false;
    if (memory && access->lanes != 0) {
        if (!lsu_check(sm, slot, access, inst, err))
            return false;
        lsu_start(sm, slot, f, inst, now);
        pending = simt_returns(access);
    }
    if (inst->class == PTX_FENCE && access->lanes != 0)
        issue_fence(sm, slot, inst, access->lanes, now);
    if (inst->class == PTX_BARRIER && sm->c.rc)
        order_barrier(sm, slot);
    for (int i = 0; i < inst->n_dst; i++)
        w->reg[inst->dst[i]] = pending ? NEVER : now + latency;
    /* After a branch, a barrier or a fence the next instruction waits for the class's latency. */
    bool redirects =
        inst->class == PTX_BRANCH || inst->class == PTX_BARRIER || inst->class == PTX_FENCE;
    w->earliest = now + (redirects && latency > 1 ? latency : 1);

    uint32_t cta = w->cta;
    bool releases = inst->class == PTX_BARRIER || simt_state(w->simt) == SIMT_DONE;
    issue_refresh(sm, slot);
    if (releases)
        wake_barrier(sm, cta, now);
    return true;
}

static bool can_issue(struct sm *sm, uint32_t slot, uint64_t now)
{
    return sm->wake_at[slot] <= now && *unit_free(sm, slot) <= now;
}

/* -1: none can issue. */
static int oldest(struct sm *sm, uint32_t scheduler, uint64_t now)
{
    for (uint32_t i = 0; i < sm->n_order; i++)
        if (scheduler_of(sm, sm->order[i]) == scheduler && can_issue(sm, sm->order[i], now))
            return (int)sm->order[i];
    return -1;
}

static int next_in_turn(struct sm *sm, uint32_t scheduler, uint64_t now)
{
    for (uint32_t i = 1; i <= sm->c.warps; i++) {
        const uint32_t slot = (sm->scheduler[scheduler].last + i) % sm->c.warps;
        if (scheduler_of(sm, slot) == scheduler && can_issue(sm, slot, now))
            return (int)slot;
    }
    return -1;
}

static bool schedule(struct sm *sm, uint32_t scheduler, uint64_t now, struct error *err)
{
    int slot = sm->scheduler[scheduler].greedy;
    if (slot < 0 || !can_issue(sm, (uint32_t)slot, now))
        slot = sm->c.round_robin ? next_in_turn(sm, scheduler, now) : oldest(sm, scheduler, now);
    return slot < 0 || issue(sm, (uint32_t)slot, now, err);
}

/* The turn goes round, so that none has the units of the SM before the others in each cycle. */
bool issue_step(struct sm *sm, uint64_t now, struct error *err)
{
    for (uint32_t i = 0; i < sm->schedulers; i++)
        if (!schedule(sm, (uint32_t)((now + i) % sm->schedulers), now, err))
            return false;
    return true;
}

enum wait issue_stall(const struct sm *sm)
{
    return sm->n_order > 0 ? sm->warps[sm->order[0]].wait : WAIT_NOTHING;
}

/* First cycle >= after in which some warp can issue; NEVER if all wait for answers or barriers. */
uint64_t issue_wake(struct sm *sm, uint64_t after)
{
    for (uint32_t i = 0; i < sm->schedulers; i++)
        if (sm->scheduler[i].greedy >= 0 && can_issue(sm, (uint32_t)sm->scheduler[i].greedy, after))
            return after;
    uint64_t first = NEVER;
    for (uint32_t i = 0; i < sm->n_order && first > after; i++) {
        uint32_t slot = sm->order[i];
        uint64_t t = sm->wake_at[slot], unit = *unit_free(sm, slot);
        if (t != NEVER && unit > t)
            t = unit;
        if (t < first)
            first = t;
    }
    return first;
}
