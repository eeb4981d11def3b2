/* How many CTAs of a kernel an SM holds, and which size of CTA fills it best. Part of templates.h.
 */
#ifndef UMBEL_CUDA_OCCUPANCY_H
#define UMBEL_CUDA_OCCUPANCY_H

template <class Type>
UMBEL_CALL cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Type function,
                                                                     int block_size, size_t shared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function,
                                                           block_size, shared);
}
template <class Type>
UMBEL_CALL cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, Type function, int block_size, size_t shared, unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)function,
                                                                    block_size, shared, flags);
}

/* Tries all multiples of the warp's size, from the largest: of those with as many threads in an SM
 * the largest is taken, as CUDA does. `shared_of` gives the dynamic shared memory of a size. */
template <class Shared, class Type>
UMBEL_CALL cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                      Type function,
                                                                      Shared shared_of,
                                                                      int limit = 0)
{
    int device = 0, sms = 0, best = 0;
    cudaFuncAttributes facts;
    cudaError_t error = ::cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = ::cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = ::cudaFuncGetAttributes(&facts, (const void *)function);
    if (error != cudaSuccess)
        return error;
    *grid = *block = 0;
    int most = facts.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
        int tried = size < most ? size : most, blocks = 0;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function,
                                                                tried, shared_of(tried));
        if (error != cudaSuccess)
            return error;
        if (blocks * tried > best) {
            best = blocks * tried;
            *block = tried;
            *grid = blocks * sms;
        }
    }
    return cudaSuccess;
}
template <class Type>
UMBEL_CALL cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, Type function,
                                                          size_t shared = 0, int limit = 0)
{
    struct constant {
        size_t bytes;
        size_t operator()(int) const
        {
            return bytes;
        }
    };
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, function, constant{shared},
                                                          limit);
}

#endif
