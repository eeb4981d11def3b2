/* The devices that a program sees, described by the machine's facts. */
#include "sw/cuda/state.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 1024, REGISTERS = 65536, STATIC_SHARED = 48 << 10, CONSTANT = 64 << 10 };

static bool is_one(int device)
{
    return device >= 0 && device < (int)api_machine()->facts.devices;
}

CUDA_API(cudaGetDeviceCount, (int *count), count)
{
    if (count == NULL)
        return cudaErrorInvalidValue;
    *count = (int)api_machine()->facts.devices;
    return cudaSuccess;
}

CUDA_API(cudaSetDevice, (int device), device)
{
    if (!is_one(device))
        return cudaErrorInvalidDevice;
    *api_device() = device;
    return cudaSuccess;
}

CUDA_API(cudaGetDevice, (int *device), device)
{
    if (device == NULL)
        return cudaErrorInvalidValue;
    *device = *api_device();
    return cudaSuccess;
}

static void describe(struct cudaDeviceProp *p)
{
    const struct cuda_facts *f = &api_machine()->facts;
    *p = (struct cudaDeviceProp){.totalGlobalMem = f->memory_bytes,
                                 .sharedMemPerBlock = STATIC_SHARED,
                                 .regsPerBlock = REGISTERS,
                                 .warpSize = SIMT_LANES,
                                 .memPitch = INT_MAX,
                                 .maxThreadsPerBlock = THREADS,
                                 .maxThreadsDim = {THREADS, THREADS, 64},
                                 .maxGridSize = {INT_MAX, 65535, 65535},
                                 .clockRate = CUDA_CLOCK_KHZ,
                                 .totalConstMem = CONSTANT,
                                 .major = 7,
                                 .textureAlignment = 512,
                                 .texturePitchAlignment = 32,
                                 .multiProcessorCount = (int)f->sms,
                                 .canMapHostMemory = 1,
                                 .unifiedAddressing = 1,
                                 /* As on all devices since 2009: programs refuse to run without. */
                                 .deviceOverlap = 1,
                                 .asyncEngineCount = 1,
                                 .memoryClockRate = CUDA_CLOCK_KHZ,
                                 .memoryBusWidth = (int)f->memory_bits,
                                 .l2CacheSize = (int)f->l2_bytes,
                                 .maxThreadsPerMultiProcessor = (int)f->warps * SIMT_LANES,
                                 .streamPrioritiesSupported = 1,
                                 .globalL1CacheSupported = 1,
                                 .localL1CacheSupported = 1,
                                 .sharedMemPerMultiprocessor = f->shared_bytes,
                                 .regsPerMultiprocessor = REGISTERS,
                                 .managedMemory = 1,
                                 .singleToDoublePrecisionPerfRatio = 2,
                                 .cooperativeLaunch = 1,
                                 .sharedMemPerBlockOptin = f->shared_bytes,
                                 .maxBlocksPerMultiProcessor = (int)f->ctas};
    snprintf(p->name, sizeof p->name, "Umbel %s", f->name);
}

CUDA_API(cudaGetDeviceProperties, (struct cudaDeviceProp * prop, int device), prop, device)
{
    if (prop == NULL)
        return cudaErrorInvalidValue;
    if (!is_one(device))
        return cudaErrorInvalidDevice;
    describe(prop);
    return cudaSuccess;
}

/* Attributes that are a field of the properties. */
static bool attribute(const struct cudaDeviceProp *p, enum cudaDeviceAttr attr, int *value)
{
    switch (attr) {
#define ATTR(name, field)                                                                          \
    case cudaDevAttr##name:                                                                        \
        *value = (int)p->field;                                                                    \
        return true;
        ATTR(MaxThreadsPerBlock, maxThreadsPerBlock)
        ATTR(MaxBlockDimX, maxThreadsDim[0])
        ATTR(MaxBlockDimY, maxThreadsDim[1])
        ATTR(MaxBlockDimZ, maxThreadsDim[2])
        ATTR(MaxGridDimX, maxGridSize[0])
        ATTR(MaxGridDimY, maxGridSize[1])
        ATTR(MaxGridDimZ, maxGridSize[2])
        ATTR(MaxSharedMemoryPerBlock, sharedMemPerBlock)
        ATTR(TotalConstantMemory, totalConstMem)
        ATTR(WarpSize, warpSize)
        ATTR(MaxPitch, memPitch)
        ATTR(MaxRegistersPerBlock, regsPerBlock)
        ATTR(ClockRate, clockRate)
        ATTR(TextureAlignment, textureAlignment)
        ATTR(GpuOverlap, deviceOverlap)
        ATTR(MultiProcessorCount, multiProcessorCount)
        ATTR(KernelExecTimeout, kernelExecTimeoutEnabled)
        ATTR(Integrated, integrated)
        ATTR(CanMapHostMemory, canMapHostMemory)
        ATTR(ComputeMode, computeMode)
        ATTR(ConcurrentKernels, concurrentKernels)
        ATTR(EccEnabled, ECCEnabled)
        ATTR(PciBusId, pciBusID)
        ATTR(PciDeviceId, pciDeviceID)
        ATTR(PciDomainId, pciDomainID)
        ATTR(TccDriver, tccDriver)
        ATTR(MemoryClockRate, memoryClockRate)
        ATTR(GlobalMemoryBusWidth, memoryBusWidth)
        ATTR(L2CacheSize, l2CacheSize)
        ATTR(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor)
        ATTR(AsyncEngineCount, asyncEngineCount)
        ATTR(UnifiedAddressing, unifiedAddressing)
        ATTR(ComputeCapabilityMajor, major)
        ATTR(ComputeCapabilityMinor, minor)
        ATTR(StreamPrioritiesSupported, streamPrioritiesSupported)
        ATTR(GlobalL1CacheSupported, globalL1CacheSupported)
        ATTR(LocalL1CacheSupported, localL1CacheSupported)
        ATTR(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor)
        ATTR(MaxRegistersPerMultiprocessor, regsPerMultiprocessor)
        ATTR(ManagedMemory, managedMemory)
        ATTR(IsMultiGpuBoard, isMultiGpuBoard)
        ATTR(HostNativeAtomicSupported, hostNativeAtomicSupported)
        ATTR(PageableMemoryAccess, pageableMemoryAccess)
        ATTR(ConcurrentManagedAccess, concurrentManagedAccess)
        ATTR(ComputePreemptionSupported, computePreemptionSupported)
        ATTR(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem)
        ATTR(CooperativeLaunch, cooperativeLaunch)
        ATTR(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch)
        ATTR(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin)
        ATTR(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor)
#undef ATTR
    default:
        return false;
    }
}

CUDA_API(cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attr, int device), value, attr,
         device)
{
    struct cudaDeviceProp p;
    if (!is_one(device))
        return cudaErrorInvalidDevice;
    describe(&p);
    return value != NULL && attribute(&p, attr, value) ? cudaSuccess : cudaErrorInvalidValue;
}

CUDA_API(cudaChooseDevice, (int *device, const struct cudaDeviceProp *prop), device, prop)
{
    if (device == NULL || prop == NULL)
        return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
}

static unsigned int device_flags;

CUDA_API(cudaSetDeviceFlags, (unsigned int flags), flags)
{
    if ((flags &
         ~(unsigned)(cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax)) != 0)
        return cudaErrorInvalidValue;
    device_flags = flags;
    return cudaSuccess;
}

CUDA_API(cudaGetDeviceFlags, (unsigned int *flags), flags)
{
    if (flags == NULL)
        return cudaErrorInvalidValue;
    *flags = device_flags | cudaDeviceMapHost;
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetPCIBusId, (char *id, int len, int device), id, len, device)
{
    if (!is_one(device))
        return cudaErrorInvalidDevice;
    if (id == NULL || len < 13)
        return cudaErrorInvalidValue;
    snprintf(id, (size_t)len, "0000:%02x:00.0", (unsigned)device & 0xff);
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest), least, greatest)
{
    if (least != NULL)
        *least = 0;
    if (greatest != NULL)
        *greatest = -5;
    return cudaSuccess;
}

/* ---- waiting, resetting ---- */

CUDA_API(cudaDeviceSynchronize, (void), )
{
    return shared_collect();
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

CUDA_API(cudaDeviceReset, (void), )
{
    cudaError_t e = shared_collect();
    while (block_number(0) != NULL)
        block_free(block_number(0));
    return e;
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

/* ---- limits and preferences ---- */

static size_t limits[] = {[cudaLimitStackSize] = 1024,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = 8 << 20};

CUDA_API(cudaDeviceSetLimit, (enum cudaLimit limit, size_t value), limit, value)
{
    struct cuda_machine *m = api_machine();
    if (limit > cudaLimitMallocHeapSize)
        return cudaErrorNotSupported;
    limits[limit] = value;
    if (limit != cudaLimitPrintfFifoSize)
        m->set_limit(m->ctx, limit == cudaLimitStackSize ? CUDA_STACK_LIMIT : CUDA_HEAP_LIMIT,
                     value);
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetLimit, (size_t * value, enum cudaLimit limit), value, limit)
{
    if (value == NULL || limit > cudaLimitMallocHeapSize)
        return value == NULL ? cudaErrorInvalidValue : cudaErrorNotSupported;
    *value = limits[limit];
    return cudaSuccess;
}

/* How shared memory and L1 divide their storage is the machine's, and fixed. */
CUDA_API(cudaDeviceSetCacheConfig, (enum cudaFuncCache config), config)
{
    return config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

CUDA_API(cudaDeviceGetCacheConfig, (enum cudaFuncCache * config), config)
{
    if (config == NULL)
        return cudaErrorInvalidValue;
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

CUDA_API(cudaDeviceSetSharedMemConfig, (enum cudaSharedMemConfig config), config)
{
    return config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

CUDA_API(cudaDeviceGetSharedMemConfig, (enum cudaSharedMemConfig * config), config)
{
    if (config == NULL)
        return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

/* ---- peers ---- */

CUDA_API(cudaDeviceCanAccessPeer, (int *can, int device, int peer), can, device, peer)
{
    if (can == NULL)
        return cudaErrorInvalidValue;
    if (!is_one(device) || !is_one(peer))
        return cudaErrorInvalidDevice;
    *can = device != peer;
    return cudaSuccess;
}

enum { MOST_DEVICES = 64 };
static bool peers[MOST_DEVICES][MOST_DEVICES];

static cudaError_t set_peer(int peer, bool on)
{
    int device = *api_device();
    if (!is_one(peer) || peer == device || device >= MOST_DEVICES || peer >= MOST_DEVICES)
        return cudaErrorInvalidDevice;
    if (peers[device][peer] == on)
        return on ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled;
    peers[device][peer] = on;
    return cudaSuccess;
}

CUDA_API(cudaDeviceEnablePeerAccess, (int peer, unsigned int flags), peer, flags)
{
    return flags != 0 ? cudaErrorInvalidValue : set_peer(peer, true);
}

CUDA_API(cudaDeviceDisablePeerAccess, (int peer), peer)
{
    return set_peer(peer, false);
}

/* ---- versions, the profiler's switch ---- */

static cudaError_t tell_version(int *version)
{
    if (version == NULL)
        return cudaErrorInvalidValue;
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return tell_version(version);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    return tell_version(version);
}

/* Everything is always counted. */
cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}
