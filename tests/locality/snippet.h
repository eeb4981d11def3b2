/* CUDA texts for the analysis, and an evaluation of its polynomials that shares no code with it. */
#ifndef UMBEL_TESTS_LOCALITY_SNIPPET_H
#define UMBEL_TESTS_LOCALITY_SNIPPET_H

#include "sw/locality/impl.h"
#include "sw/runtime/expr.h"
#include "sw/util/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Compiles a text and reads it with listings. Its file is called t.cu in places. */
static inline struct ptx_module *compiled(const char *cuda)
{
    char folder[] = "/tmp/umbel-locality-XXXXXX", path[64];
    struct error err = {0};
    size_t len;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.cu", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(cuda, f) >= 0 && fclose(f) == 0);
    char *text = ptx_compile(path, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    remove(path);
    rmdir(folder);
    if (text == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    struct ptx_module *m = ptx_parse_listed(text, len, "t.ptx", &err);
    free(text);
    if (m == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    return m;
}

static inline struct locality *analysed(const struct ptx_module *m, const char *entry)
{
    struct error err = {0};
    const struct ptx_kernel *k = ptx_find(m, entry);
    assert_non_null(k);
    struct locality *l = locality_new(k, &err);
    if (l == NULL) {
        fail_msg("%s", err.text);
        abort(); /* never reached: tells the static analyser so */
    }
    return l;
}

/* What variables are: the first twelve in the order of enum symbol_kind_of. */
struct point {
    int64_t prime[12];
    const uint8_t *params;
    int64_t loop[64];  /* iteration of each loop, by the key of its variable */
    int64_t count[64]; /* iterations of each loop, once it has ended */
};

static bool point_poly(const struct locality *l, const struct poly *p, const struct point *at,
                       int64_t *value);

static bool point_variable(const struct locality *l, int v, const struct point *at, int64_t *value)
{
    const struct variable_of *s = &l->x.symbols.v[v];
    int64_t a, b;
    if (s->kind <= VAR_GDZ) {
        *value = at->prime[s->kind];
        return true;
    }
    switch (s->kind) {
    case VAR_PARAM:
        *value = 0;
        memcpy(value, at->params + s->key, (size_t)s->bytes);
        return true;
    case VAR_ITERATION:
    case VAR_COUNT:
        assert_true(s->key < 64);
        *value = s->kind == VAR_COUNT ? at->count[s->key] : at->loop[s->key];
        return true;
    case VAR_POWER:
        *value = 1;
        if (!point_poly(l, s->a, at, &a) || a < 0 || a > 40)
            return false;
        *value = INT64_C(1) << a;
        return true;
    case VAR_SHIFTED:
    case VAR_QUOTIENT:
        if (!point_poly(l, s->a, at, &a) || !point_poly(l, s->b, at, &b))
            return false;
        if (b <= 0)
            return false;
        *value = s->kind == VAR_SHIFTED ? a >> b : a / b - (a % b < 0);
        return true;
    default:
        return false;
    }
}

/* False: something stands there that is no prime variable, and no quotient of them. */
static bool point_poly(const struct locality *l, const struct poly *p, const struct point *at,
                       int64_t *value)
{
    *value = 0;
    for (int i = 0; i < p->n; i++) {
        int64_t product = p->t[i].c, factor;
        for (int k = 0; k < p->t[i].n; k++) {
            if (!point_variable(l, p->t[i].v[k], at, &factor))
                return false;
            product *= factor;
        }
        *value += product;
    }
    return true;
}

/* The value of an expression over $tx .. $gDz, $m, $m2, $m3, and parameters by their names. */
struct named {
    const char *name;
    int64_t value;
};
static inline int64_t written(const char *text, const struct named *names, size_t n)
{
    struct expr_var list[32];
    char why[EXPR_WHY];
    int64_t value;
    assert_true(n <= 32);
    for (size_t i = 0; i < n; i++)
        list[i] = (struct expr_var){names[i].name, names[i].value};
    if (!expr_eval(text, &(struct expr_vars){list, n}, &value, why))
        fail_msg("%s: %s", text, why);
    return value;
}

/* Compares the offset of an access with an index written by hand, at random points. The parameters
 * are those of SIGNATURE. */
#define SIGNATURE "(float *a, float *b, int *idx, int n, int k)"
static const char *const parameters[] = {"a", "b", "idx", "n", "k"};
struct signature {
    uint64_t a, b, idx;
    int32_t n, k;
};

static inline bool same_index(const struct locality *l, size_t access, const char *index,
                              int64_t *found, int64_t *expected)
{
    static const char *const names[] = {"tx",  "ty",  "tz",  "bx",  "by",  "bz",
                                        "bDx", "bDy", "bDz", "gDx", "gDy", "gDz"};
    const struct access *a = &l->accesses[access];
    struct rng rng = {access + 1};
    for (int round = 0; round < 20; round++) {
        struct signature params = {0, 0, 0, (int32_t)rng_below(&rng, 1000) + 100,
                                   (int32_t)rng_below(&rng, 1000) + 100};
        struct point at = {.params = (const uint8_t *)&params};
        struct named list[17];
        size_t n = 0;
        for (; n < 12; n++) {
            at.prime[n] = (int64_t)rng_below(&rng, n < 3 ? 32 : 100) + (n >= 6);
            list[n] = (struct named){names[n], at.prime[n]};
        }
        int64_t m[3];
        for (int i = 0; i < 3; i++)
            m[i] = (int64_t)rng_below(&rng, 50);
        for (int i = 0, inner = -1; i < a->n_nest; i++) {
            inner = a->nest[i] == a->m || inner >= 0 ? inner + 1 : inner;
            if (inner >= 0 && inner < 3)
                at.loop[l->x.symbols.v[a->nest[i]].key] = m[inner];
        }
        list[n++] = (struct named){"m", m[0]};
        list[n++] = (struct named){"m2", m[1]};
        list[n++] = (struct named){"m3", m[2]};
        list[n++] = (struct named){"n", params.n};
        list[n++] = (struct named){"k", params.k};
        *expected = written(index, list, n);
        if (!point_poly(l, a->offset, &at, found) || *found % (int64_t)a->pub.bytes != 0)
            return false;
        *found /= (int64_t)a->pub.bytes;
        if (*found != *expected)
            return false;
    }
    return true;
}

#endif
