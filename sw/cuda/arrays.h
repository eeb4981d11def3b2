/* Arrays: device memory whose layout is the runtime's own, which is rows of texels with a pitch. */
#ifndef UMBEL_SW_CUDA_ARRAYS_H
#define UMBEL_SW_CUDA_ARRAYS_H

#include "sw/cuda/state.h"

struct cudaArray {
    struct block *block;
    struct cudaChannelFormatDesc texel;
    struct cudaExtent extent;      /* as asked for: texels; 0 where there is no such dimension */
    uint64_t width, height, depth; /* texels; depth: slices or layers; at least 1 */
    uint64_t texel_bytes, pitch, slice;
    unsigned flags;
};

/* Bytes of a texel; 0: there is no such format. */
uint64_t texel_bytes(const struct cudaChannelFormatDesc *texel);
/* Whether it is an array that was made and not freed. */
bool array_is(cudaArray_const_t array);
/* Where byte x of row y of slice z is. */
struct place array_place(cudaArray_const_t array, uint64_t x, uint64_t y, uint64_t z);

#endif
