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
 * A managed page of unified memory moves to the package that accesses it (faults.c). If that is
 * full its engine first copies another page to the host, which needs a shoot-down, too.
 */
#include "harness/machine/paging_impl.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

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

void paging_copy(struct machine *m, uint64_t address, uint32_t home, const struct pages_move *move,
                 bool replica)
{
    struct paging *g = m->paging;
    machine_copy(m, home, move);
    g->n.bytes += move->bytes;
    g->arrivals = xgrown(g->arrivals, g->n_arrivals, sizeof *g->arrivals);
    g->arrivals[g->n_arrivals++] =
        (struct arrival){address, machine_copies_asked(m, home), home, replica};
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

static bool place(struct machine *m, uint64_t address, uint32_t package)
{
    struct pages_placed page;
    if (!pages_touch(m->pages, address, package, &page))
        return false;
    if (page.init != NULL)
        machine_poke(m, page.physical, page.init, page.bytes);
    return true;
}

void paging_place(struct machine *m, uint64_t address, uint32_t package)
{
    m->paging->n.placed += place(m, address, package);
}

static void fetch(struct machine *m, uint64_t address, uint32_t home)
{
    struct pages_move move;
    if (pages_fetch(m->pages, address, home, &move)) {
        m->paging->n.fetched++;
        paging_copy(m, address, home, &move, false);
    } else {
        m->paging->n.full++;
    }
}

static void replicate(struct machine *m, uint64_t address, uint32_t home)
{
    struct pages_move move;
    if (pages_replicate(m->pages, address, home, &move)) {
        m->paging->n.replicas++;
        paging_copy(m, address, home, &move, true);
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
    if (from == UINT32_MAX && (pages_room(pages, home) > 0 || !paging_can_evict(m))) {
        paging_place(m, address, home);
        pages_lock(pages, address, false);
        return;
    }
    if (from == UINT32_MAX) /* the engine brings what the host has of it */
        place(m, address, PAGES_HOST);
    else if (from == home || (from < m->sys->gpus && pages_fault_from_host(pages))) {
        pages_lock(pages, address, false);
        return;
    }
    if (from < m->sys->gpus || (paging_can_evict(m) && pages_room(pages, home) == 0)) {
        change_later(m->paging, (struct change){address, home, true});
        return;
    }
    pages_lock(pages, address, true);
    paging_move(m, &(struct change){address, home, true});
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
    stats_add(s, "system", "pages", "bytes", "bytes", "of pages, copied during launches", n->bytes);
    if (m->paging->faults != NULL) {
        stats_add(s, "system", "pages", "evictions", "pages",
                  "moved to the host, as their package was full", n->evictions);
        stats_add(s, "system", "pages", "cleanings", "times", "caches were emptied for that",
                  n->cleanings);
    }
    stats_add(s, "system", "pages", "shootdowns", "times", "all SMs stood still", n->shootdowns);
    stats_add(s, "system", "pages", "frozen", "cycles", "in which they did", n->frozen);
}
