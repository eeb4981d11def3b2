/* cudaMemcpy and cudaMemset, in all of their forms. */
#include "sw/cuda/state.h"

#include <string.h>

/* Whether an end of a copy is memory of the device. Memory with a view of the host is reached
 * through the view, whatever the program says. */
static bool is_device(const void *p, bool said, enum cudaMemcpyKind kind)
{
    const struct block *b = block_of((uint64_t)(uintptr_t)p);
    if (b != NULL && b->host != NULL)
        return false;
    return kind == cudaMemcpyDefault ? block_is_device(p) : said;
}

static struct cuda_side side(const struct place *at, bool device)
{
    struct cuda_side s = {.pitch = at->pitch, .slice = at->slice};
    if (device)
        s.device = (uint64_t)(uintptr_t)at->p;
    else
        s.host = (void *)(uintptr_t)at->p;
    return s;
}

static uint64_t extent(const struct place *at, uint64_t bytes, uint64_t rows, uint64_t slices)
{
    return (slices - 1) * at->slice + (rows - 1) * at->pitch + bytes;
}

cudaError_t copy_rows(const char *call, struct place to, struct place from, uint64_t bytes,
                      uint64_t rows, uint64_t slices, enum cudaMemcpyKind kind)
{
    struct cuda_machine *m = api_machine();
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (bytes == 0 || rows == 0 || slices == 0)
        return cudaSuccess;
    if (to.p == NULL || from.p == NULL)
        return cudaErrorInvalidValue;
    if ((rows > 1 && (to.pitch < bytes || from.pitch < bytes)))
        return cudaErrorInvalidPitchValue;
    bool into =
        is_device(to.p, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice, kind);
    bool out =
        is_device(from.p, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice, kind);
    if ((into && !block_has(call, to.p, extent(&to, bytes, rows, slices))) ||
        (out && !block_has(call, from.p, extent(&from, bytes, rows, slices))))
        return cudaErrorInvalidValue;
    cudaError_t e = shared_collect();
    if (e != cudaSuccess)
        return e;
    struct error err = {0};
    const struct cuda_copy c = {.to = side(&to, into),
                                .from = side(&from, out),
                                .bytes = bytes,
                                .rows = rows,
                                .slices = slices,
                                .free = !into && !out};
    return api_error(m->copy(m->ctx, &c, &err), &err);
}

static cudaError_t copy(const char *call, void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind kind)
{
    return copy_rows(call, (struct place){.p = to}, (struct place){.p = from}, bytes, 1, 1, kind);
}

CUDA_API(cudaMemcpy, (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind), to, from,
         bytes, kind)
{
    return copy("cudaMemcpy", to, from, bytes, kind);
}

CUDA_API(cudaMemcpyAsync,
         (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream),
         to, from, bytes, kind, stream)
{
    (void)stream;
    return copy("cudaMemcpyAsync", to, from, bytes, kind);
}

CUDA_API(cudaMemcpyPeer, (void *to, int to_device, const void *from, int from_device, size_t bytes),
         to, to_device, from, from_device, bytes)
{
    int devices = (int)api_machine()->facts.devices;
    if (to_device < 0 || from_device < 0 || to_device >= devices || from_device >= devices)
        return cudaErrorInvalidDevice;
    return copy("cudaMemcpyPeer", to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}

CUDA_API(cudaMemcpy2D,
         (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
          size_t height, enum cudaMemcpyKind kind),
         to, to_pitch, from, from_pitch, width, height, kind)
{
    return copy_rows("cudaMemcpy2D", (struct place){.p = to, .pitch = to_pitch},
                     (struct place){.p = from, .pitch = from_pitch}, width, height, 1, kind);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

/* ---- memset ---- */

struct area {
    void *p;
    size_t pitch, slice, width, height, depth; /* bytes, rows, slices */
};

static cudaError_t fill(const char *call, const struct area *a, int value)
{
    struct cuda_machine *m = api_machine();
    struct block *b = block_of((uint64_t)(uintptr_t)a->p);
    if (a->width == 0 || a->height == 0 || a->depth == 0)
        return cudaSuccess;
    if (a->height > 1 && a->pitch < a->width)
        return cudaErrorInvalidPitchValue;
    if (!block_has(call, a->p, (a->depth - 1) * a->slice + (a->height - 1) * a->pitch + a->width))
        return cudaErrorInvalidValue;
    cudaError_t e = shared_collect();
    if (e != cudaSuccess)
        return e;
    bool host = b != NULL && b->host != NULL;
    for (size_t row = 0; host && row < a->height * a->depth; row++)
        memset((char *)a->p + row / a->height * a->slice + row % a->height * a->pitch, value,
               a->width);
    if (host)
        return cudaSuccess;
    struct error err = {0};
    const struct cuda_fill f = {
        .to = {.device = (uint64_t)(uintptr_t)a->p, .pitch = a->pitch, .slice = a->slice},
        .bytes = a->width,
        .rows = a->height,
        .slices = a->depth,
        .pattern = {(uint8_t)value},
        .pattern_bytes = 1};
    return api_error(m->fill(m->ctx, &f, &err), &err);
}

CUDA_API(cudaMemset, (void *p, int value, size_t bytes), p, value, bytes)
{
    return fill("cudaMemset", &(struct area){p, 0, 0, bytes, 1, 1}, value);
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(p, value, bytes);
}

CUDA_API(cudaMemset2D, (void *p, size_t pitch, int value, size_t width, size_t height), p, pitch,
         value, width, height)
{
    return fill("cudaMemset2D", &(struct area){p, pitch, 0, width, height, 1}, value);
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    (void)stream;
    return cudaMemset2D(p, pitch, value, width, height);
}

CUDA_API(cudaMemset3D, (struct cudaPitchedPtr p, int value, struct cudaExtent extent), p, value,
         extent)
{
    const struct area a = {p.ptr,        p.pitch,       p.pitch * p.ysize,
                           extent.width, extent.height, extent.depth};
    return fill("cudaMemset3D", &a, value);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    (void)stream;
    return cudaMemset3D(p, value, extent);
}
