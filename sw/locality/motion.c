/* Which loop moves an access, and by what: m, the variant and the invariant part (LADM III-C). */
#include "sw/locality/impl.h"

/* Whether something other than iterations changes with loop m's bit in these terms. */
static bool opaque_in(const struct locality *l, const struct poly *p, int m)
{
    const struct symbols *s = &l->x.symbols;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++) {
            int v = p->t[i].v[k];
            if (v != m && s->v[v].kind != VAR_ITERATION && (s->v[v].loops & s->v[m].loops) != 0)
                return true;
        }
    return false;
}

struct about {
    int v;
};

static bool without(const struct term *t, const void *ctx)
{
    return !term_has(t, ((const struct about *)ctx)->v);
}

static const char *why_of(const struct locality *l, const struct poly *p, uint64_t loops)
{
    const struct symbols *s = &l->x.symbols;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++) {
            const struct variable_of *v = &s->v[p->t[i].v[k]];
            if (v->why != NULL && v->kind != VAR_BORDER && (v->loops & loops) != 0)
                return v->why;
        }
    return NULL;
}

static void find_m(struct locality *l, struct access *a)
{
    for (int i = 0; i < a->n_nest && a->m < 0; i++) {
        int m = a->nest[i];
        const struct poly *step = poly_factor_of(&l->arena, a->offset, m);
        if (step == NULL || step->n == 0 || opaque_in(l, a->offset, m) ||
            poly_bounded(&l->x.symbols, step) || poly_loops(&l->x.symbols, step) != 0)
            continue;
        a->m = m;
        a->variant = step;
    }
}

/* The first reason in the offset, of what is no shift or quotient of prime variables. */
static const char *any_why(const struct locality *l, const struct poly *p)
{
    const char *why = why_of(l, p, UINT64_MAX);
    for (int i = 0; why == NULL && i < p->n; i++)
        for (int k = 0; why == NULL && k < p->t[i].n; k++) {
            const struct variable_of *v = &l->x.symbols.v[p->t[i].v[k]];
            if (v->why != NULL && v->kind != VAR_BORDER)
                why = v->why;
            else if (v->a != NULL && v->a != p)
                why = why_of(l, v->a, UINT64_MAX);
        }
    return why;
}

/* Loops of the code around the access, up to the innermost that changes its address. */
static int moving_depth(const struct locality *l, const struct access *a)
{
    uint64_t loops = poly_loops(&l->x.symbols, a->offset);
    int real = 0, moved = 0;
    if (a->base >= 0)
        loops |= l->x.symbols.v[a->base].loops;
    for (int i = 0; i < a->n_nest; i++) {
        const struct variable_of *v = &l->x.symbols.v[a->nest[i]];
        real += v->key < l->x.flow.n_loops;
        if ((loops & v->loops) != 0)
            moved = real;
    }
    return moved;
}

void split_access(struct locality *l, struct access *a)
{
    a->variant = poly_number(&l->arena, 0);
    a->invariant = a->offset;
    find_m(l, a);
    a->moved = moving_depth(l, a);
    if (a->m >= 0)
        a->invariant = poly_pick(&l->arena, a->offset, without, &(struct about){a->m});
    a->rows = poly_factor_of(&l->arena, a->offset, VAR_TY);
    a->pub.bounded = poly_bounded(&l->x.symbols, a->offset);
    if (a->pub.why == NULL)
        a->pub.why = any_why(l, a->offset);
}
