/*
 * The order of memory accesses: what an instruction waits for besides registers and units. Under sc
 * a warp has one memory instruction in flight, and little else is needed. Under rc it has several,
 * and fences, releases and acquires send OP_FENCE requests before or after them.
 *
 * Under rc, too, two accesses of a warp to one line keep their order: they enter the single queue
 * to the L1 in the order of issue, and the L1 takes requests for a line in order. For the same
 * reason warps of a CTA need not wait at a barrier for accesses in flight: accesses after the
 * barrier reach the same L1 later.
 *
 * But an OP_FENCE covers only requests whose answers the L1 has already seen. So a fence waits for
 * all memory instructions that its warp has in flight. If its scope is wider than the CTA, it also
 * waits for all that any warp of its CTA took across a barrier, because after bar.sync one thread's
 * fence orders the earlier accesses of the whole CTA.
 *
 * With directories (hmg) a release first sends a store of no bytes to each of them, whose answers
 * come when no earlier invalidation is under way; only then does the L1 drop its copies, so that
 * none is older than what the release has waited for.
 */
#include "sw/sm/internal.h"

static bool is_beyond(const struct ptx_inst *inst)
{
    return (inst->order & PTX_BEYOND_CTA) != 0;
}

static bool touches_memory(enum ptx_class class)
{
    return class == PTX_LOAD || class == PTX_STORE || class == PTX_SHARED;
}

static enum wait held_sc(const struct warp *w)
{
    enum ptx_class class = w->next->class;
    if (w->in_flight == 0)
        return WAIT_TIME;
    if (class == PTX_LOAD || class == PTX_STORE || class == PTX_BARRIER)
        return WAIT_MEMORY;
    /* Shared memory is accessed at issue, so it has to wait for an acquire or a fence in flight. */
    return class == PTX_SHARED && w->ordered > 0 ? WAIT_FENCE : WAIT_TIME;
}

static enum wait held_rc(const struct sm *sm, const struct warp *w)
{
    const struct ptx_inst *inst = w->next;
    if ((inst->order & PTX_RELEASE) != 0 &&
        (w->in_flight > 0 || (is_beyond(inst) && sm->ctas[w->cta].across > 0)))
        return WAIT_FENCE;
    if (w->ordered > 0 && (touches_memory(inst->class) || inst->class == PTX_BARRIER))
        return WAIT_FENCE;
    bool global = inst->class == PTX_LOAD || inst->class == PTX_STORE;
    return global && w->in_flight == sm->per_warp ? WAIT_MEMORY : WAIT_TIME;
}

enum wait order_holds(const struct sm *sm, const struct warp *w)
{
    if (w->next->drains && w->in_flight > 0)
        return WAIT_MEMORY;
    return sm->c.rc ? held_rc(sm, w) : held_sc(w);
}

static void set_ordered(struct warp *w, struct flight *f, bool ordered)
{
    w->ordered += (uint32_t)ordered - (uint32_t)f->ordered;
    f->ordered = ordered;
}

bool order_is_near(const struct sm *sm, const struct ptx_inst *inst)
{
    return sm->c.gpu_is_part && (inst->order & PTX_SYSTEM) == 0;
}

/* Where a GPU is a package, threads of one GPU meet in its L2, and invalidations are for others:
 * then there are no directories that a release of its scope tells. */
uint32_t order_releases(const struct sm *sm, const struct ptx_inst *inst)
{
    return order_is_near(sm, inst) ? sm->c.n_near_releases : sm->c.n_releases;
}

enum phase order_start(struct sm *sm, uint32_t slot, struct flight *f)
{
    uint8_t order = f->inst->order;
    bool fence = sm->c.rc && (order & PTX_RELEASE) != 0 && is_beyond(f->inst);
    f->ordered = false;
    set_ordered(&sm->warps[slot], f, fence || (order & PTX_ACQUIRE) != 0);
    if (fence && order_releases(sm, f->inst) > 0)
        return PHASE_RELEASE;
    return fence ? PHASE_BEFORE : PHASE_ACCESS;
}

enum phase order_next(struct warp *w, bool rc, struct flight *f)
{
    bool acquire = (f->inst->order & PTX_ACQUIRE) != 0;
    if (f->phase == PHASE_RELEASE)
        return PHASE_BEFORE;
    if (f->phase == PHASE_BEFORE && f->access.kind != SIMT_FENCE) {
        set_ordered(w, f, acquire);
        return PHASE_ACCESS;
    }
    if (f->phase == PHASE_ACCESS && rc && acquire && is_beyond(f->inst))
        return PHASE_AFTER;
    set_ordered(w, f, false);
    return PHASE_NONE;
}

bool order_fence(struct sm *sm, uint32_t slot, const struct ptx_inst *inst)
{
    struct warp *w = &sm->warps[slot];
    sm->stats.fences++;
    if (sm->c.rc)
        return is_beyond(inst);
    if (w->in_flight > 0)
        set_ordered(w, &sm->flights[slot * sm->per_warp], true);
    return false;
}

void order_barrier(struct sm *sm, uint32_t slot)
{
    const struct warp *w = &sm->warps[slot];
    struct flight *f = &sm->flights[slot * sm->per_warp];
    for (uint32_t i = 0; w->in_flight > 0 && i < sm->per_warp; i++, f++)
        if (f->inst != NULL && !f->before_barrier) {
            f->before_barrier = true;
            sm->ctas[w->cta].across++;
        }
}

void order_passed(struct sm *sm, uint32_t cta)
{
    if (--sm->ctas[cta].across > 0)
        return;
    /* A warp with WAIT_FENCE has a next instruction, so the refresh leaves `order` as it is. */
    for (uint32_t i = 0; i < sm->n_order; i++) {
        const struct warp *w = &sm->warps[sm->order[i]];
        if (w->cta == cta && w->wait == WAIT_FENCE)
            issue_refresh(sm, sm->order[i]);
    }
}
