/*
 * The page table: at which physical address a virtual address lies.
 *
 * The memory of a machine is that of its homes, nodes with memory of their own, numbered from 0.
 * The home is in the top bits of a physical address: address = home * node_bytes + offset. A
 * machine with one central memory has one home. A host is one more node, with the number after the
 * homes'; pages are there only if they are put there.
 *
 * A policy of sw/policy chooses homes. A policy that places lines needs no table: line L of the
 * virtual memory lies at line L / homes of the home that the policy names, so that with one home
 * every virtual address is its physical one. All other policies place pages. A page gets the next
 * free frame of its home; when that home is full, of the next home that has room, counting up and
 * round. A page belongs to one buffer.
 *
 * Contents. A page that is placed when its first SM touches it has no frame before. Until then its
 * bytes are the buffer's first contents, which whoever places the page has to write to its frame.
 *
 * Addresses and sizes are bytes.
 */
#ifndef UMBEL_SW_RUNTIME_PAGES_H
#define UMBEL_SW_RUNTIME_PAGES_H

#include "sw/policy/placement.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages_config {
    enum page_placement policy;
    uint32_t homes;
    uint64_t node_bytes; /* of each home */
    uint32_t line_bytes; /* a power of two */
    uint64_t page_bytes; /* a power of two, at least line_bytes */
    uint64_t seed;       /* of the run, for policies that throw dice */
    bool host;           /* there is a host's memory, too */
    bool replicates;     /* homes keep replicas of pages that nobody writes */
    uint64_t reserved;   /* the last bytes of each home, which no page gets */
    bool faults;         /* pages of managed buffers move to the home that accesses them */
    bool
        from_host; /* with `faults`: pages of all buffers without a home, and from the host alone */
    /* With `faults` and a host: all homes have room for so many of 10000 pages of all buffers, each
     * for its share, and no more than their memory; 0: they have all of it. */
    uint32_t room;
    uint32_t turns; /* homes of a GPU that have its share in turn; below 2: a chunk each */
};

struct pages;

struct pages *pages_new(const struct pages_config *c);
void pages_free(struct pages *p); /* NULL: nothing */

/* Whether every virtual address is its physical one: nothing has to be translated. */
bool pages_identity(const struct pages *p);
/* What buffers have to be aligned to, so that no page belongs to two: a page or a line. */
uint64_t pages_align(const struct pages *p);
uint64_t pages_memory(const struct pages *p); /* bytes of all homes for pages, without the host's */
/* Bytes of the frames that a node's pages have ever had: the most that were in use at a time. */
uint64_t pages_most(const struct pages *p, uint32_t node);
/* The number of the host's node; UINT32_MAX without a host. */
uint32_t pages_host(const struct pages *p);

/* Places the buffer [start, start + bytes), which begins at a multiple of pages_align and shares no
 * page with another. `init` are its first contents, NULL: zeros; they must outlive
 * the table. False, and nothing is placed, when the memory has no room. */
bool pages_add(struct pages *p, uint64_t start, uint64_t bytes, const uint8_t *init);
/* The same, with every page at `home` and placed at once, whatever the policy says. The policy must
 * place pages (pages_in_table). False also when the home has no room, though others have. */
bool pages_add_at(struct pages *p, uint64_t start, uint64_t bytes, const uint8_t *init,
                  uint32_t home);
/* Whether pages of managed buffers fault; and whether those of all buffers without a home are
 * managed, and from the host alone. */
bool pages_can_fault(const struct pages *p);
bool pages_fault_from_host(const struct pages *p);
/* The buffer that begins at `start` is managed: its pages are accessed from their own home alone,
 * and any other home's access is a page fault. Without `faults` this does nothing. */
void pages_manage(struct pages *p, uint64_t start);
/* Whether the page of an address is managed. */
bool pages_managed(const struct pages *p, uint64_t address);
/* Removes the buffer that begins at `start`. Its frames are free after pages_settle. */
void pages_remove(struct pages *p, uint64_t start);
/* Whether the policy places pages, in a table, rather than lines. */
bool pages_in_table(const struct pages *p);

/* The policy that chooses homes. */
enum page_placement pages_policy(const struct pages *p);
/* A launch that is about to begin uses the buffer at `start` by this pattern, which the buffer
 * keeps if it has none yet; `once`: homes need not keep what other homes load of it. */
void pages_use(struct pages *p, uint64_t start, const struct placement_pattern *pattern, bool once);
/* Whether the last launch that uses the page at a physical address was said to need it once. May be
 * called by several threads. */
bool pages_once(const struct pages *p, uint64_t physical);

/* The physical address of a virtual one. False: it is in a page that nobody has touched, or in no
 * buffer. May be called by several threads while none of them calls a function that places. */
bool pages_find(const struct pages *p, uint64_t address, uint64_t *physical);
/* What the SMs of one home see of the table: its own replicas. */
struct pages_view {
    struct pages *pages;
    uint32_t home;
};
struct pages_view *pages_view(struct pages *p, uint32_t home);
/* The physical address of an SM's access, as an sm_translate of a pages_view. False: the page has
 * no place, or is locked, or a home that keeps replicas has to see to it first: pages_needs says
 * what. */
bool pages_translate(void *view, uint64_t address, bool write, uint64_t *physical);
/* How many bytes from an address on lie one after the other in the physical memory, at least. */
uint64_t pages_run(const struct pages *p, uint64_t address);
/* The virtual address of a physical one. False: nothing was placed there. */
bool pages_back(const struct pages *p, uint64_t physical, uint64_t *address);

/* A page that was just placed, and its first contents. */
struct pages_placed {
    uint64_t physical, bytes;
    const uint8_t *init; /* NULL: zeros, which memory holds already */
};
/* An SM of `package` accesses `address`, which is in a buffer: places its page unless it has a
 * place. Returns whether it did, and what is to be written. PAGES_HOST: the host's CPU does, and
 * the page goes to the host's memory as long as that has room, if there is one. */
#define PAGES_HOST UINT32_MAX
bool pages_touch(struct pages *p, uint64_t address, uint32_t package, struct pages_placed *placed);

/*
 * Pages that move, and replicas (moves.c), of policies that place pages. A frame that a page or a
 * replica leaves is given to another page only after pages_settle, as caches may hold lines of it.
 * Addresses are any of the page.
 */
enum pages_need {
    NEEDS_NOTHING, /* it is there, or locked or being copied, which ends by itself */
    NEEDS_PLACE,   /* pages_touch */
    NEEDS_FAULT,   /* it is managed, and in no memory or in another's: pages_fault */
    NEEDS_FETCH,   /* its first access since pages_await: pages_fetch */
    NEEDS_REPLICA, /* a load of a page that nobody has written, from another home */
    NEEDS_COLLAPSE /* a store to a page that was not written before; it may have replicas */
};
enum pages_need pages_needs(const struct pages *p, uint64_t address, uint32_t home, bool write);

/* Whether a page is neither locked nor replicated. */
bool pages_may_move(const struct pages *p, uint64_t address);

/* From where to where a page's bytes have to be copied. */
struct pages_move {
    uint64_t from, to, bytes; /* physical; bytes: what the buffer has of the page */
};
/* Gives the page a frame of another node, which it is in from now on. False: it is there already,
 * it has no place, or that node is full. */
bool pages_move(struct pages *p, uint64_t address, uint32_t node, struct pages_move *move);
/* The page is to move to the package that accesses it next. */
void pages_await(struct pages *p, uint64_t address);
/* That package does: locks the page and moves it. False: it stays where it is. */
bool pages_fetch(struct pages *p, uint64_t address, uint32_t home, struct pages_move *move);
/* A home waits for a managed page: no other fault of the page is needed until pages_lock unlocks
 * it, as it has come or cannot. */
void pages_fault(struct pages *p, uint64_t address);
/*
 * Where pages fault and there is a host, a home that is full gives its frames to pages that fault
 * there: the page that has been in its memory longest goes to the host (evict.c). Drivers of GPUs
 * do it so, as they learn of faults, and not of accesses.
 */
/* How many pages a home can still get before it has to. */
uint64_t pages_room(const struct pages *p, uint32_t home);
/* Moves a page of a full home to the host, as nobody accesses it any more, and frees its frame at
 * once: what is written to that has to wait until the page was copied. It may be that all pages
 * that could go are on their way, or all frames of the host were left since pages_settle; or that
 * this home has none that can go. */
enum pages_eviction { EVICT_DONE, EVICT_LATER, EVICT_NEVER };
enum pages_eviction pages_evict(struct pages *p, uint32_t home, uint64_t *address,
                                struct pages_move *move);
/* A managed page stays where it is from now on, as its home has no room; others access it there. */
void pages_pin(struct pages *p, uint64_t address);
/* Whether the policy places pages when they are touched; and whether a launch's analysis tells
 * where before that. */
bool pages_by_touch(const struct pages *p);
bool pages_planned(const struct pages *p);
/* The node that a page would get by the policy, whose package touches it. */
uint32_t pages_choice(const struct pages *p, uint64_t address, uint32_t package);
/* The node that a page is in; UINT32_MAX: it has no place. */
uint32_t pages_node(const struct pages *p, uint64_t address);
/* Locks a page against all SMs, or unlocks it; a fault of it is then over. */
void pages_lock(struct pages *p, uint64_t address, bool locked);
/* Gives the page a frame of a home for a replica, and SMs of that home wait until the bytes are
 * there (pages_replicated). False: there is no room, and they access the page itself. */
bool pages_replicate(struct pages *p, uint64_t address, uint32_t home, struct pages_move *move);
void pages_replicated(struct pages *p, uint64_t address, uint32_t home);
/* Whether a page has a replica. */
bool pages_has_replicas(const struct pages *p, uint64_t address);
/* Its replicas are gone, as the host has written the page; it may have others. */
void pages_drop_replicas(struct pages *p, uint64_t address);
/* The page will be written: its replicas are gone, and it will have none any more. */
void pages_collapse(struct pages *p, uint64_t address);
/* No cache holds a line of a frame that was left. */
void pages_settle(struct pages *p);

#endif
