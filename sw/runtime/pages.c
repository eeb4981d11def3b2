#include "sw/runtime/pages_internal.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct pages *pages_new(const struct pages_config *c)
{
    struct pages *p = xcalloc(1, sizeof *p);
    p->c = *c;
    p->policy = placement_policies[c->policy];
    p->line_shift = (uint32_t)__builtin_ctz(c->line_bytes);
    p->page_shift = (uint32_t)__builtin_ctzll(c->page_bytes);
    p->frames = (c->node_bytes - c->reserved) >> p->page_shift;
    p->n_nodes = c->homes + c->host;
    p->nodes = xcalloc(p->n_nodes, sizeof *p->nodes);
    p->views = xcalloc(c->homes, sizeof *p->views);
    for (uint32_t h = 0; h < c->homes; h++)
        p->views[h] = (struct pages_view){p, h};
    return p;
}

void pages_free(struct pages *p)
{
    if (p == NULL)
        return;
    for (uint32_t i = 0; i < p->n_nodes; i++) {
        free(p->nodes[i].page_of);
        free(p->nodes[i].since);
        free(p->nodes[i].left);
        free(p->nodes[i].free);
    }
    free(p->nodes);
    free(p->views);
    free(p->buffers);
    free(p->frame_of);
    free(p->replica_of);
    free(p->state);
    free(p);
}

bool pages_identity(const struct pages *p)
{
    return by_line(p) && p->c.homes == 1;
}

uint64_t pages_align(const struct pages *p)
{
    return by_line(p) ? p->c.line_bytes : p->c.page_bytes;
}

uint64_t pages_memory(const struct pages *p)
{
    return p->c.homes * (p->c.node_bytes - p->c.reserved);
}

/* ---- lines, by computation ---- */

static uint32_t home_of_line(const struct pages *p, uint64_t line)
{
    const struct placement_page page = {.page = line,
                                        .pages = pages_memory(p) >> p->line_shift,
                                        .number = line,
                                        .homes = p->c.homes,
                                        .seed = p->c.seed};
    return p->policy.home(&page);
}

static uint64_t place_of_line(const struct pages *p, uint64_t line)
{
    return home_of_line(p, line) * p->c.node_bytes + (line / p->c.homes << p->line_shift);
}

/* The one of the `homes` lines that share a place whose home it is. */
static uint64_t line_of_place(const struct pages *p, uint32_t home, uint64_t place)
{
    uint64_t line = place * p->c.homes;
    while (home_of_line(p, line) != home)
        line++;
    return line;
}

/* ---- pages, by the table ---- */

uint64_t pages_most(const struct pages *p, uint32_t node)
{
    return p->nodes[node].used << p->page_shift;
}

uint64_t address_of_frame(const struct pages *p, uint64_t frame)
{
    return frame / p->frames * p->c.node_bytes + (frame % p->frames << p->page_shift);
}

/* Of a node: a share of what all buffers have, or all of its memory. */
static uint64_t frames_of(const struct pages *p, uint32_t node)
{
    if (p->c.room == 0 || node == pages_host(p))
        return p->frames;
    const uint64_t pages = (p->promised * p->c.room + 9999) / 10000;
    const uint64_t share = pages / p->c.homes + (node < pages % p->c.homes);
    return share == 0 ? 1 : share < p->frames ? share : p->frames;
}

uint64_t fresh_of(const struct pages *p, uint32_t node)
{
    const uint64_t all = frames_of(p, node), used = p->nodes[node].used;
    return all > used ? all - used : 0;
}

static void set_frame(struct pages *p, uint64_t page, uint32_t node, uint64_t frame,
                      uint64_t *frame_of)
{
    p->nodes[node].page_of[frame] = page;
    p->nodes[node].since[frame] = p->given++;
    *frame_of = 1 + node * p->frames + frame;
}

/* A frame that no page has had yet, if there are fewer than `most`. */
static bool take_within(struct pages *p, uint64_t page, uint32_t node, uint64_t most,
                        uint64_t *frame_of)
{
    struct node *n = &p->nodes[node];
    if (n->used >= most)
        return false;
    n->page_of = xgrown(n->page_of, n->used, sizeof *n->page_of);
    n->since = xgrown(n->since, n->used, sizeof *n->since);
    set_frame(p, page, node, n->used++, frame_of);
    return true;
}

static bool take_fresh(struct pages *p, uint64_t page, uint32_t node, uint64_t *frame_of)
{
    return take_within(p, page, node, frames_of(p, node), frame_of);
}

static bool take_free(struct pages *p, uint64_t page, uint32_t node, uint64_t *frame_of)
{
    struct node *n = &p->nodes[node];
    if (n->n_free == 0)
        return false;
    set_frame(p, page, node, n->free[--n->n_free], frame_of);
    return true;
}

bool take_frame(struct pages *p, uint64_t page, uint32_t node, uint64_t *frame_of)
{
    return take_free(p, page, node, frame_of) || take_fresh(p, page, node, frame_of);
}

/* A page of a full home goes to the next one that has room, and if none has to the host. */
static void give_frame(struct pages *p, uint64_t page, uint32_t home)
{
    uint32_t at = home, tries = 0;
    while (!take_frame(p, page, at, &p->frame_of[page])) {
        at = at + 1 < p->c.homes ? at + 1 : 0;
        if (++tries > p->c.homes && evicts(p))
            at = p->c.homes;
    }
    p->placed++;
}

static uint32_t choice(const struct pages *p, const struct buffer *b, uint64_t page,
                       uint32_t package)
{
    const struct placement_page about = {.page = page - b->page,
                                         .pages = b->pages,
                                         .number = page,
                                         .homes = p->c.homes,
                                         .turns = p->c.turns,
                                         .package = package,
                                         .seed = p->c.seed,
                                         .bytes = p->c.page_bytes,
                                         .pattern = b->pattern};
    return p->policy.home(&about);
}

static void place_page(struct pages *p, const struct buffer *b, uint64_t page, uint32_t package)
{
    give_frame(p, page, choice(p, b, page, package));
}

/* A page that is placed during a launch gets its first contents past the caches, and an L2 on the
 * memory's side may still have lines of a frame that another page has left. So its frame is fresh,
 * in the next home if need be; moves leave as many as there are such pages (moves.c). */
static void place_fresh(struct pages *p, const struct buffer *b, uint64_t page, uint32_t package)
{
    if (package == PAGES_HOST && p->c.host && take_fresh(p, page, p->c.homes, &p->frame_of[page])) {
        p->placed++;
        return;
    }
    const uint32_t home = choice(p, b, page, package == PAGES_HOST ? 0 : package);
    uint32_t at = home;
    while (!take_fresh(p, page, at, &p->frame_of[page])) {
        at = at + 1 < p->c.homes ? at + 1 : 0;
        if (at == home && evicts(p) && take_fresh(p, page, p->c.homes, &p->frame_of[page]))
            break;
        if (at == home) {
            give_frame(p, page, home); /* those of buffers that were released */
            return;
        }
    }
    p->placed++;
}

uint32_t pages_choice(const struct pages *p, uint64_t address, uint32_t package)
{
    uint64_t page = address >> p->page_shift;
    return choice(p, buffer_of(p, page), page, package);
}

/* Makes room in the table for pages below `end`. */
static void widen(struct pages *p, uint64_t end)
{
    uint64_t more = end - p->n_pages, homes = p->c.homes;
    p->frame_of = xrealloc(p->frame_of, end * sizeof *p->frame_of);
    memset(p->frame_of + p->n_pages, 0, more * sizeof *p->frame_of);
    p->state = xrealloc(p->state, end);
    memset(p->state + p->n_pages, 0, more);
    if (p->c.replicates) {
        p->replica_of = xrealloc(p->replica_of, homes * end * sizeof *p->replica_of);
        memset(p->replica_of + homes * p->n_pages, 0, homes * more * sizeof *p->replica_of);
    }
    p->n_pages = end;
}

bool pages_in_table(const struct pages *p)
{
    return !by_line(p);
}

/* For how many pages there is room. Where homes give pages to the host, that keeps a frame in which
 * the first of them can go. */
static uint64_t room_of_all(const struct pages *p)
{
    uint64_t pages = evicts(p) ? p->frames - 1 : 0;
    for (uint32_t h = 0; h < p->c.homes; h++)
        pages += frames_of(p, h);
    return pages;
}

/* Adds a buffer without placing its pages; NULL if the memory has no room for them. */
static const struct buffer *add(struct pages *p, uint64_t start, uint64_t bytes,
                                const uint8_t *init)
{
    uint64_t pages = (bytes >> p->page_shift) + ((bytes & (p->c.page_bytes - 1)) != 0);
    p->promised += pages;
    if (p->promised > room_of_all(p)) {
        p->promised -= pages;
        return NULL;
    }
    p->buffers = xrealloc(p->buffers, (p->n_buffers + 1) * sizeof *p->buffers);
    struct buffer *b = &p->buffers[p->n_buffers++];
    for (; b > p->buffers && b[-1].page > start >> p->page_shift; b--)
        *b = b[-1];
    *b = (struct buffer){
        .page = start >> p->page_shift, .pages = pages, .bytes = bytes, .init = init};
    if (b->page + pages > p->n_pages)
        widen(p, b->page + pages);
    return b;
}

bool pages_add(struct pages *p, uint64_t start, uint64_t bytes, const uint8_t *init)
{
    if (by_line(p))
        return start <= pages_memory(p) && bytes <= pages_memory(p) - start;
    const struct buffer *b = add(p, start, bytes, init);
    for (uint64_t i = 0; b != NULL && i < b->pages; i++) {
        if (pages_fault_from_host(p))
            p->state[b->page + i] |= PAGE_MANAGED;
        if (p->policy.kind == PLACES_PAGES)
            place_page(p, b, b->page + i, 0);
    }
    return b != NULL;
}

bool pages_add_at(struct pages *p, uint64_t start, uint64_t bytes, const uint8_t *init,
                  uint32_t home)
{
    const struct node *n = &p->nodes[home];
    const uint64_t room = (p->frames - n->used + n->n_free) << p->page_shift;
    const bool goes_on = evicts(p) && home == pages_host(p); /* where the host has no room */
    const struct buffer *b = bytes <= room || goes_on ? add(p, start, bytes, init) : NULL;
    for (uint64_t i = 0; b != NULL && i < b->pages; i++)
        if (take_free(p, b->page + i, home, &p->frame_of[b->page + i]) ||
            take_within(p, b->page + i, home, p->frames - goes_on, &p->frame_of[b->page + i]))
            p->placed++;
        else
            give_frame(p, b->page + i, 0);
    return b != NULL;
}

bool pages_find(const struct pages *p, uint64_t address, uint64_t *physical)
{
    if (by_line(p)) {
        *physical = place_of_line(p, address >> p->line_shift) | (address & (p->c.line_bytes - 1));
        return address < pages_memory(p);
    }
    uint64_t page = address >> p->page_shift;
    if (page >= p->n_pages || p->frame_of[page] == 0)
        return false;
    *physical = address_of_frame(p, p->frame_of[page] - 1) + (address & (p->c.page_bytes - 1));
    return true;
}

uint64_t pages_run(const struct pages *p, uint64_t address)
{
    if (pages_identity(p))
        return UINT64_MAX - address;
    uint64_t unit = pages_align(p);
    return unit - (address & (unit - 1));
}

bool pages_back(const struct pages *p, uint64_t physical, uint64_t *address)
{
    if (physical >= p->n_nodes * p->c.node_bytes)
        return false;
    uint32_t home = (uint32_t)(physical / p->c.node_bytes);
    uint64_t offset = physical % p->c.node_bytes;
    if (by_line(p) && home < p->c.homes) {
        uint64_t line = line_of_place(p, home, offset >> p->line_shift);
        *address = (line << p->line_shift) | (offset & (p->c.line_bytes - 1));
        return true;
    }
    const struct node *n = &p->nodes[home];
    uint64_t frame = offset >> p->page_shift;
    if (frame >= n->used || n->page_of[frame] == NO_PAGE)
        return false;
    *address = (n->page_of[frame] << p->page_shift) | (offset & (p->c.page_bytes - 1));
    return true;
}

const struct buffer *buffer_of(const struct pages *p, uint64_t page)
{
    size_t lo = 0, hi = p->n_buffers;
    while (hi - lo > 1) { /* the last one that begins at the page or below it */
        size_t mid = lo + (hi - lo) / 2;
        *(p->buffers[mid].page <= page ? &lo : &hi) = mid;
    }
    return &p->buffers[lo];
}

enum page_placement pages_policy(const struct pages *p)
{
    return p->c.policy;
}

void pages_use(struct pages *p, uint64_t start, const struct placement_pattern *pattern, bool once)
{
    if (by_line(p))
        return;
    struct buffer *b = (struct buffer *)buffer_of(p, start >> p->page_shift);
    if (!b->used)
        b->pattern = *pattern;
    b->used = true;
    for (uint64_t i = b->page; i < b->page + b->pages; i++)
        p->state[i] = (uint8_t)((p->state[i] & ~PAGE_ONCE) | (once ? PAGE_ONCE : 0));
}

bool pages_once(const struct pages *p, uint64_t physical)
{
    const struct node *n = &p->nodes[physical / p->c.node_bytes];
    const uint64_t page = n->page_of[physical % p->c.node_bytes >> p->page_shift];
    return page != NO_PAGE && (p->state[page] & PAGE_ONCE) != 0;
}

bool pages_touch(struct pages *p, uint64_t address, uint32_t package, struct pages_placed *placed)
{
    uint64_t page = address >> p->page_shift, physical;
    if (by_line(p) || pages_find(p, address, &physical))
        return false;
    const struct buffer *b = buffer_of(p, page);
    place_fresh(p, b, page, package);
    uint64_t at = (page - b->page) << p->page_shift, left = b->bytes - at;
    placed->bytes = left < p->c.page_bytes ? left : p->c.page_bytes;
    placed->init = b->init != NULL ? b->init + at : NULL;
    return pages_find(p, page << p->page_shift, &placed->physical);
}
