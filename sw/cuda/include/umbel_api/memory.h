/* Memory: allocations, what is known of pointers, and memset. */
#ifndef UMBEL_CUDA_MEMORY_H
#define UMBEL_CUDA_MEMORY_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaMalloc(void **p, size_t bytes);
UMBEL_API cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
UMBEL_API cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent);
UMBEL_API cudaFree(void *p);
UMBEL_API cudaMallocManaged(void **p, size_t bytes,
                            unsigned int flags UMBEL_OR(cudaMemAttachGlobal));
UMBEL_API cudaMallocHost(void **p, size_t bytes);
UMBEL_API cudaHostAlloc(void **p, size_t bytes, unsigned int flags);
UMBEL_API cudaFreeHost(void *p);
UMBEL_API cudaHostRegister(void *p, size_t bytes, unsigned int flags);
UMBEL_API cudaHostUnregister(void *p);
UMBEL_API cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
UMBEL_API cudaHostGetFlags(unsigned int *flags, void *p);

UMBEL_API cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                          size_t width, size_t height UMBEL_OR(0), unsigned int flags UMBEL_OR(0));
UMBEL_API cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                            struct cudaExtent extent, unsigned int flags UMBEL_OR(0));
UMBEL_API cudaFreeArray(cudaArray_t array);
UMBEL_API cudaArrayGetInfo(struct cudaChannelFormatDesc *texel, struct cudaExtent *extent,
                           unsigned int *flags, cudaArray_t array);
UMBEL_API cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                   const struct cudaChannelFormatDesc *texel,
                                   struct cudaExtent extent, unsigned int levels,
                                   unsigned int flags UMBEL_OR(0));
UMBEL_API cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                     unsigned int level);
UMBEL_API cudaFreeMipmappedArray(cudaMipmappedArray_t array);

UMBEL_API cudaMemGetInfo(size_t *free, size_t *total);
UMBEL_API cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p);
UMBEL_API cudaGetSymbolAddress(void **p, const void *symbol);
UMBEL_API cudaGetSymbolSize(size_t *bytes, const void *symbol);

UMBEL_API cudaMemset(void *p, int value, size_t bytes);
UMBEL_API cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height);
UMBEL_API cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent);
UMBEL_API cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                            cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                            cudaStream_t stream UMBEL_OR(0));

UMBEL_API cudaMemPrefetchAsync(const void *p, size_t bytes, int device,
                               cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemAdvise(const void *p, size_t bytes, enum cudaMemoryAdvise advice, int device);
UMBEL_API cudaMemRangeGetAttribute(void *value, size_t size, enum cudaMemRangeAttribute attribute,
                                   const void *p, size_t bytes);

UMBEL_API cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream);
UMBEL_API cudaFreeAsync(void *p, cudaStream_t stream);
UMBEL_API cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
UMBEL_API cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
UMBEL_API cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
UMBEL_API cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
UMBEL_API cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
UMBEL_API cudaMemPoolDestroy(cudaMemPool_t pool);
UMBEL_API cudaMemPoolTrimTo(cudaMemPool_t pool, size_t least);
UMBEL_API cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
UMBEL_API cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);
UMBEL_API cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n);
UMBEL_API cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                               struct cudaMemLocation *location);

#include "end.h"

#ifdef __CUDA__
#define UMBEL_HOST_FN UMBEL_FN
#else
#define UMBEL_HOST_FN static __inline__ __attribute__((unused))
#endif
UMBEL_HOST_FN struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize,
                                                        size_t ysize)
{
    struct cudaPitchedPtr made = {p, pitch, xsize, ysize};
    return made;
}
UMBEL_HOST_FN struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos made = {x, y, z};
    return made;
}
UMBEL_HOST_FN struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent made = {width, height, depth};
    return made;
}

#endif
