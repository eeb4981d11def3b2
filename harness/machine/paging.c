/*
 * Pages during a launch: placed at their first touch, replicated, migrated.
 *
 * A page of a buffer that a launch file copies to the packages, under a policy that places pages at
 * their first touch, is fetched by the package that touches it.
 *
 * A load of a page that nobody has written, from a package that has no replica of it, has the
 * package's copy engine make one; SMs of the package wait for it. The first store to such a page
 * removes its replicas. A page that a package accesses more often than its home does moves there.
 *
 * A managed page of unified memory moves to the package that accesses it (faults.c).
 *
 * What removes or moves a page needs a shoot-down, as TLBs and requests in flight may still have
 * the old translation. The page is locked: no SM accesses it. All SMs send what they show and then
 * stand still until nothing is in flight, and for `placement.shootdown` cycles more; TLBs are
 * emptied. Then replicas are gone, or the copy engine of the page's new home begins to move it,
 * and the SMs go on; a page that moves stays locked until it has arrived.
 */
#include "harness/machine/impl.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* What waits for a shoot-down. */
struct change {
    uint64_t address;
    uint32_t home;
    bool moves; /* to `home`; else its replicas go */
};

/* A page whose bytes are being copied to `home`, done with this command of the home's engine. */
struct arrival {
    uint64_t address, command;
    uint32_t home;
    bool replica;
};

struct paging {
    struct pages *pages;
    uint64_t frames; /* of a node */
    uint32_t homes;
    uint32_t *counts; /* of each frame of all nodes: how often each home asked for it; or NULL */
    struct change *changes;
    size_t n_changes;
    struct arrival *arrivals;
    size_t n_arrivals;
    struct faults *faults; /* NULL: pages do not fault */
    enum { RUNNING, FREEZING, SHOOTING } phase;
    uint64_t since, until; /* of standing still */
    struct paging_counts {
        uint64_t placed, fetched, replicas, collapses, migrations, shootdowns, frozen, full;
    } n;
};

struct paging *paging_new(const struct system *s, struct pages *pages)
{
    struct paging *g = xcalloc(1, sizeof *g);
    g->pages = pages;
    g->homes = system_page_homes(s);
    g->frames = s->umc.count * s->umc.bytes / s->placement.page_bytes;
    if (s->placement.migrate > 0)
        g->counts = xcalloc(system_homes(s) * g->frames * g->homes, sizeof *g->counts);
    if (s->placement.faults.latency > 0)
        g->faults = faults_new();
    return g;
}

void paging_free(struct paging *g)
{
    if (g == NULL)
        return;
    free(g->counts);
    free(g->changes);
    free(g->arrivals);
    faults_free(g->faults);
    free(g);
}

/* ---- copies ---- */

/* The engine of package `home` copies what a move says. */
static void copy(struct machine *m, uint64_t address, uint32_t home, const struct pages_move *move,
                 bool replica)
{
    struct paging *g = m->paging;
    machine_copy(m, home, move);
    g->arrivals = xgrown(g->arrivals, g->n_arrivals, sizeof *g->arrivals);
    g->arrivals[g->n_arrivals++] =
        (struct arrival){address, machine_copies_asked(m, home), home, replica};
}

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

bool machine_waits_for_copy(const struct machine *m, struct machine_arrival *first)
{
    const struct paging *g = m->paging;
    if (g == NULL || g->n_arrivals == 0)
        return false;
    const struct arrival *a = &g->arrivals[0];
    *first = (struct machine_arrival){.address = a->address,
                                      .home = a->home,
                                      .done = machine_copies_done(m, a->home),
                                      .asked = machine_copies_asked(m, a->home),
                                      .more = g->n_arrivals - 1};
    return true;
}

/* ---- what SMs need ---- */

static void change_later(struct paging *g, struct change c)
{
    g->changes = xgrown(g->changes, g->n_changes, sizeof *g->changes);
    g->changes[g->n_changes++] = c;
    pages_lock(g->pages, c.address, true);
}

void paging_place(struct machine *m, uint64_t address, uint32_t package)
{
    struct pages_placed page;
    if (!pages_touch(m->pages, address, package, &page))
        return;
    m->paging->n.placed++;
    if (page.init != NULL)
        machine_poke(m, page.physical, page.init, page.bytes);
}

static void fetch(struct machine *m, uint64_t address, uint32_t home)
{
    struct pages_move move;
    if (pages_fetch(m->pages, address, home, &move)) {
        m->paging->n.fetched++;
        copy(m, address, home, &move, false);
    } else {
        m->paging->n.full++;
    }
}

static void replicate(struct machine *m, uint64_t address, uint32_t home)
{
    struct pages_move move;
    if (pages_replicate(m->pages, address, home, &move)) {
        m->paging->n.replicas++;
        copy(m, address, home, &move, true);
    } else {
        m->paging->n.full++;
    }
}

static void collapse(struct paging *g, uint64_t address)
{
    if (pages_has_replicas(g->pages, address))
        change_later(g, (struct change){.address = address});
    else
        pages_collapse(g->pages, address);
}

void paging_touch(struct machine *m, uint32_t sm, uint64_t address, bool write)
{
    uint32_t home = machine_home(m, sm);
    switch (pages_needs(m->pages, address, home, write)) {
    case NEEDS_PLACE:
        paging_place(m, address, sm / m->sys->sm.count);
        break;
    case NEEDS_FAULT:
        faults_add(m, m->paging->faults, home, address);
        break;
    case NEEDS_FETCH:
        fetch(m, address, home);
        break;
    case NEEDS_REPLICA:
        replicate(m, address, home);
        break;
    case NEEDS_COLLAPSE:
        collapse(m->paging, address);
        break;
    case NEEDS_NOTHING:
        break;
    }
}

/* Whether this access of a home to a frame is the one that moves the page: with it the home has so
 * many more accesses than the node that has the page. A page that many use alike stays. */
static bool is_last_straw(struct paging *g, uint64_t frame, uint32_t home, uint32_t more)
{
    uint32_t *counts = &g->counts[frame * g->homes];
    uint64_t owner = frame / g->frames;
    counts[home]++;
    if (owner == home || counts[home] < (owner < g->homes ? counts[owner] : 0) + more)
        return false;
    memset(counts, 0, g->homes * sizeof *counts);
    return true;
}

void paging_sends(struct machine *m, uint32_t sm)
{
    struct paging *g = m->paging;
    if (g->counts == NULL)
        return;
    uint32_t home = machine_home(m, sm), line_bits = m->netlist->core.bits[MSG_LINE];
    uint64_t line = msg_get(m->to_l1[sm].msg, m->at.core_req.line, line_bits), address;
    uint64_t physical = line * m->sys->line_bytes;
    if (is_last_straw(g, physical / m->sys->placement.page_bytes, home,
                      m->sys->placement.migrate) &&
        pages_back(g->pages, physical, &address) && pages_may_move(g->pages, address))
        change_later(g, (struct change){address, home, true});
}

static void move(struct machine *m, const struct change *c)
{
    struct paging *g = m->paging;
    struct pages_move way;
    if (pages_move(g->pages, c->address, c->home, &way)) {
        g->n.migrations++;
        copy(m, c->address, c->home, &way, false);
    } else {
        g->n.full++;
        pages_pin(g->pages, c->address);
        pages_lock(g->pages, c->address, false);
    }
}

/* ---- what the handler of faults needs ---- */

struct faults *paging_faults(const struct machine *m)
{
    return m->paging != NULL ? m->paging->faults : NULL;
}

bool paging_moves(const struct machine *m)
{
    return m->paging->n_changes > 0 || m->paging->n_arrivals > 0;
}

void paging_bring(struct machine *m, uint64_t address, uint32_t home)
{
    struct pages *pages = m->pages;
    const uint32_t from = pages_node(pages, address);
    if (from == UINT32_MAX) {
        paging_place(m, address, home);
        pages_lock(pages, address, false);
    } else if (from < m->sys->gpus) {
        change_later(m->paging, (struct change){address, home, true});
    } else {
        pages_lock(pages, address, true);
        move(m, &(struct change){address, home, true});
    }
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
            move(m, c);
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

void paging_step(struct machine *m)
{
    struct paging *g = m->paging;
    if (g->n_arrivals > 0)
        take_arrivals(m);
    if (g->faults != NULL)
        faults_step(m, g->faults);
    if (g->phase == RUNNING && g->n_changes > 0) {
        g->phase = FREEZING;
        g->since = m->now;
        m->frozen = true;
    }
    if (g->phase == FREEZING && nothing_in_flight(m)) {
        g->phase = SHOOTING;
        g->until = m->now + m->sys->placement.shootdown;
    }
    if (g->phase == SHOOTING && m->now >= g->until) {
        g->phase = RUNNING;
        g->n.shootdowns++;
        g->n.frozen += m->now - g->since;
        m->frozen = false;
        change_all(m);
    }
}

bool machine_pages_idle(const struct machine *m)
{
    return m->paging == NULL || (!paging_moves(m) && faults_idle(m->paging->faults));
}

void paging_stats(const struct machine *m, struct stats *s)
{
    const struct paging_counts *n = &m->paging->n;
    const struct sys_placement *p = &m->sys->placement;
    if (placement_is_by_touch(placement_policies[p->policy].kind))
        stats_add(s, "system", "pages", "placed", "pages", "at their first touch", n->placed);
    if (m->copies == NULL)
        return;
    stats_add(s, "system", "pages", "fetched", "pages",
              "copied to the package that accessed them first", n->fetched);
    stats_add(s, "system", "pages", "full", "pages", "not copied, as the package has no room",
              n->full);
    if (m->paging->faults != NULL)
        faults_stats(m->paging->faults, s);
    if (!p->replicate && p->migrate == 0 && m->paging->faults == NULL)
        return;
    stats_add(s, "system", "pages", "replicas", "pages", "copied to a package that reads them",
              n->replicas);
    stats_add(s, "system", "pages", "collapses", "pages", "written, so that their replicas went",
              n->collapses);
    stats_add(s, "system", "pages", "migrations", "pages", "moved to a package that uses them",
              n->migrations);
    stats_add(s, "system", "pages", "shootdowns", "times", "all SMs stood still", n->shootdowns);
    stats_add(s, "system", "pages", "frozen", "cycles", "in which they did", n->frozen);
}
