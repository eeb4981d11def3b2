/*
 * One of two values: of a minimum or maximum, of a choice, of a register that two ways through the
 * code have set.
 *
 * A bound of an index, max(x - 1, 0), is x - 1 plus a correction that is 0 but at borders. The
 * correction is a variable (VAR_BORDER), so the polynomial stays exact, and who classifies an index
 * may leave borders aside.
 *
 * A bound may be the usual value, too: max(-row, 0), where a loop over a filter's taps begins, is 0
 * but at the border, as rows are at least 0.
 */
#include "sw/locality/expand.h"

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

/* Whether p is an address in shared or local memory. */
static bool is_elsewhere(const struct symbols *s, const struct poly *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct variable_of *v = &s->v[p->t[i].v[0]];
        if (p->t[i].n == 1 && v->kind == VAR_VARIABLE &&
            (v->key == SPACE_SHARED || v->key == SPACE_LOCAL))
            return true;
    }
    return false;
}

/* The quotient of two terms; false if they do not divide. */
static bool divide_term(const struct term *t, const struct term *by, struct term *to)
{
    *to = (struct term){.c = t->c / by->c};
    int k = 0;
    for (int i = 0; i < t->n; i++)
        if (k < by->n && t->v[i] == by->v[k])
            k++;
        else
            to->v[to->n++] = t->v[i];
    return k == by->n && t->c % by->c == 0;
}

/* p less a multiple of `zero`, which is 0, that is the same for all threads; NULL: there is none.
 */
static const struct poly *reduced(struct expansion *x, const struct poly *p,
                                  const struct poly *zero)
{
    for (int i = 0; i < p->n && zero->n > 0 && zero->t[0].n > 0; i++) {
        struct poly *factor = arena_alloc(x->arena, sizeof *factor + sizeof(struct term));
        factor->n = 1;
        if (!divide_term(&p->t[i], &zero->t[0], &factor->t[0]))
            continue;
        const struct poly *rest = poly_add(x->arena, p, -1, poly_mul(x->arena, factor, zero));
        if (rest != NULL && poly_uniform(&x->symbols, rest))
            return rest;
    }
    return NULL;
}

const struct poly *expand_agree(struct expansion *x, int64_t key, int i, const struct condition *is,
                                const struct poly *a, const struct poly *b)
{
    int variable;
    const struct poly *by = poly_add(x->arena, a, -1, b);
    const struct poly *zero = poly_add(x->arena, is->v, -1, is->c);
    if (by == NULL || zero == NULL)
        return NULL;
    if (poly_is_variable(is->v, &variable)) { /* it may stand in any power, and in quotients */
        const struct poly *there = poly_replace(&x->symbols, by, variable, is->c);
        if (there != NULL && there->n == 0)
            return b;
    }
    by = reduced(x, by, zero);
    if (by == NULL || (by->n > 0 && has_address(&x->symbols, by)))
        return NULL;
    return by->n == 0 ? b : border(x, key, i, b);
}

/* Whether p gets smaller from thread to thread and from CTA to CTA. */
static bool falls(const struct symbols *s, const struct poly *p)
{
    bool any = false;
    for (int i = 0; i < p->n; i++) {
        unsigned on = 0;
        for (int k = 0; k < p->t[i].n; k++)
            on |= s->v[p->t[i].v[k]].on;
        if ((on & ON_DATA) != 0 || ((on & (ON_THREADS | ON_BLOCKS)) != 0 && p->t[i].c > 0))
            return false;
        any = any || (on & (ON_THREADS | ON_BLOCKS)) != 0;
    }
    return any;
}

const struct poly *expand_limit(struct expansion *x, int64_t key, int i, const struct poly *a,
                                const struct poly *b)
{
    const struct symbols *s = &x->symbols;
    const struct poly *p = NULL;
    if (poly_uniform(s, a) && falls(s, b))
        p = border(x, key, i, a);
    else if (poly_uniform(s, b) && falls(s, a))
        p = border(x, key, i, b);
    return p != NULL ? p : expand_either(x, key, i, a, b);
}

const struct poly *expand_negative(struct expansion *x, int64_t key, int i)
{
    return border(x, key, i, poly_number(x->arena, 0));
}

const struct poly *expand_either(struct expansion *x, int64_t key, int i, const struct poly *first,
                                 const struct poly *second)
{
    struct symbols *s = &x->symbols;
    if (poly_equal(first, second))
        return first;
    /* An address that is of a buffer or else of shared memory matters here where it is the
     * buffer's. */
    if (is_elsewhere(s, first) != is_elsewhere(s, second))
        return is_elsewhere(s, first) ? second : first;
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
