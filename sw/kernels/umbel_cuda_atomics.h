/*
 * CUDA's atomics and fences. Atomics are relaxed, with gpu scope. To order other accesses around an
 * atomic, use a fence. Included by umbel_cuda.h.
 *
 * Left out: atomics on half precision.
 */
#ifndef UMBEL_CUDA_ATOMICS_H
#define UMBEL_CUDA_ATOMICS_H

/* `wide` is the type that clang's built-in takes. */
#define UMBEL_ATOMIC(name, type, wide, builtin)                                                    \
    UMBEL_DEVICE type name(type *p, type v)                                                        \
    {                                                                                              \
        return (type)builtin((wide volatile *)p, (wide)v);                                         \
    }
#define UMBEL_ATOMIC_INTS(name, builtin)                                                           \
    UMBEL_ATOMIC(name, int, int, builtin##_i)                                                      \
    UMBEL_ATOMIC(name, unsigned, int, builtin##_i)                                                 \
    UMBEL_ATOMIC(name, unsigned long long, long long, builtin##_ll)
#define UMBEL_ATOMIC_ORDERED(name, builtin)                                                        \
    UMBEL_ATOMIC(name, int, int, builtin##_i)                                                      \
    UMBEL_ATOMIC(name, unsigned, unsigned, builtin##_ui)                                           \
    UMBEL_ATOMIC(name, long long, long long, builtin##_ll)                                         \
    UMBEL_ATOMIC(name, unsigned long long, unsigned long long, builtin##_ull)

UMBEL_ATOMIC_INTS(atomicAdd, __nvvm_atom_add_gen)
UMBEL_ATOMIC_INTS(atomicAnd, __nvvm_atom_and_gen)
UMBEL_ATOMIC_INTS(atomicOr, __nvvm_atom_or_gen)
UMBEL_ATOMIC_INTS(atomicXor, __nvvm_atom_xor_gen)
UMBEL_ATOMIC_INTS(atomicExch, __nvvm_atom_xchg_gen)
UMBEL_ATOMIC_ORDERED(atomicMin, __nvvm_atom_min_gen)
UMBEL_ATOMIC_ORDERED(atomicMax, __nvvm_atom_max_gen)

/* CUDA has atomicSub only for 32 bits. And, Or and Xor exist for signed long long, too. */
UMBEL_DEVICE int atomicSub(int *p, int v)
{
    return (int)atomicAdd((unsigned *)p, 0u - (unsigned)v);
}
UMBEL_DEVICE unsigned atomicSub(unsigned *p, unsigned v)
{
    return atomicAdd(p, 0u - v);
}
UMBEL_ATOMIC(atomicAnd, long long, long long, __nvvm_atom_and_gen_ll)
UMBEL_ATOMIC(atomicOr, long long, long long, __nvvm_atom_or_gen_ll)
UMBEL_ATOMIC(atomicXor, long long, long long, __nvvm_atom_xor_gen_ll)

UMBEL_DEVICE float atomicExch(float *p, float v)
{
    return __int_as_float(atomicExch((int *)p, __float_as_int(v)));
}

#define UMBEL_CAS(type, wide, builtin)                                                             \
    UMBEL_DEVICE type atomicCAS(type *p, type compare, type v)                                     \
    {                                                                                              \
        return (type)builtin((wide volatile *)p, (wide)compare, (wide)v);                          \
    }
UMBEL_CAS(int, int, __nvvm_atom_cas_gen_i)
UMBEL_CAS(unsigned, int, __nvvm_atom_cas_gen_i)
UMBEL_CAS(unsigned long long, long long, __nvvm_atom_cas_gen_ll)
/* The memory has atomics on words alone, so this is a loop on the word around it. It ends when the
 * half is another one, or when the word was swapped. */
UMBEL_DEVICE unsigned short atomicCAS(unsigned short *p, unsigned short compare, unsigned short v)
{
    unsigned long long address = (unsigned long long)p;
    unsigned *word = (unsigned *)(address & ~3ull), shift = (unsigned)(address & 2) * 8, old;
    unsigned seen = *(volatile unsigned *)word;
    do {
        old = seen;
        if ((unsigned short)(old >> shift) != compare)
            return (unsigned short)(old >> shift);
        seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) | (unsigned)v << shift);
    } while (seen != old);
    return compare;
}

UMBEL_DEVICE unsigned long long umbel_double_bits(double v)
{
    return (unsigned long long)__double_as_longlong(v);
}
UMBEL_DEVICE double umbel_bits_double(unsigned long long v)
{
    return __longlong_as_double((long long)v);
}

/* The memory has no adder for floating-point numbers, and no counters that wrap: these are loops of
 * compare-and-swap, as CUDA's guide has them. Sums of floats depend on the order of threads. */
#define UMBEL_SWAP_LOOP(type, name, bits, to_bits, of_bits, expr)                                  \
    UMBEL_DEVICE type name(type *p, type v)                                                        \
    {                                                                                              \
        bits *at = (bits *)p, seen = *(volatile bits *)at, old;                                    \
        do {                                                                                       \
            old = seen;                                                                            \
            type now = of_bits(old);                                                               \
            seen = atomicCAS(at, old, to_bits(expr));                                              \
        } while (seen != old);                                                                     \
        return of_bits(old);                                                                       \
    }
UMBEL_SWAP_LOOP(float, atomicAdd, unsigned, __float_as_uint, __uint_as_float, now + v)
UMBEL_SWAP_LOOP(double, atomicAdd, unsigned long long, umbel_double_bits, umbel_bits_double,
                now + v)
UMBEL_SWAP_LOOP(unsigned, atomicInc, unsigned, , , now >= v ? 0 : now + 1)
UMBEL_SWAP_LOOP(unsigned, atomicDec, unsigned, , , now == 0 || now > v ? v : now - 1)

/* asm statements, for the reason given in umbel_cuda.h. */
UMBEL_DEVICE void __threadfence_block()
{
    asm volatile("membar.cta;" ::: "memory");
}
UMBEL_DEVICE void __threadfence()
{
    asm volatile("membar.gl;" ::: "memory");
}
UMBEL_DEVICE void __threadfence_system()
{
    asm volatile("membar.sys;" ::: "memory");
}

/* Those of another scope: all act at the memory's controllers, which serves every scope. */
#define atomicAdd_block atomicAdd
#define atomicAdd_system atomicAdd
#define atomicSub_block atomicSub
#define atomicSub_system atomicSub
#define atomicExch_block atomicExch
#define atomicExch_system atomicExch
#define atomicMin_block atomicMin
#define atomicMin_system atomicMin
#define atomicMax_block atomicMax
#define atomicMax_system atomicMax
#define atomicInc_block atomicInc
#define atomicInc_system atomicInc
#define atomicDec_block atomicDec
#define atomicDec_system atomicDec
#define atomicCAS_block atomicCAS
#define atomicCAS_system atomicCAS
#define atomicAnd_block atomicAnd
#define atomicAnd_system atomicAnd
#define atomicOr_block atomicOr
#define atomicOr_system atomicOr
#define atomicXor_block atomicXor
#define atomicXor_system atomicXor

#endif
