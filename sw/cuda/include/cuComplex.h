/* Complex numbers of floats and of doubles, for host and device, C and C++. */
#ifndef UMBEL_CUDA_CUCOMPLEX_H
#define UMBEL_CUDA_CUCOMPLEX_H
#define CU_COMPLEX_H_ /* CUDA's own name */

#include <math.h> /* programs have it from here */

#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/*
 * The functions of a type: `f` ends their names and those of the C library. A modulus and a
 * quotient are computed of numbers that are divided by the larger part, so that squares neither
 * overflow nor vanish where the result would not.
 */
#define UMBEL_COMPLEX(Complex, Real, f)                                                            \
    UMBEL_FN Complex make_##Complex(Real x, Real y)                                                \
    {                                                                                              \
        Complex made = {x, y};                                                                     \
        return made;                                                                               \
    }                                                                                              \
    UMBEL_FN Real cuCreal##f(Complex x)                                                            \
    {                                                                                              \
        return x.x;                                                                                \
    }                                                                                              \
    UMBEL_FN Real cuCimag##f(Complex x)                                                            \
    {                                                                                              \
        return x.y;                                                                                \
    }                                                                                              \
    UMBEL_FN Complex cuConj##f(Complex x)                                                          \
    {                                                                                              \
        return make_##Complex(x.x, -x.y);                                                          \
    }                                                                                              \
    UMBEL_FN Complex cuCadd##f(Complex x, Complex y)                                               \
    {                                                                                              \
        return make_##Complex(x.x + y.x, x.y + y.y);                                               \
    }                                                                                              \
    UMBEL_FN Complex cuCsub##f(Complex x, Complex y)                                               \
    {                                                                                              \
        return make_##Complex(x.x - y.x, x.y - y.y);                                               \
    }                                                                                              \
    UMBEL_FN Complex cuCmul##f(Complex x, Complex y)                                               \
    {                                                                                              \
        return make_##Complex(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                       \
    }                                                                                              \
    UMBEL_FN Complex cuCfma##f(Complex x, Complex y, Complex d)                                    \
    {                                                                                              \
        return make_##Complex((d.x + x.x * y.x) - x.y * y.y, (d.y + x.x * y.y) + x.y * y.x);       \
    }                                                                                              \
    UMBEL_FN Complex cuCdiv##f(Complex x, Complex y)                                               \
    {                                                                                              \
        Real re = __builtin_fabs##f(y.x), im = __builtin_fabs##f(y.y);                             \
        Real scale = 1 / (re > im ? re : im), norm;                                                \
        x = make_##Complex(x.x * scale, x.y * scale);                                              \
        y = make_##Complex(y.x * scale, y.y * scale);                                              \
        norm = y.x * y.x + y.y * y.y;                                                              \
        return make_##Complex((x.x * y.x + x.y * y.y) / norm, (x.y * y.x - x.x * y.y) / norm);     \
    }                                                                                              \
    UMBEL_FN Real cuCabs##f(Complex x)                                                             \
    {                                                                                              \
        Real re = __builtin_fabs##f(x.x), im = __builtin_fabs##f(x.y);                             \
        Real larger = re > im ? re : im, ratio;                                                    \
        if (larger == larger + larger) /* zero or infinite */                                      \
            return re + im;                                                                        \
        ratio = (re > im ? im : re) / larger;                                                      \
        return larger * __builtin_sqrt##f(1 + ratio * ratio);                                      \
    }
UMBEL_COMPLEX(cuFloatComplex, float, f)
UMBEL_COMPLEX(cuDoubleComplex, double, )
#undef UMBEL_COMPLEX

UMBEL_FN cuComplex make_cuComplex(float x, float y)
{
    return make_cuFloatComplex(x, y);
}
UMBEL_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x)
{
    return make_cuDoubleComplex(x.x, x.y);
}
UMBEL_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return make_cuFloatComplex((float)x.x, (float)x.y);
}

#endif
