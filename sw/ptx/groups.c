/*
 * A warp's lanes run in groups that share a pc. One group runs; the others are ready to run, wait
 * at an operation of several lanes (sync.c), or have come to the meeting of their branch.
 *
 * A meeting is the place where both ways of a branch come together again. Whoever arrives waits
 * there; when all of its lanes that still run have come, they go on as one group. Of the groups
 * that are ready the newest runs, until it ends, waits or arrives: so the order is that of a stack,
 * until a group is found spinning.
 *
 * Lanes may wait for one another, as they do when each of them takes a lock: then the group that
 * spins would keep out the one that holds the lock, which waits at the meeting behind the loop. So
 * a group that jumps back and finds its registers as they were gives way: first to groups that are
 * ready; if they have all been found spinning, the lanes at its innermost meeting stop waiting for
 * it and go on by themselves. They come together with the rest again at an outer meeting or at an
 * operation that takes all of them. Every group gets its turn, as on hardware with independent
 * lanes.
 */
#include "sw/ptx/warp.h"

#include <string.h>

/* ---- meetings ---- */

/* Without room, which takes more than 32 nested branches, the ways meet further out. */
static void meeting_open(struct simt_warp *w, uint32_t pc)
{
    if (w->open == UINT32_MAX)
        return;
    int i = __builtin_ctz(~w->open);
    w->open |= 1u << i;
    w->meetings[i] = (struct meeting){.pc = pc, .expected = w->active, .outer = w->meeting};
    w->meeting = i;
    w->join = pc;
}

static void enter(struct simt_warp *w, int meeting)
{
    w->meeting = meeting;
    w->join = meeting == NO_MEETING ? NO_JOIN : w->meetings[meeting].pc;
}

/* The innermost meeting that the last lanes came to, or left by exiting. False: some are missing.
 */
static bool meeting_close(struct simt_warp *w)
{
    while (w->meeting != NO_MEETING) {
        struct meeting *at = &w->meetings[w->meeting];
        uint32_t want = at->expected & w->live;
        if (want != (at->arrived & w->live))
            return false;
        w->open &= ~(1u << w->meeting);
        enter(w, at->outer);
        if (want == 0)
            continue;
        w->pc = at->pc;
        w->active = want;
        if (want == w->live)
            w->jumps = 0;
        return true;
    }
    return false;
}

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
    enter(w, g.meeting);
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

void group_split(struct simt_warp *w, const struct op *o, uint32_t jump)
{
    uint32_t stay = w->active & ~jump;
    /* Whoever shares our meeting is expected there already. */
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

/* Lanes that wait at meeting `i` go on without those that they wait for. */
static void leave(struct simt_warp *w, int i)
{
    struct meeting *at = &w->meetings[i];
    uint32_t lanes = at->arrived & w->live;
    at->expected &= ~lanes;
    at->arrived = 0;
    w->groups[w->n_groups++] = (struct group){.pc = at->pc, .mask = lanes, .meeting = at->outer};
}

/* A meeting that one group alone is expected at is none any more. */
static int outermost_needed(struct simt_warp *w, int meeting, uint32_t mask)
{
    while (meeting != NO_MEETING && (w->meetings[meeting].expected & w->live) == mask) {
        w->open &= ~(1u << meeting);
        meeting = w->meetings[meeting].outer;
    }
    return meeting;
}

static bool has_arrivals(const struct simt_warp *w, int meeting)
{
    return (w->meetings[meeting].arrived & w->live) != 0;
}

/* From `meeting` outwards, the first with somebody there; NO_MEETING: none. */
static int crowded(const struct simt_warp *w, int meeting)
{
    while (meeting != NO_MEETING && !has_arrivals(w, meeting))
        meeting = w->meetings[meeting].outer;
    return meeting;
}

static int newest_ready(const struct simt_warp *w, bool fresh)
{
    for (int i = w->n_groups - 1; i >= 0; i--)
        if (w->groups[i].waiting == 0 && !(fresh && w->groups[i].spun))
            return i;
    return -1;
}

static void give_way(struct simt_warp *w)
{
    int next = newest_ready(w, true);
    int at = next < 0 ? crowded(w, w->meeting) : NO_MEETING;
    if (next < 0 && at == NO_MEETING && newest_ready(w, false) < 0)
        return; /* the others wait for this group */
    if (at != NO_MEETING) {
        leave(w, at);
        enter(w, outermost_needed(w, w->meeting, w->active));
    }
    /* Behind all others, who have their turn first. */
    memmove(&w->groups[1], &w->groups[0], (size_t)w->n_groups * sizeof w->groups[0]);
    w->groups[0] =
        (struct group){.pc = w->pc, .mask = w->active, .meeting = w->meeting, .spun = true};
    w->n_groups++;
    resume(w, newest_ready(w, newest_ready(w, true) >= 0));
}

/* All that a loop computes is in registers, and none is used twice. */
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
 * Looks after 2, 4, 8 .. jumps, and when it comes there again whether anything has changed: long
 * loops pay next to nothing. A loop that counts its tries is never found so; it gives way after
 * PATIENCE. The count goes on when ways part and meet inside the loop, until all lanes are
 * together; a jump that is itself where ways part or meet is looked at when they have met.
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
    for (uint32_t m = w->open; m != 0; m &= m - 1) {
        int at = __builtin_ctz(m);
        if (!has_arrivals(w, at) || i-- > 0)
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
    if (w->state == SIMT_BARRIER) { /* which is behind it */
        *spot = (struct simt_spot){&insts[w->pc - 1], w->live, SIMT_CTA};
        return i == 0;
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

/* A group whose operation can take place now, since others have exited. */
static int newest_complete(const struct simt_warp *w)
{
    for (int i = w->n_groups - 1; i >= 0; i--)
        if (sync_complete(w, &w->groups[i]))
            return i;
    return -1;
}

/*
 * All groups wait. Those at a meeting may come to bar.warp.sync elsewhere, or exit; the other
 * operations take lanes that are at one and the same instruction.
 */
static bool free_arrivals(struct simt_warp *w)
{
    bool barrier = false;
    for (int i = 0; i < w->n_groups; i++)
        barrier = barrier || w->ops[w->groups[i].pc].exec == exec_syncwarp;
    for (int i = w->n_groups - 1; barrier && i >= 0; i--) {
        int at = crowded(w, w->groups[i].meeting);
        if (at == NO_MEETING)
            continue;
        leave(w, at);
        w->groups[i].meeting = outermost_needed(w, w->groups[i].meeting, w->groups[i].mask);
        return true;
    }
    return false;
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
