/*
 * The TLB of an SM.
 *
 * A miss belongs to the flight whose request waits. When it ends, the request is shown whatever the
 * TLB holds by then, so two pages that push each other out cannot stop a warp.
 */
#include "sw/sm/tlb.h"

#include "sw/sm/internal.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct tlb {
    uint32_t sets, ways;
    uint64_t pages[]; /* of each set, the last used first: 1 + page; 0: empty */
};

struct tlb *tlb_new(uint32_t entries, uint32_t ways)
{
    struct tlb *t = xcalloc(1, sizeof *t + entries * sizeof *t->pages);
    t->sets = entries / ways;
    t->ways = ways;
    return t;
}

void tlb_free(struct tlb *t)
{
    free(t);
}

void tlb_forget(struct tlb *t)
{
    memset(t->pages, 0, (size_t)t->sets * t->ways * sizeof *t->pages);
}

bool tlb_use(struct tlb *t, uint64_t page)
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

void sm_forget_pages(struct sm *sm)
{
    if (sm->tlb != NULL)
        tlb_forget(sm->tlb);
}

/* The page of the flight's next request. */
static uint64_t page_of(const struct sm *sm, const struct flight *f)
{
    return f->line[f->sent] >>
           (__builtin_ctzll(sm->c.tlb.page_bytes) - __builtin_ctz(sm->c.line_bytes));
}

/* The end of a miss for this page: a flight that waits for the page already has begun it. */
static uint64_t walk_end(struct sm *sm, uint64_t page, uint64_t now)
{
    for (uint32_t i = 0; i < sm->queue_len; i++) {
        const struct flight *f = lsu_queued(sm, i);
        if (f->walk > now && page_of(sm, f) == page)
            return f->walk;
    }
    sm->missed = true;
    sm->missed_page = page;
    return now + sm->c.tlb.latency;
}

bool sm_missed(struct sm *sm, uint64_t *page)
{
    const bool missed = sm->missed;
    sm->missed = false;
    *page = sm->missed_page;
    return missed;
}

void sm_walks(struct sm *sm, uint64_t page, uint32_t cycles)
{
    for (uint32_t i = 0; i < sm->queue_len; i++) {
        struct flight *f = lsu_queued(sm, i);
        if (f->walk > 0 && page_of(sm, f) == page)
            f->walk += cycles;
    }
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
        tlb_use(sm->tlb, page_of(sm, f));
    f->walk = 0;
}
