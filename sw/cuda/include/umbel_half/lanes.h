/* Shuffles of a 16-bit type and of two such numbers; atomics, which do not exist. Included as
 * type.h is. */
#define UMBEL_HSHUFFLE(Type, name, By)                                                             \
    UMBEL_DEVICE Type name(unsigned int mask, Type v, By by, int width = 32)                       \
    {                                                                                              \
        return umbel_make(v, name(mask, (unsigned int)umbel_bits(v), by, width));                  \
    }
#define UMBEL_HSHUFFLES(Type)                                                                      \
    UMBEL_HSHUFFLE(Type, __shfl_sync, int)                                                         \
    UMBEL_HSHUFFLE(Type, __shfl_up_sync, unsigned int)                                             \
    UMBEL_HSHUFFLE(Type, __shfl_down_sync, unsigned int)                                           \
    UMBEL_HSHUFFLE(Type, __shfl_xor_sync, int)
UMBEL_HSHUFFLES(UMBEL_H)
UMBEL_HSHUFFLES(UMBEL_H2)
#undef UMBEL_HSHUFFLES
#undef UMBEL_HSHUFFLE

#define UMBEL_HATOMIC                                                                              \
    __attribute__((device,                                                                         \
                   unavailable("atomicAdd on 16-bit floating-point numbers is not supported; add " \
                               "floats, or loop around atomicCAS")))
UMBEL_HATOMIC UMBEL_H atomicAdd(UMBEL_H *p, UMBEL_H v);
UMBEL_HATOMIC UMBEL_H2 atomicAdd(UMBEL_H2 *p, UMBEL_H2 v);
#undef UMBEL_HATOMIC
