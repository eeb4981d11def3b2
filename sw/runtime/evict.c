/*
 * Pages that go to the host, as a home is full and another page has to come: those first that have
 * been in the home's memory longest.
 */
#include "sw/runtime/pages_internal.h"

#include "sw/util/arena.h"

uint64_t pages_room(const struct pages *p, uint32_t home)
{
    const uint64_t fresh = fresh_of(p, home), n_free = p->nodes[home].n_free;
    return n_free > 0 || spare(p, home) ? n_free + fresh : 0;
}

/* The frame whose page may go and came first; `busy`: pages that may go, but are on their way. */
static uint64_t oldest(const struct pages *p, const struct node *n, bool *busy)
{
    uint64_t best = NO_PAGE;
    *busy = false;
    for (uint64_t f = 0; f < n->used; f++) {
        const uint64_t page = n->page_of[f];
        const uint8_t state = page == NO_PAGE ? 0 : p->state[page];
        if ((state & PAGE_MANAGED) == 0)
            continue;
        if ((state & (PAGE_LOCKED | PAGE_FAULTED)) != 0)
            *busy = true;
        else if (best == NO_PAGE || n->since[f] < n->since[best])
            best = f;
    }
    return best;
}

enum pages_eviction pages_evict(struct pages *p, uint32_t home, uint64_t *address,
                                struct pages_move *move)
{
    struct node *n = &p->nodes[home];
    const uint32_t host = pages_host(p);
    bool busy;
    uint64_t to;
    const uint64_t frame = oldest(p, n, &busy);
    if (frame == NO_PAGE || !evicts(p))
        return busy && evicts(p) ? EVICT_LATER : EVICT_NEVER;
    const uint64_t page = n->page_of[frame], from = p->frame_of[page];
    if (!spare(p, host) || !take_frame(p, page, host, &to))
        return p->nodes[host].n_left > 0 ? EVICT_LATER : EVICT_NEVER;
    p->frame_of[page] = to;
    n->page_of[frame] = NO_PAGE;
    n->free = xgrown(n->free, n->n_free, sizeof *n->free);
    n->free[n->n_free++] = frame;
    *address = page << p->page_shift;
    *move = move_of(p, page, from, to);
    return EVICT_DONE;
}
