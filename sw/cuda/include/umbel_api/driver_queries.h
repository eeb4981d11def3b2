/* Questions that programs of the runtime API ask the driver API, which the runtime API answers. */
#ifndef UMBEL_CUDA_DRIVER_QUERIES_H
#define UMBEL_CUDA_DRIVER_QUERIES_H

#include <stdio.h>

#include "../cuda_runtime_api.h"

#define UMBEL_QUERY static inline __attribute__((unused)) CUresult

UMBEL_QUERY cuInit(unsigned int flags)
{
    return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

UMBEL_QUERY cuDriverGetVersion(int *version)
{
    return (CUresult)cudaDriverGetVersion(version);
}

UMBEL_QUERY cuDeviceGetCount(int *count)
{
    return (CUresult)cudaGetDeviceCount(count);
}

UMBEL_QUERY cuDeviceGet(CUdevice *device, int number)
{
    int count = 0;
    CUresult e = cuDeviceGetCount(&count);
    *device = number;
    if (e == CUDA_SUCCESS && (number < 0 || number >= count))
        e = CUDA_ERROR_INVALID_DEVICE;
    return e;
}

UMBEL_QUERY cuDeviceGetName(char *name, int bytes, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = (CUresult)cudaGetDeviceProperties(&p, device);
    if (e == CUDA_SUCCESS)
        snprintf(name, (size_t)bytes, "%s", p.name);
    return e;
}

UMBEL_QUERY cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = (CUresult)cudaGetDeviceProperties(&p, device);
    if (e == CUDA_SUCCESS)
        *bytes = p.totalGlobalMem;
    return e;
}

UMBEL_QUERY cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    struct cudaDeviceProp p;
    CUresult e = (CUresult)cudaGetDeviceProperties(&p, device);
    if (e == CUDA_SUCCESS) {
        *major = p.major;
        *minor = p.minor;
    }
    return e;
}

UMBEL_QUERY cuMemGetInfo(size_t *left, size_t *all)
{
    return (CUresult)cudaMemGetInfo(left, all);
}

UMBEL_QUERY cuCtxSynchronize(void)
{
    return (CUresult)cudaDeviceSynchronize();
}

UMBEL_QUERY cuGetErrorName(CUresult error, const char **text)
{
    *text = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}

UMBEL_QUERY cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

#undef UMBEL_QUERY

#endif
