#include "formal/rup/clauses.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* The header of a clause: its length with the flag DELETED, and the next clause of its hash chain.
 */
enum { LENGTH, NEXT_LOW, NEXT_HIGH, HEADER };
#define DELETED (1u << 31)

/* Words of deleted clauses from which on compaction is worth its time. */
enum { LEAST_GARBAGE = 1 << 20 };

void clauses_new(struct clauses *c, uint32_t variables)
{
    *c = (struct clauses){.literals = 2 * (variables + 1), .used = 1};
    c->value = xcalloc(c->literals, sizeof *c->value);
    c->trail = xcalloc(c->literals, sizeof *c->trail);
    c->watches = xcalloc(c->literals, sizeof *c->watches);
    c->seen = xcalloc(c->literals, sizeof *c->seen);
    c->buckets = 1 << 20;
    c->bucket = xcalloc(c->buckets, sizeof *c->bucket);
}

void clauses_free(struct clauses *c)
{
    for (uint32_t i = 0; i < c->literals; i++)
        free(c->watches[i].at);
    free(c->value);
    free(c->trail);
    free(c->memory);
    free(c->watches);
    free(c->bucket);
    free(c->seen);
}

bool clauses_tidy(struct clauses *c, uint32_t *clause, size_t *len)
{
    size_t n = 0;
    bool tautology = false;
    c->stamp++;
    for (size_t i = 0; i < *len; i++) {
        uint32_t x = clause[i];
        tautology = tautology || c->seen[x ^ 1] == c->stamp;
        if (c->seen[x] != c->stamp)
            clause[n++] = x;
        c->seen[x] = c->stamp;
    }
    *len = n;
    return tautology;
}

/* ---- propagation ---- */

static void set(struct clauses *c, uint32_t x)
{
    c->value[x] = 1;
    c->value[x ^ 1] = -1;
    c->trail[c->found++] = x;
}

static void watch(struct clauses *c, uint32_t x, size_t clause, uint32_t other)
{
    struct watches *w = &c->watches[x];
    if (w->n == w->room) {
        w->room = w->room * 2 + 4;
        w->at = xrealloc(w->at, w->room * sizeof *w->at);
    }
    w->at[w->n++] = (struct watch){clause, other};
}

/* Visits a clause whose watched literal `x` is false and looks for another literal to watch. Sets
 * *stay if there is none. False if all literals of the clause are false. */
static bool visit(struct clauses *c, uint32_t x, struct watch *w, bool *stay)
{
    uint32_t *clause = c->memory + w->clause, len = clause[LENGTH], *at = clause + HEADER;
    *stay = false;
    if ((len & DELETED) != 0)
        return true;
    uint32_t other = at[0] ^ at[1] ^ x;
    w->other = other;
    for (uint32_t i = 2; c->value[other] <= 0 && i < len; i++)
        if (c->value[at[i]] >= 0) {
            uint32_t y = at[i];
            at[i] = x;
            at[0] = other;
            at[1] = y;
            watch(c, y, w->clause, other);
            return true;
        }
    *stay = true;
    if (c->value[other] < 0)
        return false;
    if (c->value[other] == 0)
        set(c, other);
    return true;
}

/* Unit propagation until nothing more follows. False if a clause has become false. */
static bool propagate(struct clauses *c)
{
    bool ok = true;
    while (ok && c->done < c->found) {
        uint32_t x = c->trail[c->done++] ^ 1, kept = 0, i = 0;
        struct watches *w = &c->watches[x]; /* does not grow: no clause begins to watch `x` */
        for (; ok && i < w->n; i++) {
            struct watch now = w->at[i];
            bool stay = true;
            if (c->value[now.other] <= 0)
                ok = visit(c, x, &now, &stay);
            if (stay)
                w->at[kept++] = now;
        }
        if (kept < i) {
            memmove(w->at + kept, w->at + i, (w->n - i) * sizeof *w->at);
            w->n -= i - kept;
        }
    }
    return ok;
}

bool clauses_imply(struct clauses *c, const uint32_t *clause, size_t len)
{
    bool implied = c->contradiction;
    for (size_t i = 0; !implied && i < len; i++) {
        implied = c->value[clause[i]] > 0;
        if (c->value[clause[i]] == 0)
            set(c, clause[i] ^ 1);
    }
    implied = implied || !propagate(c);
    while (c->found > c->fixed) {
        uint32_t x = c->trail[--c->found];
        c->value[x] = c->value[x ^ 1] = 0;
    }
    c->done = c->fixed;
    return implied;
}

/* ---- the set ---- */

/* A hash that does not depend on the order of the literals. */
static size_t hash(const struct clauses *c, const uint32_t *clause, size_t len)
{
    uint64_t sum = 0, product = 1;
    for (size_t i = 0; i < len; i++) {
        sum += clause[i];
        product *= 2 * (uint64_t)clause[i] + 0x9e3779b97f4a7c15;
    }
    uint64_t h = (product ^ sum) * 0xff51afd7ed558ccd;
    return (h >> 20) & (c->buckets - 1);
}

static size_t next_of(const uint32_t *clause)
{
    return clause[NEXT_LOW] | (size_t)clause[NEXT_HIGH] << 32;
}

static void set_next(uint32_t *clause, size_t next)
{
    clause[NEXT_LOW] = (uint32_t)next;
    clause[NEXT_HIGH] = (uint32_t)(next >> 32);
}

static void chain(struct clauses *c, size_t clause)
{
    uint32_t *it = c->memory + clause;
    size_t *first = &c->bucket[hash(c, it + HEADER, it[LENGTH])];
    set_next(it, *first);
    *first = clause;
}

/* A clause that is always true need not be watched, and one with fewer than two literals cannot be.
 */
static void watch_clause(struct clauses *c, size_t clause)
{
    uint32_t *it = c->memory + clause, len = it[LENGTH], *at = it + HEADER;
    for (uint32_t i = 0; i < len; i++)
        if (c->value[at[i]] > 0)
            return;
    if (len < 2)
        return;
    watch(c, at[0], clause, at[1]);
    watch(c, at[1], clause, at[0]);
}

/* Removes deleted clauses from memory. May run only while no literals but the fixed ones are set.
 */
static void compact(struct clauses *c)
{
    size_t to = 1;
    for (uint32_t i = 0; i < c->literals; i++)
        c->watches[i].n = 0;
    memset(c->bucket, 0, c->buckets * sizeof *c->bucket);
    for (size_t from = 1, size; from < c->used; from += size) {
        uint32_t len = c->memory[from + LENGTH];
        size = HEADER + (len & ~DELETED);
        if ((len & DELETED) != 0)
            continue;
        memmove(c->memory + to, c->memory + from, size * sizeof *c->memory);
        chain(c, to);
        watch_clause(c, to);
        to += size;
    }
    c->used = to;
    c->garbage = 0;
}

static size_t store(struct clauses *c, const uint32_t *clause, size_t len)
{
    size_t size = HEADER + len, at = c->used;
    if (at + size > c->room) {
        c->room = (at + size) * 2;
        c->memory = xrealloc(c->memory, c->room * sizeof *c->memory);
    }
    c->memory[at + LENGTH] = (uint32_t)len;
    if (len > 0) /* `clause` of an empty clause may be NULL */
        memcpy(c->memory + at + HEADER, clause, len * sizeof *clause);
    c->used += size;
    chain(c, at);
    return at;
}

/* Moves the literals that are not false to the front; returns how many there are. */
static uint32_t open_first(const struct clauses *c, uint32_t *at, size_t len)
{
    uint32_t open = 0;
    for (size_t i = 0; i < len; i++)
        if (c->value[at[i]] >= 0) {
            uint32_t x = at[i];
            at[i] = at[open];
            at[open++] = x;
        }
    return open;
}

void clauses_add(struct clauses *c, const uint32_t *clause, size_t len)
{
    size_t it = store(c, clause, len);
    uint32_t *at = c->memory + it + HEADER;
    uint32_t open = open_first(c, at, len);
    watch_clause(c, it);
    if (open == 1 && c->value[at[0]] == 0)
        set(c, at[0]);
    if (open == 0 || !propagate(c))
        c->contradiction = true;
    c->fixed = c->done = c->found;
}

static bool equals(const struct clauses *c, const uint32_t *it, size_t len)
{
    bool same = it[LENGTH] == len;
    for (size_t i = 0; same && i < len; i++)
        same = c->seen[it[HEADER + i]] == c->stamp;
    return same;
}

bool clauses_delete(struct clauses *c, const uint32_t *clause, size_t len)
{
    c->stamp++;
    for (size_t i = 0; i < len; i++)
        c->seen[clause[i]] = c->stamp;
    size_t *first = &c->bucket[hash(c, clause, len)], before = 0, it = *first;
    for (; it != 0 && !equals(c, c->memory + it, len); it = next_of(c->memory + it))
        before = it;
    if (it == 0)
        return false;
    size_t next = next_of(c->memory + it);
    if (before != 0)
        set_next(c->memory + before, next);
    else
        *first = next;
    c->memory[it + LENGTH] |= DELETED;
    c->garbage += HEADER + len;
    if (c->garbage > LEAST_GARBAGE && c->garbage > c->used / 2)
        compact(c);
    return true;
}
