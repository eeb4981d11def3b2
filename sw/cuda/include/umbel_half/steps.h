/*
 * Sums, products, fused sums and quotients, rounded once: computed as doubles. What a double cannot
 * hold is rounded to odd, or, as doubles have more than twice the bits, need not be. Included as
 * type.h is.
 */
UMBEL_FN UMBEL_H umbel_rounded(UMBEL_H, double v)
{
    return UMBEL_HMAKE(UMBEL_HTO(umbel_odd(v), UMBEL_RN));
}
UMBEL_FN UMBEL_H umbel_sum(UMBEL_H a, UMBEL_H b)
{
    return umbel_rounded(a, (double)umbel_float(a) + (double)umbel_float(b));
}
UMBEL_FN UMBEL_H umbel_difference(UMBEL_H a, UMBEL_H b)
{
    return umbel_rounded(a, (double)umbel_float(a) - (double)umbel_float(b));
}
UMBEL_FN UMBEL_H umbel_product(UMBEL_H a, UMBEL_H b)
{
    return umbel_rounded(a, (double)umbel_float(a) * (double)umbel_float(b));
}
UMBEL_FN UMBEL_H umbel_fused(UMBEL_H a, UMBEL_H b, UMBEL_H c)
{
    return umbel_rounded(
        a, umbel_odd_fma((double)umbel_float(a), (double)umbel_float(b), (double)umbel_float(c)));
}
/* Clamped to 0 .. 1; NaN becomes 0. */
UMBEL_FN UMBEL_H umbel_clamped(UMBEL_H v)
{
    float f = umbel_float(v);
    return f > 1.0f ? UMBEL_HMAKE(UMBEL_HONE) : f > 0.0f ? v : UMBEL_HMAKE(0);
}

#define UMBEL_HSTEP2(name)                                                                         \
    UMBEL_FN UMBEL_H name##_sat(UMBEL_H a, UMBEL_H b)                                              \
    {                                                                                              \
        return umbel_clamped(name(a, b));                                                          \
    }                                                                                              \
    UMBEL_FN UMBEL_H2 name(UMBEL_H2 a, UMBEL_H2 b)                                                 \
    {                                                                                              \
        return UMBEL_H2(name(a.x, b.x), name(a.y, b.y));                                           \
    }                                                                                              \
    UMBEL_FN UMBEL_H2 name##_sat(UMBEL_H2 a, UMBEL_H2 b)                                           \
    {                                                                                              \
        return UMBEL_H2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                               \
    }
UMBEL_HSTEP2(umbel_sum)
UMBEL_HSTEP2(umbel_difference)
UMBEL_HSTEP2(umbel_product)
#undef UMBEL_HSTEP2
UMBEL_FN UMBEL_H umbel_fused_sat(UMBEL_H a, UMBEL_H b, UMBEL_H c)
{
    return umbel_clamped(umbel_fused(a, b, c));
}
UMBEL_FN UMBEL_H2 umbel_fused(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    return UMBEL_H2(umbel_fused(a.x, b.x, c.x), umbel_fused(a.y, b.y, c.y));
}
UMBEL_FN UMBEL_H2 umbel_fused_sat(UMBEL_H2 a, UMBEL_H2 b, UMBEL_H2 c)
{
    return UMBEL_H2(umbel_fused_sat(a.x, b.x, c.x), umbel_fused_sat(a.y, b.y, c.y));
}
