/* The program's __device__ and __constant__ variables, by the host's stand-ins. */
#include "sw/cuda/state.h"

static cudaError_t find(const void *symbol, size_t bytes, size_t offset, struct symbol **s,
                        size_t *variable)
{
    cudaError_t e = module_symbol(symbol, s, variable);
    if (e != cudaSuccess)
        return e;
    const struct ptx_variable *v = ptx_variable(module_ptx((*s)->module), *variable);
    if (offset > v->bytes || bytes > v->bytes - offset) {
        api_tell("%zu bytes at %zu go beyond the %u bytes of variable '%s'", bytes, offset,
                 v->bytes, v->name);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/* Memory of the device that goes into the constant bank, or comes from it, passes through here. */
static const void *address_of(const struct symbol *s, size_t variable, size_t offset)
{
    const struct ptx_variable *v = ptx_variable(module_ptx(s->module), variable);
    return (const void *)(uintptr_t)(v->address + offset); // NOLINT(performance-no-int-to-ptr)
}

static cudaError_t constant_from(const void *from)
{
    if (!block_is_device(from))
        return cudaSuccess;
    api_tell("a copy from memory of the device to a __constant__ variable is not supported: copy "
             "it to the host first");
    return cudaErrorNotSupported;
}

CUDA_API(cudaMemcpyToSymbol,
         (const void *symbol, const void *from, size_t bytes, size_t offset,
          enum cudaMemcpyKind kind),
         symbol, from, bytes, offset, kind)
{
    struct symbol *s;
    size_t v;
    cudaError_t e = find(symbol, bytes, offset, &s, &v);
    if (e != cudaSuccess)
        return e;
    if (!ptx_variable(module_ptx(s->module), v)->constant)
        return copy_rows("cudaMemcpyToSymbol", (struct place){.p = address_of(s, v, offset)},
                         (struct place){.p = from}, bytes, 1, 1, kind);
    e = constant_from(from);
    if (e == cudaSuccess)
        ptx_write_constant(module_ptx(s->module), v, offset, from, bytes);
    return e;
}

CUDA_API(cudaMemcpyFromSymbol,
         (void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind), to,
         symbol, bytes, offset, kind)
{
    struct symbol *s;
    size_t v;
    cudaError_t e = find(symbol, bytes, offset, &s, &v);
    if (e != cudaSuccess)
        return e;
    if (!ptx_variable(module_ptx(s->module), v)->constant)
        return copy_rows("cudaMemcpyFromSymbol", (struct place){.p = to},
                         (struct place){.p = address_of(s, v, offset)}, bytes, 1, 1, kind);
    e = constant_from(to);
    if (e == cudaSuccess)
        ptx_read_constant(module_ptx(s->module), v, offset, to, bytes);
    return e;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}

CUDA_API(cudaGetSymbolAddress, (void **p, const void *symbol), p, symbol)
{
    struct symbol *s;
    size_t v;
    cudaError_t e = find(symbol, 0, 0, &s, &v);
    if (e != cudaSuccess)
        return e;
    if (ptx_variable(module_ptx(s->module), v)->constant) {
        api_tell("cudaGetSymbolAddress: '%s' is in constant memory, which has no address that the "
                 "host may use; write it with cudaMemcpyToSymbol",
                 s->name);
        return cudaErrorNotSupported;
    }
    *p = (void *)(uintptr_t)address_of(s, v, 0);
    return cudaSuccess;
}

CUDA_API(cudaGetSymbolSize, (size_t * bytes, const void *symbol), bytes, symbol)
{
    struct symbol *s;
    size_t v;
    cudaError_t e = find(symbol, 0, 0, &s, &v);
    if (e == cudaSuccess)
        *bytes = s->bytes;
    return e;
}
