/* What paging.c and shootdown.c share; nothing else includes it. */
#ifndef UMBEL_HARNESS_MACHINE_PAGING_IMPL_H
#define UMBEL_HARNESS_MACHINE_PAGING_IMPL_H

#include "harness/machine/impl.h"

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
    enum { RUNNING, FREEZING, SHOOTING, CLEANING, CLEAN } phase;
    uint64_t since, until; /* of standing still */
    struct paging_counts {
        uint64_t placed, fetched, replicas, collapses, migrations, shootdowns, frozen, full;
        uint64_t evictions, cleanings, bytes;
    } n;
};

/* The engine of package `home` copies what a move says. */
void paging_copy(struct machine *m, uint64_t address, uint32_t home, const struct pages_move *move,
                 bool replica);
/* The page of a change begins to move, and another one to the host, if that takes it. */
void paging_move(struct machine *m, const struct change *c);

/* Whether a package that is full gives pages to the host. */
static inline bool paging_can_evict(const struct machine *m)
{
    return m->paging->faults != NULL && pages_host(m->pages) != UINT32_MAX;
}

#endif
