/*
 * CUDA's driver API: its types, its version, and what programs of the runtime API ask it. Its other
 * functions are declared so that a program that calls one is refused by the compiler, at that line
 * and by that name.
 */
#ifndef UMBEL_CUDA_CUDA_H
#define UMBEL_CUDA_CUDA_H

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"

#define CUDA_VERSION 11050

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;

/* The values are those of cudaError. */
typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999
} CUresult;

#ifdef __clang__
#define UMBEL_UNAVAILABLE                                                                          \
    __attribute__((unavailable("the driver API is not supported; call the runtime API, cuda...")))
#else
#define UMBEL_UNAVAILABLE                                                                          \
    __attribute__((error("the driver API is not supported; call the runtime API, cuda...")))
#endif
#ifdef __cplusplus
#define UMBEL_DRIVER(name) extern "C" UMBEL_UNAVAILABLE CUresult name(...);
#else
#define UMBEL_DRIVER(name) UMBEL_UNAVAILABLE CUresult name();
#endif
UMBEL_DRIVER(cuDeviceGetUuid)
UMBEL_DRIVER(cuDeviceGetAttribute)
UMBEL_DRIVER(cuDeviceGetProperties)
UMBEL_DRIVER(cuDeviceCanAccessPeer)
UMBEL_DRIVER(cuDevicePrimaryCtxRetain)
UMBEL_DRIVER(cuDevicePrimaryCtxRelease)
UMBEL_DRIVER(cuCtxCreate)
UMBEL_DRIVER(cuCtxDestroy)
UMBEL_DRIVER(cuCtxGetCurrent)
UMBEL_DRIVER(cuCtxSetCurrent)
UMBEL_DRIVER(cuCtxPushCurrent)
UMBEL_DRIVER(cuCtxPopCurrent)
UMBEL_DRIVER(cuCtxGetDevice)
UMBEL_DRIVER(cuCtxAttach)
UMBEL_DRIVER(cuCtxDetach)
UMBEL_DRIVER(cuCtxEnablePeerAccess)
UMBEL_DRIVER(cuModuleLoad)
UMBEL_DRIVER(cuModuleLoadData)
UMBEL_DRIVER(cuModuleLoadDataEx)
UMBEL_DRIVER(cuModuleLoadFatBinary)
UMBEL_DRIVER(cuModuleUnload)
UMBEL_DRIVER(cuModuleGetFunction)
UMBEL_DRIVER(cuModuleGetGlobal)
UMBEL_DRIVER(cuModuleGetTexRef)
UMBEL_DRIVER(cuModuleGetSurfRef)
UMBEL_DRIVER(cuLinkCreate)
UMBEL_DRIVER(cuLinkAddData)
UMBEL_DRIVER(cuLinkAddFile)
UMBEL_DRIVER(cuLinkComplete)
UMBEL_DRIVER(cuLinkDestroy)
UMBEL_DRIVER(cuMemAlloc)
UMBEL_DRIVER(cuMemAllocPitch)
UMBEL_DRIVER(cuMemFree)
UMBEL_DRIVER(cuMemGetAddressRange)
UMBEL_DRIVER(cuMemAllocHost)
UMBEL_DRIVER(cuMemFreeHost)
UMBEL_DRIVER(cuMemHostAlloc)
UMBEL_DRIVER(cuMemHostGetDevicePointer)
UMBEL_DRIVER(cuMemAllocManaged)
UMBEL_DRIVER(cuMemcpy)
UMBEL_DRIVER(cuMemcpyAsync)
UMBEL_DRIVER(cuMemcpyHtoD)
UMBEL_DRIVER(cuMemcpyDtoH)
UMBEL_DRIVER(cuMemcpyDtoD)
UMBEL_DRIVER(cuMemcpyHtoDAsync)
UMBEL_DRIVER(cuMemcpyDtoHAsync)
UMBEL_DRIVER(cuMemcpyDtoDAsync)
UMBEL_DRIVER(cuMemcpy2D)
UMBEL_DRIVER(cuMemcpy3D)
UMBEL_DRIVER(cuMemsetD8)
UMBEL_DRIVER(cuMemsetD16)
UMBEL_DRIVER(cuMemsetD32)
UMBEL_DRIVER(cuMemCreate)
UMBEL_DRIVER(cuMemRelease)
UMBEL_DRIVER(cuMemMap)
UMBEL_DRIVER(cuMemUnmap)
UMBEL_DRIVER(cuMemSetAccess)
UMBEL_DRIVER(cuMemAddressReserve)
UMBEL_DRIVER(cuMemAddressFree)
UMBEL_DRIVER(cuMemGetAllocationGranularity)
UMBEL_DRIVER(cuPointerGetAttribute)
UMBEL_DRIVER(cuArrayCreate)
UMBEL_DRIVER(cuArray3DCreate)
UMBEL_DRIVER(cuArrayDestroy)
UMBEL_DRIVER(cuStreamCreate)
UMBEL_DRIVER(cuStreamDestroy)
UMBEL_DRIVER(cuStreamSynchronize)
UMBEL_DRIVER(cuStreamQuery)
UMBEL_DRIVER(cuStreamWaitEvent)
UMBEL_DRIVER(cuEventCreate)
UMBEL_DRIVER(cuEventRecord)
UMBEL_DRIVER(cuEventQuery)
UMBEL_DRIVER(cuEventSynchronize)
UMBEL_DRIVER(cuEventDestroy)
UMBEL_DRIVER(cuEventElapsedTime)
UMBEL_DRIVER(cuFuncGetAttribute)
UMBEL_DRIVER(cuFuncSetAttribute)
UMBEL_DRIVER(cuFuncSetCacheConfig)
UMBEL_DRIVER(cuFuncSetBlockShape)
UMBEL_DRIVER(cuFuncSetSharedSize)
UMBEL_DRIVER(cuParamSetSize)
UMBEL_DRIVER(cuParamSeti)
UMBEL_DRIVER(cuParamSetf)
UMBEL_DRIVER(cuParamSetv)
UMBEL_DRIVER(cuLaunch)
UMBEL_DRIVER(cuLaunchGrid)
UMBEL_DRIVER(cuLaunchKernel)
UMBEL_DRIVER(cuLaunchCooperativeKernel)
UMBEL_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor)
UMBEL_DRIVER(cuOccupancyMaxPotentialBlockSize)
UMBEL_DRIVER(cuTexRefSetArray)
UMBEL_DRIVER(cuTexRefSetAddressMode)
UMBEL_DRIVER(cuTexRefSetFilterMode)
UMBEL_DRIVER(cuTexRefSetFlags)
UMBEL_DRIVER(cuTexRefSetFormat)
UMBEL_DRIVER(cuTexObjectCreate)
UMBEL_DRIVER(cuTexObjectDestroy)
UMBEL_DRIVER(cuProfilerStart)
UMBEL_DRIVER(cuProfilerStop)
#undef UMBEL_DRIVER
#undef UMBEL_UNAVAILABLE

#include "umbel_api/driver_queries.h"

#endif
