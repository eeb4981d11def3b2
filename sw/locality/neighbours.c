/*
 * Whether neighbouring CTAs touch the same datablocks (LADM III-B). CTA b touches with access A in
 * iteration m the datablock that CTA b + j touches with B in iteration m2 if their addresses are
 * equal for all threads: A and B differ by a number of A's steps alone, and so do CTAs. What
 * overlaps in part, as the borders of a stencil do, is another datablock; and CTAs that are no
 * whole number of steps apart count as sharing nothing.
 */
#include "sw/locality/impl.h"

/* The CTAs and iterations of a pair of accesses, in steps of the first. */
struct pair {
    int64_t apart;       /* from A to B, in one CTA */
    int64_t cta;         /* from CTA to CTA */
    int64_t a, b;        /* iterations */
    int64_t first, last; /* of the neighbours j that the grid has */
};

/* A number of steps or CTAs that is told apart from none. */
enum { MOST = 1 << 30 };

/* x / y if that is whole and at most MOST. */
static bool divides(int64_t x, int64_t y, int64_t *times)
{
    if (y == 0 || x == INT64_MIN || x % y != 0)
        return false;
    *times = x / y;
    return *times >= -MOST && *times <= MOST;
}

/* Whether q is a whole number of p's; at a launch, by value. */
static bool whole(const struct locality *l, struct arena *scratch, const struct poly *q,
                  const struct poly *p, const struct locality_launch *at, int64_t *times)
{
    const struct at_thread first = FIRST_THREAD;
    int64_t x, y;
    if (divides(q->n == 0 ? 0 : q->t[0].c, p->t[0].c, times)) {
        const struct poly *same = poly_scale(scratch, p, *times);
        if (same != NULL && poly_equal(same, q))
            return true;
    }
    return at != NULL && evaluate(l, p, at, &first, &y) && evaluate(l, q, at, &first, &x) &&
           divides(x, y, times);
}

static int64_t floor_of(int64_t x, int64_t y) /* y > 0 */
{
    return x / y - (x % y < 0);
}

/* Whether a neighbour j other than 0 has m - m2 = apart + j * cta for iterations m and m2. */
static bool meets(const struct pair *p)
{
    int64_t by = p->cta < 0 ? -p->cta : p->cta;
    int64_t most = floor_of(p->a - 1 - p->apart, by), least = -floor_of(p->b - 1 + p->apart, by);
    most = most < p->last ? most : p->last;
    least = least > p->first ? least : p->first;
    return least <= most && (least != 0 || most != 0);
}

/* Of m's loop; 1 without m, 0 if it is not known. */
static int64_t iterations(const struct locality *l, const struct access *a,
                          const struct locality_launch *at)
{
    if (a->m < 0)
        return 1;
    for (int i = 0; i < a->n_nest; i++)
        if (a->nest[i] == a->m) {
            uint64_t n = source_iterations(l, a, i, at);
            return n < MOST ? (int64_t)n : 0;
        }
    return 0;
}

/* Whether b may touch a's datablocks: bytes of one buffer, in equal steps. */
static bool is_alike(const struct access *a, const struct access *b)
{
    return b->base == a->base && b->pub.bytes == a->pub.bytes &&
           (b->m < 0 || poly_equal(b->variant, a->variant));
}

/* Whether all threads, CTAs and iterations of other loops have the same value. */
static bool is_fixed(const struct locality *l, const struct poly *p)
{
    return p != NULL && poly_uniform(&l->x.symbols, p) && !poly_bounded(&l->x.symbols, p);
}

bool shared_along(const struct locality *l, const struct access *a, int block,
                  const struct locality_launch *at)
{
    struct arena scratch = {0};
    const struct poly *cta = poly_factor_of(&scratch, a->invariant, block);
    int64_t ctas = at == NULL ? MOST : block == VAR_BX ? at->grid.x : at->grid.y;
    struct pair p = {.a = iterations(l, a, at), .first = 1 - ctas, .last = ctas - 1};
    bool is = false;
    if (is_fixed(l, cta) && a->m >= 0 && p.a > 0 &&
        whole(l, &scratch, cta, a->variant, at, &p.cta) && p.cta != 0)
        for (size_t i = 0; !is && i < l->n; i++) {
            const struct access *b = &l->accesses[i];
            if (!is_alike(a, b))
                continue;
            const struct poly *apart = poly_add(&scratch, b->invariant, -1, a->invariant);
            p.b = iterations(l, b, at);
            is = p.b > 0 && is_fixed(l, apart) &&
                 whole(l, &scratch, apart, a->variant, at, &p.apart) && meets(&p);
        }
    arena_free(&scratch);
    return is;
}
