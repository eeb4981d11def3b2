/*
 * Texture references: texture<float, 2, cudaReadModeElementType> t; at namespace scope. In the
 * host's pass it is a textureReference that clang registers; in the device's pass it is a texref.
 */
#ifndef UMBEL_CUDA_CUDA_TEXTURE_TYPES_H
#define UMBEL_CUDA_CUDA_TEXTURE_TYPES_H

#include "texture_types.h"

#include "channel_descriptor.h"

#if defined(__cplusplus) && defined(__CUDA__)
template <class Type, int kind = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    __attribute__((host))
    texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
            enum cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(norm, filter, address, cudaCreateChannelDesc<Type>())
    {
    }
    __attribute__((host))
    texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
            cudaChannelFormatDesc channel)
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = channel;
        sRGB = 0;
        maxAnisotropy = 0;
        mipmapFilterMode = cudaFilterModePoint;
        mipmapLevelBias = minMipmapLevelClamp = maxMipmapLevelClamp = 0;
        disableTrilinearOptimization = 0;
    }
};
#endif

#endif
