#include "sw/locality/symbols.h"

#include <stdlib.h>
#include <string.h>

void symbols_start(struct symbols *s, struct arena *a)
{
    *s = (struct symbols){.arena = a};
    bool is_new;
    for (int k = VAR_TX; k <= VAR_GDZ; k++) {
        int v = symbol_of(s, (enum symbol_kind_of)k, 0, NULL, &is_new);
        s->v[v].on = k <= VAR_BZ ? 1u << k : k == VAR_GDX ? ON_GDX : 0;
    }
}

void symbols_free(struct symbols *s)
{
    free(s->v);
    s->v = NULL;
}

static unsigned hash(enum symbol_kind_of kind, int64_t key)
{
    return (unsigned)(((uint64_t)key * 31 + (uint64_t)kind) * 0x9e3779b97f4a7c15u >> 54);
}

static int add(struct symbols *s, unsigned bucket)
{
    if (s->n == s->cap) {
        s->cap = s->cap == 0 ? 256 : 2 * s->cap;
        s->v = xrealloc(s->v, (size_t)s->cap * sizeof *s->v);
    }
    s->v[s->n] = (struct variable_of){.instruction = -1, .chain = s->bucket[bucket] - 1};
    s->bucket[bucket] = s->n + 1;
    return s->n++;
}

static bool same_name(const char *x, const char *y)
{
    return x == y || (x != NULL && y != NULL && strcmp(x, y) == 0);
}

int symbol_of(struct symbols *s, enum symbol_kind_of kind, int64_t key, const char *name,
              bool *is_new)
{
    unsigned bucket = hash(kind, key);
    *is_new = false;
    for (int v = s->bucket[bucket] - 1; v >= 0; v = s->v[v].chain)
        if (s->v[v].kind == kind && s->v[v].key == key && same_name(s->v[v].name, name))
            return v;
    *is_new = true;
    int v = add(s, bucket);
    s->v[v].kind = kind;
    s->v[v].key = key;
    s->v[v].name = name;
    return v;
}

static bool poly_open(const struct symbols *s, const struct poly *p)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            if (s->v[p->t[i].v[k]].open || s->v[p->t[i].v[k]].solution != NULL)
                return true;
    return false;
}

/* What a function varies with follows from what it is made of. */
static void derive(struct symbols *s, int v)
{
    struct variable_of *f = &s->v[v];
    f->on = poly_on(s, f->a) | poly_on(s, f->b);
    f->loops = poly_loops(s, f->a) | poly_loops(s, f->b);
    f->open = poly_open(s, f->a) || poly_open(s, f->b);
}

static int deepest(const struct symbols *s, const struct poly *p)
{
    int most = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            if (s->v[p->t[i].v[k]].depth > most)
                most = s->v[p->t[i].v[k]].depth;
    return most;
}

const struct poly *symbol_function(struct symbols *s, enum symbol_kind_of kind,
                                   const struct poly *a, const struct poly *b)
{
    if (a == NULL || b == NULL)
        return NULL;
    int64_t sum = 0;
    for (int i = 0; i < a->n; i++)
        sum = (int64_t)((uint64_t)sum * 31 + (uint64_t)a->t[i].c + (uint64_t)a->t[i].v[0]);
    unsigned bucket = hash(kind, sum);
    for (int v = s->bucket[bucket] - 1; v >= 0; v = s->v[v].chain)
        if (s->v[v].kind == kind && poly_equal(s->v[v].a, a) && poly_equal(s->v[v].b, b)) {
            derive(s, v);
            return poly_variable(s->arena, v);
        }
    int da = deepest(s, a), db = deepest(s, b);
    int depth = 1 + (da > db ? da : db);
    if (depth > SYMBOLS_DEPTH || s->n >= SYMBOLS_MOST)
        return NULL;
    int v = add(s, bucket);
    s->v[v].kind = kind;
    s->v[v].a = a;
    s->v[v].b = b;
    s->v[v].depth = depth;
    derive(s, v);
    return poly_variable(s->arena, v);
}

unsigned poly_on(const struct symbols *s, const struct poly *p)
{
    unsigned on = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            on |= s->v[p->t[i].v[k]].on;
    return on;
}

uint64_t poly_loops(const struct symbols *s, const struct poly *p)
{
    uint64_t loops = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            loops |= s->v[p->t[i].v[k]].loops;
    return loops;
}

bool poly_uniform(const struct symbols *s, const struct poly *p)
{
    return (poly_on(s, p) & (ON_THREADS | ON_BLOCKS | ON_DATA)) == 0 && poly_loops(s, p) == 0;
}

bool poly_bounded(const struct symbols *s, const struct poly *p)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            if (s->v[p->t[i].v[k]].kind == VAR_BORDER)
                return true;
    return false;
}

/* Bounded: functions are at most SYMBOLS_DEPTH deep. */
bool poly_mentions(const struct symbols *s, const struct poly *p, int v)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++) {
            const struct variable_of *f = &s->v[p->t[i].v[k]];
            if (p->t[i].v[k] == v || (f->a != NULL && poly_mentions(s, f->a, v)) ||
                (f->b != NULL && poly_mentions(s, f->b, v)))
                return true;
        }
    return false;
}

/* NULL in *ok false: too large. Returns NULL with *ok true if v stays as it is. */
static const struct poly *new_variable(struct symbols *s, int v, symbol_rule *rule, void *ctx,
                                       bool *ok)
{
    const struct poly *by = rule(ctx, v);
    if (by != NULL || s->v[v].a == NULL)
        return by;
    enum symbol_kind_of kind = s->v[v].kind;
    const struct poly *old_a = s->v[v].a, *old_b = s->v[v].b;
    const struct poly *a = poly_rewrite(s, old_a, rule, ctx);
    const struct poly *b = poly_rewrite(s, old_b, rule, ctx);
    if (a != NULL && b != NULL && poly_equal(a, old_a) && poly_equal(b, old_b)) {
        derive(s, v);
        return NULL;
    }
    by = symbol_function(s, kind, a, b);
    *ok = by != NULL;
    return by;
}

const struct poly *poly_rewrite(struct symbols *s, const struct poly *p, symbol_rule *rule,
                                void *ctx)
{
    if (p == NULL)
        return NULL;
    const struct poly *sum = NULL;
    for (int i = 0; i < p->n; i++) {
        const struct poly *part = NULL;
        bool ok = true, changed = false;
        for (int k = 0; k < p->t[i].n; k++) {
            int v = p->t[i].v[k];
            const struct poly *by = new_variable(s, v, rule, ctx, &ok);
            if (!ok)
                return NULL;
            if (by == NULL && !changed)
                continue;
            if (!changed) { /* the first change: what stood before it */
                changed = true;
                part = poly_number(s->arena, p->t[i].c);
                for (int j = 0; j < k; j++)
                    part = poly_mul(s->arena, part, poly_variable(s->arena, p->t[i].v[j]));
            }
            part = poly_mul(s->arena, part, by != NULL ? by : poly_variable(s->arena, v));
        }
        if (changed && part == NULL)
            return NULL;
        if (changed && sum == NULL) {
            struct poly *before =
                arena_alloc(s->arena, sizeof *before + (size_t)(i + 1) * sizeof(struct term));
            before->n = i;
            memcpy(before->t, p->t, (size_t)i * sizeof *p->t);
            sum = before;
        }
        if (sum != NULL && !changed) {
            struct poly *one = arena_alloc(s->arena, sizeof *one + sizeof(struct term));
            one->n = 1;
            one->t[0] = p->t[i];
            part = one;
        }
        if (sum != NULL && (sum = poly_add(s->arena, sum, 1, part)) == NULL)
            return NULL;
    }
    return sum != NULL ? sum : p;
}

struct replacement {
    int v;
    const struct poly *by;
};

static const struct poly *replace_rule(void *ctx, int v)
{
    const struct replacement *r = ctx;
    return v == r->v ? r->by : NULL;
}

const struct poly *poly_replace(struct symbols *s, const struct poly *p, int v,
                                const struct poly *by)
{
    struct replacement r = {v, by};
    return poly_rewrite(s, p, replace_rule, &r);
}

static const struct poly *solution_rule(void *ctx, int v)
{
    const struct symbols *s = ctx;
    return s->v[v].solution;
}

const struct poly *poly_resolve(struct symbols *s, const struct poly *p)
{
    /* A solution may hold other phis, which may be solved by now. */
    for (int i = 0; p != NULL && i < 64 && poly_open(s, p); i++) {
        const struct poly *next = poly_rewrite(s, p, solution_rule, s);
        if (next == NULL || poly_equal(next, p))
            return next;
        p = next;
    }
    return p;
}
