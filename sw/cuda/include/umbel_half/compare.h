/* Comparisons of a 16-bit type and of two such numbers, minima and maxima; operators. Included as
 * type.h is. */
#define UMBEL_HCOMPARE(name, a, b, expr)                                                           \
    UMBEL_FN bool __h##name(UMBEL_H ha, UMBEL_H hb)                                                \
    {                                                                                              \
        float a = umbel_float(ha), b = umbel_float(hb);                                            \
        return expr;                                                                               \
    }                                                                                              \
    UMBEL_FN bool __hb##name##2(UMBEL_H2 a, UMBEL_H2 b)                                            \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    /* 1 where it is true, 0 elsewhere. */                                                         \
    UMBEL_FN UMBEL_H2 __h##name##2(UMBEL_H2 a, UMBEL_H2 b)                                         \
    {                                                                                              \
        return UMBEL_H2(UMBEL_HMAKE(__h##name(a.x, b.x) ? UMBEL_HONE : 0),                         \
                        UMBEL_HMAKE(__h##name(a.y, b.y) ? UMBEL_HONE : 0));                        \
    }
/* False for NaN; those that end in u are true. */
UMBEL_HCOMPARE(eq, a, b, a == b)
UMBEL_HCOMPARE(ne, a, b, a<b || a> b)
UMBEL_HCOMPARE(lt, a, b, a < b)
UMBEL_HCOMPARE(le, a, b, a <= b)
UMBEL_HCOMPARE(gt, a, b, a > b)
UMBEL_HCOMPARE(ge, a, b, a >= b)
UMBEL_HCOMPARE(equ, a, b, !(a < b || a > b))
UMBEL_HCOMPARE(neu, a, b, a != b)
UMBEL_HCOMPARE(ltu, a, b, !(a >= b))
UMBEL_HCOMPARE(leu, a, b, !(a > b))
UMBEL_HCOMPARE(gtu, a, b, !(a <= b))
UMBEL_HCOMPARE(geu, a, b, !(a < b))
#undef UMBEL_HCOMPARE

UMBEL_FN bool __hisnan(UMBEL_H a)
{
    return (umbel_bits(a) & 0x7fff) > UMBEL_HINF;
}
/* 1 and -1 for the infinities. */
UMBEL_FN int __hisinf(UMBEL_H a)
{
    return (umbel_bits(a) & 0x7fff) != UMBEL_HINF ? 0 : (umbel_bits(a) & 0x8000) != 0 ? -1 : 1;
}
UMBEL_FN UMBEL_H2 __hisnan2(UMBEL_H2 a)
{
    return UMBEL_H2(UMBEL_HMAKE(__hisnan(a.x) ? UMBEL_HONE : 0),
                    UMBEL_HMAKE(__hisnan(a.y) ? UMBEL_HONE : 0));
}

/* The lesser, or with `most` the greater; -0 is less than 0. A number wins over NaN. */
UMBEL_FN UMBEL_H umbel_chosen(UMBEL_H a, UMBEL_H b, bool most)
{
    float x = umbel_float(a), y = umbel_float(b);
    if (__hisnan(a) && __hisnan(b))
        return UMBEL_HMAKE(0x7fff);
    if (__hisnan(a) || __hisnan(b))
        return __hisnan(a) ? b : a;
    if (x == y)
        return ((umbel_bits(a) & 0x8000) != 0) != most ? a : b;
    return (x < y) != most ? a : b;
}
#define UMBEL_HCHOOSE(name, most)                                                                  \
    UMBEL_FN UMBEL_H __h##name(UMBEL_H a, UMBEL_H b)                                               \
    {                                                                                              \
        return umbel_chosen(a, b, most);                                                           \
    }                                                                                              \
    UMBEL_FN UMBEL_H2 __h##name##2(UMBEL_H2 a, UMBEL_H2 b)                                         \
    {                                                                                              \
        return UMBEL_H2(__h##name(a.x, b.x), __h##name(a.y, b.y));                                 \
    }                                                                                              \
    /* NaN if one is. */                                                                           \
    UMBEL_FN UMBEL_H __h##name##_nan(UMBEL_H a, UMBEL_H b)                                         \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) ? UMBEL_HMAKE(0x7fff) : umbel_chosen(a, b, most);        \
    }                                                                                              \
    UMBEL_FN UMBEL_H2 __h##name##2_nan(UMBEL_H2 a, UMBEL_H2 b)                                     \
    {                                                                                              \
        return UMBEL_H2(__h##name##_nan(a.x, b.x), __h##name##_nan(a.y, b.y));                     \
    }
UMBEL_HCHOOSE(min, false)
UMBEL_HCHOOSE(max, true)
#undef UMBEL_HCHOOSE

#if UMBEL_HOPERATORS
#define UMBEL_HOPERATOR(op, name)                                                                  \
    UMBEL_FN bool operator op(const UMBEL_H &a, const UMBEL_H &b)                                  \
    {                                                                                              \
        return __h##name(a, b);                                                                    \
    }                                                                                              \
    UMBEL_FN bool operator op(const UMBEL_H2 &a, const UMBEL_H2 &b)                                \
    {                                                                                              \
        return __hb##name##2(a, b);                                                                \
    }
UMBEL_HOPERATOR(==, eq)
UMBEL_HOPERATOR(!=, neu)
UMBEL_HOPERATOR(<, lt)
UMBEL_HOPERATOR(<=, le)
UMBEL_HOPERATOR(>, gt)
UMBEL_HOPERATOR(>=, ge)
#undef UMBEL_HOPERATOR
#endif
