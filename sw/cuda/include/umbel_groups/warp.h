/* Groups inside a warp: tiles, whose size the compiler knows, and any lanes; how groups are
 * divided.
 */
#ifndef UMBEL_GROUPS_WARP_H
#define UMBEL_GROUPS_WARP_H

#include "block.h"

namespace cooperative_groups
{
/* Any lanes of a warp. */
class coalesced_group : public thread_group
{
    unsigned int meta_rank, meta_size;

  public:
    UMBEL_GROUP explicit coalesced_group(unsigned int mask, unsigned int rank = 0,
                                         unsigned int groups = 1)
        : thread_group(mask), meta_rank(rank), meta_size(groups)
    {
    }
    UMBEL_GROUP unsigned int size() const
    {
        return (unsigned int)__popc(lanes);
    }
    UMBEL_GROUP unsigned int num_threads() const
    {
        return size();
    }
    UMBEL_GROUP unsigned int thread_rank() const
    {
        return umbel::rank_in(lanes);
    }
    UMBEL_GROUP void sync() const
    {
        __syncwarp(lanes);
    }
    /* Which of the groups that a group was divided into this is, and how many they are. */
    UMBEL_GROUP unsigned int meta_group_rank() const
    {
        return meta_rank;
    }
    UMBEL_GROUP unsigned int meta_group_size() const
    {
        return meta_size;
    }
    template <class Type> UMBEL_GROUP Type shfl(Type v, int rank) const
    {
        return umbel::any__shfl_sync(lanes, v, umbel::lane_at(lanes, (unsigned int)rank));
    }
    /* Lanes whose source would lie outside the group keep their value. */
    template <class Type> UMBEL_GROUP Type shfl_up(Type v, unsigned int by) const
    {
        unsigned int rank = thread_rank();
        return shfl(v, (int)(rank >= by ? rank - by : rank));
    }
    template <class Type> UMBEL_GROUP Type shfl_down(Type v, unsigned int by) const
    {
        unsigned int rank = thread_rank();
        return shfl(v, (int)(rank + by < size() ? rank + by : rank));
    }
    UMBEL_GROUP int any(int yes) const
    {
        return __ballot_sync(lanes, yes) != 0;
    }
    UMBEL_GROUP int all(int yes) const
    {
        return __ballot_sync(lanes, yes) == lanes;
    }
    UMBEL_GROUP unsigned int ballot(int yes) const
    {
        return umbel::by_rank(__ballot_sync(lanes, yes), lanes);
    }
    template <class Type> UMBEL_GROUP unsigned int match_any(Type v) const
    {
        return umbel::by_rank(__match_any_sync(lanes, v), lanes);
    }
    template <class Type> UMBEL_GROUP unsigned int match_all(Type v, int &all) const
    {
        return umbel::by_rank(__match_all_sync(lanes, v, &all), lanes);
    }
};

UMBEL_GROUP coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

template <unsigned int Size, class Parent = void> class thread_block_tile;

/* Neighbouring lanes: 1, 2, 4, 8, 16 or 32. */
template <unsigned int Size> class thread_block_tile<Size, void> : public thread_group
{
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads; larger ones are not supported");
    unsigned int meta_rank, meta_size;

  public:
    UMBEL_GROUP thread_block_tile(unsigned int rank, unsigned int threads)
        : thread_group((0xffffffffu >> (32 - Size))
                       << (__nvvm_read_ptx_sreg_laneid() & ~(Size - 1))),
          meta_rank(rank / Size), meta_size((threads + Size - 1) / Size)
    {
    }
    UMBEL_GROUP static constexpr unsigned int size()
    {
        return Size;
    }
    UMBEL_GROUP static constexpr unsigned int num_threads()
    {
        return Size;
    }
    UMBEL_GROUP static unsigned int thread_rank()
    {
        return (unsigned int)__nvvm_read_ptx_sreg_laneid() & (Size - 1);
    }
    UMBEL_GROUP void sync() const
    {
        __syncwarp(lanes);
    }
    UMBEL_GROUP unsigned int meta_group_rank() const
    {
        return meta_rank;
    }
    UMBEL_GROUP unsigned int meta_group_size() const
    {
        return meta_size;
    }
    template <class Type> UMBEL_GROUP Type shfl(Type v, int rank) const
    {
        return umbel::any__shfl_sync(lanes, v, rank, Size);
    }
    template <class Type> UMBEL_GROUP Type shfl_up(Type v, unsigned int by) const
    {
        return umbel::any__shfl_up_sync(lanes, v, (int)by, Size);
    }
    template <class Type> UMBEL_GROUP Type shfl_down(Type v, unsigned int by) const
    {
        return umbel::any__shfl_down_sync(lanes, v, (int)by, Size);
    }
    template <class Type> UMBEL_GROUP Type shfl_xor(Type v, unsigned int by) const
    {
        return umbel::any__shfl_xor_sync(lanes, v, (int)by, Size);
    }
    UMBEL_GROUP int any(int yes) const
    {
        return __any_sync(lanes, yes);
    }
    UMBEL_GROUP int all(int yes) const
    {
        return __all_sync(lanes, yes);
    }
    UMBEL_GROUP unsigned int ballot(int yes) const
    {
        return __ballot_sync(lanes, yes) >> first();
    }
    template <class Type> UMBEL_GROUP unsigned int match_any(Type v) const
    {
        return __match_any_sync(lanes, v) >> first();
    }
    template <class Type> UMBEL_GROUP unsigned int match_all(Type v, int &all) const
    {
        return __match_all_sync(lanes, v, &all) >> first();
    }

  private:
    UMBEL_GROUP static unsigned int first()
    {
        return (unsigned int)__nvvm_read_ptx_sreg_laneid() & ~(Size - 1);
    }
};

/* A tile that knows what it was divided from. */
template <unsigned int Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void>
{
  public:
    UMBEL_GROUP explicit thread_block_tile(const Parent &parent)
        : thread_block_tile<Size, void>((unsigned int)parent.thread_rank(),
                                        (unsigned int)parent.size())
    {
    }
};

/* A block or a tile as tiles. */
template <unsigned int Size> UMBEL_GROUP auto tiled_partition(const thread_block &g)
{
    return thread_block_tile<Size, thread_block>(g);
}
template <unsigned int Size, unsigned int Parent, class Of>
UMBEL_GROUP auto tiled_partition(const thread_block_tile<Parent, Of> &g)
{
    static_assert(Size <= Parent, "a tile cannot be larger than what it is divided from");
    return thread_block_tile<Size, thread_block_tile<Parent, Of>>(g);
}

namespace umbel
{
/* The lanes of the mask whose rank, divided by `size`, is the caller's. */
UMBEL_GROUP coalesced_group ranks_of(unsigned int mask, unsigned int size)
{
    unsigned int mine = rank_in(mask) / size, r = 0, rank = 0;
    for (unsigned int left = mask; left != 0; left &= left - 1, rank++)
        if (rank / size == mine)
            r |= left & (0u - left);
    return coalesced_group(r, mine, ((unsigned int)__popc(mask) + size - 1) / size);
}

/* The lanes of `mask`, of which `same` are the caller's group. Groups are in the order of their
 * first lanes. */
UMBEL_GROUP coalesced_group one_of(unsigned int mask, unsigned int same)
{
    unsigned int leaders = __ballot_sync(mask, rank_in(same) == 0), first = same & (0u - same);
    return coalesced_group(same, (unsigned int)__popc(leaders & (first - 1)),
                           (unsigned int)__popc(leaders));
}
} // namespace umbel

/* Any group as tiles of a size that is known only now: at most 32, for blocks a power of two. */
UMBEL_GROUP coalesced_group tiled_partition(const coalesced_group &g, unsigned int size)
{
    return umbel::ranks_of(g.umbel_lanes(), size);
}
UMBEL_GROUP thread_group tiled_partition(const thread_group &g, unsigned int size)
{
    if (size == 0 || size > 32 || (g.umbel_lanes() == 0 && (size & (size - 1)) != 0))
        __trap();
    if (g.umbel_lanes() != 0)
        return umbel::ranks_of(g.umbel_lanes(), size);
    unsigned int first = (unsigned int)__nvvm_read_ptx_sreg_laneid() & ~(size - 1);
    return thread_group((0xffffffffu >> (32 - size)) << first);
}

/* The threads of a tile or of any lanes that have the same label, or the same answer. */
template <class Label>
UMBEL_GROUP coalesced_group labeled_partition(const coalesced_group &g, Label label)
{
    return umbel::one_of(g.umbel_lanes(), __match_any_sync(g.umbel_lanes(), label));
}
template <unsigned int Size, class Of, class Label>
UMBEL_GROUP coalesced_group labeled_partition(const thread_block_tile<Size, Of> &g, Label label)
{
    return umbel::one_of(g.umbel_lanes(), __match_any_sync(g.umbel_lanes(), label));
}
UMBEL_GROUP coalesced_group binary_partition(const coalesced_group &g, bool yes)
{
    return labeled_partition(g, (int)yes);
}
template <unsigned int Size, class Of>
UMBEL_GROUP coalesced_group binary_partition(const thread_block_tile<Size, Of> &g, bool yes)
{
    return labeled_partition(g, (int)yes);
}
} // namespace cooperative_groups

#endif
