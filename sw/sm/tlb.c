/*
 * The TLB: set-associative, and of a set the least recently used page gives way. It holds no
 * translations, only which pages it has: what they translate to comes from the page table.
 *
 * A miss belongs to the flight whose request waits. When it ends, the request is shown whatever the
 * TLB holds by then, so two pages that push each other out cannot stop a warp.
 */
#include "sw/sm/internal.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct tlb {
    uint32_t sets, ways, shift; /* shift: from a line to its page */
    uint64_t *pages;            /* of each set, the last used first: 1 + page; 0: empty */
};

struct tlb *tlb_new(const struct sm_config *c)
{
    if (c->tlb.entries == 0)
        return NULL;
    struct tlb *t = xcalloc(1, sizeof *t);
    t->sets = c->tlb.entries / c->tlb.ways;
    t->ways = c->tlb.ways;
    t->shift = (uint32_t)(__builtin_ctzll(c->tlb.page_bytes) - __builtin_ctz(c->line_bytes));
    t->pages = xcalloc(c->tlb.entries, sizeof *t->pages);
    return t;
}

void tlb_free(struct tlb *t)
{
    if (t != NULL)
        free(t->pages);
    free(t);
}

void sm_forget_pages(struct sm *sm)
{
    if (sm->tlb != NULL)
        memset(sm->tlb->pages, 0, (size_t)sm->tlb->sets * sm->tlb->ways * sizeof *sm->tlb->pages);
}

/* The page of the flight's next request. */
static uint64_t page_of(const struct sm *sm, const struct flight *f)
{
    return f->line[f->sent] >> sm->tlb->shift;
}

/* Makes a page the last used of its set. Returns whether the TLB had it; if not, the one that was
 * not used for longest is gone. */
static bool use(struct tlb *t, uint64_t page)
{
    uint64_t *set = t->pages + page % t->sets * t->ways;
    uint32_t i = 0;
    while (i < t->ways - 1 && set[i] != 1 + page)
        i++;
    bool had = set[i] == 1 + page;
    memmove(set + 1, set, i * sizeof *set);
    set[0] = 1 + page;
    return had;
}

static bool has(const struct tlb *t, uint64_t page)
{
    const uint64_t *set = t->pages + page % t->sets * t->ways;
    for (uint32_t i = 0; i < t->ways; i++)
        if (set[i] == 1 + page)
            return true;
    return false;
}

/* The end of a miss for this page: a flight that waits for the page already has begun it. */
static uint64_t walk_end(const struct sm *sm, uint64_t page, uint64_t now)
{
    for (uint32_t i = 0; i < sm->queue_len; i++) {
        const struct flight *f = lsu_queued(sm, i);
        if (f->walk > now && page_of(sm, f) == page)
            return f->walk;
    }
    return now + sm->c.tlb.latency;
}

bool tlb_look(struct sm *sm, struct flight *f, uint64_t now)
{
    if (sm->tlb == NULL || f->walk > 0)
        return f->walk <= now;
    uint64_t page = page_of(sm, f);
    if (has(sm->tlb, page)) {
        sm->stats.tlb_hits++;
        return true;
    }
    sm->stats.tlb_misses++;
    f->walk = walk_end(sm, page, now);
    return false;
}

void tlb_fill(struct sm *sm, struct flight *f)
{
    if (sm->tlb != NULL)
        use(sm->tlb, page_of(sm, f));
    f->walk = 0;
}
