/* The C++ forms of the runtime API: typed pointers, symbols and kernels instead of void pointers.
 */
#ifndef UMBEL_CUDA_TEMPLATES_H
#define UMBEL_CUDA_TEMPLATES_H

#include "../channel_descriptor.h"
#include "../cuda_texture_types.h"
#include "../surface_types.h"

/* Inlined, so that a call's place is the program's own (umbel cuda --locality). */
#ifdef __CUDA__
#define UMBEL_CALL static inline __attribute__((host, unused, always_inline))
#else
#define UMBEL_CALL static inline __attribute__((unused, always_inline))
#endif

/* Memory. */
template <class Type> UMBEL_CALL cudaError_t cudaMalloc(Type **p, size_t bytes)
{
    return ::cudaMalloc((void **)(void *)p, bytes);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMallocPitch(Type **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMallocManaged(Type **p, size_t bytes,
                                         unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, bytes, flags);
}
/* The form with flags is C++'s alone. */
template <class Type>
UMBEL_CALL cudaError_t cudaMallocHost(Type **p, size_t bytes, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class Type>
UMBEL_CALL cudaError_t cudaHostAlloc(Type **p, size_t bytes, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)p, bytes, flags);
}
template <class Type>
UMBEL_CALL cudaError_t cudaHostGetDevicePointer(Type **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMallocAsync(Type **p, size_t bytes, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, bytes, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMallocAsync(Type **p, size_t bytes, cudaMemPool_t pool,
                                       cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMallocFromPoolAsync(Type **p, size_t bytes, cudaMemPool_t pool,
                                               cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, bytes, pool, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, Type *p, size_t bytes = 0,
                                                unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)p, bytes, flags);
}

/* Symbols. */
template <class Type>
UMBEL_CALL cudaError_t cudaMemcpyToSymbol(const Type &symbol, const void *from, size_t bytes,
                                          size_t offset = 0,
                                          cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMemcpyFromSymbol(void *to, const Type &symbol, size_t bytes,
                                            size_t offset = 0,
                                            cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMemcpyToSymbolAsync(const Type &symbol, const void *from, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaMemcpyFromSymbolAsync(void *to, const Type &symbol, size_t bytes,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class Type> UMBEL_CALL cudaError_t cudaGetSymbolAddress(void **p, const Type &symbol)
{
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class Pointer, class Type>
UMBEL_CALL cudaError_t cudaGetSymbolAddress(Pointer **p, const Type &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)p, (const void *)&symbol);
}
template <class Type> UMBEL_CALL cudaError_t cudaGetSymbolSize(size_t *bytes, const Type &symbol)
{
    return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}

/* Events and launches. */
UMBEL_CALL cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
template <class Type>
UMBEL_CALL cudaError_t cudaLaunchKernel(const Type *function, dim3 grid, dim3 block, void **args,
                                        size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)function, grid, block, args, shared, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaLaunchCooperativeKernel(const Type *function, dim3 grid, dim3 block,
                                                   void **args, size_t shared = 0,
                                                   cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)function, grid, block, args, shared, stream);
}
template <class Type>
UMBEL_CALL cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Type *function)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)function);
}
template <class Type>
UMBEL_CALL cudaError_t cudaFuncSetAttribute(Type *function, cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class Type>
UMBEL_CALL cudaError_t cudaFuncSetCacheConfig(Type *function, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)function, config);
}
template <class Type>
UMBEL_CALL cudaError_t cudaFuncSetSharedMemConfig(Type *function, cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)function, config);
}

/* Textures that are variables. */
#ifdef __CUDA__
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture(size_t *offset, const texture<Type, kind, mode> &to,
                                       const void *p, const cudaChannelFormatDesc &texel,
                                       size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, (const textureReference *)&to, p, &texel, bytes);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture(size_t *offset, const texture<Type, kind, mode> &to,
                                       const void *p, size_t bytes = UINT_MAX)
{
    return ::cudaBindTexture(offset, (const textureReference *)&to, p, &to.channelDesc, bytes);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture2D(size_t *offset, const texture<Type, kind, mode> &to,
                                         const void *p, const cudaChannelFormatDesc &texel,
                                         size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, (const textureReference *)&to, p, &texel, width, height,
                               pitch);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTexture2D(size_t *offset, const texture<Type, kind, mode> &to,
                                         const void *p, size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, to, p, to.channelDesc, width, height, pitch);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTextureToArray(const texture<Type, kind, mode> &to,
                                              cudaArray_const_t array,
                                              const cudaChannelFormatDesc &texel)
{
    return ::cudaBindTextureToArray((const textureReference *)&to, array, &texel);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaBindTextureToArray(const texture<Type, kind, mode> &to,
                                              cudaArray_const_t array)
{
    cudaChannelFormatDesc texel;
    cudaError_t error = ::cudaGetChannelDesc(&texel, array);
    return error == cudaSuccess ? cudaBindTextureToArray(to, array, texel) : error;
}

template <class Type, int kind>
UMBEL_CALL cudaError_t cudaBindSurfaceToArray(const surface<Type, kind> &to,
                                              cudaArray_const_t array,
                                              const cudaChannelFormatDesc &texel)
{
    return ::cudaBindSurfaceToArray((const surfaceReference *)&to, array, &texel);
}
template <class Type, int kind>
UMBEL_CALL cudaError_t cudaBindSurfaceToArray(const surface<Type, kind> &to,
                                              cudaArray_const_t array)
{
    cudaChannelFormatDesc texel;
    cudaError_t error = ::cudaGetChannelDesc(&texel, array);
    return error == cudaSuccess ? cudaBindSurfaceToArray(to, array, texel) : error;
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaUnbindTexture(const texture<Type, kind, mode> &from)
{
    return ::cudaUnbindTexture((const textureReference *)&from);
}
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_CALL cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                     const texture<Type, kind, mode> &of)
{
    return ::cudaGetTextureAlignmentOffset(offset, (const textureReference *)&of);
}
#endif

#include "occupancy.h"

#undef UMBEL_CALL

#endif
