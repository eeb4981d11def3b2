/* Copies of a thread to shared memory that it need not wait for. Here they are done at once, so
 * there is nothing to wait for. */
#ifndef UMBEL_CUDA_CUDA_PIPELINE_PRIMITIVES_H
#define UMBEL_CUDA_CUDA_PIPELINE_PRIMITIVES_H

#include "vector_types.h"

#ifdef __CUDA__
/* `bytes` is 4, 8 or 16; the last `zeros` of them are not copied and become 0. */
UMBEL_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                          size_t zeros = 0)
{
    if (zeros != 0) {
        for (size_t i = 0; i < bytes; i++)
            ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : 0;
    } else if (bytes == 16) {
        *(uint4 *)to = *(const uint4 *)from;
    } else if (bytes == 8) {
        *(uint2 *)to = *(const uint2 *)from;
    } else {
        *(unsigned int *)to = *(const unsigned int *)from;
    }
}
UMBEL_DEVICE void __pipeline_commit()
{
}
UMBEL_DEVICE void __pipeline_wait_prior(size_t)
{
}
#endif

#endif
