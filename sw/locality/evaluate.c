/* Values of polynomials at a launch. */
#include "sw/locality/impl.h"

#include <string.h>

static bool parameter(const struct locality *l, const struct variable_of *v,
                      const struct locality_launch *at, int64_t *value)
{
    if (v->key < 0 || v->key + v->bytes > (int64_t)l->kernel->param_bytes || v->bytes < 1)
        return false;
    *value = 0;
    memcpy(value, at->params + v->key, (size_t)v->bytes);
    int unused = 64 - 8 * v->bytes;
    *value = (int64_t)((uint64_t)*value << unused) >> unused;
    return true;
}

/* Of a quotient. Bounded: quotients are at most SYMBOLS_DEPTH deep. */
static bool function(const struct locality *l, const struct variable_of *v,
                     const struct locality_launch *at, const struct at_thread *thread,
                     int64_t *value)
{
    int64_t a, b;
    if (!evaluate(l, v->a, at, thread, &a) || !evaluate(l, v->b, at, thread, &b))
        return false;
    if (v->kind == VAR_POWER) {
        *value = a >= 0 && a < 62 ? INT64_C(1) << a : 0;
        return *value != 0;
    }
    if (v->kind == VAR_SHIFTED) {
        *value = a >> b;
        return b >= 0 && b < 63;
    }
    if (b <= 0)
        return false;
    *value = a / b - (a % b < 0);
    return true;
}

static bool variable(const struct locality *l, int number, const struct locality_launch *at,
                     const struct at_thread *thread, int64_t *value)
{
    const struct variable_of *v = &l->x.symbols.v[number];
    if (at == NULL && v->kind != VAR_ITERATION && v->kind != VAR_BORDER)
        return false;
    const struct simt_dim *dim = at == NULL ? NULL : v->kind <= VAR_BDZ ? &at->block : &at->grid;
    switch (v->kind) {
    case VAR_TX:
    case VAR_TY:
    case VAR_TZ:
        *value = thread->tid[v->kind - VAR_TX];
        return true;
    case VAR_BX:
    case VAR_BY:
    case VAR_BZ:
        *value = thread->cta[v->kind - VAR_BX];
        return true;
    case VAR_BDX:
    case VAR_GDX:
        *value = dim->x;
        return true;
    case VAR_BDY:
    case VAR_GDY:
        *value = dim->y;
        return true;
    case VAR_BDZ:
    case VAR_GDZ:
        *value = dim->z;
        return true;
    case VAR_PARAM:
        return parameter(l, v, at, value);
    case VAR_ITERATION:
        *value = number == thread->loop ? thread->iteration : 0;
        return true;
    case VAR_BORDER:
        *value = 0;
        return true;
    case VAR_SHIFTED:
    case VAR_QUOTIENT:
    case VAR_POWER:
        return function(l, v, at, thread, value);
    default:
        return false;
    }
}

bool evaluate(const struct locality *l, const struct poly *p, const struct locality_launch *at,
              const struct at_thread *thread, int64_t *value)
{
    *value = 0;
    for (int i = 0; i < p->n; i++) {
        int64_t product = p->t[i].c, factor;
        for (int k = 0; k < p->t[i].n; k++)
            if (!variable(l, p->t[i].v[k], at, thread, &factor) ||
                __builtin_mul_overflow(product, factor, &product))
                return false;
        if (__builtin_add_overflow(*value, product, value))
            return false;
    }
    return true;
}
