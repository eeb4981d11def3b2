/* Launches of kernels, and how many CTAs an SM holds. */
#ifndef UMBEL_CUDA_LAUNCHES_H
#define UMBEL_CUDA_LAUNCHES_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaLaunchKernel(const void *function, struct dim3 grid, struct dim3 block, void **args,
                           size_t shared UMBEL_OR(0), cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaLaunchCooperativeKernel(const void *function, struct dim3 grid, struct dim3 block,
                                      void **args, size_t shared UMBEL_OR(0),
                                      cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list,
                                                 unsigned int devices,
                                                 unsigned int flags UMBEL_OR(0));
UMBEL_API cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
UMBEL_API cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
UMBEL_API cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
UMBEL_API cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
UMBEL_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                        int block_size, size_t shared);
UMBEL_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function,
                                                                 int block_size, size_t shared,
                                                                 unsigned int flags);
UMBEL_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks,
                                                    int block_size);

/* What a launch with <<<>>> calls: the configuration is pushed by the caller and popped by the
 * kernel's stub, which then calls cudaLaunchKernel. */
unsigned int __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block,
                                         size_t shared UMBEL_OR(0),
                                         struct CUstream_st *stream UMBEL_OR(0));
UMBEL_API __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared,
                                     void *stream);

#include "end.h"

#endif
