/*
 * The C++ names of the mathematical functions: overloads for float, integers and mixed arguments;
 * min, max and abs; and all of them in namespace std. Included by umbel_cuda_math.h.
 */
#ifndef UMBEL_CUDA_STD_H
#define UMBEL_CUDA_STD_H

template <bool, class Type> struct umbel_if {
};
template <class Type> struct umbel_if<true, Type> {
    typedef Type type;
};
template <class One> struct umbel_number {
    static constexpr bool integer = __is_integral(One);
    static constexpr bool real = __is_same(One, float) || __is_same(One, double);
    static constexpr bool any = integer || real;
};
template <class One, class Other> struct umbel_numbers {
    static constexpr bool mixed = umbel_number<One>::any && umbel_number<Other>::any &&
                                  !(umbel_number<One>::real && __is_same(One, Other));
};
/* double, if One is an integer; or if One and Other are numbers, but not both float or both double.
 */
template <class One>
using umbel_of_int = typename umbel_if<umbel_number<One>::integer, double>::type;
template <class One, class Other>
using umbel_of_mixed = typename umbel_if<umbel_numbers<One, Other>::mixed, double>::type;

#define UMBEL_STD(name)                                                                            \
    namespace std                                                                                  \
    {                                                                                              \
    using ::name;                                                                                  \
    }
/* name(float), name(integer); std::name, std::namef. R and RD: results for float and integers. */
#define UMBEL_OVERLOAD_R(R, RD, name)                                                              \
    UMBEL_MATH R name(float x)                                                                     \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    template <class One, class = umbel_of_int<One>> UMBEL_MATH RD name(One x)                      \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    UMBEL_STD(name)                                                                                \
    UMBEL_STD(name##f)
#define UMBEL_OVERLOAD1(name) UMBEL_OVERLOAD_R(float, double, name)
#define UMBEL_OVERLOAD2(name)                                                                      \
    UMBEL_MATH float name(float x, float y)                                                        \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    template <class One, class Other> UMBEL_MATH umbel_of_mixed<One, Other> name(One x, Other y)   \
    {                                                                                              \
        return name((double)x, (double)y);                                                         \
    }                                                                                              \
    UMBEL_STD(name)                                                                                \
    UMBEL_STD(name##f)
UMBEL_OVERLOAD1(exp)
UMBEL_OVERLOAD1(exp2)
UMBEL_OVERLOAD1(exp10)
UMBEL_OVERLOAD1(expm1)
UMBEL_OVERLOAD1(log)
UMBEL_OVERLOAD1(log2)
UMBEL_OVERLOAD1(log10)
UMBEL_OVERLOAD1(log1p)
UMBEL_OVERLOAD1(logb)
UMBEL_OVERLOAD1(sqrt)
UMBEL_OVERLOAD1(rsqrt)
UMBEL_OVERLOAD1(cbrt)
UMBEL_OVERLOAD1(rcbrt)
UMBEL_OVERLOAD1(sin)
UMBEL_OVERLOAD1(cos)
UMBEL_OVERLOAD1(tan)
UMBEL_OVERLOAD1(sinpi)
UMBEL_OVERLOAD1(cospi)
UMBEL_OVERLOAD1(asin)
UMBEL_OVERLOAD1(acos)
UMBEL_OVERLOAD1(atan)
UMBEL_OVERLOAD1(sinh)
UMBEL_OVERLOAD1(cosh)
UMBEL_OVERLOAD1(tanh)
UMBEL_OVERLOAD1(asinh)
UMBEL_OVERLOAD1(acosh)
UMBEL_OVERLOAD1(atanh)
UMBEL_OVERLOAD1(erf)
UMBEL_OVERLOAD1(erfc)
UMBEL_OVERLOAD1(erfinv)
UMBEL_OVERLOAD1(erfcinv)
UMBEL_OVERLOAD1(erfcx)
UMBEL_OVERLOAD1(normcdf)
UMBEL_OVERLOAD1(normcdfinv)
UMBEL_OVERLOAD1(j0)
UMBEL_OVERLOAD1(j1)
UMBEL_OVERLOAD1(y0)
UMBEL_OVERLOAD1(y1)
UMBEL_OVERLOAD1(cyl_bessel_i0)
UMBEL_OVERLOAD1(cyl_bessel_i1)
UMBEL_OVERLOAD1(lgamma)
UMBEL_OVERLOAD1(tgamma)
UMBEL_OVERLOAD1(fabs)
UMBEL_OVERLOAD1(floor)
UMBEL_OVERLOAD1(ceil)
UMBEL_OVERLOAD1(trunc)
UMBEL_OVERLOAD1(round)
UMBEL_OVERLOAD1(rint)
UMBEL_OVERLOAD1(nearbyint)
UMBEL_OVERLOAD_R(int, int, ilogb)
UMBEL_OVERLOAD_R(long, long, lrint)
UMBEL_OVERLOAD_R(long, long, lround)
UMBEL_OVERLOAD_R(long long, long long, llrint)
UMBEL_OVERLOAD_R(long long, long long, llround)
UMBEL_OVERLOAD2(pow)
UMBEL_OVERLOAD2(atan2)
UMBEL_OVERLOAD2(hypot)
UMBEL_OVERLOAD2(rhypot)
UMBEL_OVERLOAD2(fmod)
UMBEL_OVERLOAD2(remainder)
UMBEL_OVERLOAD2(fdim)
UMBEL_OVERLOAD2(fmin)
UMBEL_OVERLOAD2(fmax)
UMBEL_OVERLOAD2(copysign)
UMBEL_OVERLOAD2(nextafter)
UMBEL_STD(fma)
UMBEL_STD(fmaf)
UMBEL_STD(ldexp)
UMBEL_STD(ldexpf)
UMBEL_STD(scalbn)
UMBEL_STD(scalbnf)
UMBEL_STD(scalbln)
UMBEL_STD(scalblnf)
UMBEL_STD(frexp)
UMBEL_STD(frexpf)
UMBEL_STD(modf)
UMBEL_STD(modff)
UMBEL_STD(remquo)
UMBEL_STD(remquof)
UMBEL_STD(nan)
UMBEL_STD(nanf)
UMBEL_STD(isnan)
UMBEL_STD(isinf)
UMBEL_STD(isfinite)
UMBEL_STD(isnormal)
UMBEL_STD(signbit)

UMBEL_MATH float fma(float x, float y, float z)
{
    return fmaf(x, y, z);
}
UMBEL_MATH float ldexp(float x, int n)
{
    return ldexpf(x, n);
}
UMBEL_MATH float scalbn(float x, int n)
{
    return scalbnf(x, n);
}
UMBEL_MATH float scalbln(float x, long n)
{
    return scalblnf(x, n);
}
UMBEL_MATH float frexp(float x, int *e)
{
    return frexpf(x, e);
}
UMBEL_MATH float modf(float x, float *whole)
{
    return modff(x, whole);
}
UMBEL_MATH float remquo(float x, float y, int *quotient)
{
    return remquof(x, y, quotient);
}
UMBEL_MATH void sincos(float x, float *s, float *c)
{
    sincosf(x, s, c);
}
UMBEL_MATH void sincospi(float x, float *s, float *c)
{
    sincospif(x, s, c);
}
/* A quotient; with --fast-math an approximation. */
UMBEL_MATH float fdividef(float x, float y)
{
    return x / y;
}

/* min, max */
#define UMBEL_MIN_MAX(R, A, B)                                                                     \
    UMBEL_FN R min(A a, B b)                                                                       \
    {                                                                                              \
        return (R)a < (R)b ? (R)a : (R)b;                                                          \
    }                                                                                              \
    UMBEL_FN R max(A a, B b)                                                                       \
    {                                                                                              \
        return (R)a > (R)b ? (R)a : (R)b;                                                          \
    }
#define UMBEL_MIN_MAX_INTS(Type)                                                                   \
    UMBEL_MIN_MAX(Type, Type, Type)                                                                \
    UMBEL_MIN_MAX(unsigned Type, unsigned Type, unsigned Type)                                     \
    UMBEL_MIN_MAX(unsigned Type, Type, unsigned Type)                                              \
    UMBEL_MIN_MAX(unsigned Type, unsigned Type, Type)
UMBEL_MIN_MAX_INTS(int)
UMBEL_MIN_MAX_INTS(long)
UMBEL_MIN_MAX_INTS(long long)
#define UMBEL_MIN_MAX_FLOATS(R, A, B, f)                                                           \
    UMBEL_FN R min(A a, B b)                                                                       \
    {                                                                                              \
        return __builtin_fmin##f((R)a, (R)b);                                                      \
    }                                                                                              \
    UMBEL_FN R max(A a, B b)                                                                       \
    {                                                                                              \
        return __builtin_fmax##f((R)a, (R)b);                                                      \
    }
UMBEL_MIN_MAX_FLOATS(float, float, float, f)
UMBEL_MIN_MAX_FLOATS(double, double, double, )
UMBEL_MIN_MAX_FLOATS(double, float, double, )
UMBEL_MIN_MAX_FLOATS(double, double, float, )
#define UMBEL_MIN_MAX_NAMED(prefix, Type)                                                          \
    UMBEL_FN Type prefix##min(Type a, Type b)                                                      \
    {                                                                                              \
        return min(a, b);                                                                          \
    }                                                                                              \
    UMBEL_FN Type prefix##max(Type a, Type b)                                                      \
    {                                                                                              \
        return max(a, b);                                                                          \
    }
UMBEL_MIN_MAX_NAMED(u, unsigned int)
UMBEL_MIN_MAX_NAMED(ll, long long)
UMBEL_MIN_MAX_NAMED(ull, unsigned long long)

/* abs */
#define UMBEL_ABS(name, Type, expr)                                                                \
    UMBEL_MATH Type name(Type x)                                                                   \
    {                                                                                              \
        return expr;                                                                               \
    }
UMBEL_ABS(abs, int, x < 0 ? -x : x)
UMBEL_ABS(abs, long, x < 0 ? -x : x)
UMBEL_ABS(abs, long long, x < 0 ? -x : x)
UMBEL_ABS(labs, long, x < 0 ? -x : x)
UMBEL_ABS(llabs, long long, x < 0 ? -x : x)
UMBEL_ABS(abs, float, fabsf(x))
UMBEL_ABS(abs, double, fabs(x))
UMBEL_STD(abs)
UMBEL_STD(labs)
UMBEL_STD(llabs)

#ifndef UMBEL_PROGRAM
namespace std
{
template <class Type> UMBEL_FN constexpr const Type &min(const Type &a, const Type &b)
{
    return b < a ? b : a;
}
template <class Type> UMBEL_FN constexpr const Type &max(const Type &a, const Type &b)
{
    return a < b ? b : a;
}
template <class Type, class Less>
UMBEL_FN constexpr const Type &min(const Type &a, const Type &b, Less less)
{
    return less(b, a) ? b : a;
}
template <class Type, class Less>
UMBEL_FN constexpr const Type &max(const Type &a, const Type &b, Less less)
{
    return less(a, b) ? b : a;
}
template <class Type> UMBEL_FN void swap(Type &a, Type &b)
{
    Type t = static_cast<Type &&>(a);
    a = static_cast<Type &&>(b);
    b = static_cast<Type &&>(t);
}
} // namespace std
#endif

#endif
