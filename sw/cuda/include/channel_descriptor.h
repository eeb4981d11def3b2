/* Channel descriptors of C++ types: cudaCreateChannelDesc<float4>(). */
#ifndef UMBEL_CUDA_CHANNEL_DESCRIPTOR_H
#define UMBEL_CUDA_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus
template <class Type> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

/* The vectors of a type: its name, the type of an element, its kind. */
#define UMBEL_CHANNEL(type, bits, n, kind)                                                         \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>()                         \
    {                                                                                              \
        return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,   \
                                     cudaChannelFormatKind##kind);                                 \
    }
#define UMBEL_CHANNELS(vector, element, kind)                                                      \
    UMBEL_CHANNEL(element, (int)sizeof(element) * 8, 1, kind)                                      \
    UMBEL_CHANNEL(vector##1, (int)sizeof(element) * 8, 1, kind)                                    \
    UMBEL_CHANNEL(vector##2, (int)sizeof(element) * 8, 2, kind)                                    \
    UMBEL_CHANNEL(vector##4, (int)sizeof(element) * 8, 4, kind)
UMBEL_CHANNELS(char, signed char, Signed)
UMBEL_CHANNELS(uchar, unsigned char, Unsigned)
UMBEL_CHANNELS(short, short, Signed)
UMBEL_CHANNELS(ushort, unsigned short, Unsigned)
UMBEL_CHANNELS(int, int, Signed)
UMBEL_CHANNELS(uint, unsigned int, Unsigned)
UMBEL_CHANNELS(float, float, Float)
UMBEL_CHANNEL(char, 8, 1, Signed)
#undef UMBEL_CHANNEL
#undef UMBEL_CHANNELS
#endif

#endif
