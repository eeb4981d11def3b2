/*
 * Shoot-downs, and what moves after them.
 *
 * What removes or moves a page needs a shoot-down, as TLBs and requests in flight may still have
 * the old translation. The page is locked: no SM accesses it. All SMs send what they show and then
 * stand still until nothing is in flight, and for `placement.shootdown` cycles more; TLBs are
 * emptied. Then replicas are gone, or the copy engine of the page's new home begins to move it,
 * and the SMs go on; a page that moves stays locked until it has arrived.
 */
#include "harness/machine/paging_impl.h"

#include "gen/system/derived.h"

static void take_arrivals(struct machine *m)
{
    struct paging *g = m->paging;
    size_t left = 0;
    for (size_t i = 0; i < g->n_arrivals; i++) {
        struct arrival a = g->arrivals[i];
        if (machine_copies_done(m, a.home) < a.command)
            g->arrivals[left++] = a;
        else if (a.replica)
            pages_replicated(g->pages, a.address, a.home);
        else
            pages_lock(g->pages, a.address, false);
    }
    g->n_arrivals = left;
}

/* A full home's engine takes a page to the host before it brings the next one to that frame. */
static enum pages_eviction evict(struct machine *m, uint32_t home)
{
    struct paging *g = m->paging;
    struct pages_move way;
    uint64_t address;
    const enum pages_eviction end = pages_evict(g->pages, home, &address, &way);
    if (end != EVICT_DONE)
        return end;
    g->n.evictions++;
    pages_lock(g->pages, address, true);
    paging_copy(m, address, home, &way, false);
    return EVICT_DONE;
}

/* A page that finds no room now, but will, is asked for by its SM again. */
void paging_move(struct machine *m, const struct change *c)
{
    struct paging *g = m->paging;
    struct pages_move way;
    enum pages_eviction room = EVICT_DONE;
    if (pages_room(g->pages, c->home) == 0)
        room = evict(m, c->home);
    if (room == EVICT_DONE && pages_move(g->pages, c->address, c->home, &way)) {
        g->n.migrations++;
        paging_copy(m, c->address, c->home, &way, false);
        return;
    }
    if (room != EVICT_LATER) {
        g->n.full++;
        pages_pin(g->pages, c->address);
    }
    pages_lock(g->pages, c->address, false);
}

/* ---- shoot-downs ---- */

static bool nothing_in_flight(const struct machine *m)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (sm_wants(m->sms[i]) != NULL)
            return false;
    return engine_idle(m->engine) && machine_drams_idle(m);
}

static void change_all(struct machine *m)
{
    struct paging *g = m->paging;
    for (size_t i = 0; i < g->n_changes; i++) {
        const struct change *c = &g->changes[i];
        if (c->moves) {
            paging_move(m, c);
            continue;
        }
        g->n.collapses++;
        pages_collapse(g->pages, c->address);
        pages_lock(g->pages, c->address, false);
    }
    g->n_changes = 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        sm_forget_pages(m->sms[i]);
    shared_tlbs_forget(m->shared_tlbs);
}

/* Whether moves that wait take frames that others leave only now; or are read by way of RDCs, which
 * take an engine's loads for any others. */
static bool wants_clean(const struct machine *m)
{
    const struct paging *g = m->paging;
    const bool old = system_has_rdc(m->sys) && !m->netlist->rules.tracks;
    for (size_t i = 0; i < g->n_changes; i++) {
        const struct change *c = &g->changes[i];
        uint64_t before = 0;
        for (size_t k = 0; k < i; k++)
            before += g->changes[k].moves && g->changes[k].home == c->home;
        const bool full = paging_can_evict(m) && pages_room(g->pages, c->home) <= before;
        if (c->moves && (old || full))
            return true;
    }
    return false;
}

bool paging_clean(struct machine *m, struct error *err)
{
    struct paging *g = m->paging;
    if (g->phase != SHOOTING || m->now < g->until || !wants_clean(m))
        return true;
    g->phase = CLEANING;
    if (!machine_clean(m, err))
        return false;
    g->phase = CLEAN;
    g->n.cleanings++;
    return true;
}

void paging_step(struct machine *m)
{
    struct paging *g = m->paging;
    if (g->n_arrivals > 0)
        take_arrivals(m);
    if (g->faults != NULL)
        faults_step(m, g->faults);
    /* A frame that was left is free when caches are clean: by then it must have been copied. */
    if (g->phase == RUNNING && g->n_changes > 0 && (g->n_arrivals == 0 || !wants_clean(m))) {
        g->phase = FREEZING;
        g->since = m->now;
        m->frozen = true;
    }
    if (g->phase == FREEZING && nothing_in_flight(m)) {
        g->phase = SHOOTING;
        g->until = m->now + m->sys->placement.shootdown;
    }
    if (g->phase == CLEAN || (g->phase == SHOOTING && m->now >= g->until && !wants_clean(m))) {
        g->phase = RUNNING;
        g->n.shootdowns++;
        g->n.frozen += m->now - g->since;
        m->frozen = false;
        change_all(m);
    }
}
