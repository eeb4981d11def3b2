/*
 * Mathematical functions of a 16-bit type and of two such numbers: computed as floats, on the
 * device with its approximations, and rounded. Included as type.h is.
 */
#ifdef __CUDA_ARCH__
#define UMBEL_HEITHER(device, host) device
#else
#define UMBEL_HEITHER(device, host) host
#endif
#define UMBEL_HMATH(name, expr)                                                                    \
    UMBEL_FN UMBEL_H h##name(UMBEL_H h)                                                            \
    {                                                                                              \
        float v = umbel_float(h);                                                                  \
        return UMBEL_HMAKE(UMBEL_HTO(expr, UMBEL_RN));                                             \
    }                                                                                              \
    UMBEL_FN UMBEL_H2 h2##name(UMBEL_H2 v)                                                         \
    {                                                                                              \
        return UMBEL_H2(h##name(v.x), h##name(v.y));                                               \
    }
UMBEL_HMATH(sqrt, __builtin_sqrtf(v))
UMBEL_HMATH(rsqrt,
            UMBEL_HEITHER(__nvvm_rsqrt_approx_f(v), (float)(1.0 / __builtin_sqrt((double)v))))
UMBEL_HMATH(rcp, 1.0f / v)
UMBEL_HMATH(exp2, UMBEL_HEITHER(__exp2f(v), __builtin_exp2f(v)))
UMBEL_HMATH(exp, UMBEL_HEITHER(__expf(v), __builtin_expf(v)))
UMBEL_HMATH(exp10, UMBEL_HEITHER(__exp10f(v), (float)__builtin_pow(10.0, (double)v)))
UMBEL_HMATH(log2, UMBEL_HEITHER(__log2f(v), __builtin_log2f(v)))
UMBEL_HMATH(log, UMBEL_HEITHER(__logf(v), __builtin_logf(v)))
UMBEL_HMATH(log10, UMBEL_HEITHER(__log10f(v), __builtin_log10f(v)))
UMBEL_HMATH(sin, UMBEL_HEITHER(__sinf(v), __builtin_sinf(v)))
UMBEL_HMATH(cos, UMBEL_HEITHER(__cosf(v), __builtin_cosf(v)))
UMBEL_HMATH(floor, __builtin_floorf(v))
UMBEL_HMATH(ceil, __builtin_ceilf(v))
UMBEL_HMATH(trunc, __builtin_truncf(v))
UMBEL_HMATH(rint, __builtin_rintf(v))
#undef UMBEL_HMATH
#undef UMBEL_HEITHER
