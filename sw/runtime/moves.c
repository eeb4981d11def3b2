/* Pages that move from node to node, and replicas of pages that nobody writes. */
#include "sw/runtime/pages_internal.h"

#include "sw/util/arena.h"

static uint64_t page_at(const struct pages *p, uint64_t address)
{
    return address >> p->page_shift;
}

uint32_t pages_host(const struct pages *p)
{
    return p->c.host ? p->c.homes : UINT32_MAX;
}

uint32_t pages_node(const struct pages *p, uint64_t address)
{
    uint64_t frame_of = p->frame_of[page_at(p, address)];
    return frame_of > 0 ? node_of(p, frame_of) : UINT32_MAX;
}

/* ---- what SMs see ---- */

struct pages_view *pages_view(struct pages *p, uint32_t home)
{
    return &p->views[home];
}

static uint64_t replica(const struct pages *p, uint64_t page, uint32_t home)
{
    return p->replica_of != NULL ? p->replica_of[page * p->c.homes + home] : 0;
}

static bool comes(uint64_t replica)
{
    return replica != REPLICA_NONE && (replica & REPLICA_COMES) != 0;
}

/* A store waits until no replica is being copied. */
static bool any_comes(const struct pages *p, uint64_t page)
{
    for (uint32_t h = 0; h < p->c.homes; h++)
        if (comes(replica(p, page, h)))
            return true;
    return false;
}

/* Whether a page that nobody has touched can be placed in a home. */
static bool any_fresh(const struct pages *p)
{
    for (uint32_t h = 0; h < p->c.homes; h++)
        if (fresh_of(p, h) > 0)
            return true;
    return false;
}

/* Whether a home has to wait for a managed page. */
static bool is_elsewhere(const struct pages *p, uint64_t page, uint32_t home)
{
    const uint64_t frame_of = p->frame_of[page];
    if ((p->state[page] & PAGE_MANAGED) == 0)
        return false;
    if (!p->c.from_host)
        return frame_of == 0 || node_of(p, frame_of) != home;
    return frame_of == 0 ? !any_fresh(p) : node_of(p, frame_of) == pages_host(p);
}

enum pages_need pages_needs(const struct pages *p, uint64_t address, uint32_t home, bool write)
{
    uint64_t page = page_at(p, address);
    if (by_line(p) || (p->state[page] & PAGE_LOCKED) != 0)
        return NEEDS_NOTHING;
    if (is_elsewhere(p, page, home))
        return (p->state[page] & PAGE_FAULTED) != 0 ? NEEDS_NOTHING : NEEDS_FAULT;
    if (p->frame_of[page] == 0)
        return NEEDS_PLACE;
    if ((p->state[page] & PAGE_AWAITED) != 0)
        return NEEDS_FETCH;
    if (!p->c.replicates || (p->state[page] & PAGE_WRITTEN) != 0)
        return NEEDS_NOTHING;
    if (write)
        return any_comes(p, page) ? NEEDS_NOTHING : NEEDS_COLLAPSE;
    bool here = node_of(p, p->frame_of[page]) == home || replica(p, page, home) != 0;
    return here ? NEEDS_NOTHING : NEEDS_REPLICA;
}

bool pages_translate(void *ctx, uint64_t address, bool write, uint64_t *physical)
{
    const struct pages_view *v = ctx;
    const struct pages *p = v->pages;
    if (by_line(p))
        return pages_find(p, address, physical);
    uint64_t page = page_at(p, address);
    if (page >= p->n_pages || (p->state[page] & PAGE_LOCKED) != 0 ||
        is_elsewhere(p, page, v->home) || pages_needs(p, address, v->home, write) != NEEDS_NOTHING)
        return false;
    bool waits = p->c.replicates && write && (p->state[page] & PAGE_WRITTEN) == 0;
    uint64_t copy = replica(p, page, v->home);
    if (waits || comes(copy))
        return false;
    if (copy == 0 || copy == REPLICA_NONE)
        return pages_find(p, address, physical);
    *physical = address_of_frame(p, copy - 1) + (address & (p->c.page_bytes - 1));
    return true;
}

/* ---- frames that are left ---- */

static void push(uint64_t **list, uint64_t *n, uint64_t value)
{
    *list = xgrown(*list, *n, sizeof **list);
    (*list)[(*n)++] = value;
}

void leave(struct pages *p, uint64_t frame_of)
{
    struct node *n = &p->nodes[node_of(p, frame_of)];
    uint64_t frame = (frame_of - 1) % p->frames;
    n->page_of[frame] = NO_PAGE;
    push(&n->left, &n->n_left, frame);
}

void pages_settle(struct pages *p)
{
    for (uint32_t i = 0; i < p->n_nodes; i++) {
        struct node *n = &p->nodes[i];
        for (uint64_t k = 0; k < n->n_left; k++)
            push(&n->free, &n->n_free, n->left[k]);
        n->n_left = 0;
    }
}

/* A page of a buffer that is removed leaves its frame, and so do its replicas. */
static void leave_page(struct pages *p, uint64_t page)
{
    if (p->c.replicates)
        pages_collapse(p, page << p->page_shift);
    p->state[page] = 0;
    if (p->frame_of[page] == 0)
        return;
    leave(p, p->frame_of[page]);
    p->frame_of[page] = 0;
    p->placed--;
}

void pages_remove(struct pages *p, uint64_t start)
{
    size_t i = 0;
    while (i < p->n_buffers && p->buffers[i].page != start >> p->page_shift)
        i++;
    if (by_line(p) || i == p->n_buffers)
        return;
    const struct buffer *b = &p->buffers[i];
    for (uint64_t k = 0; k < b->pages; k++)
        leave_page(p, b->page + k);
    p->promised -= b->pages;
    for (p->n_buffers--; i < p->n_buffers; i++)
        p->buffers[i] = p->buffers[i + 1];
}

/* ---- moves ---- */

bool pages_planned(const struct pages *p)
{
    return p->policy.kind == PLACES_PLANNED;
}

bool pages_by_touch(const struct pages *p)
{
    return placement_is_by_touch(p->policy.kind);
}

static void set_state(struct pages *p, uint64_t address, uint8_t bit, bool on)
{
    uint8_t *state = &p->state[page_at(p, address)];
    *state = (uint8_t)(on ? *state | bit : *state & ~bit);
}

/* The bytes that its buffer has of a page. */
static uint64_t bytes_of(const struct pages *p, uint64_t page)
{
    const struct buffer *b = buffer_of(p, page);
    uint64_t left = b->bytes - ((page - b->page) << p->page_shift);
    return left < p->c.page_bytes ? left : p->c.page_bytes;
}

struct pages_move move_of(const struct pages *p, uint64_t page, uint64_t from, uint64_t to)
{
    return (struct pages_move){address_of_frame(p, from - 1), address_of_frame(p, to - 1),
                               bytes_of(p, page)};
}

bool spare(const struct pages *p, uint32_t node)
{
    const uint32_t nodes = evicts(p) ? p->n_nodes : p->c.homes;
    uint64_t fresh = 0;
    for (uint32_t h = 0; h < nodes; h++)
        fresh += fresh_of(p, h);
    return p->nodes[node].n_free > 0 || fresh > p->promised - p->placed;
}

bool pages_move(struct pages *p, uint64_t address, uint32_t node, struct pages_move *move)
{
    uint64_t page = page_at(p, address), from = p->frame_of[page], to;
    const bool any = node == pages_host(p) && !evicts(p); /* else pages without a place need some */
    if (from == 0 || node_of(p, from) == node || (!any && !spare(p, node)) ||
        !take_frame(p, page, node, &to))
        return false;
    p->frame_of[page] = to;
    leave(p, from);
    *move = move_of(p, page, from, to);
    return true;
}

bool pages_may_move(const struct pages *p, uint64_t address)
{
    uint64_t page = page_at(p, address);
    return (p->state[page] & PAGE_LOCKED) == 0 &&
           (!p->c.replicates || (p->state[page] & PAGE_WRITTEN) != 0);
}

void pages_lock(struct pages *p, uint64_t address, bool locked)
{
    set_state(p, address, PAGE_LOCKED, locked);
    if (!locked)
        set_state(p, address, PAGE_FAULTED, false);
}

/* ---- managed pages ---- */

bool pages_can_fault(const struct pages *p)
{
    return p->c.faults && !by_line(p);
}

bool pages_fault_from_host(const struct pages *p)
{
    return pages_can_fault(p) && p->c.from_host;
}

void pages_manage(struct pages *p, uint64_t start)
{
    if (!pages_can_fault(p))
        return;
    const struct buffer *b = buffer_of(p, page_at(p, start));
    for (uint64_t i = b->page; i < b->page + b->pages; i++)
        p->state[i] |= PAGE_MANAGED;
}

bool pages_managed(const struct pages *p, uint64_t address)
{
    return !by_line(p) && (p->state[page_at(p, address)] & PAGE_MANAGED) != 0;
}

void pages_fault(struct pages *p, uint64_t address)
{
    set_state(p, address, PAGE_FAULTED, true);
}

void pages_pin(struct pages *p, uint64_t address)
{
    set_state(p, address, PAGE_MANAGED, false);
}

void pages_await(struct pages *p, uint64_t address)
{
    set_state(p, address, PAGE_AWAITED, true);
}

bool pages_fetch(struct pages *p, uint64_t address, uint32_t home, struct pages_move *move)
{
    set_state(p, address, PAGE_AWAITED, false);
    bool moves = pages_move(p, address, home, move);
    pages_lock(p, address, moves);
    return moves;
}

bool pages_replicate(struct pages *p, uint64_t address, uint32_t home, struct pages_move *move)
{
    uint64_t page = page_at(p, address), *at = &p->replica_of[page * p->c.homes + home];
    if (!spare(p, home) || !take_frame(p, page, home, at)) {
        *at = REPLICA_NONE;
        return false;
    }
    *move = move_of(p, page, p->frame_of[page], *at);
    *at |= REPLICA_COMES;
    return true;
}

void pages_replicated(struct pages *p, uint64_t address, uint32_t home)
{
    p->replica_of[page_at(p, address) * p->c.homes + home] &= ~REPLICA_COMES;
}

bool pages_has_replicas(const struct pages *p, uint64_t address)
{
    for (uint32_t h = 0; h < p->c.homes; h++) {
        uint64_t copy = replica(p, page_at(p, address), h);
        if (copy != 0 && copy != REPLICA_NONE)
            return true;
    }
    return false;
}

void pages_drop_replicas(struct pages *p, uint64_t address)
{
    uint64_t page = page_at(p, address);
    for (uint32_t h = 0; h < p->c.homes; h++) {
        uint64_t *at = &p->replica_of[page * p->c.homes + h];
        if (*at != 0 && *at != REPLICA_NONE)
            leave(p, *at);
        *at = 0;
    }
}

void pages_collapse(struct pages *p, uint64_t address)
{
    pages_drop_replicas(p, address);
    p->state[page_at(p, address)] |= PAGE_WRITTEN;
}
