/* CUDA's vector types. Included by umbel_cuda.h, and by sw/cuda/include/vector_types.h for sources
 * that are plain C or C++. */
#ifndef UMBEL_CUDA_VECTORS_H
#define UMBEL_CUDA_VECTORS_H

/* With this alignment a vector is one ld.v2 or ld.v4. */
#define UMBEL_VECTORS(type, Type, a2, a4)                                                          \
    typedef struct type##1                                                                         \
    {                                                                                              \
        Type x;                                                                                    \
    }                                                                                              \
    type##1;                                                                                       \
    typedef struct __attribute__((aligned(a2))) type##2                                            \
    {                                                                                              \
        Type x, y;                                                                                 \
    }                                                                                              \
    type##2;                                                                                       \
    typedef struct type##3                                                                         \
    {                                                                                              \
        Type x, y, z;                                                                              \
    }                                                                                              \
    type##3;                                                                                       \
    typedef struct __attribute__((aligned(a4))) type##4                                            \
    {                                                                                              \
        Type x, y, z, w;                                                                           \
    }                                                                                              \
    type##4;                                                                                       \
    UMBEL_FN type##1 make_##type##1(Type x)                                                        \
    {                                                                                              \
        type##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    UMBEL_FN type##2 make_##type##2(Type x, Type y)                                                \
    {                                                                                              \
        type##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    UMBEL_FN type##3 make_##type##3(Type x, Type y, Type z)                                        \
    {                                                                                              \
        type##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    UMBEL_FN type##4 make_##type##4(Type x, Type y, Type z, Type w)                                \
    {                                                                                              \
        type##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }
UMBEL_VECTORS(char, signed char, 2, 4)
UMBEL_VECTORS(uchar, unsigned char, 2, 4)
UMBEL_VECTORS(short, short, 4, 8)
UMBEL_VECTORS(ushort, unsigned short, 4, 8)
UMBEL_VECTORS(int, int, 8, 16)
UMBEL_VECTORS(uint, unsigned int, 8, 16)
UMBEL_VECTORS(long, long, 16, 16)
UMBEL_VECTORS(ulong, unsigned long, 16, 16)
UMBEL_VECTORS(longlong, long long, 16, 16)
UMBEL_VECTORS(ulonglong, unsigned long long, 16, 16)
UMBEL_VECTORS(float, float, 8, 16)
UMBEL_VECTORS(double, double, 16, 16)

#ifdef __CUDA__
#define UMBEL_DIM3 __attribute__((host, device)) constexpr
#else
#define UMBEL_DIM3 constexpr
#endif
#ifdef __CUDA__
struct umbel_index;
struct umbel_size;
#endif
typedef struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    UMBEL_DIM3 dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    UMBEL_DIM3 dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
#ifdef __CUDA__ /* of threadIdx and blockDim: umbel_cuda_indices.h */
    __attribute__((device)) dim3(const umbel_index &v);
    __attribute__((device)) dim3(const umbel_size &v);
#endif
    UMBEL_DIM3 operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
} dim3;

#endif
