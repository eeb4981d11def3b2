/* Lanes of a warp by their masks: what the groups that lie inside a warp are made of. */
#ifndef UMBEL_GROUPS_LANES_H
#define UMBEL_GROUPS_LANES_H

#define UMBEL_GROUP __attribute__((device, always_inline, nodebug)) inline

namespace cooperative_groups
{
namespace umbel
{
UMBEL_GROUP unsigned int block_rank_of_thread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
UMBEL_GROUP unsigned int block_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

/* How many lanes of the mask come before the caller. */
UMBEL_GROUP unsigned int rank_in(unsigned int mask)
{
    unsigned int below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    return (unsigned int)__popc(mask & below);
}

/* The lane that has the rank in the mask: halves, quarters and so on are passed over while the
 * lanes in them are too few. */
UMBEL_GROUP int lane_at(unsigned int mask, unsigned int rank)
{
    int lane = 0;
    if (mask == 0xffffffffu)
        return (int)rank;
    for (int half = 16; half > 0; half /= 2) {
        unsigned int below = (unsigned int)__popc(mask >> lane & ((1u << half) - 1));
        if (rank >= below) {
            rank -= below;
            lane += half;
        }
    }
    return lane;
}

/* The bits of the mask's lanes side by side. */
UMBEL_GROUP unsigned int by_rank(unsigned int bits, unsigned int mask)
{
    unsigned int r = 0;
    if (mask == 0xffffffffu)
        return bits;
    for (unsigned int place = 1; mask != 0; mask &= mask - 1, place <<= 1)
        if ((bits & mask & (0u - mask)) != 0)
            r |= place;
    return r;
}

/* Shuffles of any value, word by word. */
#define UMBEL_GROUP_SHUFFLE(name)                                                                  \
    template <class Type>                                                                          \
    UMBEL_GROUP Type any##name(unsigned int mask, const Type &v, int by, int width = 32)           \
    {                                                                                              \
        unsigned int words[(sizeof(Type) + 3) / 4] = {};                                           \
        __builtin_memcpy(words, &v, sizeof(Type));                                                 \
        for (unsigned int i = 0; i < sizeof words / sizeof words[0]; i++)                          \
            words[i] = name(mask, words[i], by, width);                                            \
        Type r = v;                                                                                \
        __builtin_memcpy((void *)&r, words, sizeof(Type));                                         \
        return r;                                                                                  \
    }
UMBEL_GROUP_SHUFFLE(__shfl_sync)
UMBEL_GROUP_SHUFFLE(__shfl_up_sync)
UMBEL_GROUP_SHUFFLE(__shfl_down_sync)
UMBEL_GROUP_SHUFFLE(__shfl_xor_sync)
#undef UMBEL_GROUP_SHUFFLE
} // namespace umbel
} // namespace cooperative_groups

#endif
