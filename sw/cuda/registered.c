/* cudaHostRegister: memory of the program that copies may use at full speed, which all may here.
 * Kernels cannot access it. */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

struct registered {
    uintptr_t at;
    size_t bytes;
};

static struct registered *list;
static size_t n;

CUDA_API(cudaHostRegister, (void *p, size_t bytes, unsigned int flags), p, bytes, flags)
{
    uintptr_t at = (uintptr_t)p;
    if (p == NULL || bytes == 0 ||
        (flags & ~(unsigned)(cudaHostRegisterPortable | cudaHostRegisterMapped |
                             cudaHostRegisterReadOnly)) != 0)
        return cudaErrorInvalidValue;
    if ((flags & cudaHostRegisterMapped) != 0) {
        api_tell("cudaHostRegister: memory that kernels can access (cudaHostRegisterMapped) is not "
                 "supported; allocate it with cudaHostAlloc");
        return cudaErrorNotSupported;
    }
    for (size_t i = 0; i < n; i++)
        if (at < list[i].at + list[i].bytes && list[i].at < at + bytes)
            return cudaErrorHostMemoryAlreadyRegistered;
    list = xgrown(list, n, sizeof *list);
    list[n++] = (struct registered){at, bytes};
    return cudaSuccess;
}

CUDA_API(cudaHostUnregister, (void *p), p)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].at == (uintptr_t)p) {
            list[i] = list[--n];
            return cudaSuccess;
        }
    return cudaErrorHostMemoryNotRegistered;
}
