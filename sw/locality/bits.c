/* Shifts, masks and quotients. A low mask is written with a shift, p & 31 = p - 32 * (p >> 5), so
 * that parts of a number cancel when they are put together again. */
#include "sw/locality/expand.h"

static int64_t bound(struct symbols *s, const struct poly *p);

/* The most that a variable can be, by the limits of launches; INT64_MAX: not known. */
static int64_t bound_of(struct symbols *s, const struct variable_of *v)
{
    int64_t number, most;
    switch (v->kind) {
    case VAR_TX:
    case VAR_TY:
        return 1023;
    case VAR_BDX:
    case VAR_BDY:
        return 1024;
    case VAR_TZ:
        return 63;
    case VAR_BDZ:
        return 64;
    case VAR_BY:
    case VAR_BZ:
    case VAR_GDY:
    case VAR_GDZ:
        return 65535;
    case VAR_SHIFTED:
    case VAR_QUOTIENT:
        most = bound(s, v->a);
        if (most == INT64_MAX || !poly_is_number(v->b, &number) || number <= 0)
            return most;
        return v->kind == VAR_QUOTIENT ? most / number : most >> number;
    default:
        return INT64_MAX;
    }
}

/* An upper bound of p, or INT64_MAX. Bounded: quotients are at most SYMBOLS_DEPTH deep. */
static int64_t bound(struct symbols *s, const struct poly *p)
{
    int64_t sum = 0, c = poly_content(p);
    if (c > 1) {
        int64_t most = bound(s, poly_divide(s->arena, p, c));
        return most == INT64_MAX || __builtin_mul_overflow(most, c, &sum) ? INT64_MAX : sum;
    }
    for (int i = 0; i < p->n; i++) {
        const struct term *t = &p->t[i];
        if (t->n != 1 || t->c >= 0)
            continue;
        const struct variable_of *v = &s->v[t->v[0]];
        int64_t divisor = 0, k;
        if (v->kind == VAR_SHIFTED && poly_is_number(v->b, &k) && k < 62)
            divisor = INT64_C(1) << k;
        if (v->kind == VAR_QUOTIENT && !poly_is_number(v->b, &divisor))
            divisor = 0;
        const struct poly *whole = poly_add(s->arena, p, -t->c, poly_variable(s->arena, t->v[0]));
        if (divisor == -t->c && whole != NULL && poly_equal(whole, v->a))
            return divisor - 1;
    }
    for (int i = 0; i < p->n; i++) {
        const struct term *t = &p->t[i];
        int64_t most = 1, part;
        if (t->c < 0)
            return INT64_MAX;
        for (int k = 0; k < t->n; k++) {
            int64_t factor = bound_of(s, &s->v[t->v[k]]);
            if (factor == INT64_MAX || __builtin_mul_overflow(most, factor, &most))
                return INT64_MAX;
        }
        if (__builtin_mul_overflow(most, t->c, &part) || __builtin_add_overflow(sum, part, &sum))
            return INT64_MAX;
    }
    return sum;
}

static int64_t floor_of(int64_t c, int64_t d)
{
    return c / d - (c % d < 0);
}

/* p = d * whole + rest: whole has the terms that d divides, and of the number what it can. */
static void split(struct symbols *s, const struct poly *p, int64_t d, const struct poly **whole,
                  const struct poly **rest)
{
    struct poly *w = arena_alloc(s->arena, sizeof *w + (size_t)p->n * sizeof(struct term));
    for (int i = 0; i < p->n; i++) {
        struct term t = p->t[i];
        t.c = t.n == 0 ? floor_of(t.c, d) : t.c % d == 0 ? t.c / d : 0;
        if (t.c != 0)
            w->t[w->n++] = t;
    }
    *whole = w;
    *rest = poly_add(s->arena, p, -d, w);
}

/* Compilers divide by d with a product and a shift: (g * y) >> k, where g is 2^k / d, rounded up.
 */
static const struct poly *magic_quotient(struct symbols *s, const struct poly *p, int k)
{
    int64_t g = poly_content(p);
    if (k < 16 || k > 62 || g < 1 << 8)
        return NULL;
    int64_t power = INT64_C(1) << k, d = (power + g - 1) / g, over;
    const struct poly *y = poly_divide(s->arena, p, g);
    bool is_short = bound(s, y) <= UINT16_MAX;
    if (__builtin_mul_overflow(g, d, &over) || (!is_short && (k < 32 || g < 1 << 16)))
        return NULL;
    over -= power;
    if (d < 3 || over < 0 || over > power >> (is_short ? 16 : 31))
        return NULL;
    return bits_quotient(s, y, poly_number(s->arena, d));
}

const struct poly *bits_shift(struct symbols *s, const struct poly *p, int k)
{
    const struct poly *whole, *rest;
    int v;
    int64_t inner;
    if (p == NULL || k < 0 || k > 62)
        return NULL;
    if (k == 0)
        return p;
    split(s, p, INT64_C(1) << k, &whole, &rest);
    if (rest == NULL)
        return NULL;
    if (bound(s, rest) < INT64_C(1) << k)
        return whole;
    if (poly_is_variable(rest, &v) && s->v[v].kind == VAR_SHIFTED &&
        poly_is_number(s->v[v].b, &inner) && inner + k <= 62) {
        rest = bits_shift(s, s->v[v].a, (int)inner + k);
        return poly_add(s->arena, whole, 1, rest);
    }
    const struct poly *magic = whole->n == 0 ? magic_quotient(s, rest, k) : magic_quotient(s, p, k);
    if (magic != NULL)
        return magic;
    rest = symbol_function(s, VAR_SHIFTED, rest, poly_number(s->arena, k));
    return poly_add(s->arena, whole, 1, rest);
}

/* p = v * whole + rest for a variable v. */
static void split_by(struct symbols *s, const struct poly *p, int v, const struct poly **whole,
                     const struct poly **rest)
{
    *whole = poly_factor_of(s->arena, p, v);
    if (*whole != NULL)
        *rest = poly_add(s->arena, p, -1, poly_mul(s->arena, *whole, poly_variable(s->arena, v)));
}

const struct poly *bits_quotient(struct symbols *s, const struct poly *p, const struct poly *d)
{
    const struct poly *whole = NULL, *rest = NULL;
    int64_t number;
    int v;
    if (p == NULL || d == NULL)
        return NULL;
    if (poly_is_number(d, &number)) {
        if (number <= 0)
            return NULL;
        if ((number & (number - 1)) == 0)
            return bits_shift(s, p, __builtin_ctzll((unsigned long long)number));
        split(s, p, number, &whole, &rest);
        if (rest != NULL && bound(s, rest) < number)
            return whole;
    } else if (poly_is_variable(d, &v)) {
        split_by(s, p, v, &whole, &rest);
    }
    if (whole == NULL || rest == NULL) {
        whole = poly_number(s->arena, 0);
        rest = p;
    }
    if (rest->n == 0)
        return whole;
    return poly_add(s->arena, whole, 1, symbol_function(s, VAR_QUOTIENT, rest, d));
}

const struct poly *bits_and(struct symbols *s, const struct poly *p, int64_t mask)
{
    if (p == NULL)
        return NULL;
    if (mask == 0)
        return poly_number(s->arena, 0);
    if (mask == -1)
        return p;
    int low = __builtin_ctzll((unsigned long long)mask);
    int64_t ones = mask >> low;
    const struct poly *shifted = bits_shift(s, p, low);
    if (shifted == NULL || (ones != -1 && (ones & (ones + 1)) != 0) || ones < -1)
        return NULL;
    if (ones != -1 && bound(s, shifted) > ones) {
        int width = __builtin_ctzll(~(unsigned long long)ones);
        shifted =
            poly_add(s->arena, shifted, -(INT64_C(1) << width), bits_shift(s, shifted, width));
    }
    return shifted == NULL ? NULL : poly_scale(s->arena, shifted, INT64_C(1) << low);
}

const struct poly *bits_or(struct symbols *s, const struct poly *p, const struct poly *q)
{
    if (p == NULL || q == NULL)
        return NULL;
    for (int way = 0; way < 2; way++) {
        const struct poly *high = way == 0 ? p : q, *low = way == 0 ? q : p;
        int64_t content = poly_content(high);
        if (content == 0)
            return low;
        int64_t unit = content & -content, most = bound(s, low);
        if (most < unit)
            return poly_add(s->arena, p, 1, q);
    }
    return NULL;
}
