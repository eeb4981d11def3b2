/*
 * The gamma function, error functions and their inverses, the normal distribution. Included by
 * umbel_cuda_math.h.
 *
 * The polynomials are Chebyshev interpolations, computed with 60 digits. Unless a comment says
 * otherwise, the functions for float call those for double.
 */
#ifndef UMBEL_CUDA_SPECIAL_H
#define UMBEL_CUDA_SPECIAL_H

/* c[0] + c[1] t + c[2] t^2 ... */
template <int Count> UMBEL_DEVICE double umbel_poly(double t, const double (&c)[Count])
{
    double r = c[Count - 1];
#pragma unroll
    for (int i = Count - 2; i >= 0; i--)
        r = __builtin_fma(r, t, c[i]);
    return r;
}

#define UMBEL_SPECIAL_F32(name)                                                                    \
    UMBEL_DEVICE float name##f(float x)                                                            \
    {                                                                                              \
        return (float)name((double)x);                                                             \
    }

/* ---- gamma ---- */

/* libclc returns -infinity for -infinity, and is wrong by 5 ulps between -2.3 and 0. There the
 * argument is moved upwards by gamma(x) = gamma(x + 1) / x. */
UMBEL_DEVICE double lgamma(double x)
{
    if (x < -2.3 || !(x < 0.0))
        return x == (double)-INFINITY ? -x : umbel_clc::lgamma(x);
    double divisor = x, divisor_lo = 0.0;
    for (x += 1.0; x < 0.0; x += 1.0) {
        double p = __nvvm_mul_rn_d(divisor, x);
        divisor_lo = __builtin_fma(divisor_lo, x, __builtin_fma(divisor, x, -p));
        divisor = p;
    }
    return umbel_clc::lgamma(x) - (umbel_clc::log(fabs(divisor)) + divisor_lo / divisor);
}
UMBEL_DEVICE float lgammaf(float x)
{
    /* Of negative numbers close to 0 libclc makes infinity. */
    return x < 0.0f ? (float)lgamma((double)x) : umbel_clc::lgamma(x);
}

/* gamma(x) = a * b for x >= 0.5. Neither a nor b overflows while 1/gamma(x) is not yet zero. */
struct umbel_factors {
    double a, b;
};
UMBEL_DEVICE umbel_factors umbel_gamma(double x)
{
    if (x > 12.0) {
        /* Stirling: sqrt(2 pi) x^(x - 1/2) exp(-x) times a series in 1/x. */
        double half = umbel_clc::pow(x, 0.5 * x - 0.25);
        double series = umbel_poly(1.0 / x, {1.0, 0.0833333333333313, 0.0034722222228772623,
                                             -0.002681327241730876, -0.0002294670375010925,
                                             0.0007838619685660333, 7.33939774687251e-05,
                                             -0.0006366727070305587, 0.00024362459581087065});
        return {half * umbel_clc::exp(-x), half * (2.5066282746310007 * series)};
    }
    double factor = 1.0;
    for (; x >= 2.5; x -= 1.0)
        factor *= x - 1.0;
    double divisor = x < 1.5 ? x : 1.0;
    double t = x < 1.5 ? x - 1.0 : x - 2.0;
    double r = umbel_poly(t, {1.0,
                              0.42278433509846713,
                              0.41184033042644064,
                              0.08157691924708438,
                              0.07424901075338665,
                              -0.00026698206858238155,
                              0.011154045724613223,
                              -0.002852645827564801,
                              0.0021039331732498803,
                              -0.000919573700182685,
                              0.0004903909299068918,
                              -0.00024094323456836658,
                              0.00012165153858755432,
                              -6.0778315892822384e-05,
                              3.057661722370728e-05,
                              -1.5309053056591383e-05,
                              7.215655907571232e-06,
                              -3.5838696168827447e-06,
                              2.626595151600183e-06,
                              -1.3346544570502201e-06});
    return {factor, r / divisor};
}
/* libclc computes tgamma from the logarithm and is wrong by a thousand ulps. */
UMBEL_DEVICE double tgamma(double x)
{
    if (x >= 0.5) {
        umbel_factors g = umbel_gamma(fmin(x, 200.0));
        return g.a * g.b;
    }
    if (x > -0.5) {
        umbel_factors g = umbel_gamma(x + 2.0);
        return g.a * g.b / (x * (x + 1.0));
    }
    /* Reflection. */
    if (!(x > (double)-INFINITY) || floor(x) == x)
        return (double)NAN;
    umbel_factors g = umbel_gamma(fmin(-x, 200.0));
    return -3.141592653589793 / (x * sinpi(x)) / g.a / g.b;
}
UMBEL_SPECIAL_F32(tgamma)

/* ---- error functions ---- */

/* erfcx(x) = exp(x^2) erfc(x). For x >= 0, (1 + 2 x) erfcx(x) is a polynomial in (x - 4) / (x + 4),
 * after Shepherd and Laframboise, Mathematics of Computation 36 (1981). */
UMBEL_DEVICE double umbel_erfcx(double x)
{
    double down = x - 4.0, up = 1.0 / (x + 4.0), t = down * up;
    /* Corrects t to its last digit, because the polynomial is steep at -1. */
    t = __builtin_fma(up, __builtin_fma(-t, x, __builtin_fma(-4.0, t + 1.0, x)), t);
    double p =
        umbel_poly(t, {1.2329951186255526,      -0.1396211168405625,     0.015379652102619604,
                       0.0680970542546904,      -0.10103906603630056,    0.09373283499843826,
                       -0.06633036581218697,    0.03716751553592911,     -0.016197734059799265,
                       0.005031969992669933,    -0.0007577732613730956,  -0.0001992567757633648,
                       0.0001506214900124047,   -2.4398944545280832e-05, -1.1221287012353486e-05,
                       5.709206053072183e-06,   2.919733377963012e-07,   -8.249198427508354e-07,
                       7.746992727017941e-08,   1.1009737295274889e-07,  -2.05606492756992e-08,
                       -1.4709550868669278e-08, 3.1695881915648173e-09,  1.7903326159489847e-09,
                       -2.659599690242689e-10,  -1.374652989001164e-10});
    return x < 1e15 ? p / __builtin_fma(2.0, x, 1.0) : 0.5641895835477563 / x;
}
UMBEL_DEVICE double erfcx(double x)
{
    /* Near 0 the quotient would be less exact. */
    if (fabs(x) < 0.25) {
        double c = umbel_clc::erfc(x);
        return __builtin_fma(c, umbel_clc::expm1(x * x), c);
    }
    double r = umbel_erfcx(fabs(x));
    if (!(x < 0.0))
        return r;
    /* exp(x^2), with the square in double-double. */
    double square = __nvvm_mul_rn_d(x, x), square_lo = __builtin_fma(x, x, -square);
    double twice = 2.0 * umbel_clc::exp(square);
    return twice < (double)INFINITY ? __builtin_fma(twice, square_lo, twice - r) : twice;
}
UMBEL_SPECIAL_F32(erfcx)

/* A first approximation of erfinv, to seven digits if 1 - |x| is at least 1e-7, after M. Giles,
 * Approximating the erfinv function (2010). w is -log((1 - x) (1 + x)). */
UMBEL_DEVICE double umbel_erfinv_guess(double x, double w)
{
    if (w < 5.0)
        return x * umbel_poly(w - 2.5, {1.50140941, 0.246640727, -0.00417768164, -0.00125372503,
                                        0.00021858087, -4.39150654e-06, -3.5233877e-06,
                                        3.43273939e-07, 2.81022636e-08});
    return x * umbel_poly(__builtin_sqrt(w) - 3.0,
                          {2.83297682, 1.00167406, 0.00943887047, -0.0076224613, 0.00573950773,
                           -0.00367342844, 0.00134934322, 0.000100950558, -0.000200214257});
}
/* A step of Halley's method, which triples the digits of y. `left` is erf(y) minus the target. */
UMBEL_DEVICE double umbel_erfinv_step(double y, double left)
{
    double newton = left * 0.886226925452758 * umbel_clc::exp(y * y);
    return y - newton / __builtin_fma(y, newton, 1.0);
}
/* The y > 0 with erfc(y) = p, p <= 1/2. */
UMBEL_DEVICE double umbel_erfcinv(double p)
{
    double w = -umbel_clc::log(p);
    if (w < 15.0) {
        double y = umbel_erfinv_guess(1.0 - p, w - umbel_clc::log(2.0 - p));
        return umbel_erfinv_step(y, p - umbel_clc::erfc(y));
    }
    /* Newton's method on y^2 - log(erfcx(y)) = w, from the first terms of its asymptotic series. */
    double y = __builtin_sqrt(w - 0.5 * (double)umbel_clc::log((float)(3.14159265 * w)));
    for (int i = 0; i < 3; i++) {
        double c = umbel_erfcx(y), square = __nvvm_mul_rn_d(y, y);
        double left = (square - w) + (__builtin_fma(y, y, -square) - umbel_clc::log(c));
        y -= left * c * 0.886226925452758;
    }
    return y;
}
UMBEL_DEVICE double erfinv(double x)
{
    double a = fabs(x), y;
    if (!(a < 1.0))
        return a == 1.0 ? copysign((double)INFINITY, x) : (double)NAN;
    if (a > 0.5) {
        y = umbel_erfcinv(1.0 - a);
    } else if (a > 1e-9) {
        y = umbel_erfinv_guess(a, -umbel_clc::log(__builtin_fma(-a, a, 1.0)));
        y = umbel_erfinv_step(y, umbel_clc::erf(y) - a);
    } else {
        y = a * 0.886226925452758;
    }
    return copysign(y, x);
}
UMBEL_DEVICE double erfcinv(double x)
{
    if (x <= 0.5)
        return x > 0.0 ? umbel_erfcinv(x) : x == 0.0 ? (double)INFINITY : (double)NAN;
    if (x < 1.5)
        return erfinv(1.0 - x);
    return x < 2.0 ? -umbel_erfcinv(2.0 - x) : x == 2.0 ? (double)-INFINITY : (double)NAN;
}
UMBEL_SPECIAL_F32(erfinv)
UMBEL_SPECIAL_F32(erfcinv)

/* ---- the normal distribution ---- */

/* erfc(-x / sqrt(2)) / 2. If the result is small, it depends on the last digits of the argument. */
UMBEL_DEVICE double normcdf(double x)
{
    double clamped = fmax(fmin(x, 40.0), -40.0);
    double a = __nvvm_mul_rn_d(clamped, -0.7071067811865476);
    double a_lo = __builtin_fma(clamped, -0.7071067811865476, -a) + clamped * 4.833646656726457e-17;
    double slope = -1.1283791670955126 * umbel_clc::exp(-a * a);
    return x == x ? 0.5 * __builtin_fma(slope, a_lo, umbel_clc::erfc(a)) : x;
}
UMBEL_DEVICE double normcdfinv(double p)
{
    return 0.0 - 1.4142135623730951 * erfcinv(2.0 * p);
}
UMBEL_SPECIAL_F32(normcdf)
UMBEL_SPECIAL_F32(normcdfinv)

#endif
