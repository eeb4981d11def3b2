/*
 * Meetings: where the lanes of a warp wait for each other to go on as one group (groups.c).
 *
 * A branch that splits a group opens a meeting at its reconvergence point. A call opens one, too,
 * whose lanes arrive by returning: so the lanes of an activation of a function meet before the
 * caller goes on, and never those of another activation, though these are at the same instructions.
 * Each meeting knows the next one outwards; the innermost call on that way is the frame of its
 * lanes.
 *
 * A function's registers are columns of lanes, as a kernel's are, so lanes may be in different
 * functions. Only if an activation may be above another of the same function, the call saves what
 * the function's registers hold, and returning lanes get their columns back.
 */
#include "sw/ptx/warp.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_MEETINGS = 32 };

static void more_meetings(struct simt_warp *w)
{
    int n = w->n_meetings > 0 ? 2 * w->n_meetings : FIRST_MEETINGS;
    w->meetings = xrealloc(w->meetings, (size_t)n * sizeof *w->meetings);
    for (int i = w->n_meetings; i < n; i++)
        w->meetings[i] = (struct meeting){.outer = i + 1 < n ? i + 1 : NO_MEETING};
    w->free_meeting = w->n_meetings;
    w->n_meetings = n;
}

/* A meeting of the group that runs, inside its innermost one. */
static int open_meeting(struct simt_warp *w, uint32_t pc, uint32_t join)
{
    if (w->n_meetings == 0 || w->free_meeting == NO_MEETING)
        more_meetings(w);
    int i = w->free_meeting;
    struct meeting *m = &w->meetings[i];
    w->free_meeting = m->outer;
    *m = (struct meeting){.pc = pc,
                          .join = join,
                          .expected = w->active,
                          .outer = w->meeting,
                          .frame =
                              w->meeting == NO_MEETING ? NO_MEETING : w->meetings[w->meeting].frame,
                          .open = true,
                          .saved = m->saved,
                          .saved_cap = m->saved_cap};
    meeting_enter(w, i);
    return i;
}

void meeting_open(struct simt_warp *w, uint32_t pc)
{
    open_meeting(w, pc, pc);
}

void meeting_drop(struct simt_warp *w, int meeting)
{
    w->meetings[meeting].open = false;
    w->meetings[meeting].outer = w->free_meeting;
    w->free_meeting = meeting;
}

void meeting_enter(struct simt_warp *w, int meeting)
{
    w->meeting = meeting;
    w->join = meeting == NO_MEETING ? NO_JOIN : w->meetings[meeting].join;
}

bool meeting_close(struct simt_warp *w)
{
    while (w->meeting != NO_MEETING) {
        const struct meeting at = w->meetings[w->meeting];
        uint32_t want = at.expected & w->live;
        if (want != (at.arrived & w->live))
            return false;
        meeting_drop(w, w->meeting);
        meeting_enter(w, at.outer);
        if (want == 0)
            continue;
        w->pc = at.pc;
        w->active = want;
        if (want == w->live)
            w->jumps = 0;
        return true;
    }
    return false;
}

void meetings_free(struct simt_warp *w)
{
    for (int i = 0; i < w->n_meetings; i++)
        free(w->meetings[i].saved);
    free(w->meetings);
}

/* ---- calls ---- */

static void save(const struct simt_warp *w, struct meeting *m)
{
    const struct callee *f = m->callee;
    size_t preds = f->n_preds * sizeof *w->preds;
    if (m->saved_cap < f->reg_bytes + preds) {
        m->saved_cap = f->reg_bytes + preds;
        m->saved = xrealloc(m->saved, m->saved_cap);
    }
    memcpy(m->saved, w->base[0] + f->regs, f->reg_bytes);
    memcpy(m->saved + f->reg_bytes, w->preds + f->preds, preds);
}

/* The columns of `lanes` alone: other lanes of the warp may be in other activations. */
static void restore(struct simt_warp *w, const struct meeting *m, uint32_t lanes)
{
    const struct callee *f = m->callee;
    const uint8_t *from = m->saved;
    uint8_t *to = w->base[0] + f->regs;
    for (uint32_t i = 0; i < f->n_regs; i++) {
        size_t bytes = (size_t)f->lane_bytes[i] * LANES;
        (f->lane_bytes[i] == 8 ? w->isa->blend64 : w->isa->blend32)(to, from, lanes);
        to += bytes;
        from += bytes;
    }
    for (uint32_t i = 0; i < f->n_preds; i++, from += sizeof(uint32_t)) {
        uint32_t before;
        memcpy(&before, from, sizeof before);
        write_pred(w, f->preds + i, before, lanes);
    }
}

void group_call(struct simt_warp *w, const struct callee *f, const struct call_site *site,
                uint32_t pc)
{
    int i = open_meeting(w, pc, NO_JOIN);
    struct meeting *m = &w->meetings[i];
    m->frame = i;
    m->callee = f;
    m->site = site;
    if (f->recursive)
        save(w, m);
}

struct meeting *group_frame(const struct simt_warp *w)
{
    return &w->meetings[w->meetings[w->meeting].frame];
}

void group_return(struct simt_warp *w, uint32_t lanes)
{
    struct meeting *m = group_frame(w);
    if (m->callee->recursive)
        restore(w, m, lanes);
    for (struct meeting *inner = &w->meetings[w->meeting]; inner != m;
         inner = &w->meetings[inner->outer])
        inner->expected &= ~lanes;
    m->arrived |= lanes;
    w->active &= ~lanes;
}
