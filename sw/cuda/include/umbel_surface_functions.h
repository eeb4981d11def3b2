/* surf1Dread, surf1Dwrite and those of more dimensions. The first coordinate is in bytes. */
#ifndef UMBEL_SURFACE_FUNCTIONS_H
#define UMBEL_SURFACE_FUNCTIONS_H
#pragma clang system_header

#include "surface_types.h"
#include "umbel_texture_fetch.h"

UMBEL_TEX const umbel_texture *umbel_surface_of(cudaSurfaceObject_t object)
{
    return umbel_texture_of((cudaTextureObject_t)object);
}

template <class Texel, int kind>
UMBEL_TEX const umbel_texture *umbel_surface_of(surface<Texel, kind> s)
{
#ifdef __CUDA_ARCH__
    unsigned long long at;
    asm("mov.b64 %0, %1;" : "=l"(at) : "l"(s));
    return (const umbel_texture *)UMBEL_CONSTANT(at);
#else
    (void)s;
    return 0;
#endif
}

UMBEL_TEX bool umbel_on_surface(int *i, unsigned int n, cudaSurfaceBoundaryMode mode)
{
    if (*i >= 0 && *i < (int)n)
        return true;
    if (mode == cudaBoundaryModeTrap)
        __trap();
    if (mode == cudaBoundaryModeZero)
        return false;
    *i = *i < 0 ? 0 : (int)n - 1;
    return true;
}

/* The place of an element, or NULL: outside. Bytes of a row are counted in elements of Type. */
template <class Type>
UMBEL_TEX Type *umbel_surface_at(const umbel_texture *d, int x, int y, int z,
                                 cudaSurfaceBoundaryMode mode)
{
    int i = x / (int)sizeof(Type);
    if (!umbel_on_surface(&i, d->width * d->texel_bytes / (unsigned)sizeof(Type), mode) ||
        !umbel_on_surface(&y, d->height, mode) || !umbel_on_surface(&z, d->depth, mode))
        return 0;
    return (Type *)(d->base + (unsigned long long)z * d->slice + (unsigned long long)y * d->pitch) +
           i;
}

template <class Type>
UMBEL_TEX Type umbel_surface_read(const umbel_texture *d, int x, int y, int z,
                                  cudaSurfaceBoundaryMode mode)
{
    const Type *at = umbel_surface_at<Type>(d, x, y, z, mode);
    float none[4] = {0, 0, 0, 0};
    return at != 0 ? *at : umbel_texel<Type>::of(none);
}

template <class Type>
UMBEL_TEX void umbel_surface_write(const umbel_texture *d, Type value, int x, int y, int z,
                                   cudaSurfaceBoundaryMode mode)
{
    Type *at = umbel_surface_at<Type>(d, x, y, z, mode);
    if (at != 0)
        *at = value;
}

#define UMBEL_NAMES(...) __VA_ARGS__
#define UMBEL_SURFACE(name, kind, params, names, at)                                               \
    template <class Type>                                                                          \
    UMBEL_TEX Type name##read(cudaSurfaceObject_t s, UMBEL_NAMES params,                           \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                                              \
        return umbel_surface_read<Type>(umbel_surface_of(s), UMBEL_NAMES at, mode);                \
    }                                                                                              \
    template <class Type>                                                                          \
    UMBEL_TEX void name##read(Type *to, cudaSurfaceObject_t s, UMBEL_NAMES params,                 \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                                              \
        *to = umbel_surface_read<Type>(umbel_surface_of(s), UMBEL_NAMES at, mode);                 \
    }                                                                                              \
    template <class Type>                                                                          \
    UMBEL_TEX void name##write(Type value, cudaSurfaceObject_t s, UMBEL_NAMES params,              \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                \
    {                                                                                              \
        umbel_surface_write<Type>(umbel_surface_of(s), value, UMBEL_NAMES at, mode);               \
    }                                                                                              \
    template <class Type, class Texel>                                                             \
    UMBEL_TEX Type name##read(surface<Texel, kind> s, UMBEL_NAMES params,                          \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                                              \
        return umbel_surface_read<Type>(umbel_surface_of(s), UMBEL_NAMES at, mode);                \
    }                                                                                              \
    template <class Type, class Texel>                                                             \
    UMBEL_TEX void name##read(Type *to, surface<Texel, kind> s, UMBEL_NAMES params,                \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                 \
    {                                                                                              \
        *to = umbel_surface_read<Type>(umbel_surface_of(s), UMBEL_NAMES at, mode);                 \
    }                                                                                              \
    template <class Type, class Texel>                                                             \
    UMBEL_TEX void name##write(Type value, surface<Texel, kind> s, UMBEL_NAMES params,             \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                \
    {                                                                                              \
        umbel_surface_write<Type>(umbel_surface_of(s), value, UMBEL_NAMES at, mode);               \
    }

UMBEL_SURFACE(surf1D, cudaSurfaceType1D, (int x), (x), (x, 0, 0))
UMBEL_SURFACE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y), (x, y, 0))
UMBEL_SURFACE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z), (x, y, z))
UMBEL_SURFACE(surf1DLayered, 0xF1, (int x, int layer), (x, layer), (x, 0, layer))
UMBEL_SURFACE(surf2DLayered, 0xF2, (int x, int y, int layer), (x, y, layer), (x, y, layer))
#undef UMBEL_SURFACE
#undef UMBEL_NAMES

#endif
