/* The functions of steps.h for half precision on the device, which has instructions for them. */
#ifndef UMBEL_HALF_NATIVE_H
#define UMBEL_HALF_NATIVE_H

#define UMBEL_NATIVE2(name, Type, bits, ptx, letter)                                               \
    UMBEL_FN Type name(Type a, Type b)                                                             \
    {                                                                                              \
        bits r;                                                                                    \
        asm(ptx " %0, %1, %2;"                                                                     \
            : "=" letter(r)                                                                        \
            : letter((bits)umbel_bits(a)), letter((bits)umbel_bits(b)));                           \
        return umbel_make(Type(), r);                                                              \
    }
#define UMBEL_NATIVE3(name, Type, bits, ptx, letter)                                               \
    UMBEL_FN Type name(Type a, Type b, Type c)                                                     \
    {                                                                                              \
        bits r;                                                                                    \
        asm(ptx " %0, %1, %2, %3;"                                                                 \
            : "=" letter(r)                                                                        \
            : letter((bits)umbel_bits(a)), letter((bits)umbel_bits(b)),                            \
              letter((bits)umbel_bits(c)));                                                        \
        return umbel_make(Type(), r);                                                              \
    }
#define UMBEL_NATIVE(n, name, ptx)                                                                 \
    UMBEL_NATIVE##n(name, __half, unsigned short, ptx ".rn.f16", "h")                              \
        UMBEL_NATIVE##n(name, __half2, unsigned int, ptx ".rn.f16x2", "r")                         \
            UMBEL_NATIVE##n(name##_sat, __half, unsigned short, ptx ".rn.sat.f16", "h")            \
                UMBEL_NATIVE##n(name##_sat, __half2, unsigned int, ptx ".rn.sat.f16x2", "r")
UMBEL_NATIVE(2, umbel_sum, "add")
UMBEL_NATIVE(2, umbel_difference, "sub")
UMBEL_NATIVE(2, umbel_product, "mul")
UMBEL_NATIVE(3, umbel_fused, "fma")
#undef UMBEL_NATIVE
#undef UMBEL_NATIVE2
#undef UMBEL_NATIVE3

#endif
