/* What a device tells of itself: the machine's facts, as properties and as attributes. */
#include "sw/cuda/state.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 1024, REGISTERS = 65536, STATIC_SHARED = 48 << 10, CONSTANT = 64 << 10 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint32_t api_most_threads(void)
{
    return (uint32_t)least(THREADS, (uint64_t)api_machine()->facts.warps * SIMT_LANES);
}

static void describe(struct cudaDeviceProp *p, int device)
{
    const struct cuda_facts *f = &api_machine()->facts;
    const int threads = (int)api_most_threads();
    *p = (struct cudaDeviceProp){
        .totalGlobalMem = f->memory_bytes,
        .sharedMemPerBlock = least(STATIC_SHARED, f->shared_bytes),
        .regsPerBlock = REGISTERS,
        .warpSize = SIMT_LANES,
        .memPitch = INT_MAX,
        .maxThreadsPerBlock = threads,
        .maxThreadsDim = {threads, threads, (int)least(64, (uint64_t)threads)},
        .maxGridSize = {INT_MAX, 65535, 65535},
        .clockRate = (int)f->clock_khz,
        .totalConstMem = CONSTANT,
        .major = 7,
        .maxTexture1D = 131072,
        .maxTexture1DLinear = 1 << 27,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture3DAlt = {8192, 8192, 32768},
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurface1DLayered = {32768, 2048},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .surfaceAlignment = 512,
        .pciBusID = device,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .multiProcessorCount = (int)f->sms,
        .canMapHostMemory = 1,
        .unifiedAddressing = 1,
        /* As on all devices since 2009: programs refuse to run without. */
        .deviceOverlap = 1,
        .asyncEngineCount = 1,
        .memoryClockRate = (int)f->clock_khz,
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
    if (!api_is_device(device))
        return cudaErrorInvalidDevice;
    describe(prop, device);
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
        ATTR(MaxTexture1DWidth, maxTexture1D)
        ATTR(MaxTexture1DLinearWidth, maxTexture1DLinear)
        ATTR(MaxTexture1DMipmappedWidth, maxTexture1DMipmap)
        ATTR(MaxTexture2DWidth, maxTexture2D[0])
        ATTR(MaxTexture2DHeight, maxTexture2D[1])
        ATTR(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0])
        ATTR(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1])
        ATTR(MaxTexture2DLinearWidth, maxTexture2DLinear[0])
        ATTR(MaxTexture2DLinearHeight, maxTexture2DLinear[1])
        ATTR(MaxTexture2DLinearPitch, maxTexture2DLinear[2])
        ATTR(MaxTexture2DGatherWidth, maxTexture2DGather[0])
        ATTR(MaxTexture2DGatherHeight, maxTexture2DGather[1])
        ATTR(MaxTexture3DWidth, maxTexture3D[0])
        ATTR(MaxTexture3DHeight, maxTexture3D[1])
        ATTR(MaxTexture3DDepth, maxTexture3D[2])
        ATTR(MaxTexture3DWidthAlt, maxTexture3DAlt[0])
        ATTR(MaxTexture3DHeightAlt, maxTexture3DAlt[1])
        ATTR(MaxTexture3DDepthAlt, maxTexture3DAlt[2])
        ATTR(MaxTexture1DLayeredWidth, maxTexture1DLayered[0])
        ATTR(MaxTexture1DLayeredLayers, maxTexture1DLayered[1])
        ATTR(MaxTexture2DLayeredWidth, maxTexture2DLayered[0])
        ATTR(MaxTexture2DLayeredHeight, maxTexture2DLayered[1])
        ATTR(MaxTexture2DLayeredLayers, maxTexture2DLayered[2])
        ATTR(MaxTextureCubemapWidth, maxTextureCubemap)
        ATTR(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0])
        ATTR(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1])
        ATTR(MaxSurface1DWidth, maxSurface1D)
        ATTR(MaxSurface2DWidth, maxSurface2D[0])
        ATTR(MaxSurface2DHeight, maxSurface2D[1])
        ATTR(MaxSurface3DWidth, maxSurface3D[0])
        ATTR(MaxSurface3DHeight, maxSurface3D[1])
        ATTR(MaxSurface3DDepth, maxSurface3D[2])
        ATTR(MaxSurface1DLayeredWidth, maxSurface1DLayered[0])
        ATTR(MaxSurface1DLayeredLayers, maxSurface1DLayered[1])
        ATTR(MaxSurface2DLayeredWidth, maxSurface2DLayered[0])
        ATTR(MaxSurface2DLayeredHeight, maxSurface2DLayered[1])
        ATTR(MaxSurface2DLayeredLayers, maxSurface2DLayered[2])
        ATTR(MaxSurfaceCubemapWidth, maxSurfaceCubemap)
        ATTR(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0])
        ATTR(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1])
        ATTR(SurfaceAlignment, surfaceAlignment)
        ATTR(TexturePitchAlignment, texturePitchAlignment)
        ATTR(MultiGpuBoardGroupID, multiGpuBoardGroupID)
        ATTR(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio)
        ATTR(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables)
        ATTR(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost)
        ATTR(MaxPersistingL2CacheSize, persistingL2CacheMaxSize)
        ATTR(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize)
        ATTR(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock)
#undef ATTR
    case cudaDevAttrHostRegisterSupported:
        *value = 1;
        return true;
    case cudaDevAttrReserved92:
    case cudaDevAttrReserved93:
    case cudaDevAttrReserved94:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrSparseCudaArraySupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrTimelineSemaphoreInteropSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrGPUDirectRDMASupported:
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
    case cudaDevAttrGPUDirectRDMAWritesOrdering:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
        *value = 0;
        return true;
    default:
        return false;
    }
}

CUDA_API(cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attr, int device), value, attr,
         device)
{
    struct cudaDeviceProp p;
    if (!api_is_device(device))
        return cudaErrorInvalidDevice;
    describe(&p, device);
    return value != NULL && attribute(&p, attr, value) ? cudaSuccess : cudaErrorInvalidValue;
}
