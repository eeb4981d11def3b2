/* Conversions of a 16-bit type, and packing of two. Included as type.h is. */
UMBEL_FN UMBEL_H umbel_make(UMBEL_H, unsigned int bits)
{
    UMBEL_H_RAW raw = {(unsigned short)bits};
    return UMBEL_H(raw);
}
#define UMBEL_HMAKE(bits) umbel_make(UMBEL_H(), bits)
UMBEL_FN unsigned short umbel_bits(UMBEL_H h)
{
    return UMBEL_H_RAW(h).x;
}
UMBEL_FN float umbel_float(UMBEL_H h)
{
    return UMBEL_HOF(umbel_bits(h));
}
/* Of two, the first is in the lower bits. */
UMBEL_FN unsigned int umbel_bits(UMBEL_H2 v)
{
    return umbel_bits(v.x) | (unsigned int)umbel_bits(v.y) << 16;
}
UMBEL_FN UMBEL_H2 umbel_make(UMBEL_H2, unsigned int bits)
{
    return UMBEL_H2(UMBEL_HMAKE(bits & 0xffff), UMBEL_HMAKE(bits >> 16));
}

/* Floating-point numbers. */
UMBEL_FN float UMBEL_HN(__, 2float)(UMBEL_H h)
{
    return umbel_float(h);
}
UMBEL_FN UMBEL_H UMBEL_HN(__float2, )(float v)
{
    return UMBEL_HMAKE(UMBEL_HTO(v, UMBEL_RN));
}
UMBEL_FN UMBEL_H UMBEL_HN(__float2, _rn)(float v)
{
    return UMBEL_HMAKE(UMBEL_HTO(v, UMBEL_RN));
}
UMBEL_FN UMBEL_H UMBEL_HN(__float2, _rz)(float v)
{
    return UMBEL_HMAKE(UMBEL_HTO(v, UMBEL_RZ));
}
UMBEL_FN UMBEL_H UMBEL_HN(__float2, _rd)(float v)
{
    return UMBEL_HMAKE(UMBEL_HTO(v, UMBEL_RD));
}
UMBEL_FN UMBEL_H UMBEL_HN(__float2, _ru)(float v)
{
    return UMBEL_HMAKE(UMBEL_HTO(v, UMBEL_RU));
}
UMBEL_FN UMBEL_H UMBEL_HN(__double2, )(double v)
{
    return UMBEL_HMAKE(UMBEL_HTO(umbel_odd(v), UMBEL_RN));
}

/* Integers, in all roundings both ways. */
#define UMBEL_HINT_MODE(Type, name, as_float, suffix, mode)                                        \
    UMBEL_FN UMBEL_H UMBEL_HN(__##name##2, suffix)(Type v)                                         \
    {                                                                                              \
        return UMBEL_HMAKE(UMBEL_HTO(as_float(v), mode));                                          \
    }                                                                                              \
    UMBEL_FN Type UMBEL_HN(__, 2##name##suffix)(UMBEL_H h)                                         \
    {                                                                                              \
        return umbel_to_##name(umbel_float(h), mode);                                              \
    }
#define UMBEL_HINT(Type, name, as_float)                                                           \
    UMBEL_HINT_MODE(Type, name, as_float, _rn, UMBEL_RN)                                           \
    UMBEL_HINT_MODE(Type, name, as_float, _rz, UMBEL_RZ)                                           \
    UMBEL_HINT_MODE(Type, name, as_float, _rd, UMBEL_RD)                                           \
    UMBEL_HINT_MODE(Type, name, as_float, _ru, UMBEL_RU)
UMBEL_HINT(short, short, (float))
UMBEL_HINT(unsigned short, ushort, (float))
UMBEL_HINT(int, int, umbel_odd)
UMBEL_HINT(unsigned int, uint, umbel_odd)
UMBEL_HINT(long long, ll, umbel_odd_s64)
UMBEL_HINT(unsigned long long, ull, umbel_odd_u64)
#undef UMBEL_HINT
#undef UMBEL_HINT_MODE

/* Bits. */
UMBEL_FN short UMBEL_HN(__, _as_short)(UMBEL_H h)
{
    return (short)umbel_bits(h);
}
UMBEL_FN unsigned short UMBEL_HN(__, _as_ushort)(UMBEL_H h)
{
    return umbel_bits(h);
}
UMBEL_FN UMBEL_H UMBEL_HN(__short_as_, )(short bits)
{
    return UMBEL_HMAKE((unsigned short)bits);
}
UMBEL_FN UMBEL_H UMBEL_HN(__ushort_as_, )(unsigned short bits)
{
    return UMBEL_HMAKE(bits);
}

/* Two numbers. */
UMBEL_FN UMBEL_H2 UMBEL_HN(__halves2, 2)(UMBEL_H x, UMBEL_H y)
{
    return UMBEL_H2(x, y);
}
UMBEL_FN UMBEL_H2 UMBEL_HTWICE(UMBEL_H v)
{
    return UMBEL_H2(v, v);
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__floats2, 2_rn)(float x, float y)
{
    return UMBEL_H2(UMBEL_HN(__float2, )(x), UMBEL_HN(__float2, )(y));
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__float2, 2_rn)(float v)
{
    return UMBEL_HN(__floats2, 2_rn)(v, v);
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__float22, 2_rn)(float2 v)
{
    return UMBEL_HN(__floats2, 2_rn)(v.x, v.y);
}
UMBEL_FN float2 UMBEL_HN(__, 22float2)(UMBEL_H2 v)
{
    return make_float2(umbel_float(v.x), umbel_float(v.y));
}
UMBEL_FN float __low2float(UMBEL_H2 v)
{
    return umbel_float(v.x);
}
UMBEL_FN float __high2float(UMBEL_H2 v)
{
    return umbel_float(v.y);
}
UMBEL_FN UMBEL_H UMBEL_HN(__low2, )(UMBEL_H2 v)
{
    return v.x;
}
UMBEL_FN UMBEL_H UMBEL_HN(__high2, )(UMBEL_H2 v)
{
    return v.y;
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__low2, 2)(UMBEL_H2 v)
{
    return UMBEL_H2(v.x, v.x);
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__high2, 2)(UMBEL_H2 v)
{
    return UMBEL_H2(v.y, v.y);
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__lows2, 2)(UMBEL_H2 a, UMBEL_H2 b)
{
    return UMBEL_H2(a.x, b.x);
}
UMBEL_FN UMBEL_H2 UMBEL_HN(__highs2, 2)(UMBEL_H2 a, UMBEL_H2 b)
{
    return UMBEL_H2(a.y, b.y);
}
UMBEL_FN UMBEL_H2 __lowhigh2highlow(UMBEL_H2 v)
{
    return UMBEL_H2(v.y, v.x);
}
