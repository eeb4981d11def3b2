/*
 * How a texel is found and read: the appendix "Texture Fetching" of CUDA's programming guide.
 * Texels come through the caches, as read-only loads of global memory. The weights of a linear
 * filter have 8 bits of fraction, as on devices.
 */
#ifndef UMBEL_TEXTURE_FETCH_H
#define UMBEL_TEXTURE_FETCH_H
#pragma clang system_header

#include "cuda_texture_types.h"
#include "umbel_texture_layout.h"

#define UMBEL_TEX static __attribute__((device, always_inline, nodebug, unused)) inline

static __constant__ struct umbel_texture umbel_textures[UMBEL_TEXTURES];

#ifdef __CUDA_ARCH__
#define UMBEL_CONSTANT(p) ((const umbel_texture __attribute__((address_space(4))) *)(p))
#endif

/* The table is written by the runtime, which clang must not see through: it would take the zeros
 * that stand here. */
UMBEL_TEX const umbel_texture *umbel_texture_of(cudaTextureObject_t object)
{
    const umbel_texture *table = umbel_textures;
#ifdef __CUDA_ARCH__
    asm("mov.b64 %0, %1;" : "=l"(table) : "l"(umbel_textures));
    table = (const umbel_texture *)UMBEL_CONSTANT(table);
#endif
    return &table[object - 1];
}

/* A reference: on the device it is the place of its umbel_texture in constant memory. */
template <class Type, int kind, cudaTextureReadMode mode>
UMBEL_TEX const umbel_texture *umbel_texture_of(texture<Type, kind, mode> reference)
{
#ifdef __CUDA_ARCH__
    unsigned long long at;
    asm("mov.b64 %0, %1;" : "=l"(at) : "l"(reference));
    return (const umbel_texture *)UMBEL_CONSTANT(at);
#else
    (void)reference;
    return 0;
#endif
}

/* ---- what a type is: its channels ---- */

template <class Type> struct umbel_texel;
#define UMBEL_TEXEL(type, n, is_float, wide, set)                                                  \
    template <> struct umbel_texel<type> {                                                         \
        enum { channels = n, floats = is_float };                                                  \
        typedef wide normalized;                                                                   \
        UMBEL_MEMBER type of(const float (&v)[4])                                                  \
        {                                                                                          \
            type t;                                                                                \
            set;                                                                                   \
            return t;                                                                              \
        }                                                                                          \
    };
#define UMBEL_MEMBER static __attribute__((device, always_inline, nodebug)) inline
#define UMBEL_TEXELS(name, element, is_float)                                                      \
    UMBEL_TEXEL(element, 1, is_float, float, t = (element)v[0])                                    \
    UMBEL_TEXEL(name##1, 1, is_float, float1, t.x = (element)v[0])                                 \
    UMBEL_TEXEL(name##2, 2, is_float, float2, t.x = (element)v[0]; t.y = (element)v[1])            \
    UMBEL_TEXEL(name##4, 4, is_float, float4, t.x = (element)v[0]; t.y = (element)v[1];            \
                t.z = (element)v[2]; t.w = (element)v[3])
UMBEL_TEXELS(float, float, 1)
UMBEL_TEXELS(int, int, 0)
UMBEL_TEXELS(uint, unsigned int, 0)
UMBEL_TEXELS(short, short, 0)
UMBEL_TEXELS(ushort, unsigned short, 0)
UMBEL_TEXELS(char, signed char, 0)
UMBEL_TEXELS(uchar, unsigned char, 0)
UMBEL_TEXEL(char, 1, 0, float, t = (char)v[0])
#undef UMBEL_TEXELS
#undef UMBEL_TEXEL

/* What a fetch through a reference gives. */
template <class Type, cudaTextureReadMode mode> struct umbel_read {
    typedef Type type;
};
template <class Type> struct umbel_read<Type, cudaReadModeNormalizedFloat> {
    typedef typename umbel_texel<Type>::normalized type;
};

/* ---- addresses ---- */

/* The index that stands for one outside; false: the border. */
UMBEL_TEX bool umbel_inside(int *i, unsigned int size, int mode, bool normalized)
{
    int n = (int)size;
    if (*i >= 0 && *i < n)
        return true;
    if (mode == cudaAddressModeBorder)
        return false;
    if (normalized && mode == cudaAddressModeWrap) {
        *i = *i % n + (*i % n < 0 ? n : 0);
    } else if (normalized && mode == cudaAddressModeMirror) {
        int at = *i % (2 * n) + (*i % (2 * n) < 0 ? 2 * n : 0);
        *i = at < n ? at : 2 * n - 1 - at;
    } else {
        *i = *i < 0 ? 0 : n - 1;
    }
    return true;
}

UMBEL_TEX bool umbel_inside3(const umbel_texture *d, int dims, int *i, int *j, int *k)
{
    return umbel_inside(i, d->width, d->address[0], d->normalized) &&
           (dims < 2 || umbel_inside(j, d->height, d->address[1], d->normalized)) &&
           (dims < 3 || umbel_inside(k, d->depth, d->address[2], d->normalized));
}

UMBEL_TEX unsigned long long umbel_row(const umbel_texture *d, int dims, int j, int k)
{
    unsigned long long at = d->base;
    if (dims > 1)
        at += (unsigned long long)j * d->pitch;
    return at + (unsigned long long)k * d->slice;
}

/* ---- texels as they are ---- */

template <class Type>
UMBEL_TEX Type umbel_plain(const umbel_texture *d, int dims, int i, int j, int k)
{
    if (!umbel_inside3(d, dims, &i, &j, &k))
        return umbel_texel<Type>::of(d->border);
    return __ldg((const Type *)umbel_row(d, dims, j, k) + i);
}

/* ---- texels as floats ---- */

UMBEL_TEX float umbel_half_float(unsigned int h)
{
    unsigned int sign = (h & 0x8000u) << 16, low = h & 0x7fffu;
    float v = __uint_as_float(low << 13) * __uint_as_float(0x77800000u); /* 2^112 */
    if (low >= 0x7c00u)
        v = __uint_as_float(0x7f800000u | low << 13);
    return __uint_as_float(__float_as_uint(v) | sign);
}

UMBEL_TEX float umbel_channel(const umbel_texture *d, unsigned long long at)
{
    bool is_signed = d->kind == cudaChannelFormatKindSigned;
    if (d->bits == 32)
        return __ldg((const float *)at);
    if (d->bits == 16 && d->kind == cudaChannelFormatKindFloat)
        return umbel_half_float(__ldg((const unsigned short *)at));
    float v = d->bits == 16 ? (is_signed ? (float)__ldg((const short *)at) / 32767.0f
                                         : (float)__ldg((const unsigned short *)at) / 65535.0f)
                            : (is_signed ? (float)__ldg((const signed char *)at) / 127.0f
                                         : (float)__ldg((const unsigned char *)at) / 255.0f);
    return v < -1.0f ? -1.0f : v;
}

UMBEL_TEX void umbel_floats(const umbel_texture *d, int dims, int channels, int i, int j, int k,
                            float weight, float (&sum)[4])
{
    bool inside = umbel_inside3(d, dims, &i, &j, &k);
    unsigned int bytes = d->bits / 8u;
    unsigned long long at =
        umbel_row(d, dims, j, k) + (unsigned long long)i * (unsigned int)channels * bytes;
    for (int c = 0; c < channels; c++)
        sum[c] += weight * (inside ? umbel_channel(d, at + (unsigned int)c * bytes) : d->border[c]);
}

/* The texel below a coordinate, and the weight of the next one. */
UMBEL_TEX int umbel_below(float x, float *weight)
{
    float low = floorf(x - 0.5f);
    *weight = rintf((x - 0.5f - low) * 256.0f) / 256.0f;
    return (int)low;
}

template <class Type>
UMBEL_TEX Type umbel_linear(const umbel_texture *d, int dims, float x, float y, float z, int layer)
{
    float sum[4] = {0, 0, 0, 0}, a, b = 0, c = 0;
    int i = umbel_below(x, &a), j = dims > 1 ? umbel_below(y, &b) : 0;
    int k = dims > 2 ? umbel_below(z, &c) : layer;
    for (int corner = 0; corner < 1 << dims; corner++) {
        int di = corner & 1, dj = corner >> 1 & 1, dk = corner >> 2 & 1;
        float w = (di ? a : 1 - a) *
                  (dims < 2 ? 1
                   : dj     ? b
                            : 1 - b) *
                  (dims < 3 ? 1
                   : dk     ? c
                            : 1 - c);
        umbel_floats(d, dims, umbel_texel<Type>::channels, i + di, j + dj, k + dk, w, sum);
    }
    return umbel_texel<Type>::of(sum);
}

/* ---- a fetch ---- */

/* Type: what the fetch gives; `read`: integers become floats. `layer` is that of a layered texture.
 */
template <class Type>
UMBEL_TEX Type umbel_fetch(const umbel_texture *d, bool read, int dims, float x, float y, float z,
                           int layer)
{
    if (d->normalized) {
        x *= (float)d->width;
        y *= (float)d->height;
        z *= (float)d->depth;
    }
    if (dims < 3)
        layer = layer < 0 ? 0 : layer < (int)d->depth ? layer : (int)d->depth - 1;
    if (umbel_texel<Type>::floats && d->linear)
        return umbel_linear<Type>(d, dims, x, y, z, layer);
    int i = (int)floorf(x), j = (int)floorf(y), k = dims > 2 ? (int)floorf(z) : layer;
    if (!umbel_texel<Type>::floats || !(read || d->bits != 32))
        return umbel_plain<Type>(d, dims, i, j, k);
    float sum[4] = {0, 0, 0, 0};
    umbel_floats(d, dims, umbel_texel<Type>::channels, i, j, k, 1.0f, sum);
    return umbel_texel<Type>::of(sum);
}

/* By an index, from linear memory: outside it texels are zero. */
template <class Type> UMBEL_TEX Type umbel_fetch_index(const umbel_texture *d, bool read, int i)
{
    float sum[4] = {0, 0, 0, 0};
    if (i < 0 || i >= (int)d->width)
        return umbel_texel<Type>::of(sum);
    if (!umbel_texel<Type>::floats || !(read || d->bits != 32))
        return __ldg((const Type *)d->base + i);
    umbel_floats(d, 1, umbel_texel<Type>::channels, i, 0, 0, 1.0f, sum);
    return umbel_texel<Type>::of(sum);
}

#endif
