/* The C++ forms of the runtime API: typed pointers, symbols and kernels instead of void pointers.
 */
#ifndef UMBEL_CUDA_TEMPLATES_H
#define UMBEL_CUDA_TEMPLATES_H

#include "../channel_descriptor.h"
#include "../cuda_texture_types.h"
#include "../surface_types.h"

#ifdef __CUDA__
#define UMBEL_CALL static inline __attribute__((host, unused))
#else
#define UMBEL_CALL static inline __attribute__((unused))
#endif

/* Memory. */
template <class T> UMBEL_CALL cudaError_t cudaMalloc(T **p, size_t bytes)
{
    return ::cudaMalloc((void **)(void *)p, bytes);
}
template <class T>
UMBEL_CALL cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T>
UMBEL_CALL cudaError_t cudaMallocManaged(T **p, size_t bytes,
                                         unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, bytes, flags);
}
/* The form with flags is C++'s alone. */
template <class T>
UMBEL_CALL cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class T> UMBEL_CALL cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class T>
UMBEL_CALL cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T> UMBEL_CALL cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, bytes, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t bytes = 0,
                                                unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)p, bytes, flags);
}

/* Symbols. */
template <class T>
UMBEL_CALL cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                          size_t offset = 0,
                                          cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
UMBEL_CALL cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                            size_t offset = 0,
                                            cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
UMBEL_CALL cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T> UMBEL_CALL cudaError_t cudaGetSymbolAddress(void **p, const T &symbol)
{
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class P, class T> UMBEL_CALL cudaError_t cudaGetSymbolAddress(P **p, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)p, (const void *)&symbol);
}
template <class T> UMBEL_CALL cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}

/* Events and launches. */
UMBEL_CALL cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
template <class T>
UMBEL_CALL cudaError_t cudaLaunchKernel(const T *function, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)function, grid, block, args, shared, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaLaunchCooperativeKernel(const T *function, dim3 grid, dim3 block,
                                                   void **args, size_t shared = 0,
                                                   cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)function, grid, block, args, shared, stream);
}
template <class T>
UMBEL_CALL cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *function)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)function);
}
template <class T>
UMBEL_CALL cudaError_t cudaFuncSetAttribute(T *function, cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T> UMBEL_CALL cudaError_t cudaFuncSetCacheConfig(T *function, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T>
UMBEL_CALL cudaError_t cudaFuncSetSharedMemConfig(T *function, cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)function, config);
}

/* Textures that are variables. */
#ifdef __CUDA__
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture(size_t *offset, const texture<T, kind, mode> &to,
                                       const void *p, const cudaChannelFormatDesc &texel,
                                       size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, (const textureReference *)&to, p, &texel, bytes);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture(size_t *offset, const texture<T, kind, mode> &to,
                                       const void *p, size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, (const textureReference *)&to, p, &to.channelDesc, bytes);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, kind, mode> &to,
                                         const void *p, const cudaChannelFormatDesc &texel,
                                         size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, (const textureReference *)&to, p, &texel, width, height,
                               pitch);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, kind, mode> &to,
                                         const void *p, size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, to, p, to.channelDesc, width, height, pitch);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTextureToArray(const texture<T, kind, mode> &to,
                                              cudaArray_const_t array,
                                              const cudaChannelFormatDesc &texel)
{
    return ::cudaBindTextureToArray((const textureReference *)&to, array, &texel);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTextureToArray(const texture<T, kind, mode> &to,
                                              cudaArray_const_t array)
{
    cudaChannelFormatDesc texel;
    cudaError_t error = ::cudaGetChannelDesc(&texel, array);
    return error == cudaSuccess ? cudaBindTextureToArray(to, array, texel) : error;
}

template <class T, int kind>
UMBEL_CALL cudaError_t cudaBindSurfaceToArray(const surface<T, kind> &to, cudaArray_const_t array,
                                              const cudaChannelFormatDesc &texel)
{
    return ::cudaBindSurfaceToArray((const surfaceReference *)&to, array, &texel);
}
template <class T, int kind>
UMBEL_CALL cudaError_t cudaBindSurfaceToArray(const surface<T, kind> &to, cudaArray_const_t array)
{
    cudaChannelFormatDesc texel;
    cudaError_t error = ::cudaGetChannelDesc(&texel, array);
    return error == cudaSuccess ? cudaBindSurfaceToArray(to, array, texel) : error;
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaUnbindTexture(const texture<T, kind, mode> &from)
{
    return ::cudaUnbindTexture((const textureReference *)&from);
}
template <class T, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                     const texture<T, kind, mode> &of)
{
    return ::cudaGetTextureAlignmentOffset(offset, (const textureReference *)&of);
}
#endif

#include "occupancy.h"

#undef UMBEL_CALL

#endif
