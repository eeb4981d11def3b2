/* Launches by kernels. Libraries of templates name these functions in code that is used where a
 * kernel may launch others alone; a kernel that calls one is refused. */
#ifndef UMBEL_CUDA_DEVICE_LAUNCHES_H
#define UMBEL_CUDA_DEVICE_LAUNCHES_H

#include "../driver_types.h"

#ifdef __CUDA__
extern "C" __device__ void *cudaGetParameterBuffer(size_t align, size_t bytes);
extern "C" __device__ cudaError_t cudaLaunchDevice(void *function, void *params, struct dim3 grid,
                                                   struct dim3 block, unsigned int shared,
                                                   cudaStream_t stream);
#endif

#endif
