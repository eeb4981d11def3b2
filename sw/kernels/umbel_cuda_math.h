/*
 * CUDA's mathematical functions. Included by umbel_cuda.h.
 *
 * Left out: functions of long double. Half precision has headers of its own, in sw/cuda/include.
 */
#ifndef UMBEL_CUDA_MATH_H
#define UMBEL_CUDA_MATH_H

/* In a whole program the C library has the host's functions, and these are overloads for the
 * device. Beside a single kernel host code may call them, but it is never run. */
#ifdef UMBEL_PROGRAM
#define UMBEL_MATH UMBEL_DEVICE
#else
#define UMBEL_MATH UMBEL_FN
#endif

#include "umbel_cuda_intrinsics.h"

#include "umbel_cuda_simd.h"

#include "umbel_cuda_libclc.h"

#include "umbel_cuda_numbers.h"

#include "umbel_cuda_trig.h"

#include "umbel_cuda_elementary.h"

#include "umbel_cuda_norms.h"

#include "umbel_cuda_special.h"

#include "umbel_cuda_bessel.h"

#include "umbel_cuda_std.h"

#endif
