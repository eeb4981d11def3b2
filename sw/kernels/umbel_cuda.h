/*
 * The part of CUDA that kernels may use without a CUDA SDK and without including anything.
 * ptx_compile() includes it before every kernel. It is built on clang's NVPTX built-ins.
 *
 * Left out: the host's API, textures, printf, malloc. Half precision and cooperative groups have
 * headers of their own, in sw/cuda/include.
 */
#ifndef UMBEL_CUDA_H
#define UMBEL_CUDA_H

#define __CUDACC__ 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ __inline__ __attribute__((always_inline))
/* Ignored: a call that clang can inline only costs time. */
#define __noinline__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ /* a parameter that kernels do not write */
#define __align__(n) __attribute__((aligned(n)))

/*
 * Attributes of the functions in these headers. UMBEL_FN is for host and device, so that kernels
 * can share code with a check on the host. nodebug: a fault in such a function names the calling
 * line.
 */
#define UMBEL_FN static __inline__ __attribute__((always_inline, nodebug, host, device, unused))
#define UMBEL_DEVICE static __inline__ __attribute__((always_inline, nodebug, device, unused))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#ifndef NULL
#define NULL nullptr
#endif
#ifndef INFINITY
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#endif
#ifndef FLT_MAX
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2u + 1u)
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#include "umbel_cuda_vectors.h"

#include "umbel_cuda_math.h"

#include "umbel_cuda_atomics.h"

#include "umbel_cuda_indices.h"

/*
 * Barriers and fences are asm statements. clang 14 assumes that its built-ins for them do not
 * access static variables, and moves loads of a __shared__ scalar across them.
 */
#define UMBEL_SYNC UMBEL_DEVICE __attribute__((convergent))
UMBEL_SYNC void umbel_syncthreads()
{
    asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads umbel_syncthreads
UMBEL_DEVICE void __trap()
{
    asm volatile("trap;");
}
/* For a debugger and a profiler, of which there are none. */
UMBEL_DEVICE void __brkpt()
{
    asm volatile("brkpt;");
}
UMBEL_DEVICE void __prof_trigger(int)
{
}
UMBEL_FN void __assume(bool holds)
{
    __builtin_assume(holds);
}
UMBEL_SYNC void __syncwarp(unsigned mask = 0xffffffffu)
{
    asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

/* Shuffles. The last argument of the built-in holds the segment's mask and the limit for lanes.
 * Differences of lanes are unsigned, as in CUDA: with an int here and an unsigned in the headers of
 * half precision, a call with a constant would fit neither better. */
#define UMBEL_SHUFFLE(name, mode, type, By, suffix, clamp)                                         \
    UMBEL_DEVICE type name(unsigned mask, type v, By by, int width = 32)                           \
    {                                                                                              \
        return __nvvm_shfl_sync_##mode##_##suffix(mask, v, (int)by,                                \
                                                  ((32 - width) << 8) | (clamp));                  \
    }
#define UMBEL_SHUFFLES(name, mode, By, clamp)                                                      \
    UMBEL_SHUFFLE(name, mode, int, By, i32, clamp)                                                 \
    UMBEL_SHUFFLE(name, mode, float, By, f32, clamp)                                               \
    UMBEL_DEVICE unsigned name(unsigned mask, unsigned v, By by, int width = 32)                   \
    {                                                                                              \
        return (unsigned)name(mask, (int)v, by, width);                                            \
    }                                                                                              \
    UMBEL_DEVICE long long name(unsigned mask, long long v, By by, int width = 32)                 \
    {                                                                                              \
        unsigned lo = name(mask, (unsigned)v, by, width);                                          \
        unsigned hi = name(mask, (unsigned)(v >> 32), by, width);                                  \
        return (long long)((unsigned long long)hi << 32 | lo);                                     \
    }                                                                                              \
    UMBEL_DEVICE double name(unsigned mask, double v, By by, int width = 32)                       \
    {                                                                                              \
        return __longlong_as_double(name(mask, __double_as_longlong(v), by, width));               \
    }
UMBEL_SHUFFLES(__shfl_sync, idx, int, 31)
UMBEL_SHUFFLES(__shfl_up_sync, up, unsigned, 0)
UMBEL_SHUFFLES(__shfl_down_sync, down, unsigned, 31)
UMBEL_SHUFFLES(__shfl_xor_sync, bfly, int, 31)

UMBEL_DEVICE int __all_sync(unsigned mask, int p)
{
    return __nvvm_vote_all_sync(mask, p != 0);
}
UMBEL_DEVICE int __any_sync(unsigned mask, int p)
{
    return __nvvm_vote_any_sync(mask, p != 0);
}
UMBEL_DEVICE unsigned __ballot_sync(unsigned mask, int p)
{
    return __nvvm_vote_ballot_sync(mask, p != 0);
}
UMBEL_DEVICE unsigned __activemask()
{
    unsigned mask;
    /* nomerge: if both sides of a branch begin with it, clang would move it before the branch. */
    [[clang::nomerge]]
    {
        asm volatile("activemask.b32 %0;" : "=r"(mask));
    }
    return mask;
}

template <class Type> UMBEL_DEVICE Type __ldg(const Type *p)
{
    return *p;
}

#include "umbel_cuda_threads.h"

#endif
