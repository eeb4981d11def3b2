/*
 * Operations across lanes: shuffles, votes and barriers. A group that comes to one waits until all
 * lanes that it names are there. Unless lanes have diverged, they are there at once.
 */
#include "sw/ptx/warp.h"

#include <stdio.h>

/* ---- which lanes have to be there ---- */

static bool is_barrier(const struct op *o)
{
    return o->exec == exec_barrier || o->exec == exec_barrier_red;
}

/* The lanes that the operation names: all that run for bar.sync, else the lane's member mask. */
static uint32_t members(const struct simt_warp *w, const struct op *o, int lane)
{
    if (is_barrier(o))
        return w->live;
    const uint32_t *m = lanes_at(w, o->exec == exec_syncwarp ? o->a : o->e);
    return m[lane];
}

static uint32_t wanted(const struct simt_warp *w, const struct op *o, uint32_t lanes)
{
    uint32_t all = 0;
    for (uint32_t m = lanes; m != 0; m &= m - 1)
        all |= members(w, o, __builtin_ctz(m));
    return all & w->live;
}

/* Whether a group waits at the operation at `pc`, or at one that matches it at another place:
 * bar.warp.sync another bar.warp.sync, and a barrier of the CTA any other, as each thread arrives
 * by itself. */
static bool match(const struct simt_warp *w, uint32_t pc, const struct group *g)
{
    const struct op *here = &w->ops[pc], *there = &w->ops[g->pc];
    return g->waiting != 0 && (g->pc == pc || (is_barrier(here) && is_barrier(there)) ||
                               (here->exec == exec_syncwarp && there->exec == exec_syncwarp));
}

/* The lanes that take part in the operation of `lanes` at `pc`; `missing`: named lanes that are not
 * there yet. */
static uint32_t gather(const struct simt_warp *w, uint32_t pc, uint32_t lanes, uint32_t *missing)
{
    uint32_t all = lanes, want = wanted(w, &w->ops[pc], lanes), before;
    do {
        before = all;
        for (int i = 0; i < w->n_groups; i++) {
            const struct group *g = &w->groups[i];
            if (!match(w, pc, g) || (g->waiting & want) == 0)
                continue;
            all |= g->waiting;
            want |= wanted(w, &w->ops[g->pc], g->waiting);
        }
    } while (all != before);
    *missing = want & ~all;
    return all;
}

bool sync_complete(const struct simt_warp *w, const struct group *g)
{
    uint32_t missing;
    gather(w, g->pc, g->waiting, &missing);
    return missing == 0;
}

bool sync_fault(struct step *s)
{
    struct simt_warp *w = s->w;
    const struct op *o = &w->ops[w->pc];
    uint32_t mask = w->active & (w->preds[o->guard] ^ o->guard_not), missing;
    char other[200] = "";
    for (int i = 0; i < w->n_groups; i++)
        if (w->groups[i].pc != w->pc && !match(w, w->pc, &w->groups[i])) {
            char line[160];
            const struct ptx_inst *inst = &kernel_of(w->cta->grid.kernel)->insts[w->groups[i].pc];
            snprintf(other, sizeof other, "; some wait at %s", ptx_line(inst, line, sizeof line));
        }
    uint32_t here = gather(w, w->pc, mask, &missing);
    if (is_barrier(o))
        return warp_fault(s, mask,
                          "bar.sync in divergent code: %d of the warp's %d running threads are "
                          "here; all threads of a warp must reach a barrier or exit%s",
                          __builtin_popcount(here), __builtin_popcount(w->live), other);
    return warp_fault(s, mask,
                      "warp-wide operation in divergent code: lanes 0x%x of its member mask are "
                      "elsewhere%s",
                      missing, other);
}

/*
 * True: the operation is executed, for the lanes of *mask; lanes of groups that have waited for it
 * are added to *mask, and those groups go on. False: the group that runs waits.
 */
static bool all_here(struct step *s, const struct op *o, uint32_t *mask)
{
    struct simt_warp *w = s->w;
    uint32_t missing;
    if (*mask == w->live || (wanted(w, o, *mask) & ~*mask) == 0)
        return true;
    uint32_t all = gather(w, w->pc, *mask, &missing);
    if (missing != 0) {
        group_wait(w, *mask);
        s->jumped = true;
        return false;
    }
    for (int i = w->n_groups - 1; i >= 0; i--)
        if ((w->groups[i].waiting & all) != 0)
            group_release(w, i);
    *mask = all;
    return true;
}

bool sync_frees(const struct simt_warp *w, const struct group *g)
{
    const struct op *o = &w->ops[g->pc];
    return g->waiting != 0 && (o->exec == exec_syncwarp || is_barrier(o));
}

/* ---- the operations ---- */

bool exec_syncwarp(struct step *s, const struct op *o, uint32_t mask)
{
    return mask == 0 || all_here(s, o, &mask) || warp_settle(s);
}

bool exec_barrier(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    if (mask != w->active)
        group_pass(w, w->active & ~mask);
    if (!all_here(s, o, &mask))
        return warp_settle(s);
    /* pc first: cta_check_barrier may make the warp ready at once. */
    w->pc++;
    s->jumped = true;
    w->state = SIMT_BARRIER;
    w->cta->arrived++;
    cta_check_barrier(w->cta);
    return true;
}

bool exec_barrier_red(struct step *s, const struct op *o, uint32_t mask)
{
    return exec_barrier(s, o, mask);
}

/* The bar.red at which group `i` of a warp waits, -1: the group that runs, and its lanes; NULL if
 * it waits at bar.sync. All lanes of the warp are at barriers, and each pc is behind its barrier.
 */
static const struct op *reduction(const struct simt_warp *w, int i, uint32_t *lanes)
{
    const struct op *o = &w->ops[(i < 0 ? w->pc : w->groups[i].pc) - 1];
    *lanes = i < 0 ? w->active : w->groups[i].mask;
    return o->exec == exec_barrier_red ? o : NULL;
}

/* The end of the groups of a warp that are at the barrier; the first is -1. */
static int groups_at_barrier(const struct simt_warp *w)
{
    return w->state == SIMT_BARRIER ? w->n_groups : -1;
}

void sync_reduce(struct simt_cta *cta)
{
    uint32_t yes = 0, all = 0, count[LANES], lanes;
    for (int k = 0; k < cta->n_warps; k++)
        for (int i = -1; i < groups_at_barrier(&cta->warps[k]); i++) {
            const struct simt_warp *w = &cta->warps[k];
            const struct op *o = reduction(w, i, &lanes);
            if (o == NULL)
                continue;
            yes += (uint32_t)__builtin_popcount((w->preds[o->q] ^ o->r_not) & lanes);
            all += (uint32_t)__builtin_popcount(lanes);
        }
    if (all == 0)
        return;
    for (int i = 0; i < LANES; i++)
        count[i] = yes;
    for (int k = 0; k < cta->n_warps; k++)
        for (int i = -1; i < groups_at_barrier(&cta->warps[k]); i++) {
            struct simt_warp *w = &cta->warps[k];
            const struct op *o = reduction(w, i, &lanes);
            if (o == NULL)
                continue;
            bool is = o->what == RED_AND ? yes == all : yes != 0;
            if (o->what == RED_POPC)
                w->isa->blend32(lanes_at(w, o->d), count, lanes);
            else
                write_pred(w, o->p, is ? UINT32_MAX : 0, lanes);
        }
}

bool exec_shuffle(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    if (!all_here(s, o, &mask))
        return warp_settle(s);
    const uint32_t *a = lanes_at(w, o->a), *b = lanes_at(w, o->b), *c = lanes_at(w, o->c);
    uint32_t value[LANES], inside = 0;
    for (int lane = 0; lane < LANES; lane++) {
        int by = (int)(b[lane] & 31), clamp = (int)(c[lane] & 31);
        int segment = (int)(c[lane] >> 8 & 31);
        int limit = (lane & segment) | (clamp & ~segment);
        int from = o->what == SHFL_UP     ? lane - by
                   : o->what == SHFL_DOWN ? lane + by
                   : o->what == SHFL_BFLY ? lane ^ by
                                          : (lane & segment) | (by & ~segment);
        bool ok = o->what == SHFL_UP ? from >= limit : from <= limit;
        inside |= ok ? 1u << lane : 0u;
        value[lane] = a[ok ? from & 31 : lane];
    }
    w->isa->blend32(lanes_at(w, o->d), value, mask);
    write_pred(w, o->p, inside, mask);
    return true;
}

bool exec_vote(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    if (o->what != VOTE_ACTIVE && !all_here(s, o, &mask))
        return warp_settle(s);
    /* Each lane counts the votes of its own member mask: parts of a warp may vote separately in one
     * instruction. */
    const uint32_t *members = o->what == VOTE_ACTIVE ? NULL : lanes_at(w, o->e);
    uint32_t yes = members == NULL ? mask : (w->preds[o->q] ^ o->r_not) & mask;
    uint32_t value[LANES], truth = 0;
    for (int i = 0; i < LANES; i++) {
        uint32_t voters = members == NULL ? mask : members[i] & mask;
        value[i] = yes & voters;
        bool is = o->what == VOTE_ALL   ? value[i] == voters
                  : o->what == VOTE_ANY ? value[i] != 0
                                        : value[i] == 0 || value[i] == voters;
        truth |= is ? 1u << i : 0u;
    }
    if (o->what == VOTE_BALLOT || o->what == VOTE_ACTIVE)
        w->isa->blend32(lanes_at(w, o->d), value, mask);
    else
        write_pred(w, o->p, truth, mask);
    return true;
}

/* match.any: the lanes that have this lane's value. match.all: all lanes, if they have one value.
 */
bool exec_match(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    if (!all_here(s, o, &mask))
        return warp_settle(s);
    const uint32_t *members = lanes_at(w, o->e), *narrow = lanes_at(w, o->a);
    const uint64_t *wide = lanes_at(w, o->a);
    uint32_t value[LANES], truth = 0;
    for (int i = 0; i < LANES; i++) {
        uint32_t voters = members[i] & mask, same = 0;
        for (uint32_t m = voters; m != 0; m &= m - 1) {
            int k = __builtin_ctz(m);
            bool equal = o->bytes == 8 ? wide[k] == wide[i] : narrow[k] == narrow[i];
            same |= equal ? 1u << k : 0u;
        }
        bool is = o->what == MATCH_ANY || same == voters;
        value[i] = is ? same : 0;
        truth |= is ? 1u << i : 0u;
    }
    w->isa->blend32(lanes_at(w, o->d), value, mask);
    write_pred(w, o->p, truth, mask);
    return true;
}

static uint32_t reduced(const struct op *o, uint32_t a, uint32_t b)
{
    const bool less = o->is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (o->what) {
    case REDUX_ADD:
        return a + b;
    case REDUX_MIN:
        return less ? a : b;
    case REDUX_MAX:
        return less ? b : a;
    case REDUX_AND:
        return a & b;
    case REDUX_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* The values of all lanes that this lane's mask names, in one. */
bool exec_redux(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    if (!all_here(s, o, &mask))
        return warp_settle(s);
    const uint32_t *members = lanes_at(w, o->e), *a = lanes_at(w, o->a);
    uint32_t value[LANES] = {0};
    for (uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        uint32_t voters = members[lane] & mask;
        if (voters == 0)
            continue;
        value[lane] = a[__builtin_ctz(voters)];
        for (voters &= voters - 1; voters != 0; voters &= voters - 1)
            value[lane] = reduced(o, value[lane], a[__builtin_ctz(voters)]);
    }
    w->isa->blend32(lanes_at(w, o->d), value, mask);
    return true;
}
