/*
 * A type of 16 bits, and one of two such numbers. cuda_fp16.h and cuda_bf16.h each include this
 * without a guard, with these macros:
 *
 *   UMBEL_H UMBEL_H2           the two types, and with _RAW the structures of their bits
 *   UMBEL_HN(before, after)    a name with the type's word in the middle: half, bfloat16
 *   UMBEL_HTWICE               the function that makes two of one: __half2half2
 *   UMBEL_HTO(v, mode)         the bits of a float; UMBEL_HOF(bits) the float
 *   UMBEL_HCONVERSIONS         whether numbers convert to the type without a cast
 */
typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} UMBEL_H_RAW;
typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} UMBEL_H2_RAW;

struct __attribute__((aligned(2))) UMBEL_H {
  protected:
    unsigned short __x;

  public:
    UMBEL_H() = default;
    UMBEL_IN UMBEL_H(const UMBEL_H_RAW &raw) : __x(raw.x)
    {
    }
    /* A template, so that `= {}` means the type itself. */
    template <int unused = 0> UMBEL_IN UMBEL_H &operator=(const UMBEL_H_RAW &raw)
    {
        __x = raw.x;
        return *this;
    }
    UMBEL_IN volatile UMBEL_H &operator=(const UMBEL_H_RAW &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    UMBEL_IN operator UMBEL_H_RAW() const
    {
        UMBEL_H_RAW raw = {__x};
        return raw;
    }
    UMBEL_IN operator UMBEL_H_RAW() const volatile
    {
        UMBEL_H_RAW raw = {__x};
        return raw;
    }
#if UMBEL_HCONVERSIONS
#define UMBEL_FROM(Type, as_float)                                                                 \
    UMBEL_IN UMBEL_H(Type v) : __x(UMBEL_HTO(as_float(v), UMBEL_RN))                               \
    {                                                                                              \
    }                                                                                              \
    UMBEL_IN UMBEL_H &operator=(Type v)                                                            \
    {                                                                                              \
        __x = UMBEL_HTO(as_float(v), UMBEL_RN);                                                    \
        return *this;                                                                              \
    }
#define UMBEL_INTO(Type, name)                                                                     \
    UMBEL_IN operator Type() const                                                                 \
    {                                                                                              \
        return (Type)umbel_to_##name(UMBEL_HOF(__x), UMBEL_RZ);                                    \
    }
    UMBEL_FROM(float, )
    UMBEL_FROM(double, umbel_odd)
    UMBEL_FROM(short, (float))
    UMBEL_FROM(unsigned short, (float))
    UMBEL_FROM(int, umbel_odd)
    UMBEL_FROM(unsigned int, umbel_odd)
    UMBEL_FROM(long long, umbel_odd_s64)
    UMBEL_FROM(unsigned long long, umbel_odd_u64)
    UMBEL_IN operator float() const
    {
        return UMBEL_HOF(__x);
    }
    UMBEL_INTO(short, short)
    UMBEL_INTO(unsigned short, ushort)
    UMBEL_INTO(int, int)
    UMBEL_INTO(unsigned int, uint)
    UMBEL_INTO(long long, ll)
    UMBEL_INTO(unsigned long long, ull)
    UMBEL_IN operator bool() const
    {
        return (__x & 0x7fff) != 0;
    }
#undef UMBEL_FROM
#undef UMBEL_INTO
#endif
};

struct __attribute__((aligned(4))) UMBEL_H2 {
    UMBEL_H x, y;
    UMBEL_H2() = default;
    UMBEL_IN UMBEL_H2(const UMBEL_H &a, const UMBEL_H &b) : x(a), y(b)
    {
    }
    UMBEL_IN UMBEL_H2(const UMBEL_H2_RAW &raw)
    {
        x = UMBEL_H_RAW{raw.x};
        y = UMBEL_H_RAW{raw.y};
    }
    template <int unused = 0> UMBEL_IN UMBEL_H2 &operator=(const UMBEL_H2_RAW &raw)
    {
        x = UMBEL_H_RAW{raw.x};
        y = UMBEL_H_RAW{raw.y};
        return *this;
    }
    UMBEL_IN operator UMBEL_H2_RAW() const
    {
        UMBEL_H2_RAW raw = {UMBEL_H_RAW(x).x, UMBEL_H_RAW(y).x};
        return raw;
    }
};
