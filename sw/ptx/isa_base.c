/* Lane functions for any CPU. */
#include "sw/ptx/isa.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

/* These options change no result. They let comparisons and square roots be vectorised. */
#ifndef __clang__
#pragma GCC optimize("O3,no-math-errno,no-trapping-math")
#endif

/* Loops with division or libm calls are not vectorised: no warning about that. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#define ISA_(x) x##_base
#define ISA(x) ISA_(x)
#include "sw/ptx/isa_body.inc"

const struct isa *isa_best(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &isa_avx2;
#endif
    return &isa_base;
}
