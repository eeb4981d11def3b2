/*
 * threadIdx, blockIdx, blockDim and gridDim. In CUDA they are a uint3 and a dim3; a variable of
 * these types would be in memory. So they have types of their own, whose members are properties:
 * an object knows which special register it stands for, or that it holds numbers. The four
 * variables are constants that clang sees through, so `threadIdx.x` is the read of a register, and
 * a copy (`auto t = threadIdx`) is three numbers. Included by umbel_cuda.h.
 */
#ifndef UMBEL_CUDA_INDICES_H
#define UMBEL_CUDA_INDICES_H

enum umbel_register { UMBEL_NO_REGISTER, UMBEL_OF_THREAD, UMBEL_OF_BLOCK };

#define UMBEL_MEMBER __attribute__((device, always_inline, nodebug))
#define UMBEL_INDEX_PART(part, thread, block)                                                      \
    __declspec(property(get = umbel_get_##part, put = umbel_put_##part)) unsigned int part;        \
    UMBEL_MEMBER unsigned int umbel_get_##part() const                                             \
    {                                                                                              \
        return from == UMBEL_OF_THREAD  ? __nvvm_read_ptx_sreg_##thread##_##part()                 \
               : from == UMBEL_OF_BLOCK ? __nvvm_read_ptx_sreg_##block##_##part()                  \
                                        : umbel_##part;                                            \
    }                                                                                              \
    UMBEL_MEMBER unsigned int umbel_put_##part(unsigned int v)                                     \
    {                                                                                              \
        return umbel_##part = v;                                                                   \
    }
/* `unset` is what numbers are that a program does not give. */
#define UMBEL_INDEX(type, unset, thread, block)                                                    \
    struct type {                                                                                  \
        UMBEL_INDEX_PART(x, thread, block)                                                         \
        UMBEL_INDEX_PART(y, thread, block)                                                         \
        UMBEL_INDEX_PART(z, thread, block)                                                         \
        __attribute__((host, device)) constexpr type(unsigned int vx = unset,                      \
                                                     unsigned int vy = unset,                      \
                                                     unsigned int vz = unset)                      \
            : from(UMBEL_NO_REGISTER), umbel_x(vx), umbel_y(vy), umbel_z(vz)                       \
        {                                                                                          \
        }                                                                                          \
        constexpr explicit type(umbel_register number)                                             \
            : from(number), umbel_x(0), umbel_y(0), umbel_z(0)                                     \
        {                                                                                          \
        }                                                                                          \
        UMBEL_MEMBER type(const type &v)                                                           \
            : from(UMBEL_NO_REGISTER), umbel_x(v.x), umbel_y(v.y), umbel_z(v.z)                    \
        {                                                                                          \
        }                                                                                          \
        UMBEL_MEMBER type &operator=(const type &v)                                                \
        {                                                                                          \
            umbel_x = v.x, umbel_y = v.y, umbel_z = v.z;                                           \
            return *this;                                                                          \
        }                                                                                          \
        template <class Other> UMBEL_MEMBER type &operator=(const Other &v)                        \
        {                                                                                          \
            umbel_x = v.x, umbel_y = v.y, umbel_z = v.z;                                           \
            return *this;                                                                          \
        }                                                                                          \
        UMBEL_MEMBER operator uint3() const                                                        \
        {                                                                                          \
            return uint3{x, y, z};                                                                 \
        }                                                                                          \
        /* For `auto [i, j, k] = threadIdx`. */                                                    \
        template <size_t Number> UMBEL_MEMBER unsigned int get() const                             \
        {                                                                                          \
            return Number == 0 ? x : Number == 1 ? y : z;                                          \
        }                                                                                          \
                                                                                                   \
      private:                                                                                     \
        umbel_register from;                                                                       \
        unsigned int umbel_x, umbel_y, umbel_z;                                                    \
    };                                                                                             \
    UMBEL_MEMBER inline dim3::dim3(const type &v) : x(v.x), y(v.y), z(v.z)                         \
    {                                                                                              \
    }
UMBEL_INDEX(umbel_index, 0, tid, ctaid)
UMBEL_INDEX(umbel_size, 1, ntid, nctaid)
#undef UMBEL_INDEX
#undef UMBEL_INDEX_PART

static constexpr __device__ umbel_index threadIdx(UMBEL_OF_THREAD), blockIdx(UMBEL_OF_BLOCK);
static constexpr __device__ umbel_size blockDim(UMBEL_OF_THREAD), gridDim(UMBEL_OF_BLOCK);
constexpr int warpSize = 32;

namespace std
{
template <class> struct tuple_size;
template <size_t, class> struct tuple_element;
#define UMBEL_TUPLE(Type)                                                                          \
    template <> struct tuple_size<Type> {                                                          \
        static constexpr size_t value = 3;                                                         \
    };                                                                                             \
    template <size_t Number> struct tuple_element<Number, Type> {                                  \
        typedef unsigned int type;                                                                 \
    };
UMBEL_TUPLE(umbel_index)
UMBEL_TUPLE(const umbel_index)
UMBEL_TUPLE(umbel_size)
UMBEL_TUPLE(const umbel_size)
#undef UMBEL_TUPLE
} // namespace std

#endif
