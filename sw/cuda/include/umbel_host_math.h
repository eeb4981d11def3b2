/* Functions of CUDA that the C library lacks, for host code: nvcc offers them there, too. */
#ifndef UMBEL_HOST_MATH_H
#define UMBEL_HOST_MATH_H

#define UMBEL_HOST static inline __attribute__((host, unused))

UMBEL_HOST double rsqrt(double x)
{
    return 1.0 / __builtin_sqrt(x);
}
UMBEL_HOST float rsqrtf(float x)
{
    return (float)(1.0 / __builtin_sqrt((double)x));
}
UMBEL_HOST double rcbrt(double x)
{
    return 1.0 / __builtin_cbrt(x);
}
UMBEL_HOST float rcbrtf(float x)
{
    return (float)(1.0 / __builtin_cbrt((double)x));
}
/* x is reduced exactly, so whole and half numbers give exact results. */
UMBEL_HOST double sinpi(double x)
{
    double r = __builtin_remainder(x, 2.0);
    if (r > 0.5 || r < -0.5)
        r = __builtin_copysign(1.0, r) - r;
    return __builtin_sin(r * 3.14159265358979323846);
}
UMBEL_HOST double cospi(double x)
{
    double r = __builtin_fabs(__builtin_remainder(x, 2.0));
    return r == 0.5 ? 0.0 : __builtin_cos(r * 3.14159265358979323846);
}
UMBEL_HOST float sinpif(float x)
{
    return (float)sinpi((double)x);
}
UMBEL_HOST float cospif(float x)
{
    return (float)cospi((double)x);
}
UMBEL_HOST float normcdff(float x)
{
    return (float)(0.5 * __builtin_erfc(-(double)x * 0.70710678118654752440));
}
UMBEL_HOST double normcdf(double x)
{
    return 0.5 * __builtin_erfc(-x * 0.70710678118654752440);
}

#undef UMBEL_HOST

#endif
