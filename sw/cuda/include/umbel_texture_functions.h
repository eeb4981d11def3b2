/* tex1Dfetch, tex1D, tex2D, tex3D and those of layered textures, for objects and for references. A
 * texture has one level, so the functions with a level take that. */
#ifndef UMBEL_TEXTURE_FUNCTIONS_H
#define UMBEL_TEXTURE_FUNCTIONS_H
#pragma clang system_header

#include "umbel_texture_fetch.h"

/* The parameters behind the texture, and the coordinates and the layer that they stand for. */
#define UMBEL_NAMES(...) __VA_ARGS__
#define UMBEL_FETCH(name, kind, dims, params, names, at)                                           \
    template <class Type> UMBEL_TEX Type name(cudaTextureObject_t object, UMBEL_NAMES params)      \
    {                                                                                              \
        const umbel_texture *d = umbel_texture_of(object);                                         \
        return umbel_fetch<Type>(d, d->read, dims, UMBEL_NAMES at);                                \
    }                                                                                              \
    template <class Type>                                                                          \
    UMBEL_TEX void name(Type *to, cudaTextureObject_t object, UMBEL_NAMES params)                  \
    {                                                                                              \
        *to = name<Type>(object, UMBEL_NAMES names);                                               \
    }                                                                                              \
    template <class Type, cudaTextureReadMode mode>                                                \
    UMBEL_TEX typename umbel_read<Type, mode>::type name(texture<Type, kind, mode> reference,      \
                                                         UMBEL_NAMES params)                       \
    {                                                                                              \
        return umbel_fetch<typename umbel_read<Type, mode>::type>(                                 \
            umbel_texture_of(reference), mode == cudaReadModeNormalizedFloat, dims,                \
            UMBEL_NAMES at);                                                                       \
    }

UMBEL_FETCH(tex1D, cudaTextureType1D, 1, (float x), (x), (x, 0.0f, 0.0f, 0))
UMBEL_FETCH(tex2D, cudaTextureType2D, 2, (float x, float y), (x, y), (x, y, 0.0f, 0))
UMBEL_FETCH(tex3D, cudaTextureType3D, 3, (float x, float y, float z), (x, y, z), (x, y, z, 0))
UMBEL_FETCH(tex1DLod, cudaTextureType1D, 1, (float x, float level), (x, level), (x, 0.0f, 0.0f, 0))
UMBEL_FETCH(tex2DLod, cudaTextureType2D, 2, (float x, float y, float level), (x, y, level),
            (x, y, 0.0f, 0))
UMBEL_FETCH(tex3DLod, cudaTextureType3D, 3, (float x, float y, float z, float level),
            (x, y, z, level), (x, y, z, 0))
UMBEL_FETCH(tex1DLayered, cudaTextureType1DLayered, 1, (float x, int layer), (x, layer),
            (x, 0.0f, 0.0f, layer))
UMBEL_FETCH(tex2DLayered, cudaTextureType2DLayered, 2, (float x, float y, int layer), (x, y, layer),
            (x, y, 0.0f, layer))
#undef UMBEL_FETCH
#undef UMBEL_NAMES

template <class Type> UMBEL_TEX Type tex1Dfetch(cudaTextureObject_t object, int i)
{
    const umbel_texture *d = umbel_texture_of(object);
    return umbel_fetch_index<Type>(d, d->read, i);
}
template <class Type> UMBEL_TEX void tex1Dfetch(Type *to, cudaTextureObject_t object, int i)
{
    *to = tex1Dfetch<Type>(object, i);
}
template <class Type, cudaTextureReadMode mode>
UMBEL_TEX typename umbel_read<Type, mode>::type
tex1Dfetch(texture<Type, cudaTextureType1D, mode> reference, int i)
{
    return umbel_fetch_index<typename umbel_read<Type, mode>::type>(
        umbel_texture_of(reference), mode == cudaReadModeNormalizedFloat, i);
}

#endif
