#include "sw/locality/poly.h"

#include <string.h>

static struct poly *room(struct arena *a, int n)
{
    return arena_alloc(a, sizeof(struct poly) + (size_t)n * sizeof(struct term));
}

const struct poly *poly_number(struct arena *a, int64_t c)
{
    struct poly *p = room(a, 1);
    p->n = c != 0;
    p->t[0].c = c;
    return p;
}

const struct poly *poly_variable(struct arena *a, int v)
{
    struct poly *p = room(a, 1);
    p->n = 1;
    p->t[0] = (struct term){.c = 1, .n = 1, .v = {v}};
    return p;
}

/* Terms of many factors first, so that the constant is last. */
static int compare(const struct term *x, const struct term *y)
{
    if (x->n != y->n)
        return y->n - x->n;
    for (int i = 0; i < x->n; i++)
        if (x->v[i] != y->v[i])
            return x->v[i] < y->v[i] ? -1 : 1;
    return 0;
}

/* Adds a term to a sum that has room for one more; false if a coefficient overflows. */
static bool add_term(struct poly *sum, const struct term *t)
{
    int i = 0, order = -1;
    if (t->c == 0)
        return true;
    while (i < sum->n && (order = compare(&sum->t[i], t)) < 0)
        i++;
    size_t behind = (size_t)(sum->n - i);
    if (i < sum->n && order == 0) {
        if (__builtin_add_overflow(sum->t[i].c, t->c, &sum->t[i].c))
            return false;
        if (sum->t[i].c == 0) {
            memmove(&sum->t[i], &sum->t[i + 1], (behind - 1) * sizeof *t);
            sum->n--;
        }
        return true;
    }
    memmove(&sum->t[i + 1], &sum->t[i], behind * sizeof *t);
    sum->t[i] = *t;
    sum->n++;
    return true;
}

const struct poly *poly_add(struct arena *a, const struct poly *p, int64_t c, const struct poly *q)
{
    if (p == NULL || q == NULL)
        return NULL;
    struct poly *sum = room(a, p->n + q->n + 1);
    sum->n = p->n;
    memcpy(sum->t, p->t, (size_t)p->n * sizeof *p->t);
    for (int i = 0; i < q->n; i++) {
        struct term t = q->t[i];
        if (__builtin_mul_overflow(t.c, c, &t.c) || !add_term(sum, &t))
            return NULL;
    }
    return sum->n <= POLY_TERMS ? sum : NULL;
}

const struct poly *poly_scale(struct arena *a, const struct poly *p, int64_t c)
{
    return poly_add(a, poly_number(a, 0), c, p);
}

/* The product of two terms; false if it has too many factors or overflows. */
static bool product(const struct term *x, const struct term *y, struct term *to)
{
    *to = (struct term){.n = x->n + y->n};
    if (to->n > POLY_DEGREE || __builtin_mul_overflow(x->c, y->c, &to->c))
        return false;
    for (int i = 0, j = 0, k = 0; k < to->n; k++)
        to->v[k] = j == y->n || (i < x->n && x->v[i] <= y->v[j]) ? x->v[i++] : y->v[j++];
    return true;
}

const struct poly *poly_mul(struct arena *a, const struct poly *p, const struct poly *q)
{
    if (p == NULL || q == NULL)
        return NULL;
    if (p->n * q->n > 4 * POLY_TERMS) /* of which some may cancel */
        return NULL;
    struct poly *sum = room(a, p->n * q->n + 1);
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < q->n; j++) {
            struct term t;
            if (!product(&p->t[i], &q->t[j], &t) || !add_term(sum, &t))
                return NULL;
        }
    return sum->n <= POLY_TERMS ? sum : NULL;
}

const struct poly *poly_pick(struct arena *a, const struct poly *p,
                             bool (*keep)(const struct term *t, const void *ctx), const void *ctx)
{
    struct poly *q = room(a, p->n);
    for (int i = 0; i < p->n; i++)
        if (keep(&p->t[i], ctx))
            q->t[q->n++] = p->t[i];
    return q;
}

bool term_has(const struct term *t, int v)
{
    for (int i = 0; i < t->n; i++)
        if (t->v[i] == v)
            return true;
    return false;
}

const struct poly *poly_factor_of(struct arena *a, const struct poly *p, int v)
{
    struct poly *q = room(a, p->n + 1);
    for (int i = 0; i < p->n; i++) {
        struct term t = {.c = p->t[i].c};
        for (int k = 0; k < p->t[i].n; k++)
            if (p->t[i].v[k] != v)
                t.v[t.n++] = p->t[i].v[k];
        if (t.n + 1 < p->t[i].n)
            return NULL;
        if (t.n < p->t[i].n && !add_term(q, &t))
            return NULL;
    }
    return q;
}

const struct poly *poly_divide(struct arena *a, const struct poly *p, int64_t c)
{
    struct poly *q = room(a, p->n);
    q->n = p->n;
    for (int i = 0; i < p->n; i++) {
        q->t[i] = p->t[i];
        q->t[i].c /= c;
    }
    return q;
}

bool poly_equal(const struct poly *p, const struct poly *q)
{
    if (p == NULL || q == NULL || p->n != q->n)
        return false;
    for (int i = 0; i < p->n; i++)
        if (p->t[i].c != q->t[i].c || compare(&p->t[i], &q->t[i]) != 0)
            return false;
    return true;
}

bool poly_is_number(const struct poly *p, int64_t *c)
{
    *c = p->n == 0 ? 0 : p->t[0].c;
    return p->n == 0 || (p->n == 1 && p->t[0].n == 0);
}

bool poly_is_variable(const struct poly *p, int *v)
{
    *v = p->n == 1 ? p->t[0].v[0] : -1;
    return p->n == 1 && p->t[0].n == 1 && p->t[0].c == 1;
}

int64_t poly_content(const struct poly *p)
{
    uint64_t g = 0;
    for (int i = 0; i < p->n; i++) {
        uint64_t c = p->t[i].c < 0 ? 0 - (uint64_t)p->t[i].c : (uint64_t)p->t[i].c;
        while (c != 0) {
            uint64_t rest = g % c;
            g = c;
            c = rest;
        }
    }
    return g > INT64_MAX ? 1 : (int64_t)g;
}
