/*
 * Groups: the lanes of a warp that share a pc form a group. One group runs. Each other group is
 * ready to run, or waits at an operation across lanes (sync.c). Lanes that have come to a meeting
 * are in no group.
 *
 * A meeting (meetings.c) is the reconvergence point of a branch that has split a group, or the
 * return of a call. Lanes that arrive wait there; when all expected lanes that have not exited are
 * there, they go on as one group. Of the
 * ready groups the newest runs, until it exits, waits or arrives. So the order is that of a stack,
 * until a group is found spinning.
 *
 * Lanes may wait for each other, for instance when each of them takes a lock. The group that spins
 * would then run for ever, while the lane that holds the lock waits for it at the meeting behind
 * the loop. So a group that jumps back and finds its registers unchanged gives way. It gives way to
 * ready groups that have not spun. If there are none, the lanes at the innermost meeting where any
 * have arrived stop waiting for it and go on as a group of their own; they join the others at an
 * outer meeting or at an operation that names all of them. So every group gets its turn, as on
 * hardware with independent lanes.
 */
#include "sw/ptx/warp.h"

#include <string.h>

/* ---- groups ---- */

static void push(struct simt_warp *w, uint32_t pc, uint32_t mask)
{
    w->groups[w->n_groups++] = (struct group){.pc = pc, .mask = mask, .meeting = w->meeting};
}

void group_wait(struct simt_warp *w, uint32_t lanes)
{
    push(w, w->pc, w->active);
    w->groups[w->n_groups - 1].waiting = lanes;
    w->active = 0;
}

static struct group take(struct simt_warp *w, int i)
{
    struct group g = w->groups[i];
    w->n_groups--;
    memmove(&w->groups[i], &w->groups[i + 1], (size_t)(w->n_groups - i) * sizeof g);
    return g;
}

static void resume(struct simt_warp *w, int i)
{
    struct group g = take(w, i);
    meeting_enter(w, g.meeting);
    w->pc = g.pc;
    w->active = g.mask;
}

void group_release(struct simt_warp *w, int i)
{
    struct group *g = &w->groups[i];
    g->pc++;
    g->waiting = 0;
    if (g->pc != w->pc + 1 || g->meeting != w->meeting)
        return;
    w->active |= g->mask;
    take(w, i);
}

void group_divide(struct simt_warp *w, uint32_t rest)
{
    if (w->join != w->pc + 1)
        meeting_open(w, w->pc + 1);
    push(w, w->pc, rest);
    w->active &= ~rest;
}

void group_pass(struct simt_warp *w, uint32_t rest)
{
    if (w->join != w->pc + 1)
        meeting_open(w, w->pc + 1);
    w->meetings[w->meeting].arrived |= rest;
    w->active &= ~rest;
}

void group_split(struct simt_warp *w, const struct op *o, uint32_t jump)
{
    uint32_t stay = w->active & ~jump;
    /* If the branch's meeting is the current one, its lanes are expected there already. */
    if (o->join != NO_JOIN && o->join != w->join)
        meeting_open(w, o->join);
    w->back = w->back || o->target <= w->pc;
    if (o->target == w->join) {
        w->meetings[w->meeting].arrived |= jump;
        w->pc++;
        w->active = stay;
    } else if (w->pc + 1 == w->join) {
        w->meetings[w->meeting].arrived |= stay;
        w->pc = o->target;
        w->active = jump;
    } else {
        push(w, o->target, jump);
        w->pc++;
        w->active = stay;
    }
}

/* ---- giving way ---- */

/* The lanes at meeting `i` become a ready group and no longer wait for the missing lanes. */
static void leave(struct simt_warp *w, int i)
{
    struct meeting *at = &w->meetings[i];
    uint32_t lanes = at->arrived & w->live;
    at->expected &= ~lanes;
    at->arrived = 0;
    w->groups[w->n_groups++] = (struct group){.pc = at->pc, .mask = lanes, .meeting = at->outer};
}

/* Closes meetings, from `meeting` outwards, at which only the lanes of `mask` are still expected:
 * nobody is left to meet. Returns the first that is still needed, as that of a call is. */
static int outermost_needed(struct simt_warp *w, int meeting, uint32_t mask)
{
    while (meeting != NO_MEETING && w->meetings[meeting].callee == NULL &&
           (w->meetings[meeting].expected & w->live) == mask) {
        int outer = w->meetings[meeting].outer;
        meeting_drop(w, meeting);
        meeting = outer;
    }
    return meeting;
}

static bool has_arrivals(const struct simt_warp *w, int meeting)
{
    return (w->meetings[meeting].arrived & w->live) != 0;
}

/* The first meeting, from `meeting` outwards, at which lanes have arrived; NO_MEETING if none. */
static int crowded(const struct simt_warp *w, int meeting)
{
    while (meeting != NO_MEETING && !has_arrivals(w, meeting))
        meeting = w->meetings[meeting].outer;
    return meeting;
}

/* The newest ready group, with `fresh` only of those that have not spun; -1 if there is none. */
static int newest_ready(const struct simt_warp *w, bool fresh)
{
    for (int i = w->n_groups - 1; i >= 0; i--)
        if (w->groups[i].waiting == 0 && !(fresh && w->groups[i].spun))
            return i;
    return -1;
}

/*
 * Call when no group can run, or only one that spins. If one waits at bar.warp.sync or at a barrier
 * of the CTA, lanes at a meeting may be the missing ones: they may come to another such operation,
 * or exit. So the lanes at the group's innermost meeting go on. Other operations need their lanes
 * at the same instruction. False if none can go on.
 */
static bool free_arrivals(struct simt_warp *w)
{
    bool frees = false;
    for (int i = 0; i < w->n_groups; i++)
        frees = frees || sync_frees(w, &w->groups[i]);
    for (int i = w->n_groups - 1; frees && i >= 0; i--) {
        int at = w->groups[i].waiting != 0 ? crowded(w, w->groups[i].meeting) : NO_MEETING;
        if (at == NO_MEETING)
            continue;
        leave(w, at);
        w->groups[i].meeting = outermost_needed(w, w->groups[i].meeting, w->groups[i].mask);
        return true;
    }
    return false;
}

/* The group that runs gives way, if any lanes can run instead. */
static void give_way(struct simt_warp *w)
{
    int next = newest_ready(w, true);
    int at = next < 0 ? crowded(w, w->meeting) : NO_MEETING;
    if (next < 0 && at == NO_MEETING && newest_ready(w, false) < 0 && !free_arrivals(w))
        return; /* the others wait for this group */
    if (at != NO_MEETING) {
        leave(w, at);
        meeting_enter(w, outermost_needed(w, w->meeting, w->active));
    }
    /* At the bottom of the stack, so that all other groups run first. */
    memmove(&w->groups[1], &w->groups[0], (size_t)w->n_groups * sizeof w->groups[0]);
    w->groups[0] =
        (struct group){.pc = w->pc, .mask = w->active, .meeting = w->meeting, .spun = true};
    w->n_groups++;
    resume(w, newest_ready(w, newest_ready(w, true) >= 0));
}

/* A hash of the active lanes and all registers. That is the whole state of a loop, apart from
 * memory. */
static uint64_t fingerprint(const struct simt_warp *w)
{
    const struct kernel *k = kernel_of(w->cta->grid.kernel);
    uint64_t h = w->active, v;
    for (size_t i = 0; i + sizeof v <= k->reg_bytes; i += sizeof v) {
        memcpy(&v, w->base[0] + i, sizeof v);
        h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    for (uint32_t i = 0; i < k->n_preds; i++)
        h = (h ^ w->preds[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return h;
}

/*
 * Detects spinning. After 2, 4, 8 .. jumps it takes a fingerprint, and compares it at the next jump
 * from the same place; so long loops pay almost nothing. A loop that counts its attempts always
 * changes a register; it gives way after PATIENCE jumps. The count goes on when groups split and
 * meet inside the loop, until all lanes are together. A jump back by which a group splits or
 * arrives at a meeting is counted when the lanes have met.
 */
void group_jumped_back(struct simt_warp *w, uint32_t from)
{
    enum { FIRST = 2, PATIENCE = 1024 };
    uint32_t n = ++w->jumps;
    w->back = false;
    bool again = n > FIRST && w->seen_from == from;
    if (n >= PATIENCE || (again && fingerprint(w) == w->seen)) {
        w->jumps = 0;
        give_way(w);
        return;
    }
    if (again)
        w->seen_from = NO_JOIN;
    if (n >= FIRST && (n & (n - 1)) == 0) {
        w->seen = fingerprint(w);
        w->seen_from = from;
    }
}

/* ---- reports ---- */

static bool arrivals(const struct simt_warp *w, int i, struct simt_spot *spot)
{
    for (int at = 0; at < w->n_meetings; at++) {
        if (!w->meetings[at].open || !has_arrivals(w, at) || i-- > 0)
            continue;
        *spot = (struct simt_spot){&kernel_of(w->cta->grid.kernel)->insts[w->meetings[at].pc],
                                   w->meetings[at].arrived & w->live, SIMT_MEETS};
        return true;
    }
    return false;
}

bool simt_spot(const struct simt_warp *w, int i, struct simt_spot *spot)
{
    const struct ptx_inst *insts = kernel_of(w->cta->grid.kernel)->insts;
    if (w->state == SIMT_DONE)
        return false;
    if (w->state == SIMT_BARRIER) { /* each pc is already behind the barrier */
        if (i > w->n_groups)
            return false;
        *spot = i == 0 ? (struct simt_spot){&insts[w->pc - 1], w->active, SIMT_CTA}
                       : (struct simt_spot){&insts[w->groups[i - 1].pc - 1], w->groups[i - 1].mask,
                                            SIMT_CTA};
        return true;
    }
    if (i == 0) {
        *spot = (struct simt_spot){&insts[w->pc], w->active, SIMT_RUNS};
        return true;
    }
    if (i > w->n_groups)
        return arrivals(w, i - 1 - w->n_groups, spot);
    const struct group *g = &w->groups[i - 1];
    *spot = (struct simt_spot){&insts[g->pc], g->mask, g->waiting != 0 ? SIMT_TOGETHER : SIMT_TURN};
    return true;
}

/* ---- who runs next ---- */

/* The newest group whose operation can be executed now, because missing lanes have exited. */
static int newest_complete(const struct simt_warp *w)
{
    for (int i = w->n_groups - 1; i >= 0; i--)
        if (sync_complete(w, &w->groups[i]))
            return i;
    return -1;
}

bool warp_settle(struct step *s)
{
    struct simt_warp *w = s->w;
    for (;;) {
        if (w->active != 0) {
            if (w->pc != w->join)
                return true;
            w->meetings[w->meeting].arrived |= w->active;
            w->active = 0;
        }
        if (meeting_close(w)) {
            if (w->back && w->active != w->live && w->pc != w->join)
                group_jumped_back(w, w->pc);
            continue;
        }
        int next = newest_ready(w, false);
        if (next < 0)
            next = newest_complete(w);
        if (next >= 0) {
            resume(w, next);
        } else if (w->n_groups == 0) {
            w->state = SIMT_DONE;
            w->cta->done++;
            cta_check_barrier(w->cta);
            return true;
        } else if (!free_arrivals(w)) {
            resume(w, w->n_groups - 1);
            return sync_fault(s);
        }
    }
}
