/* What an SM waits for, in words: the watchdog's view. */
#include "sw/sm/internal.h"

#include <stdio.h>

bool sm_waits_longest(const struct sm *sm, uint64_t *line, uint64_t *since)
{
    bool any = false;
    for (uint32_t tag = 0; tag < sm->c.tags; tag++) {
        const struct tag *t = &sm->tags[tag];
        if (!t->busy || (any && t->since >= *since))
            continue;
        any = true;
        *line = sm->warps[t->warp].flight.line[t->line];
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
        const struct warp *w = &sm->warps[t->warp];
        const struct flight *f = &w->flight;
        char where[256];
        snprintf(
            text, size, "%s warp %u: %s of line 0x%llx since cycle %llu, tag %u%s: %s", sm->name,
            t->warp, f->access.store ? "store" : "load", (unsigned long long)f->line[t->line],
            (unsigned long long)t->since, tag, t->sent ? "" : ", not taken by the L1",
            simt_where(w->simt, f->inst, __builtin_ctz(f->lanes[t->line]), where, sizeof where));
        return true;
    }
    return false;
}
