/*
 * What is left of the iterations of an unrolled loop, before it or behind it, has code of its own:
 * its accesses go to those of the loop. So do copies of an access on several ways through the code.
 */
#include "sw/locality/impl.h"

struct shared {
    const struct locality *l;
    const struct access *with;
};

static bool is_of(const struct access *a, int v)
{
    for (int i = 0; i < a->n_nest; i++)
        if (a->nest[i] == v)
            return true;
    return false;
}

/* Terms without the iterations of loops that the other is not in, and without what tells how many
 * iterations there were before. */
static bool in_common(const struct term *t, const void *ctx)
{
    const struct shared *s = ctx;
    for (int k = 0; k < t->n; k++) {
        enum symbol_kind_of kind = s->l->x.symbols.v[t->v[k]].kind;
        if (kind == VAR_COUNT || kind == VAR_BORDER ||
            (kind == VAR_ITERATION && !is_of(s->with, t->v[k])))
            return false;
    }
    return true;
}

/* The step of the innermost loop that the other access is not in; NULL if there is none. */
static const struct poly *own_step(struct locality *l, const struct access *a,
                                   const struct access *with)
{
    for (int i = a->n_nest; i-- > 0;)
        if (!is_of(with, a->nest[i])) {
            const struct poly *step = poly_factor_of(&l->arena, a->offset, a->nest[i]);
            if (step != NULL && step->n > 0)
                return step;
        }
    return NULL;
}

/* Whether p is a whole multiple of d. */
static bool is_multiple(struct locality *l, const struct poly *p, const struct poly *d)
{
    if (p->n == 0)
        return true;
    if (d == NULL || d->n == 0 || p->t[0].c % d->t[0].c != 0)
        return false;
    return poly_equal(poly_scale(&l->arena, d, p->t[0].c / d->t[0].c), p);
}

/* Whether b is what is left of a's loop, before it or behind it; `*first` is the offset of the
 * first iteration of both. */
static bool continues(struct locality *l, const struct access *a, const struct access *b,
                      const struct poly **first)
{
    const struct poly *x = poly_pick(&l->arena, a->offset, in_common, &(struct shared){l, b});
    const struct poly *y = poly_pick(&l->arena, b->offset, in_common, &(struct shared){l, a});
    const struct poly *by = poly_add(&l->arena, x, -1, y);
    const struct poly *step = own_step(l, a, b), *other = own_step(l, b, a);
    if (by == NULL || (step != NULL && other != NULL && !poly_equal(step, other)))
        return false;
    *first = a->offset;
    if (by->n == 0)
        return true;
    if (a->copies == 1 || !is_multiple(l, by, step))
        return false;
    if (by->t[0].c / step->t[0].c > 0)
        *first = poly_add(&l->arena, a->offset, -1, by);
    return *first != NULL;
}

/* The one that stands for both: the most unrolled, in most loops, or the first. */
static bool stands_for(const struct access *a, const struct access *b)
{
    if (a->copies != b->copies)
        return a->copies > b->copies;
    return a->n_nest >= b->n_nest;
}

/* Counts go, and bounds that only one of the two has: its rest begins where the other ends. */
static bool stays(const struct term *t, const void *ctx)
{
    const struct shared *s = ctx;
    bool bounded = false;
    for (int i = 0; i < s->with->offset->n; i++)
        bounded = bounded || has_kind(s->l, &s->with->offset->t[i], VAR_BORDER);
    return !has_kind(s->l, t, VAR_COUNT) && (bounded || !has_kind(s->l, t, VAR_BORDER));
}

/* What a merged access has loaded is what the one that stands for it has loaded. */
static const struct poly *same_load(void *ctx, int v)
{
    struct locality *l = ctx;
    bool is_new;
    const struct variable_of was = l->x.symbols.v[v];
    if (was.kind != VAR_LOADED)
        return NULL;
    for (size_t i = 0; i < l->n; i++)
        if (l->accesses[i].merged && l->accesses[i].instruction == was.instruction) {
            const struct access *to = &l->accesses[l->accesses[i].into];
            int other = symbol_of(&l->x.symbols, VAR_LOADED, to->instruction, NULL, &is_new);
            if (is_new || other == v)
                return NULL;
            return poly_variable(&l->arena, other);
        }
    return NULL;
}

void rename_loads(struct locality *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct access *a = &l->accesses[i];
        const struct poly *p = poly_rewrite(&l->x.symbols, a->offset, same_load, l);
        a->offset = p != NULL ? p : a->offset;
    }
}

/* Notes the loop that has the rest, if there is one, for the number of iterations. */
static void note_rest(struct access *a, const struct access *b)
{
    for (int i = a->n_nest; i-- > 0;)
        if (a->fill[i] > 1 && !is_of(b, a->nest[i]))
            a->rest_of = i;
    for (int i = 0; i < b->n_nest; i++)
        if (!is_of(a, b->nest[i]) && a->n_rests < MOST_NEST)
            a->rests[a->n_rests++] = b->nest[i];
}

void merge_rests(struct locality *l)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->n; k++) {
            struct access *a = &l->accesses[i], *b = &l->accesses[k];
            const struct poly *first;
            if (i == k || a->merged || b->merged || !same_source(a, b) || !stands_for(a, b) ||
                !continues(l, a, b, &first))
                continue;
            a->offset = poly_pick(&l->arena, first, stays, &(struct shared){l, b});
            a->pub.unrolled += b->pub.unrolled;
            note_rest(a, b);
            b->merged = true;
            b->into = (int)i;
        }
}
