/*
 * What kernels know of a texture, a surface or the array behind it. The runtime writes it to
 * constant memory: at the place of the texture reference, or into the table umbel_textures, where
 * the handle of an object is its number, from 1. Sizes are texels, pitches bytes.
 */
#ifndef UMBEL_TEXTURE_LAYOUT_H
#define UMBEL_TEXTURE_LAYOUT_H

#define UMBEL_TEXTURES 256

struct umbel_texture {
    unsigned long long base;
    unsigned int width, height, depth; /* depth: slices or layers */
    unsigned int pitch, slice;
    unsigned char address[3]; /* enum cudaTextureAddressMode */
    unsigned char linear;     /* filter */
    unsigned char normalized; /* coordinates are 0 .. 1 */
    unsigned char read;       /* integers become floats: 0 .. 1, or -1 .. 1 */
    unsigned char bits, kind; /* of a channel: its width, enum cudaChannelFormatKind */
    unsigned char texel_bytes;
    float border[4];
};

#endif
