/*
 * What threads learn of each other, of memory and of time: match, reductions at a barrier, spaces
 * of addresses, cache hints, clocks. Included by umbel_cuda.h.
 */
#ifndef UMBEL_CUDA_THREADS_H
#define UMBEL_CUDA_THREADS_H

/* The other integers, as the shuffles of the integers that have their width. */
#define UMBEL_SHUFFLE_AS(name, type, By, as)                                                       \
    UMBEL_DEVICE type name(unsigned mask, type v, By by, int width = 32)                           \
    {                                                                                              \
        return (type)name(mask, (as)v, by, width);                                                 \
    }
#define UMBEL_SHUFFLES_AS(name, By)                                                                \
    UMBEL_SHUFFLE_AS(name, unsigned long long, By, long long)                                      \
    UMBEL_SHUFFLE_AS(name, long, By, long long)                                                    \
    UMBEL_SHUFFLE_AS(name, unsigned long, By, long long)
UMBEL_SHUFFLES_AS(__shfl_sync, int)
UMBEL_SHUFFLES_AS(__shfl_up_sync, unsigned)
UMBEL_SHUFFLES_AS(__shfl_down_sync, unsigned)
UMBEL_SHUFFLES_AS(__shfl_xor_sync, int)

/* The forms of before CUDA 9, which name no lanes: all that are there take part. Templates, as
 * programs may have functions of these names. */
#define UMBEL_OLD_SHUFFLE(name, By)                                                                \
    template <class Type> UMBEL_DEVICE Type name(Type v, By by, int width = 32)                    \
    {                                                                                              \
        return name##_sync(__activemask(), v, by, width);                                          \
    }
UMBEL_OLD_SHUFFLE(__shfl, int)
UMBEL_OLD_SHUFFLE(__shfl_up, unsigned)
UMBEL_OLD_SHUFFLE(__shfl_down, unsigned)
UMBEL_OLD_SHUFFLE(__shfl_xor, int)
UMBEL_DEVICE int __all(int p)
{
    return __all_sync(__activemask(), p);
}
UMBEL_DEVICE int __any(int p)
{
    return __any_sync(__activemask(), p);
}
UMBEL_DEVICE unsigned __ballot(int p)
{
    return __ballot_sync(__activemask(), p);
}

/* The lanes that have the caller's value; the mask if all lanes have it, else 0. The values are
 * compared by their bits. */
UMBEL_SYNC unsigned umbel_match_any(unsigned mask, unsigned v)
{
    unsigned r;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));
    return r;
}
UMBEL_SYNC unsigned umbel_match_any(unsigned mask, unsigned long long v)
{
    unsigned r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(v), "r"(mask));
    return r;
}
UMBEL_SYNC unsigned umbel_match_all(unsigned mask, unsigned v)
{
    unsigned r;
    asm volatile("match.all.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));
    return r;
}
UMBEL_SYNC unsigned umbel_match_all(unsigned mask, unsigned long long v)
{
    unsigned r;
    asm volatile("match.all.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(v), "r"(mask));
    return r;
}
/* The values of all lanes of the mask in one. */
#define UMBEL_REDUX(name, op, type, ptx)                                                           \
    UMBEL_SYNC type __reduce_##name##_sync(unsigned mask, type v)                                  \
    {                                                                                              \
        type r;                                                                                    \
        asm volatile("redux.sync." op "." ptx " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));       \
        return r;                                                                                  \
    }
UMBEL_REDUX(add, "add", unsigned, "u32")
UMBEL_REDUX(add, "add", int, "s32")
UMBEL_REDUX(min, "min", unsigned, "u32")
UMBEL_REDUX(min, "min", int, "s32")
UMBEL_REDUX(max, "max", unsigned, "u32")
UMBEL_REDUX(max, "max", int, "s32")
UMBEL_REDUX(and, "and", unsigned, "b32")
UMBEL_REDUX(or, "or", unsigned, "b32")
UMBEL_REDUX(xor, "xor", unsigned, "b32")
#undef UMBEL_REDUX
#define UMBEL_MATCH(type, bits, to_bits)                                                           \
    UMBEL_DEVICE unsigned __match_any_sync(unsigned mask, type v)                                  \
    {                                                                                              \
        return umbel_match_any(mask, (bits)to_bits(v));                                            \
    }                                                                                              \
    UMBEL_DEVICE unsigned __match_all_sync(unsigned mask, type v, int *all)                        \
    {                                                                                              \
        unsigned r = umbel_match_all(mask, (bits)to_bits(v));                                      \
        *all = r != 0;                                                                             \
        return r;                                                                                  \
    }
UMBEL_MATCH(int, unsigned, )
UMBEL_MATCH(unsigned, unsigned, )
UMBEL_MATCH(long, unsigned long long, )
UMBEL_MATCH(unsigned long, unsigned long long, )
UMBEL_MATCH(long long, unsigned long long, )
UMBEL_MATCH(unsigned long long, unsigned long long, )
UMBEL_MATCH(float, unsigned, __float_as_uint)
UMBEL_MATCH(double, unsigned long long, __double_as_longlong)

/* A barrier that tells how many threads say yes, whether all do, whether one does. */
UMBEL_SYNC int __syncthreads_count(int yes)
{
    int r;
    asm volatile(
        "{\n\t.reg .pred %%p;\n\tsetp.ne.u32 %%p, %1, 0;\n\tbar.red.popc.u32 %0, 0, %%p;\n\t}"
        : "=r"(r)
        : "r"(yes)
        : "memory");
    return r;
}
#define UMBEL_SYNCTHREADS(how)                                                                     \
    UMBEL_SYNC int __syncthreads_##how(int yes)                                                    \
    {                                                                                              \
        int r;                                                                                     \
        asm volatile("{\n\t.reg .pred %%p, %%q;\n\tsetp.ne.u32 %%p, %1, 0;\n\tbar.red." #how       \
                     ".pred %%q, 0, %%p;\n\tselp.u32 %0, 1, 0, %%q;\n\t}"                          \
                     : "=r"(r)                                                                     \
                     : "r"(yes)                                                                    \
                     : "memory");                                                                  \
        return r;                                                                                  \
    }
UMBEL_SYNCTHREADS(and)
UMBEL_SYNCTHREADS(or)

/* Loads and stores with hints for the caches, which keep what they like. */
#define UMBEL_HINTED(load, store)                                                                  \
    template <class Type> UMBEL_DEVICE Type load(const Type *p)                                    \
    {                                                                                              \
        return *p;                                                                                 \
    }                                                                                              \
    template <class Type> UMBEL_DEVICE void store(Type *p, Type v)                                 \
    {                                                                                              \
        *p = v;                                                                                    \
    }
UMBEL_HINTED(__ldca, __stwb)
UMBEL_HINTED(__ldcg, __stcg)
UMBEL_HINTED(__ldcs, __stcs)
UMBEL_HINTED(__ldlu, __stwt)
/* This one fetches again. */
template <class Type> UMBEL_DEVICE Type __ldcv(const Type *p)
{
    Type v = *p;
    asm volatile("" ::: "memory");
    return v;
}

#define UMBEL_IS_SPACE(name, space)                                                                \
    UMBEL_DEVICE unsigned name(const void *p)                                                      \
    {                                                                                              \
        unsigned r;                                                                                \
        asm("{\n\t.reg .pred %%p;\n\tisspacep." space " %%p, %1;\n\tselp.u32 %0, 1, 0, %%p;\n\t}"  \
            : "=r"(r)                                                                              \
            : "l"(p));                                                                             \
        return r;                                                                                  \
    }
UMBEL_IS_SPACE(__isGlobal, "global")
UMBEL_IS_SPACE(__isShared, "shared")
UMBEL_IS_SPACE(__isLocal, "local")
UMBEL_IS_SPACE(__isConstant, "const")

#define UMBEL_CVTA(space, ptx)                                                                     \
    UMBEL_DEVICE size_t __cvta_generic_to_##space(const void *p)                                   \
    {                                                                                              \
        size_t r;                                                                                  \
        asm("cvta.to." ptx ".u64 %0, %1;" : "=l"(r) : "l"(p));                                     \
        return r;                                                                                  \
    }                                                                                              \
    UMBEL_DEVICE void *__cvta_##space##_to_generic(size_t p)                                       \
    {                                                                                              \
        void *r;                                                                                   \
        asm("cvta." ptx ".u64 %0, %1;" : "=l"(r) : "l"(p));                                        \
        return r;                                                                                  \
    }
UMBEL_CVTA(global, "global")
UMBEL_CVTA(shared, "shared")
UMBEL_CVTA(local, "local")
UMBEL_CVTA(constant, "const")

/* Cycles of the SM. */
UMBEL_DEVICE long long clock64()
{
    long long r;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)::"memory");
    return r;
}
/* long is the C library's clock_t, which a whole program has from <ctime>. */
UMBEL_DEVICE long clock()
{
    return clock64();
}
#ifndef UMBEL_PROGRAM
typedef long clock_t;
#endif
UMBEL_DEVICE void __nanosleep(unsigned ns)
{
    asm volatile("nanosleep.u32 %0;" ::"r"(ns) : "memory");
}

#endif
