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

static bool fits(enum raw_type type, int64_t v)
{
    uint32_t bits = value_bytes(type) * 8;
    if (is_signed(type))
        return bits == 64 || (v >= -(1LL << (bits - 1)) && v < (1LL << (bits - 1)));
    return v >= 0 && (bits == 64 || v < (1LL << bits));
}

/* A plain decimal number; anything with a $ or an operator is left to expr_eval. */
static bool plain_real(const char *text, double *r)
{
    text += strspn(text, " \t");
    if (text[0] == '\0' || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    char *end;
    *r = strtod(text, &end);
    return *end == '\0' && isfinite(*r);
}

bool value_read(enum raw_type type, const char *text, const struct expr_vars *vars, struct value *v,
                char why[EXPR_WHY])
{
    *v = (struct value){0};
    if (value_is_real(type) && plain_real(text, &v->r))
        return true;
    if (!expr_eval(text, vars, &v->i, why))
        return false;
    v->r = (double)v->i;
    if (value_is_real(type) || fits(type, v->i))
        return true;
    snprintf(why, EXPR_WHY, "%lld does not fit %s; use another value or type", (long long)v->i,
             raw_type_name(type));
    return false;
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
        double unit = (double)(bits >> 11) * 0x1p-53;
        return (struct value){.r = c->a.r + (c->b.r - c->a.r) * unit};
    }
    if (c->any)
        return (struct value){.i = (int64_t)bits};
    uint64_t span = (uint64_t)c->b.i - (uint64_t)c->a.i + 1; /* 0: all 2^64 */
    return (struct value){.i = (int64_t)((uint64_t)c->a.i + (span == 0 ? bits : bits % span))};
}

static struct value iota_value(const struct contents *c, uint64_t i)
{
    if (value_is_real(c->type))
        return (struct value){.r = c->a.r + c->b.r * (double)i};
    return (struct value){.i = (int64_t)((uint64_t)c->a.i + (uint64_t)c->b.i * i)};
}

void contents_fill(const struct contents *c, uint8_t *bytes)
{
    uint32_t size = value_bytes(c->type);
    if (c->init == RAW_ZERO) {
        memset(bytes, 0, c->count * size);
        return;
    }
    for (uint64_t i = 0; i < c->count; i++) {
        struct value v = c->init == RAW_IOTA ? iota_value(c, i) : random_value(c, i);
        uint64_t bits = value_bits(c->type, v);
        memcpy(bytes + i * size, &bits, size);
    }
}
