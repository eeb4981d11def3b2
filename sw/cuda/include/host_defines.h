/*
 * CUDA's qualifiers. A source that clang compiles as CUDA has them from umbel_cuda.h, which
 * umbel-nvcc includes ahead of it. To a plain C or C++ compiler, which sees the host alone, they
 * mean nothing.
 */
#ifndef UMBEL_CUDA_HOST_DEFINES_H
#define UMBEL_CUDA_HOST_DEFINES_H
#define __HOST_DEFINES_H__ /* Thrust asks for CUDA's own name */

#ifndef __CUDA__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__
#define UMBEL_FN static __inline__ __attribute__((unused))
#endif
#define CUDARTAPI
#define CUDART_CB
#define __cudart_builtin__
#define __builtin_align__(n) __attribute__((aligned(n)))

#endif
