/* Copies. Those whose name ends in Async are ordered by their stream. */
#ifndef UMBEL_CUDA_COPIES_H
#define UMBEL_CUDA_COPIES_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                          cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                       size_t height, enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, enum cudaMemcpyKind kind,
                            cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpy3D(const struct cudaMemcpy3DParms *copy);
UMBEL_API cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
UMBEL_API cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                              size_t bytes, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *copy);
UMBEL_API cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *copy,
                                cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                 enum cudaMemcpyKind kind, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                              enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t pitch, size_t width, size_t height,
                                   enum cudaMemcpyKind kind, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
UMBEL_API cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                     size_t y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                 size_t from_x, size_t from_y, size_t bytes,
                                 enum cudaMemcpyKind kind UMBEL_OR(cudaMemcpyDeviceToDevice));
UMBEL_API cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t width, size_t height,
                                   enum cudaMemcpyKind kind UMBEL_OR(cudaMemcpyDeviceToDevice));
UMBEL_API cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                             size_t offset UMBEL_OR(0),
                             enum cudaMemcpyKind kind UMBEL_OR(cudaMemcpyHostToDevice));
UMBEL_API cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                  enum cudaMemcpyKind kind, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                               size_t offset UMBEL_OR(0),
                               enum cudaMemcpyKind kind UMBEL_OR(cudaMemcpyDeviceToHost));
UMBEL_API cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream UMBEL_OR(0));

#include "end.h"

#endif
