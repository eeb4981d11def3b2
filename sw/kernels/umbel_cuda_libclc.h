/*
 * Declarations of functions of libclc, LLVM's library of OpenCL functions. ptx_compile() links it
 * if a kernel calls one of them. Included by umbel_cuda_math.h.
 *
 * The asm labels are the mangled names of the OpenCL functions. The functions are in a namespace,
 * because CUDA's names are for the corrected versions, in umbel_cuda_elementary.h and others.
 */
#ifndef UMBEL_CUDA_LIBCLC_H
#define UMBEL_CUDA_LIBCLC_H

#define UMBEL_LIBCLC __attribute__((device, const))

namespace umbel_clc
{
#define UMBEL_CLC1(name, mangled)                                                                  \
    UMBEL_LIBCLC float name(float) __asm__("_Z" mangled "f");                                      \
    UMBEL_LIBCLC double name(double) __asm__("_Z" mangled "d");
#define UMBEL_CLC2(name, mangled)                                                                  \
    UMBEL_LIBCLC float name(float, float) __asm__("_Z" mangled "ff");                              \
    UMBEL_LIBCLC double name(double, double) __asm__("_Z" mangled "dd");
UMBEL_CLC1(exp, "3exp")
UMBEL_CLC1(exp2, "4exp2")
UMBEL_CLC1(exp10, "5exp10")
UMBEL_CLC1(expm1, "5expm1")
UMBEL_CLC1(log, "3log")
UMBEL_CLC1(log2, "4log2")
UMBEL_CLC1(log10, "5log10")
UMBEL_CLC1(log1p, "5log1p")
UMBEL_CLC1(cbrt, "4cbrt")
UMBEL_CLC1(sin, "3sin")
UMBEL_CLC1(cos, "3cos")
UMBEL_CLC1(tan, "3tan")
UMBEL_CLC1(sinpi, "5sinpi")
UMBEL_CLC1(cospi, "5cospi")
UMBEL_CLC1(asin, "4asin")
UMBEL_CLC1(acos, "4acos")
UMBEL_CLC1(atan, "4atan")
UMBEL_CLC1(sinh, "4sinh")
UMBEL_CLC1(cosh, "4cosh")
UMBEL_CLC1(tanh, "4tanh")
UMBEL_CLC1(asinh, "5asinh")
UMBEL_CLC1(acosh, "5acosh")
UMBEL_CLC1(atanh, "5atanh")
UMBEL_CLC1(erf, "3erf")
UMBEL_CLC1(erfc, "4erfc")
UMBEL_CLC1(lgamma, "6lgamma")
UMBEL_CLC1(tgamma, "6tgamma")
UMBEL_CLC2(pow, "3pow")
UMBEL_CLC2(atan2, "5atan2")
UMBEL_CLC2(hypot, "5hypot")
UMBEL_CLC2(fmod, "4fmod")
UMBEL_CLC2(remainder, "9remainder")
__attribute__((device)) double remquo(double, double, int *) __asm__("_Z6remquoddPi");
#undef UMBEL_CLC1
#undef UMBEL_CLC2
} // namespace umbel_clc

#endif
