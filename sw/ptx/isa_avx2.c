/* Lane functions for AVX2 with FMA: the same source as isa_base.c, wider vectors, fma as one
 * instruction. */
#include "sw/ptx/isa.h"

#include <math.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,lzcnt,popcnt"))),                 \
                             apply_to = function)
#else
#pragma GCC optimize("O3,no-math-errno,no-trapping-math")
#pragma GCC target("avx2,fma,bmi,lzcnt,popcnt")
#endif

/* Loops with division or libm calls are not vectorised: no warning about that. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#define ISA_(x) x##_avx2
#define ISA(x) ISA_(x)
#include "sw/ptx/isa_body.inc"

#ifdef __clang__
#pragma clang attribute pop
#endif

#else
const struct isa isa_avx2;
#endif
