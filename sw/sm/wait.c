/* Descriptions of an SM's unanswered requests, for the watchdog. */
#include "sw/sm/internal.h"

#include <stdio.h>

bool sm_waits_longest(const struct sm *sm, uint64_t *line, uint64_t *since)
{
    bool any = false;
    for (uint32_t tag = 0; tag < sm->c.tags; tag++) {
        const struct tag *t = &sm->tags[tag];
        const struct flight *f = &sm->flights[t->flight];
        if (!t->busy || f->phase != PHASE_ACCESS || (any && t->since >= *since))
            continue;
        any = true;
        *line = f->line[t->line];
        *since = t->since;
    }
    return any;
}

bool sm_waiting(const struct sm *sm, uint32_t i, char *text, size_t size)
{
    for (uint32_t tag = 0; tag < sm->c.tags; tag++) {
        const struct tag *t = &sm->tags[tag];
        if (!t->busy || i-- > 0)
            continue;
        const struct flight *f = &sm->flights[t->flight];
        const struct warp *w = &sm->warps[t->flight / sm->per_warp];
        char where[256], what[48] = "fence";
        uint32_t lanes = f->access.lanes;
        if (f->phase == PHASE_ACCESS) {
            snprintf(what, sizeof what, "%s of line 0x%llx", kind_name(f->access.kind),
                     (unsigned long long)f->line[t->line]);
            lanes = f->lanes[t->line];
        }
        snprintf(text, size, "%s warp %u: %s since cycle %llu, tag %u%s: %s", sm->name,
                 t->flight / sm->per_warp, what, (unsigned long long)t->since, tag,
                 t->sent ? "" : ", not taken by the L1",
                 simt_where(w->simt, f->inst, __builtin_ctz(lanes), where, sizeof where));
        return true;
    }
    return false;
}
