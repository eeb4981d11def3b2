#include "harness/machine/shared_tlb.h"

#include "harness/run/stats.h"
#include "sw/sm/lru.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

struct shared_tlbs {
    uint32_t packages, sms, walk; /* sms: of a package; walk: cycles of a miss here */
    struct package {
        struct lru *tlb;
        uint64_t hits, misses;
    } of[];
};

struct shared_tlbs *shared_tlbs_new(const struct system *s)
{
    const struct sys_tlb *c = &s->placement.tlb;
    if (c->entries == 0 || c->shared_entries == 0)
        return NULL;
    struct shared_tlbs *t = xcalloc(1, sizeof *t + s->gpus * sizeof *t->of);
    t->packages = s->gpus;
    t->sms = s->sm.count;
    t->walk = c->shared_latency;
    for (uint32_t p = 0; p < t->packages; p++)
        t->of[p].tlb = lru_new(c->shared_entries, c->shared_ways);
    return t;
}

void shared_tlbs_free(struct shared_tlbs *t)
{
    for (uint32_t p = 0; t != NULL && p < t->packages; p++)
        lru_free(t->of[p].tlb);
    free(t);
}

void shared_tlbs_ask(struct shared_tlbs *t, uint32_t i, struct sm *sm)
{
    uint64_t page;
    if (t == NULL || !sm_missed(sm, &page))
        return;
    struct package *p = &t->of[i / t->sms];
    if (lru_use(p->tlb, page)) {
        p->hits++;
        return;
    }
    p->misses++;
    sm_walks(sm, page, t->walk);
}

void shared_tlbs_forget(struct shared_tlbs *t)
{
    for (uint32_t p = 0; t != NULL && p < t->packages; p++)
        lru_forget(t->of[p].tlb);
}

void shared_tlbs_stats(const struct shared_tlbs *t, struct stats *s)
{
    char name[32];
    for (uint32_t p = 0; t != NULL && p < t->packages; p++) {
        snprintf(name, sizeof name, "gpu%u.tlb", p);
        stats_add(s, name, "tlb", "hits", "pages", "that an SM's TLB lacked, and this had",
                  t->of[p].hits);
        stats_add(s, name, "tlb", "misses", "pages", "that were looked up in the page table",
                  t->of[p].misses);
    }
}
