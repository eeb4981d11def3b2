/*
 * The TLB of an SM: which pages it has. What they translate to comes from the page table.
 *
 * A miss belongs to the flight whose request waits. When it ends, the request is shown whatever the
 * TLB holds by then, so two pages that push each other out cannot stop a warp.
 */
#include "sw/sm/internal.h"

void sm_forget_pages(struct sm *sm)
{
    if (sm->tlb != NULL)
        lru_forget(sm->tlb);
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
    if (lru_has(sm->tlb, page)) {
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
        lru_use(sm->tlb, page_of(sm, f));
    f->walk = 0;
}
