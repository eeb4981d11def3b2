#include "sw/races/clocks.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* The place of a warp, or the one where it would be. */
static size_t place(const struct clocks *c, uint32_t warp)
{
    size_t low = 0, high = c->n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (c->list[mid].warp < warp)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void reserve(struct clocks *c, size_t n)
{
    if (n <= c->cap)
        return;
    c->cap = n > 2 * c->cap ? n : 2 * c->cap;
    c->list = xrealloc(c->list, c->cap * sizeof *c->list);
}

uint32_t clocks_of(const struct clocks *c, uint32_t warp)
{
    size_t i = place(c, warp);
    return i < c->n && c->list[i].warp == warp ? c->list[i].time : 0;
}

void clocks_set(struct clocks *c, uint32_t warp, uint32_t time)
{
    size_t i = place(c, warp);
    if (i == c->n || c->list[i].warp != warp) {
        reserve(c, c->n + 1);
        memmove(&c->list[i + 1], &c->list[i], (c->n - i) * sizeof *c->list);
        c->n++;
    }
    c->list[i] = (struct clock){warp, time};
}

/* How many warps of `from` are not in `c`. */
static size_t missing(const struct clocks *c, const struct clocks *from)
{
    size_t at = 0, n = 0;
    for (size_t i = 0; i < from->n; i++) {
        while (at < c->n && c->list[at].warp < from->list[i].warp)
            at++;
        n += at == c->n || c->list[at].warp != from->list[i].warp;
    }
    return n;
}

/* Merged from the ends, so that it needs no other memory. */
void clocks_join(struct clocks *c, const struct clocks *from)
{
    size_t all = c->n + missing(c, from), i = c->n, k = from->n;
    reserve(c, all);
    c->n = all;
    while (k > 0) {
        struct clock theirs = from->list[k - 1];
        if (i > 0 && c->list[i - 1].warp > theirs.warp) {
            c->list[--all] = c->list[--i];
            continue;
        }
        if (i > 0 && c->list[i - 1].warp == theirs.warp) {
            i--;
            if (c->list[i].time > theirs.time)
                theirs.time = c->list[i].time;
        }
        c->list[--all] = theirs;
        k--;
    }
}

void clocks_clear(struct clocks *c)
{
    c->n = 0;
}

void clocks_free(struct clocks *c)
{
    free(c->list);
    *c = (struct clocks){0};
}
