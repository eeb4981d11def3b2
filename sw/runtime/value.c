#include "sw/runtime/value.h"

#include "sw/util/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t value_bytes(enum raw_type type)
{
    static const uint8_t bytes[RAW_TYPES] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return bytes[type];
}

bool value_is_real(enum raw_type type)
{
    return type == RAW_F32 || type == RAW_F64;
}

static bool is_signed(enum raw_type type)
{
    return type == RAW_I8 || type == RAW_I16 || type == RAW_I32 || type == RAW_I64;
}

static bool fits(enum raw_type type, expr_wide v)
{
    uint32_t bits = value_bytes(type) * 8;
    expr_wide above = (expr_wide)1 << (is_signed(type) ? bits - 1 : bits);
    return v < above && v >= (is_signed(type) ? -above : 0);
}

static bool does_not_fit(enum raw_type type, const char *text, int len, const char *advice,
                         char why[EXPR_WHY])
{
    snprintf(why, EXPR_WHY, "%.*s does not fit %s; %s", len, text, raw_type_name(type), advice);
    return false;
}

/* ---- floating point ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether the text is a single number as C writes it, or nan or inf. Texts with a $ or an operator
 * are left to expr_eval_wide. */
static bool is_literal(const char *text, size_t len)
{
    char *end;
    const char *first = text + (*text == '-' || *text == '+');
    size_t n = len - (size_t)(first - text);
    if (n == 3 && (strncmp(first, "nan", 3) == 0 || strncmp(first, "inf", 3) == 0))
        return true;
    strtod(text, &end);
    return end == text + len && (is_digit(first[0]) || (first[0] == '.' && is_digit(first[1])));
}

/* Rounds once, from the text to the type. Numbers too small for the type become 0, as in C. */
static bool read_literal(enum raw_type type, const char *text, size_t len, struct value *v,
                         char why[EXPR_WHY])
{
    v->r = type == RAW_F32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    if (isnan(v->r)) /* one NaN for all: the default of x86 and arm, but for its sign */
        v->r = copysign(NAN, *text == '-' ? -1 : 1);
    /* An infinite text has at least three characters: one or two digits do not overflow. */
    if (!isinf(v->r) || strncmp(text + len - 3, "inf", 3) == 0)
        return true;
    return does_not_fit(type, text, len < 40 ? (int)len : 40,
                        "write inf if that is meant, or use another type", why);
}

bool value_read(enum raw_type type, const char *text, const struct expr_vars *vars, struct value *v,
                char why[EXPR_WHY])
{
    *v = (struct value){0};
    text += strspn(text, " \t");
    size_t len = strlen(text);
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    bool real = value_is_real(type);
    if (real && len > 0 && is_literal(text, len))
        return read_literal(type, text, len, v, why);
    expr_wide wide;
    if (!expr_eval_wide(text, vars, &wide, why))
        return false;
    v->i = (int64_t)(uint64_t)wide;
    v->r = type == RAW_F32 ? (double)(float)wide : (double)wide;
    if (real || fits(type, wide))
        return true;
    char number[32];
    int n = snprintf(number, sizeof number, wide < 0 ? "%lld" : "%llu", (unsigned long long)v->i);
    return does_not_fit(type, number, n, "use another value or type", why);
}

bool value_above(enum raw_type type, struct value a, struct value b)
{
    if (value_is_real(type))
        return a.r > b.r;
    return is_signed(type) ? a.i > b.i : (uint64_t)a.i > (uint64_t)b.i;
}

static uint64_t f32_bits(double r)
{
    float f = (float)r;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

uint64_t value_bits(enum raw_type type, struct value v)
{
    uint64_t bits;
    if (type == RAW_F32)
        return f32_bits(v.r);
    if (type == RAW_I64 || type == RAW_U64)
        return (uint64_t)v.i;
    if (type != RAW_F64)
        return (uint64_t)v.i & ((1ULL << (value_bytes(type) * 8)) - 1);
    memcpy(&bits, &v.r, sizeof bits);
    return bits;
}

uint64_t contents_key(uint64_t seed, const char *name)
{
    struct rng r = {seed};
    uint64_t key = rng_next(&r);
    for (; *name != '\0'; name++) {
        r.state = key ^ (uint64_t)(unsigned char)*name;
        key = rng_next(&r);
    }
    return key;
}

static struct value random_value(const struct contents *c, uint64_t i)
{
    /* SplitMix64's state is a counter: element i is i steps after the key. */
    struct rng r = {c->key + i * 0x9e3779b97f4a7c15u};
    uint64_t bits = rng_next(&r);
    if (value_is_real(c->type)) {
        double unit = (double)(bits >> 11) * 0x1p-53, span = c->b.r - c->a.r;
        if (!isfinite(span)) /* the difference of two large f64 overflows */
            return (struct value){.r = c->a.r * (1 - unit) + c->b.r * unit};
        return (struct value){.r = c->a.r + span * unit};
    }
    if (c->any)
        return (struct value){.i = (int64_t)bits};
    uint64_t span = (uint64_t)c->b.i - (uint64_t)c->a.i + 1; /* 0 stands for 2^64 */
    return (struct value){.i = (int64_t)((uint64_t)c->a.i + (span == 0 ? bits : bits % span))};
}

static struct value iota_value(const struct contents *c, uint64_t i)
{
    if (value_is_real(c->type))
        return (struct value){.r = c->a.r + c->b.r * (double)i};
    return (struct value){.i = (int64_t)((uint64_t)c->a.i + (uint64_t)c->b.i * i)};
}

void contents_fill(const struct contents *c, uint64_t from, uint64_t n, uint8_t *bytes)
{
    uint32_t size = value_bytes(c->type);
    if (c->init == RAW_ZERO) {
        memset(bytes, 0, n * size);
        return;
    }
    for (uint64_t i = from; i < from + n; i++, bytes += size) {
        struct value v = c->init == RAW_IOTA ? iota_value(c, i) : random_value(c, i);
        uint64_t bits = value_bits(c->type, v);
        memcpy(bytes, &bits, size);
    }
}
