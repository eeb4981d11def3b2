/*
 * One of two values: of a minimum or maximum, of a choice, of a register that two ways through the
 * code have set.
 *
 * A bound of an index, max(x - 1, 0), is x - 1 plus a correction that is 0 but at borders. The
 * correction is a variable (VAR_BORDER), so the polynomial stays exact, and who classifies an index
 * may leave borders aside.
 */
#include "sw/locality/expand.h"

const struct poly *expand_agree(struct expansion *x, const struct poly *v, const struct poly *c,
                                const struct poly *a, const struct poly *b)
{
    int variable;
    if (!poly_is_variable(v, &variable))
        return NULL;
    const struct poly *there = poly_replace(&x->symbols, b, variable, c);
    if (there != NULL && poly_equal(there, a))
        return b;
    /* a may have been written with the number in the place of v. */
    const struct poly *here = poly_replace(&x->symbols, a, variable, c);
    return there != NULL && here != NULL && poly_equal(there, here) ? b : NULL;
}

static const struct poly *border(struct expansion *x, int64_t key, int i, const struct poly *usual)
{
    struct symbols *s = &x->symbols;
    bool is_new;
    int v = symbol_of(s, VAR_BORDER, key, NULL, &is_new);
    if (is_new) {
        s->v[v].instruction = i;
        s->v[v].why = arena_printf(x->arena, "%s: a bound of the index",
                                   flow_source(&x->flow.listing->texts[i], x->arena));
    }
    return poly_add(x->arena, usual, 1, poly_variable(x->arena, v));
}

/* Whether an address of a buffer stands in p, alone but for its sign. */
static bool has_address(const struct symbols *s, const struct poly *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct variable_of *v = &s->v[p->t[i].v[0]];
        if (p->t[i].n == 1 && (v->kind == VAR_VARIABLE || (v->kind == VAR_PARAM && v->bytes == 8)))
            return true;
    }
    return false;
}

const struct poly *expand_either(struct expansion *x, int64_t key, int i, const struct poly *first,
                                 const struct poly *second)
{
    struct symbols *s = &x->symbols;
    if (poly_equal(first, second))
        return first;
    bool first_same = poly_uniform(s, first), second_same = poly_uniform(s, second);
    unsigned on = poly_on(s, first) | poly_on(s, second);
    const struct poly *usual = first_same && !second_same ? second : first;
    const struct poly *limit = usual == first ? second : first;
    if (first_same != second_same && (poly_on(s, usual) & ON_DATA) == 0 && !has_address(s, limit)) {
        const struct poly *p = border(x, key, i, usual);
        if (p != NULL)
            return p;
    }
    const struct poly *by = poly_add(x->arena, first, -1, second);
    if (by != NULL && poly_uniform(s, by) && !has_address(s, by)) {
        const struct poly *p = border(x, key, i, first);
        if (p != NULL)
            return p;
    }
    /* Which of the two it is, is any thread's own matter. */
    on |= ON_DATA | ON_THREADS | ON_BLOCKS;
    return expand_opaque(x, key, i, on, poly_loops(s, first) | poly_loops(s, second),
                         "one of two values, by a condition");
}
