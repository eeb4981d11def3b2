#include "sw/cuda/arrays.h"

#include "sw/util/arena.h"

#include <stdlib.h>

enum { ARRAY_ALIGN = 512, ROW_ALIGN = 32, MOST_TEXELS = 1 << 17 };

static struct cudaArray **arrays;
static size_t n_arrays;

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

uint64_t texel_bytes(const struct cudaChannelFormatDesc *t)
{
    bool known = t->f >= cudaChannelFormatKindSigned && t->f <= cudaChannelFormatKindFloat;
    bool width = t->x == 8 || t->x == 16 || t->x == 32;
    bool same = (t->y == 0 || t->y == t->x) && (t->z == 0 || t->z == t->x) &&
                (t->w == 0 || t->w == t->x) && (t->z == 0) == (t->w == 0) &&
                (t->z == 0 || t->y != 0);
    if (!known || !width || !same || (t->f == cudaChannelFormatKindFloat && t->x == 8))
        return 0;
    return (uint64_t)(t->x + t->y + t->z + t->w) / 8;
}

bool array_is(cudaArray_const_t array)
{
    for (size_t i = 0; i < n_arrays; i++)
        if (arrays[i] == array)
            return true;
    return false;
}

struct place array_place(cudaArray_const_t a, uint64_t x, uint64_t y, uint64_t z)
{
    uint64_t at = a->block->address + z * a->slice + y * a->pitch + x;
    return (struct place){.p = (const void *)(uintptr_t)at, // NOLINT(performance-no-int-to-ptr)
                          .pitch = a->pitch,
                          .slice = a->slice};
}

static cudaError_t make(cudaArray_t *array, const struct cudaChannelFormatDesc *texel,
                        struct cudaExtent extent, unsigned flags)
{
    if (array == NULL || texel == NULL || extent.width == 0 || extent.width > MOST_TEXELS ||
        extent.height > MOST_TEXELS || extent.depth > MOST_TEXELS)
        return cudaErrorInvalidValue;
    uint64_t bytes = texel_bytes(texel);
    if (bytes == 0) {
        api_tell("an array of channels of %d, %d, %d and %d bits: a channel has 8, 16 or 32 bits, "
                 "there are 1, 2 or 4, and they are alike",
                 texel->x, texel->y, texel->z, texel->w);
        return cudaErrorInvalidChannelDescriptor;
    }
    if ((flags & cudaArrayCubemap) != 0) {
        api_tell("cube maps are not supported");
        return cudaErrorNotSupported;
    }
    struct cudaArray *a = xcalloc(1, sizeof *a);
    *a = (struct cudaArray){.texel = *texel,
                            .extent = extent,
                            .width = extent.width,
                            .height = extent.height > 0 ? extent.height : 1,
                            .depth = extent.depth > 0 ? extent.depth : 1,
                            .texel_bytes = bytes,
                            .flags = flags};
    a->pitch = (a->width * bytes + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
    a->slice = a->pitch * a->height;
    cudaError_t e =
        block_new(a->slice * a->depth, ARRAY_ALIGN, CUDA_ON_DEVICE, "cudaMallocArray", &a->block);
    if (e != cudaSuccess) {
        free(a);
        return e;
    }
    arrays = xgrown(arrays, n_arrays, sizeof(struct cudaArray *));
    arrays[n_arrays++] = a;
    *array = a;
    return cudaSuccess;
}

CUDA_API(cudaMallocArray,
         (cudaArray_t * array, const struct cudaChannelFormatDesc *texel, size_t width,
          size_t height, unsigned int flags),
         array, texel, width, height, flags)
{
    return make(array, texel, (struct cudaExtent){width, height, 0}, flags);
}

CUDA_API(cudaMalloc3DArray,
         (cudaArray_t * array, const struct cudaChannelFormatDesc *texel, struct cudaExtent extent,
          unsigned int flags),
         array, texel, extent, flags)
{
    return make(array, texel, extent, flags);
}

CUDA_API(cudaFreeArray, (cudaArray_t array), array)
{
    if (array == NULL)
        return cudaSuccess;
    if (!array_is(array))
        return cudaErrorInvalidResourceHandle;
    cudaError_t e = shared_collect();
    block_free(array->block);
    size_t i = 0;
    while (arrays[i] != array)
        i++;
    arrays[i] = arrays[--n_arrays];
    free(array);
    return e;
}

CUDA_API(cudaArrayGetInfo,
         (struct cudaChannelFormatDesc * texel, struct cudaExtent *extent, unsigned int *flags,
          cudaArray_t array),
         texel, extent, flags, array)
{
    if (!array_is(array))
        return cudaErrorInvalidResourceHandle;
    if (texel != NULL)
        *texel = array->texel;
    if (extent != NULL)
        *extent = array->extent;
    if (flags != NULL)
        *flags = array->flags;
    return cudaSuccess;
}

CUDA_API(cudaGetChannelDesc, (struct cudaChannelFormatDesc * texel, cudaArray_const_t array), texel,
         array)
{
    if (texel == NULL || !array_is(array))
        return cudaErrorInvalidValue;
    *texel = array->texel;
    return cudaSuccess;
}
