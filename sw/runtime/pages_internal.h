/* What the parts of the page table share; nothing else includes it. */
#ifndef UMBEL_SW_RUNTIME_PAGES_INTERNAL_H
#define UMBEL_SW_RUNTIME_PAGES_INTERNAL_H

#include "sw/runtime/pages.h"

struct buffer {
    uint64_t page, pages; /* its first page, and how many it has */
    uint64_t bytes;
    const uint8_t *init;
    bool used; /* a launch that uses it was analysed: */
    struct placement_pattern pattern;
};

/* The frames of a node, numbered from 0. */
struct node {
    uint64_t *page_of; /* of each frame that was ever in use: its page, or NO_PAGE */
    uint64_t *since;   /* and which of all frames that were ever given it was last */
    uint64_t used;
    uint64_t *left, *free; /* frames that pages left since pages_settle, and before */
    uint64_t n_left, n_free;
};

#define NO_PAGE UINT64_MAX

enum {
    PAGE_LOCKED = 1,
    PAGE_WRITTEN = 2,
    PAGE_AWAITED = 4,
    PAGE_ONCE = 8,
    PAGE_MANAGED = 16,
    PAGE_FAULTED = 32 /* a home waits for it */
};

/* Of replica_of: the bytes are still being copied; the home had no room, and there will be none. */
#define REPLICA_COMES (UINT64_C(1) << 63)
#define REPLICA_NONE UINT64_MAX

struct pages {
    struct pages_config c;
    struct placement_policy policy;
    uint32_t line_shift, page_shift;
    uint32_t n_nodes;  /* homes, and the host after them */
    uint64_t frames;   /* of a node */
    uint64_t promised; /* pages of all buffers; each is to find a frame in some home */
    uint64_t placed;   /* those that have one */
    uint64_t given;    /* frames, so far */
    struct node *nodes;
    struct pages_view *views; /* of each home */
    struct buffer *buffers;   /* in the order of their addresses */
    size_t n_buffers;
    /* Of each page: 1 + its frame, counted over all nodes; 0: none. */
    uint64_t *frame_of;
    uint64_t *replica_of; /* the same of its replicas, one for each home; NULL: none replicate */
    uint8_t *state;       /* PAGE_* */
    uint64_t n_pages;
};

static inline bool by_line(const struct pages *p)
{
    return p->policy.kind == PLACES_LINES;
}

/* Whether homes that are full give pages to the host. */
static inline bool evicts(const struct pages *p)
{
    return p->c.faults && p->c.host && !by_line(p);
}

static inline uint32_t node_of(const struct pages *p, uint64_t frame_of)
{
    return (uint32_t)((frame_of - 1) / p->frames);
}

/* Gives a page the next frame of a node; false: the node is full. */
bool take_frame(struct pages *p, uint64_t page, uint32_t node, uint64_t *frame_of);
/* The frames of a node that no page has had and that it may give. */
uint64_t fresh_of(const struct pages *p, uint32_t node);
/* Whether a node has a frame that no page without a place will need: those get fresh ones. */
bool spare(const struct pages *p, uint32_t node);
/* Takes a page from its frame; that frame is free after pages_settle. */
void leave(struct pages *p, uint64_t frame_of);
/* From where to where a page is to be copied. */
struct pages_move move_of(const struct pages *p, uint64_t page, uint64_t from, uint64_t to);
/* The buffer of a page, which has one. */
const struct buffer *buffer_of(const struct pages *p, uint64_t page);
/* The physical address of a frame. */
uint64_t address_of_frame(const struct pages *p, uint64_t frame);

#endif
