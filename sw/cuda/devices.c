/* The devices that a program sees, described by the machine's facts. */
#include "sw/cuda/state.h"

#include <stdio.h>
#include <string.h>

bool api_is_device(int device)
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
    if (!api_is_device(device))
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
    if (!api_is_device(device))
        return cudaErrorInvalidDevice;
    if (id == NULL || len < 13)
        return cudaErrorInvalidValue;
    snprintf(id, (size_t)len, "0000:%02x:00.0", (unsigned)device & 0xff);
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetByPCIBusId, (int *device, const char *id), device, id)
{
    unsigned domain, bus, slot, function = 0;
    if (device == NULL || id == NULL ||
        (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3 &&
         (domain = 0, sscanf(id, "%x:%x.%x", &bus, &slot, &function) < 2)))
        return cudaErrorInvalidValue;
    if (domain != 0 || slot != 0 || function != 0 || bus > 0xff || !api_is_device((int)bus))
        return cudaErrorInvalidDevice;
    *device = (int)bus;
    return cudaSuccess;
}

/* The devices that a program may use; the first is its own unless it asks for another. */
CUDA_API(cudaSetValidDevices, (int *list, int n), list, n)
{
    if (n < 0 || (n > 0 && list == NULL))
        return cudaErrorInvalidValue;
    for (int i = 0; i < n; i++)
        if (!api_is_device(list[i]))
            return cudaErrorInvalidDevice;
    *api_device() = n > 0 ? list[0] : 0;
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
                          [cudaLimitMallocHeapSize] = 8 << 20,
                          [cudaLimitDevRuntimeSyncDepth] = 2,
                          [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                          [cudaLimitMaxL2FetchGranularity] = 64,
                          [cudaLimitPersistingL2CacheSize] = 0};

CUDA_API(cudaDeviceSetLimit, (enum cudaLimit limit, size_t value), limit, value)
{
    struct cuda_machine *m = api_machine();
    if (limit > cudaLimitPersistingL2CacheSize)
        return cudaErrorUnsupportedLimit;
    limits[limit] = value;
    if (limit == cudaLimitStackSize || limit == cudaLimitMallocHeapSize)
        m->set_limit(m->ctx, limit == cudaLimitStackSize ? CUDA_STACK_LIMIT : CUDA_HEAP_LIMIT,
                     value);
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetLimit, (size_t * value, enum cudaLimit limit), value, limit)
{
    if (value == NULL || limit > cudaLimitPersistingL2CacheSize)
        return value == NULL ? cudaErrorInvalidValue : cudaErrorUnsupportedLimit;
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

/* The names that CUDA had first. */
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
    return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
    return cudaDeviceGetCacheConfig(config);
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
    if (!api_is_device(device) || !api_is_device(peer))
        return cudaErrorInvalidDevice;
    *can = device != peer;
    return cudaSuccess;
}

CUDA_API(cudaDeviceGetP2PAttribute, (int *value, enum cudaDeviceP2PAttr attr, int from, int to),
         value, attr, from, to)
{
    if (value == NULL || attr < cudaDevP2PAttrPerformanceRank ||
        attr > cudaDevP2PAttrCudaArrayAccessSupported)
        return cudaErrorInvalidValue;
    if (!api_is_device(from) || !api_is_device(to) || from == to)
        return cudaErrorInvalidDevice;
    *value = attr == cudaDevP2PAttrAccessSupported;
    return cudaSuccess;
}

enum { MOST_DEVICES = 64 };
static bool peers[MOST_DEVICES][MOST_DEVICES];

static cudaError_t set_peer(int peer, bool on)
{
    int device = *api_device();
    if (!api_is_device(peer) || peer == device || device >= MOST_DEVICES || peer >= MOST_DEVICES)
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
