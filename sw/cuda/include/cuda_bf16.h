/*
 * bfloat16: the upper half of a float, one number (__nv_bfloat16, nv_bfloat16) or two
 * (__nv_bfloat162, nv_bfloat162). The types are C++ classes for host and device; a C source has
 * none of it. sm_70 has no instructions for them, so arithmetic is computed with doubles; every
 * result is rounded once.
 */
#ifndef UMBEL_CUDA_BF16_H
#define UMBEL_CUDA_BF16_H

#ifdef __cplusplus
#include "umbel_half/bits.h"

#define UMBEL_HTO(v, mode) umbel_to_bfloat16(v, mode)
#define UMBEL_HOF(bits) umbel_of_bfloat16(bits)
#define UMBEL_H __nv_bfloat16
#define UMBEL_H2 __nv_bfloat162
#define UMBEL_H_RAW __nv_bfloat16_raw
#define UMBEL_H2_RAW __nv_bfloat162_raw
#define UMBEL_HN(before, after) before##bfloat16##after
#define UMBEL_HTWICE __bfloat162bfloat162
#define UMBEL_HONE 0x3f80u
#define UMBEL_HINF 0x7f80
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define UMBEL_HCONVERSIONS 0
#else
#define UMBEL_HCONVERSIONS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define UMBEL_HOPERATORS 0
#else
#define UMBEL_HOPERATORS 1
#endif

#include "umbel_half/type.h"

#include "umbel_half/convert.h"

#include "umbel_half/steps.h"

#include "umbel_half/all.h"

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif
#endif

#endif
