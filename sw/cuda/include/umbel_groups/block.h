/* Groups of any kind (thread_group), the threads of a block, the threads of a grid. */
#ifndef UMBEL_GROUPS_BLOCK_H
#define UMBEL_GROUPS_BLOCK_H

#include "lanes.h"

namespace cooperative_groups
{
/* A group whose kind is not known to the compiler: a block, or lanes of a warp. */
class thread_group
{
  protected:
    unsigned int lanes; /* 0: the block */

  public:
    UMBEL_GROUP explicit thread_group(unsigned int mask) : lanes(mask)
    {
    }
    UMBEL_GROUP unsigned long long size() const
    {
        return lanes == 0 ? umbel::block_threads() : (unsigned int)__popc(lanes);
    }
    UMBEL_GROUP unsigned long long num_threads() const
    {
        return size();
    }
    UMBEL_GROUP unsigned long long thread_rank() const
    {
        return lanes == 0 ? umbel::block_rank_of_thread() : umbel::rank_in(lanes);
    }
    UMBEL_GROUP void sync() const
    {
        if (lanes == 0)
            __syncthreads();
        else
            __syncwarp(lanes);
    }
    UMBEL_GROUP bool is_valid() const
    {
        return true;
    }
    UMBEL_GROUP unsigned int umbel_lanes() const
    {
        return lanes;
    }
};

class thread_block : public thread_group
{
  public:
    UMBEL_GROUP thread_block() : thread_group(0)
    {
    }
    UMBEL_GROUP static void sync()
    {
        __syncthreads();
    }
    UMBEL_GROUP static unsigned int size()
    {
        return umbel::block_threads();
    }
    UMBEL_GROUP static unsigned int num_threads()
    {
        return umbel::block_threads();
    }
    UMBEL_GROUP static unsigned int thread_rank()
    {
        return umbel::block_rank_of_thread();
    }
    UMBEL_GROUP static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    UMBEL_GROUP static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    UMBEL_GROUP static dim3 dim_threads()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    UMBEL_GROUP static dim3 group_dim()
    {
        return dim_threads();
    }
};

UMBEL_GROUP thread_block this_thread_block()
{
    return thread_block();
}

namespace umbel
{
/* Its highest bit changes when all CTAs have arrived; the others are then what they were, so the
 * next barrier, and a grid of another size, can begin at once. */
static __device__ unsigned int grid_arrived;

/* The first threads of all CTAs meet. */
UMBEL_GROUP void grid_meet(unsigned int ctas, bool first_cta)
{
    __threadfence();
    unsigned int before = atomicAdd(&grid_arrived, first_cta ? 0x80000000u - (ctas - 1) : 1u);
    while (((before ^ *(volatile unsigned int *)&grid_arrived) & 0x80000000u) == 0) {
    }
    __threadfence();
}
} // namespace umbel

/* The threads of a launch. They can meet if the launch was cooperative. */
class grid_group
{
  public:
    /* %envreg1 is 1 in a cooperative launch: sw/ptx/README.md. */
    UMBEL_GROUP bool is_valid() const
    {
        unsigned int r;
        asm("mov.u32 %0, %%envreg1;" : "=r"(r));
        return r != 0;
    }
    UMBEL_GROUP void sync() const
    {
        if (!is_valid())
            __trap();
        __syncthreads();
        if (umbel::block_rank_of_thread() == 0)
            umbel::grid_meet((unsigned int)num_blocks(), block_rank() == 0);
        __syncthreads();
    }
    UMBEL_GROUP static unsigned long long size()
    {
        return num_blocks() * umbel::block_threads();
    }
    UMBEL_GROUP static unsigned long long num_threads()
    {
        return size();
    }
    UMBEL_GROUP static unsigned long long thread_rank()
    {
        return block_rank() * umbel::block_threads() + umbel::block_rank_of_thread();
    }
    UMBEL_GROUP static unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    UMBEL_GROUP static unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    UMBEL_GROUP static dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    UMBEL_GROUP static dim3 dim_blocks()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
    UMBEL_GROUP static dim3 group_dim()
    {
        return dim_blocks();
    }
};

UMBEL_GROUP grid_group this_grid()
{
    return grid_group();
}

struct multi_grid_group;
__attribute__((device, unavailable("groups of several grids are not supported; launch one grid")))
multi_grid_group
this_multi_grid();

/* The same as functions. */
template <class Group> UMBEL_GROUP void sync(const Group &g)
{
    g.sync();
}
template <class Group> UMBEL_GROUP auto thread_rank(const Group &g) -> decltype(g.thread_rank())
{
    return g.thread_rank();
}
template <class Group> UMBEL_GROUP auto group_size(const Group &g) -> decltype(g.size())
{
    return g.size();
}
template <class Group> UMBEL_GROUP bool is_valid(const Group &g)
{
    return g.is_valid();
}
} // namespace cooperative_groups

#endif
