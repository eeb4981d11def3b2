/*
 * Half precision: binary16 numbers, one (__half, half) or two (__half2, half2). The types are C++
 * classes for host and device; a C source has none of it. On the device arithmetic is one
 * instruction, on the host it is computed, with the same results.
 */
#ifndef UMBEL_CUDA_FP16_H
#define UMBEL_CUDA_FP16_H

#ifdef __cplusplus
#include "umbel_half/bits.h"

#ifdef __CUDA_ARCH__
#include "umbel_half/native_cvt.h"
#define UMBEL_HTO(v, mode) umbel_native_to_half(v, mode)
#define UMBEL_HOF(bits) umbel_native_of_half(bits)
#else
#define UMBEL_HTO(v, mode) umbel_to_half(v, mode)
#define UMBEL_HOF(bits) umbel_of_half(bits)
#endif
#define UMBEL_H __half
#define UMBEL_H2 __half2
#define UMBEL_H_RAW __half_raw
#define UMBEL_H2_RAW __half2_raw
#define UMBEL_HN(before, after) before##half##after
#define UMBEL_HTWICE __half2half2
#define UMBEL_HONE 0x3c00u
#define UMBEL_HINF 0x7c00
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define UMBEL_HCONVERSIONS 0
#else
#define UMBEL_HCONVERSIONS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define UMBEL_HOPERATORS 0
#else
#define UMBEL_HOPERATORS 1
#endif

#include "umbel_half/type.h"

#include "umbel_half/convert.h"

#ifdef __CUDA_ARCH__
#include "umbel_half/native.h"
#else
#include "umbel_half/steps.h"
#endif

#include "umbel_half/all.h"

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
#endif
#endif

#endif
