/* Copies to, from and between arrays. The first position of a row is in bytes, but in texels for
 * cudaMemcpy3D, as CUDA has it. */
#include "sw/cuda/arrays.h"

static bool has(cudaArray_const_t a, uint64_t x, uint64_t y, uint64_t width, uint64_t height)
{
    return array_is(a) && x + width <= a->width * a->texel_bytes &&
           y + height <= a->height * a->depth;
}

static cudaError_t rows_to(const char *call, cudaArray_t to, uint64_t x, uint64_t y,
                           struct place from, uint64_t width, uint64_t height,
                           enum cudaMemcpyKind kind)
{
    if (!has(to, x, y, width, height))
        return cudaErrorInvalidValue;
    return copy_rows(call, array_place(to, x, y, 0), from, width, height, 1, kind);
}

static cudaError_t rows_from(const char *call, struct place to, cudaArray_const_t from, uint64_t x,
                             uint64_t y, uint64_t width, uint64_t height, enum cudaMemcpyKind kind)
{
    if (!has(from, x, y, width, height))
        return cudaErrorInvalidValue;
    return copy_rows(call, to, array_place(from, x, y, 0), width, height, 1, kind);
}

/* Bytes that follow each other in linear memory fill the array's rows one after another. */
struct part {
    uint64_t x, y, done, bytes;
};

static bool next_part(cudaArray_const_t a, uint64_t x, uint64_t y, uint64_t bytes, struct part *p)
{
    uint64_t row = a->width * a->texel_bytes, done = p->done + p->bytes, left = bytes - done;
    if (left == 0)
        return false;
    uint64_t at = x + done;
    p->x = at % row;
    p->y = y + at / row;
    p->done = done;
    p->bytes = left < row - p->x ? left : row - p->x;
    return true;
}

static struct place moved(const void *p, uint64_t by)
{
    return (struct place){.p = (const char *)p + by};
}

CUDA_API(cudaMemcpyToArray,
         (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
          enum cudaMemcpyKind kind),
         to, x, y, from, bytes, kind)
{
    struct part p = {0};
    cudaError_t e = array_is(to) ? cudaSuccess : cudaErrorInvalidValue;
    while (e == cudaSuccess && next_part(to, x, y, bytes, &p))
        e = rows_to("cudaMemcpyToArray", to, p.x, p.y, moved(from, p.done), p.bytes, 1, kind);
    return e;
}

CUDA_API(cudaMemcpyFromArray,
         (void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
          enum cudaMemcpyKind kind),
         to, from, x, y, bytes, kind)
{
    struct part p = {0};
    cudaError_t e = array_is(from) ? cudaSuccess : cudaErrorInvalidValue;
    while (e == cudaSuccess && next_part(from, x, y, bytes, &p))
        e = rows_from("cudaMemcpyFromArray", moved(to, p.done), from, p.x, p.y, p.bytes, 1, kind);
    return e;
}

CUDA_API(cudaMemcpyArrayToArray,
         (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
          size_t from_y, size_t bytes, enum cudaMemcpyKind kind),
         to, to_x, to_y, from, from_x, from_y, bytes, kind)
{
    struct part p = {0};
    (void)kind;
    cudaError_t e = array_is(to) && array_is(from) ? cudaSuccess : cudaErrorInvalidValue;
    while (e == cudaSuccess && next_part(from, from_x, from_y, bytes, &p)) {
        struct part q = {.done = p.done};
        while (e == cudaSuccess && q.done + q.bytes < p.done + p.bytes &&
               next_part(to, to_x, to_y, p.done + p.bytes, &q))
            e = rows_to("cudaMemcpyArrayToArray", to, q.x, q.y,
                        array_place(from, p.x + q.done - p.done, p.y, 0), q.bytes, 1,
                        cudaMemcpyDeviceToDevice);
    }
    return e;
}

CUDA_API(cudaMemcpy2DToArray,
         (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
          size_t height, enum cudaMemcpyKind kind),
         to, x, y, from, pitch, width, height, kind)
{
    return rows_to("cudaMemcpy2DToArray", to, x, y, (struct place){.p = from, .pitch = pitch},
                   width, height, kind);
}

CUDA_API(cudaMemcpy2DFromArray,
         (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
          size_t height, enum cudaMemcpyKind kind),
         to, pitch, from, x, y, width, height, kind)
{
    return rows_from("cudaMemcpy2DFromArray", (struct place){.p = to, .pitch = pitch}, from, x, y,
                     width, height, kind);
}

CUDA_API(cudaMemcpy2DArrayToArray,
         (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
          size_t from_y, size_t width, size_t height, enum cudaMemcpyKind kind),
         to, to_x, to_y, from, from_x, from_y, width, height, kind)
{
    (void)kind;
    if (!has(from, from_x, from_y, width, height))
        return cudaErrorInvalidValue;
    return rows_to("cudaMemcpy2DArrayToArray", to, to_x, to_y, array_place(from, from_x, from_y, 0),
                   width, height, cudaMemcpyDeviceToDevice);
}

/* ---- the same in streams: work is done when it is asked for ---- */

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyToArray(to, x, y, from, bytes, kind);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyFromArray(to, from, x, y, bytes, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind);
}

/* ---- in three dimensions ---- */

/* Where a copy begins in pitched memory; `unit`: bytes of an element, by which x counts. */
static struct place corner(const struct cudaPitchedPtr *p, const struct cudaPos *pos, uint64_t unit)
{
    uint64_t slice = (uint64_t)p->pitch * p->ysize;
    const char *base = p->ptr;
    return (struct place){
        .p = base == NULL ? NULL : base + pos->z * slice + pos->y * p->pitch + pos->x * unit,
        .pitch = p->pitch,
        .slice = slice};
}

static bool whole(cudaArray_const_t a, const struct cudaPos *pos, const struct cudaExtent *e)
{
    return array_is(a) && pos->x + e->width <= a->width && pos->y + e->height <= a->height &&
           pos->z + e->depth <= a->depth;
}

CUDA_API(cudaMemcpy3D, (const struct cudaMemcpy3DParms *p), p)
{
    if (p == NULL)
        return cudaErrorInvalidValue;
    cudaArray_const_t to = p->dstArray, from = p->srcArray;
    if ((to != NULL && !whole(to, &p->dstPos, &p->extent)) ||
        (from != NULL && !whole(from, &p->srcPos, &p->extent)))
        return cudaErrorInvalidValue;
    uint64_t unit = to != NULL ? to->texel_bytes : from != NULL ? from->texel_bytes : 1;
    return copy_rows("cudaMemcpy3D",
                     to != NULL ? array_place(to, p->dstPos.x * unit, p->dstPos.y, p->dstPos.z)
                                : corner(&p->dstPtr, &p->dstPos, unit),
                     from != NULL ? array_place(from, p->srcPos.x * unit, p->srcPos.y, p->srcPos.z)
                                  : corner(&p->srcPtr, &p->srcPos, unit),
                     p->extent.width * unit, p->extent.height, p->extent.depth, p->kind);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy3D(p);
}
