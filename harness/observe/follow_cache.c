/* The stages of a request, and the requests at a cache: those that wait there, those in flight
 * below. */
#include "harness/observe/follow_impl.h"

#include "sw/util/arena.h"

/* The operation changes its line, and so locks it while it is in flight. */
static bool op_changes(uint32_t op)
{
    return op == OP_STORE || op == OP_ATOMIC || op == OP_WRITEBACK;
}

void *follow_room(void *list, uint32_t n, uint32_t *cap, size_t size)
{
    if (n < *cap)
        return list;
    *cap = *cap * 2 + 8;
    return xrealloc(list, *cap * size);
}

/* ---- a request's stages ---- */

void follow_advance(const struct follow *f, struct request *r, enum stage next, uint64_t now)
{
    uint64_t n = now - r->since;
    r->cycles[r->late[L1] || r->late[L15] || r->late[GPU_HOME] || r->late[L2] ? STAGE_EXPIRED
                                                                              : r->stage] += n;
    struct span *last = r->n_spans > 0 ? &r->spans[r->n_spans - 1] : NULL;
    if (last != NULL && last->stage == r->stage) {
        last->to = now;
    } else if (f->spans && n > 0) {
        r->spans = follow_room(r->spans, r->n_spans, &r->cap_spans, sizeof *r->spans);
        r->spans[r->n_spans++] = (struct span){r->stage, r->since, now};
    }
    r->stage = next;
    r->since = now;
}

enum level cache_level(const struct cache *c, enum level l, const struct request *r)
{
    return l == L15 && r->l15 != c->number ? GPU_HOME : l;
}

/* ---- a cache: requests that wait, requests in flight below it ---- */

struct miss *cache_miss(const struct cache *c, uint64_t line, uint32_t op)
{
    struct miss *any = NULL;
    for (uint32_t i = 0; i < c->n_misses; i++) {
        if (c->misses[i].line != line)
            continue;
        if (c->misses[i].op == op)
            return &c->misses[i];
        any = &c->misses[i];
    }
    return any; /* an answer may have another operation than its request */
}

void cache_arrive(struct follow *f, struct cache *c, enum level l, struct request *r, uint64_t now)
{
    c->here = follow_room(c->here, c->n_here, &c->cap_here, sizeof(struct request *));
    c->here[c->n_here++] = r;
    r->at[cache_level(c, l, r)] = WAITS;
    enum stage stage = l == L1 ? STAGE_L1 : STAGE_L2;
    const struct miss *m = hop_has_line(r->op) ? cache_miss(c, r->line, r->op) : NULL;
    if (m != NULL)
        stage = op_changes(m->op) ? STAGE_LOCK : STAGE_JOINED;
    follow_advance(f, r, stage, now);
}

void cache_leave(struct cache *c, enum level l, struct request *r, uint64_t now)
{
    c->left_line = r->line;
    c->left_at = now;
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_here; i++)
        if (c->here[i] != r)
            c->here[n++] = c->here[i];
    c->n_here = n;
    for (uint32_t i = 0; i < c->n_misses; i++)
        if (c->misses[i].owner == r)
            c->misses[i].owner = NULL;
    r->at[cache_level(c, l, r)] = NOT_HERE;
}

/* The request that the cache sends on: one for the line that was not sent yet. Prefers those with
 * the same operation, then those with the same clock (L2), then the oldest. */
static struct request *who_sends(const struct cache *c, enum level l, const struct hop *h)
{
    struct request *best = NULL;
    int best_marks = -1;
    for (uint32_t i = 0; i < c->n_here; i++) {
        struct request *r = c->here[i];
        const enum at_cache at = r->at[cache_level(c, l, r)];
        if (at == SENT || at == NOT_HERE)
            continue;
        int op = hop_has_line(h->op) ? r->line == h->line && op_changes(r->op) == op_changes(h->op)
                                     : r->op == h->op;
        int marks = 2 * (r->op == h->op) + (l == L2 && r->cts[L2] == h->cts);
        if (op && hop_has_line(r->op) == hop_has_line(h->op) && marks > best_marks) {
            best = r;
            best_marks = marks;
        }
    }
    return best;
}

/* The request for which a miss is sent again: of those that joined it and were not served, the one
 * with the lowest number. NULL if the miss is that of a load that came later: such a load reports
 * the copy that the answer left. A reissue may by chance report the same copy, but then it is sent
 * one cycle after the first request was served. Where copies are renewed a reissue reports none. */
static struct request *who_again(const struct follow *f, const struct cache *c, enum level l,
                                 const struct hop *h, uint64_t now)
{
    bool at_once = c->left_line == h->line && c->left_at + 1 == now;
    struct request *lowest = NULL;
    for (uint32_t i = 0; i < c->n_here; i++) {
        struct request *r = c->here[i];
        const enum level of = cache_level(c, l, r);
        if (r->at[of] != RETURNED || r->line != h->line || op_changes(r->op) || op_changes(h->op))
            continue;
        if (h->copy && (f->renews || (h->copy_rts == r->rts[of] && !at_once)))
            return NULL;
        uint32_t number = l == L1 ? r->tag : r->sm;
        if (lowest == NULL || number < (l == L1 ? lowest->tag : lowest->sm))
            lowest = r;
    }
    return lowest;
}

/* The cache sends on a request, or one of its own. All others to the line wait for the answer. */
void cache_send(struct follow *f, struct cache *c, enum level l, const struct hop *h, uint64_t now)
{
    struct request *owner = NULL;
    bool again = false;
    if (h->op != OP_WRITEBACK) {
        owner = who_again(f, c, l, h, now);
        again = owner != NULL;
        if (!again)
            owner = who_sends(c, l, h);
        f->strays += owner == NULL;
    }
    c->misses = follow_room(c->misses, c->n_misses, &c->cap_misses, sizeof *c->misses);
    c->misses[c->n_misses++] = (struct miss){h->line, h->op, owner};
    for (uint32_t i = 0; hop_has_line(h->op) && i < c->n_here; i++) {
        struct request *r = c->here[i];
        enum at_cache *at = &r->at[cache_level(c, l, r)];
        if (r == owner || r->line != h->line || !hop_has_line(r->op) || *at == SENT ||
            (*at == RETURNED && !again))
            continue;
        *at = WAITS;
        follow_advance(f, r, op_changes(h->op) ? STAGE_LOCK : STAGE_JOINED, now);
    }
    if (owner == NULL)
        return;
    follow_advance(f, owner, l == L2 || (l == L15 && f->both) ? STAGE_LINK : STAGE_SWITCH, now);
    const enum level of = cache_level(c, l, owner);
    owner->at[of] = SENT;
    owner->reissues += again;
    owner->below_l1 |= l == L1;
    owner->below_l2 |= l == L2;
    if (l == L1) {
        owner->cts[L2] = h->cts;
        owner->copy = h->copy;
    }
    owner->late[of] = owner->op == OP_LOAD && !again && h->copy && (l == L1 || !owner->copy);
    if (owner->late[of])
        *(l == L1 ? &owner->expired_l1 : &owner->expired_l2) = true;
}

/* A load's answer also serves the loads that waited for it; after a store's they go on. */
void cache_answered(struct follow *f, struct cache *c, enum level l, const struct hop *h,
                    uint64_t now)
{
    struct miss *m = cache_miss(c, h->line, h->op);
    if (m == NULL) {
        f->strays++;
        return;
    }
    bool stored = op_changes(m->op);
    struct request *owner = m->owner;
    *m = c->misses[--c->n_misses];
    if (owner != NULL) {
        follow_advance(f, owner, STAGE_BACK, now);
        const enum level of = cache_level(c, l, owner);
        owner->at[of] = RETURNED;
        owner->rts[of] = h->rts;
        owner->late[of] = false;
    }
    for (uint32_t i = 0; hop_has_line(h->op) && i < c->n_here; i++) {
        struct request *r = c->here[i];
        const enum level of = cache_level(c, l, r);
        if (r == owner || r->at[of] != WAITS || r->line != h->line || !hop_has_line(r->op))
            continue;
        bool served = !stored && !op_changes(r->op);
        follow_advance(f, r, served ? STAGE_BACK : l == L1 ? STAGE_L1 : STAGE_L2, now);
        if (served) {
            r->at[of] = RETURNED;
            r->rts[of] = h->rts;
        }
    }
}
