/* Texture and surface objects, and texture references. */
#ifndef UMBEL_CUDA_TEXTURES_H
#define UMBEL_CUDA_TEXTURES_H

#include "../surface_types.h"
#include "../texture_types.h"

#include "begin.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
UMBEL_API cudaGetChannelDesc(struct cudaChannelFormatDesc *texel, cudaArray_const_t array);
UMBEL_API cudaCreateTextureObject(cudaTextureObject_t *object,
                                  const struct cudaResourceDesc *resource,
                                  const struct cudaTextureDesc *texture,
                                  const struct cudaResourceViewDesc *view);
UMBEL_API cudaDestroyTextureObject(cudaTextureObject_t object);
UMBEL_API cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                           cudaTextureObject_t object);
UMBEL_API cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                          cudaTextureObject_t object);
UMBEL_API cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                  const struct cudaResourceDesc *resource);
UMBEL_API cudaDestroySurfaceObject(cudaSurfaceObject_t object);
UMBEL_API cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                           cudaSurfaceObject_t object);

UMBEL_API cudaBindTexture(size_t *offset, const struct textureReference *texture, const void *p,
                          const struct cudaChannelFormatDesc *texel,
                          size_t bytes UMBEL_OR(UINT_MAX));
UMBEL_API cudaBindTexture2D(size_t *offset, const struct textureReference *texture, const void *p,
                            const struct cudaChannelFormatDesc *texel, size_t width, size_t height,
                            size_t pitch);
UMBEL_API cudaBindTextureToArray(const struct textureReference *texture, cudaArray_const_t array,
                                 const struct cudaChannelFormatDesc *texel);
UMBEL_API cudaUnbindTexture(const struct textureReference *texture);
UMBEL_API cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texture);
UMBEL_API cudaGetTextureReference(const struct textureReference **texture, const void *symbol);
UMBEL_API cudaBindSurfaceToArray(const struct surfaceReference *surface, cudaArray_const_t array,
                                 const struct cudaChannelFormatDesc *texel);

#include "end.h"

#endif
