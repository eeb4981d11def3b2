/* Arithmetic of a 16-bit type and of two such numbers, by the functions of steps.h; operators.
 * Included as type.h is. */
UMBEL_FN UMBEL_H __hneg(UMBEL_H a)
{
    return UMBEL_HMAKE(umbel_bits(a) ^ 0x8000u);
}
UMBEL_FN UMBEL_H __habs(UMBEL_H a)
{
    return UMBEL_HMAKE(umbel_bits(a) & 0x7fffu);
}
UMBEL_FN UMBEL_H2 __hneg2(UMBEL_H2 a)
{
    return umbel_make(a, umbel_bits(a) ^ 0x80008000u);
}
UMBEL_FN UMBEL_H2 __habs2(UMBEL_H2 a)
{
    return umbel_make(a, umbel_bits(a) & 0x7fff7fffu);
}

#define UMBEL_HOP(Type, name, two, step)                                                           \
    UMBEL_FN Type name##two(Type a, Type b)                                                        \
    {                                                                                              \
        return step(a, b);                                                                         \
    }                                                                                              \
    UMBEL_FN Type name##two##_rn(Type a, Type b)                                                   \
    {                                                                                              \
        return step(a, b);                                                                         \
    }                                                                                              \
    UMBEL_FN Type name##two##_sat(Type a, Type b)                                                  \
    {                                                                                              \
        return step##_sat(a, b);                                                                   \
    }
UMBEL_HOP(UMBEL_H, __hadd, , umbel_sum)
UMBEL_HOP(UMBEL_H, __hsub, , umbel_difference)
UMBEL_HOP(UMBEL_H, __hmul, , umbel_product)
UMBEL_HOP(UMBEL_H2, __hadd, 2, umbel_sum)
UMBEL_HOP(UMBEL_H2, __hsub, 2, umbel_difference)
UMBEL_HOP(UMBEL_H2, __hmul, 2, umbel_product)
#undef UMBEL_HOP

UMBEL_FN UMBEL_H __hfma(UMBEL_H a, UMBEL_H b, UMBEL_H c)
{
    return umbel_fused(a, b, c);
}
UMBEL_FN UMBEL_H __hfma_sat(UMBEL_H a, UMBEL_H b, UMBEL_H c)
{
    return umbel_fused_sat(a, b, c);
}
UMBEL_FN UMBEL_H2 __hfma2(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    return umbel_fused(a, b, c);
}
UMBEL_FN UMBEL_H2 __hfma2_sat(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    return umbel_fused_sat(a, b, c);
}
/* A negative result becomes 0. */
UMBEL_FN UMBEL_H __hfma_relu(UMBEL_H a, UMBEL_H b, UMBEL_H c)
{
    UMBEL_H r = umbel_fused(a, b, c);
    return umbel_float(r) <= 0.0f ? UMBEL_HMAKE(0) : r;
}
UMBEL_FN UMBEL_H2 __hfma2_relu(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    return UMBEL_H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
/* a * b + c of complex numbers, x the real part. */
UMBEL_FN UMBEL_H2 __hcmadd(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    UMBEL_H re = umbel_fused(a.x, b.x, c.x), im = umbel_fused(a.x, b.y, c.y);
    return UMBEL_H2(umbel_fused(__hneg(a.y), b.y, re), umbel_fused(a.y, b.x, im));
}
UMBEL_FN UMBEL_H __hdiv(UMBEL_H a, UMBEL_H b)
{
    return UMBEL_HMAKE(
        UMBEL_HTO(umbel_odd((double)umbel_float(a) / (double)umbel_float(b)), UMBEL_RN));
}
UMBEL_FN UMBEL_H2 __h2div(UMBEL_H2 a, UMBEL_H2 b)
{
    return UMBEL_H2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}

#if UMBEL_HOPERATORS
#define UMBEL_HOPERATOR(Type, op, name)                                                            \
    UMBEL_FN Type operator op(const Type &a, const Type &b)                                        \
    {                                                                                              \
        return name(a, b);                                                                         \
    }                                                                                              \
    UMBEL_FN Type &operator op##=(Type &a, const Type &b)                                          \
    {                                                                                              \
        return a = name(a, b);                                                                     \
    }
#define UMBEL_HOPERATORS_OF(Type, two, divide, one)                                                \
    UMBEL_HOPERATOR(Type, +, __hadd##two)                                                          \
    UMBEL_HOPERATOR(Type, -, __hsub##two)                                                          \
    UMBEL_HOPERATOR(Type, *, __hmul##two)                                                          \
    UMBEL_HOPERATOR(Type, /, divide)                                                               \
    UMBEL_FN Type &operator++(Type &a)                                                             \
    {                                                                                              \
        return a = __hadd##two(a, umbel_make(a, one));                                             \
    }                                                                                              \
    UMBEL_FN Type &operator--(Type &a)                                                             \
    {                                                                                              \
        return a = __hsub##two(a, umbel_make(a, one));                                             \
    }                                                                                              \
    UMBEL_FN Type operator++(Type &a, int)                                                         \
    {                                                                                              \
        Type before = a;                                                                           \
        ++a;                                                                                       \
        return before;                                                                             \
    }                                                                                              \
    UMBEL_FN Type operator--(Type &a, int)                                                         \
    {                                                                                              \
        Type before = a;                                                                           \
        --a;                                                                                       \
        return before;                                                                             \
    }                                                                                              \
    UMBEL_FN Type operator+(const Type &a)                                                         \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    UMBEL_FN Type operator-(const Type &a)                                                         \
    {                                                                                              \
        return __hneg##two(a);                                                                     \
    }
UMBEL_HOPERATORS_OF(UMBEL_H, , __hdiv, UMBEL_HONE)
UMBEL_HOPERATORS_OF(UMBEL_H2, 2, __h2div, UMBEL_HONE * 0x10001u)
#undef UMBEL_HOPERATORS_OF
#undef UMBEL_HOPERATOR
#endif
