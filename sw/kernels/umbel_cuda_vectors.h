/* CUDA's vector types. Included by umbel_cuda.h. */
#ifndef UMBEL_CUDA_VECTORS_H
#define UMBEL_CUDA_VECTORS_H

/* With this alignment a vector is one ld.v2 or ld.v4. */
#define UMBEL_VECTORS(type, T, a2, a4)                                                             \
    struct type##1                                                                                 \
    {                                                                                              \
        T x;                                                                                       \
    };                                                                                             \
    struct __attribute__((aligned(a2))) type##2                                                    \
    {                                                                                              \
        T x, y;                                                                                    \
    };                                                                                             \
    struct type##3                                                                                 \
    {                                                                                              \
        T x, y, z;                                                                                 \
    };                                                                                             \
    struct __attribute__((aligned(a4))) type##4                                                    \
    {                                                                                              \
        T x, y, z, w;                                                                              \
    };                                                                                             \
    UMBEL_FN type##1 make_##type##1(T x)                                                           \
    {                                                                                              \
        return {x};                                                                                \
    }                                                                                              \
    UMBEL_FN type##2 make_##type##2(T x, T y)                                                      \
    {                                                                                              \
        return {x, y};                                                                             \
    }                                                                                              \
    UMBEL_FN type##3 make_##type##3(T x, T y, T z)                                                 \
    {                                                                                              \
        return {x, y, z};                                                                          \
    }                                                                                              \
    UMBEL_FN type##4 make_##type##4(T x, T y, T z, T w)                                            \
    {                                                                                              \
        return {x, y, z, w};                                                                       \
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

struct dim3 {
    unsigned int x, y, z;
    __attribute__((host, device)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                                 unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    __attribute__((host, device)) constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};

#endif
