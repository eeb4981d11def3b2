/* Launches, and what a program may ask about its kernels. */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024, MOST_Z = 64, MOST_YZ = 65535, STATIC_SHARED = 48 << 10 };

/* ---- the configuration between <<< and >>> ---- */

struct configuration {
    struct dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};

enum { DEPTH = 16 };

static _Thread_local struct configuration pushed[DEPTH];
static _Thread_local unsigned n_pushed;

unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
                                     struct CUstream_st *stream)
{
    if (n_pushed == DEPTH)
        return 1;
    pushed[n_pushed++] = (struct configuration){grid, block, shared, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared,
                                       void *stream)
{
    if (n_pushed == 0)
        return cudaErrorMissingConfiguration;
    const struct configuration *c = &pushed[--n_pushed];
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    memcpy(stream, &c->stream, sizeof(cudaStream_t));
    return cudaSuccess;
}

/* ---- launches ---- */

static struct simt_dim dim_of(struct dim3 d)
{
    return (struct simt_dim){d.x, d.y, d.z};
}

static bool is_dim(struct dim3 d, uint64_t most_y, uint64_t most_z)
{
    return d.x > 0 && d.y > 0 && d.z > 0 && d.x <= INT32_MAX && d.y <= most_y && d.z <= most_z;
}

/* By the kernel's bounds, and by what an SM holds at once. */
static uint32_t most_threads(const struct ptx_kernel *k)
{
    uint32_t most = api_most_threads();
    return k->most_threads > 0 && k->most_threads < most ? k->most_threads : most;
}

static cudaError_t check(const struct kernel_entry *k, const struct ptx_kernel *ptx,
                         struct dim3 grid, struct dim3 block, size_t shared)
{
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!is_dim(grid, MOST_YZ, MOST_YZ) || !is_dim(block, MOST_THREADS, MOST_Z) ||
        block.x > MOST_THREADS || threads > MOST_THREADS) {
        api_tell("kernel %s: a grid of %u x %u x %u CTAs of %u x %u x %u threads; at most 2^31-1 x "
                 "65535 x 65535 CTAs of 1024 x 1024 x 64 threads, and 1024 in all",
                 k->name, grid.x, grid.y, grid.z, block.x, block.y, block.z);
        return cudaErrorInvalidConfiguration;
    }
    if (ptx->most_threads > 0 && threads > ptx->most_threads) {
        api_tell("kernel %s: CTAs of %llu threads; its __launch_bounds__ allows %u", k->name,
                 (unsigned long long)threads, ptx->most_threads);
        return cudaErrorLaunchOutOfResources;
    }
    size_t most = k->most_dynamic >= 0 ? (size_t)k->most_dynamic : STATIC_SHARED;
    if (shared > most) {
        api_tell("kernel %s: %zu bytes of dynamic shared memory; at most %zu, or what "
                 "cudaFuncSetAttribute allows",
                 k->name, shared, most);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/* The parameters in a row, as the kernel reads them. */
static uint8_t *bind(const struct ptx_kernel *k, void **args)
{
    uint8_t *params = xcalloc(1, k->param_bytes + 1);
    for (int i = 0; i < k->n_params; i++)
        memcpy(params + k->params[i].offset, args[i], k->params[i].bytes);
    return params;
}

static cudaError_t launch(const void *function, struct dim3 grid, struct dim3 block, void **args,
                          size_t shared, bool cooperative)
{
    struct cuda_machine *m = api_machine();
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    cudaError_t e = module_kernel(function, &entry, &k);
    if (e == cudaErrorNotSupported)
        api_unseen(true);
    if (e == cudaSuccess)
        e = check(entry, k, grid, block, shared);
    if (e == cudaSuccess)
        e = shared_publish();
    if (e != cudaSuccess)
        return e;
    struct error err = {0};
    uint8_t *params = bind(k, args);
    const struct cuda_launch l = {.device = (uint32_t)*api_device(),
                                  .module = module_ptx(entry->module),
                                  .kernel = k,
                                  .grid = dim_of(grid),
                                  .block = dim_of(block),
                                  .shared_bytes = (uint32_t)shared,
                                  .params = params,
                                  .cooperative = cooperative};
    enum cuda_end end = m->launch(m->ctx, &l, &err);
    free(params);
    e = api_error(end, &err);
    return e == cudaErrorLaunchOutOfResources && cooperative ? cudaErrorCooperativeLaunchTooLarge
                                                             : e;
}

CUDA_API(cudaLaunchKernel,
         (const void *kernel, struct dim3 grid, struct dim3 block, void **args, size_t shared,
          cudaStream_t stream),
         kernel, grid, block, args, shared, stream)
{
    (void)stream;
    return launch(kernel, grid, block, args, shared, false);
}

CUDA_API(cudaLaunchCooperativeKernel,
         (const void *kernel, struct dim3 grid, struct dim3 block, void **args, size_t shared,
          cudaStream_t stream),
         kernel, grid, block, args, shared, stream)
{
    (void)stream;
    return launch(kernel, grid, block, args, shared, true);
}

/* ---- attributes ---- */

CUDA_API(cudaFuncGetAttributes, (struct cudaFuncAttributes * a, const void *kernel), a, kernel)
{
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    cudaError_t e = module_kernel(kernel, &entry, &k);
    if (e != cudaSuccess)
        return e;
    *a = (struct cudaFuncAttributes){
        .sharedSizeBytes = k->shared_bytes,
        .localSizeBytes = k->local_bytes,
        .maxThreadsPerBlock = (int)most_threads(k),
        .numRegs = k->alive_regs < 255 ? (int)k->alive_regs : 255,
        .ptxVersion = 70,
        .binaryVersion = 70,
        .maxDynamicSharedSizeBytes =
            entry->most_dynamic >= 0 ? entry->most_dynamic : STATIC_SHARED - (int)k->shared_bytes,
        .preferredShmemCarveout = -1};
    return cudaSuccess;
}

CUDA_API(cudaFuncSetAttribute, (const void *kernel, enum cudaFuncAttribute attr, int value), kernel,
         attr, value)
{
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    cudaError_t e = module_kernel(kernel, &entry, &k);
    if (e != cudaSuccess)
        return e;
    if (attr == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attr != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (uint32_t)value + k->shared_bytes > api_machine()->facts.shared_bytes)
        return cudaErrorInvalidValue;
    entry->most_dynamic = value;
    return cudaSuccess;
}

/* Preferences, which the machine does not have. */
CUDA_API(cudaFuncSetCacheConfig, (const void *kernel, enum cudaFuncCache config), kernel, config)
{
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
        return cudaErrorInvalidValue;
    return module_kernel(kernel, &entry, &k);
}

CUDA_API(cudaFuncSetSharedMemConfig, (const void *kernel, enum cudaSharedMemConfig config), kernel,
         config)
{
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    if (config < cudaSharedMemBankSizeDefault || config > cudaSharedMemBankSizeEightByte)
        return cudaErrorInvalidValue;
    return module_kernel(kernel, &entry, &k);
}

static cudaError_t occupancy(int *n, const void *kernel, int threads, size_t shared)
{
    struct cuda_machine *m = api_machine();
    struct kernel_entry *entry;
    const struct ptx_kernel *k;
    cudaError_t e = module_kernel(kernel, &entry, &k);
    if (e != cudaSuccess)
        return e;
    if (n == NULL || threads <= 0)
        return cudaErrorInvalidValue;
    const struct cuda_launch l = {.module = module_ptx(entry->module),
                                  .kernel = k,
                                  .grid = {1, 1, 1},
                                  .block = {(uint32_t)threads, 1, 1},
                                  .shared_bytes = (uint32_t)shared};
    *n = threads > (int)most_threads(k) ? 0 : (int)m->fits(m->ctx, &l);
    return cudaSuccess;
}

CUDA_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
         (int *n, const void *kernel, int threads, size_t shared), n, kernel, threads, shared)
{
    return occupancy(n, kernel, threads, shared);
}

CUDA_API(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
         (int *n, const void *kernel, int threads, size_t shared, unsigned int flags), n, kernel,
         threads, shared, flags)
{
    if (flags > cudaOccupancyDisableCachingOverride)
        return cudaErrorInvalidValue;
    return occupancy(n, kernel, threads, shared);
}
