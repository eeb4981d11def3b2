/* cudaMalloc and cudaFree, in all of their forms. */
#include "sw/cuda/state.h"

#include <stdlib.h>
#include <string.h>

/* Rows of pitched memory begin at multiples of this; so do allocations. */
enum { PITCH = 256, HOST_PAGE = 1 << 16 };

static cudaError_t allocate(void **p, uint64_t bytes, uint64_t align, enum cuda_place place,
                            const char *name)
{
    struct block *b;
    if (p == NULL)
        return cudaErrorInvalidValue;
    *p = NULL;
    if (bytes == 0)
        return cudaSuccess;
    cudaError_t e = block_new(bytes, align, place, name, &b);
    if (e == cudaSuccess)
        *p = (void *)(uintptr_t)b->address; // NOLINT(performance-no-int-to-ptr)
    return e;
}

CUDA_API(cudaMalloc, (void **p, size_t bytes), p, bytes)
{
    return allocate(p, bytes, PITCH, CUDA_ON_DEVICE, "cudaMalloc");
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(p, bytes);
}

static uint64_t pitch_of(uint64_t width)
{
    return width / PITCH * PITCH + (width % PITCH > 0 ? PITCH : 0);
}

/* What does not fit 64 bits is as much as no memory has. */
static uint64_t product(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t all;
    return __builtin_mul_overflow(a, b, &all) || __builtin_mul_overflow(all, c, &all) ? UINT64_MAX
                                                                                      : all;
}

CUDA_API(cudaMallocPitch, (void **p, size_t *pitch, size_t width, size_t height), p, pitch, width,
         height)
{
    if (pitch == NULL)
        return cudaErrorInvalidValue;
    *pitch = pitch_of(width);
    return allocate(p, product(*pitch, height, 1), PITCH, CUDA_ON_DEVICE, "cudaMallocPitch");
}

CUDA_API(cudaMalloc3D, (struct cudaPitchedPtr * p, struct cudaExtent extent), p, extent)
{
    if (p == NULL)
        return cudaErrorInvalidValue;
    p->pitch = pitch_of(extent.width);
    p->xsize = extent.width;
    p->ysize = extent.height;
    return allocate(&p->ptr, product(p->pitch, extent.height, extent.depth), PITCH, CUDA_ON_DEVICE,
                    "cudaMalloc3D");
}

static cudaError_t release(const char *call, void *p)
{
    struct block *b = block_at(p);
    if (p == NULL)
        return cudaSuccess;
    if (b == NULL) {
        api_tell("%s: %p is not the beginning of an allocation: it was never allocated, or is "
                 "freed already",
                 call, p);
        return cudaErrorInvalidValue;
    }
    cudaError_t e = shared_collect();
    block_free(b);
    return e;
}

CUDA_API(cudaFree, (void *p), p)
{
    return release("cudaFree", p);
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    (void)stream;
    return cudaFree(p);
}

/* ---- memory that the host has in common with kernels ---- */

static cudaError_t allocate_shared(void **p, size_t bytes, bool managed, const char *name)
{
    cudaError_t e = allocate(p, bytes, HOST_PAGE, managed ? CUDA_ON_DEVICE : CUDA_ON_HOST, name);
    if (e != cudaSuccess || bytes == 0)
        return e;
    struct block *b = block_at(*p);
    e = shared_map(b, managed);
    if (e != cudaSuccess) {
        block_free(b);
        *p = NULL;
    }
    return e;
}

CUDA_API(cudaMallocManaged, (void **p, size_t bytes, unsigned int flags), p, bytes, flags)
{
    if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return cudaErrorInvalidValue;
    return allocate_shared(p, bytes, true, "cudaMallocManaged");
}

CUDA_API(cudaHostAlloc, (void **p, size_t bytes, unsigned int flags), p, bytes, flags)
{
    if ((flags & ~(unsigned)(cudaHostAllocPortable | cudaHostAllocMapped |
                             cudaHostAllocWriteCombined)) != 0)
        return cudaErrorInvalidValue;
    return allocate_shared(p, bytes, false, "cudaHostAlloc");
}

CUDA_API(cudaMallocHost, (void **p, size_t bytes), p, bytes)
{
    return allocate_shared(p, bytes, false, "cudaMallocHost");
}

CUDA_API(cudaFreeHost, (void *p), p)
{
    return release("cudaFreeHost", p);
}

CUDA_API(cudaHostGetDevicePointer, (void **device, void *host, unsigned int flags), device, host,
         flags)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)host);
    if (device == NULL || flags != 0 || b == NULL || b->host == NULL)
        return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
}

CUDA_API(cudaHostGetFlags, (unsigned int *flags, void *host), flags, host)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)host);
    if (flags == NULL || b == NULL || b->host == NULL)
        return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

/* ---- what is known of memory ---- */

CUDA_API(cudaMemGetInfo, (size_t * left, size_t *all), left, all)
{
    struct cuda_machine *m = api_machine();
    if (left == NULL || all == NULL)
        return cudaErrorInvalidValue;
    *left = m->left(m->ctx, (uint32_t)*api_device());
    *all = m->facts.memory_bytes;
    return cudaSuccess;
}

CUDA_API(cudaPointerGetAttributes, (struct cudaPointerAttributes * a, const void *p), a, p)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (a == NULL || p == NULL)
        return cudaErrorInvalidValue;
    *a = (struct cudaPointerAttributes){.device = *api_device()};
    if (b == NULL && !block_is_device(p)) {
        a->hostPointer = (void *)(uintptr_t)p;
        a->device = cudaInvalidDeviceId;
        return cudaSuccess;
    }
    if (b != NULL)
        a->device = b->device;
    a->devicePointer = (void *)(uintptr_t)p;
    a->hostPointer = b != NULL && b->host != NULL ? (void *)(uintptr_t)p : NULL;
    a->type = b == NULL || b->host == NULL ? cudaMemoryTypeDevice
              : b->managed                 ? cudaMemoryTypeManaged
                                           : cudaMemoryTypeHost;
    return cudaSuccess;
}

/* The pages go to the device's memory, where it has one of its own. */
static cudaError_t place(const struct block *b, const char *call, const void *p, size_t bytes,
                         int device)
{
    struct cuda_machine *m = api_machine();
    struct error err = {0};
    if (b == NULL || !b->managed || !block_has(call, p, bytes))
        return cudaErrorInvalidValue;
    if (m->place == NULL || bytes == 0)
        return cudaSuccess;
    return api_error(m->place(m->ctx, (uint64_t)(uintptr_t)p, bytes,
                              device == cudaCpuDeviceId ? CUDA_HOST : (uint32_t)device, &err),
                     &err);
}

CUDA_API(cudaMemPrefetchAsync, (const void *p, size_t bytes, int device, cudaStream_t stream), p,
         bytes, device, stream)
{
    (void)stream;
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (device < cudaCpuDeviceId || device >= (int)api_machine()->facts.devices)
        return cudaErrorInvalidDevice;
    return place(b, "cudaMemPrefetchAsync", p, bytes, device);
}

/* A preferred location is where the pages go at once; other advice changes nothing. */
CUDA_API(cudaMemAdvise, (const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device), p,
         bytes, advice, device)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (device < cudaCpuDeviceId || device >= (int)api_machine()->facts.devices)
        return cudaErrorInvalidDevice;
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return cudaErrorInvalidValue;
    if (advice == cudaMemAdviseSetPreferredLocation)
        return place(b, "cudaMemAdvise", p, bytes, device);
    return b != NULL && b->managed && block_has("cudaMemAdvise", p, bytes) ? cudaSuccess
                                                                           : cudaErrorInvalidValue;
}
