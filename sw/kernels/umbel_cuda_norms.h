/* Euclidean norms and their reciprocals. Included by umbel_cuda_math.h. */
#ifndef UMBEL_CUDA_NORMS_H
#define UMBEL_CUDA_NORMS_H

/*
 * Double precision: all elements are multiplied by one power of two, which brings the greatest to
 * 1 .. 4. Their squares are added up in double-double.
 */
struct umbel_norm_sum {
    double scale, unscale; /* powers of two; their product is 1 */
    double hi, lo;         /* the sum of squares */
    bool infinite;         /* an element is infinite: then so is the norm, even if others are NaN */
};
UMBEL_DEVICE umbel_norm_sum umbel_norm_of(double greatest)
{
    int e = (int)(__double_as_longlong(greatest) >> 52);
    e = e < 1 ? 1 : e > 2045 ? 2045 : e;
    umbel_norm_sum s = {umbel_power_of_2(1023 - e), umbel_power_of_2(e - 1023), 0.0, 0.0,
                        greatest == (double)INFINITY};
    return s;
}
UMBEL_DEVICE void umbel_norm_add(umbel_norm_sum &s, double x)
{
    x *= s.scale;
    double square = __nvvm_mul_rn_d(x, x), square_lo = __builtin_fma(x, x, -square);
    double sum = __nvvm_add_rn_d(s.hi, square);
    double from_square = __nvvm_add_rn_d(sum, -s.hi);
    double lost = __nvvm_add_rn_d(s.hi, -__nvvm_add_rn_d(sum, -from_square)) +
                  __nvvm_add_rn_d(square, -from_square);
    s.hi = sum;
    s.lo += lost + square_lo;
}
UMBEL_DEVICE double umbel_norm(const umbel_norm_sum &s)
{
    double r = __builtin_sqrt(s.hi);
    double left = __builtin_fma(-r, r, s.hi) + s.lo;
    r = r > 0.0 ? r + left / (r + r) : r;
    return s.infinite ? (double)INFINITY : r * s.unscale;
}
UMBEL_DEVICE double umbel_rnorm(const umbel_norm_sum &s)
{
    double r = 1.0 / __builtin_sqrt(s.hi);
    double square = __nvvm_mul_rn_d(r, r), square_lo = __builtin_fma(r, r, -square);
    double error = __builtin_fma(-square, s.hi, 1.0) - __builtin_fma(square, s.lo, square_lo * s.hi);
    r = s.hi > 0.0 ? __builtin_fma(r * 0.5, error, r) : r;
    return s.infinite ? 0.0 : r * s.scale;
}
UMBEL_DEVICE umbel_norm_sum umbel_norm_of(double x, double y, double z, double w)
{
    umbel_norm_sum s = umbel_norm_of(fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w))));
    umbel_norm_add(s, x);
    umbel_norm_add(s, y);
    umbel_norm_add(s, z);
    umbel_norm_add(s, w);
    return s;
}
UMBEL_DEVICE umbel_norm_sum umbel_norm_of(int n, const double *p)
{
    double greatest = 0.0;
    for (int i = 0; i < n; i++)
        greatest = fmax(greatest, fabs(p[i]));
    umbel_norm_sum s = umbel_norm_of(greatest);
    for (int i = 0; i < n; i++)
        umbel_norm_add(s, p[i]);
    return s;
}
UMBEL_DEVICE double rhypot(double x, double y)
{
    return umbel_rnorm(umbel_norm_of(x, y, 0.0, 0.0));
}
UMBEL_DEVICE double norm3d(double x, double y, double z)
{
    return umbel_norm(umbel_norm_of(x, y, z, 0.0));
}
UMBEL_DEVICE double rnorm3d(double x, double y, double z)
{
    return umbel_rnorm(umbel_norm_of(x, y, z, 0.0));
}
UMBEL_DEVICE double norm4d(double x, double y, double z, double w)
{
    return umbel_norm(umbel_norm_of(x, y, z, w));
}
UMBEL_DEVICE double rnorm4d(double x, double y, double z, double w)
{
    return umbel_rnorm(umbel_norm_of(x, y, z, w));
}
UMBEL_DEVICE double norm(int n, const double *p)
{
    return umbel_norm(umbel_norm_of(n, p));
}
UMBEL_DEVICE double rnorm(int n, const double *p)
{
    return umbel_rnorm(umbel_norm_of(n, p));
}

/* Single precision: in double, squares of floats neither overflow nor underflow. */
UMBEL_DEVICE double umbel_squares(float x, float y, float z, float w)
{
    double a = x, b = y, c = z, d = w;
    bool infinite = isinf(x) || isinf(y) || isinf(z) || isinf(w);
    return infinite ? (double)INFINITY : a * a + b * b + (c * c + d * d);
}
UMBEL_DEVICE double umbel_squares(int n, const float *p)
{
    double sum = 0.0;
    bool infinite = false;
    for (int i = 0; i < n; i++) {
        sum += (double)p[i] * (double)p[i];
        infinite = infinite || isinf(p[i]);
    }
    return infinite ? (double)INFINITY : sum;
}
UMBEL_DEVICE float rhypotf(float x, float y)
{
    return (float)rsqrt(umbel_squares(x, y, 0.0f, 0.0f));
}
UMBEL_DEVICE float norm3df(float x, float y, float z)
{
    return (float)sqrt(umbel_squares(x, y, z, 0.0f));
}
UMBEL_DEVICE float rnorm3df(float x, float y, float z)
{
    return (float)rsqrt(umbel_squares(x, y, z, 0.0f));
}
UMBEL_DEVICE float norm4df(float x, float y, float z, float w)
{
    return (float)sqrt(umbel_squares(x, y, z, w));
}
UMBEL_DEVICE float rnorm4df(float x, float y, float z, float w)
{
    return (float)rsqrt(umbel_squares(x, y, z, w));
}
UMBEL_DEVICE float normf(int n, const float *p)
{
    return (float)sqrt(umbel_squares(n, p));
}
UMBEL_DEVICE float rnormf(int n, const float *p)
{
    return (float)rsqrt(umbel_squares(n, p));
}

#endif
