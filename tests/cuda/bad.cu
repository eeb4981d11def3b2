/* Programs that go wrong, each in its way: the first argument says which. */
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cooperative_groups.h>

__global__ void store(int *p, int at, int value)
{
    p[at + threadIdx.x] = value;
}

__global__ void spin(volatile int *p)
{
    while (p[0] == 0)
        ;
}

/* Every thread writes the same place: the last one wins, whichever it is. */
__global__ void race(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[0] = p[0] * 3 + blockIdx.x;
}

__global__ void assertion(int *p)
{
    assert(p[threadIdx.x] == 0);
}

/* Its stack is deeper than the limit that main sets. */
__device__ int down(int *p, int n)
{
    int here[4] = {n, n, n, n};
    here[p[n & 15] & 3]++;
    return n == 0 ? 0 : down(p, n - 1) + here[p[n & 7] & 3];
}

__global__ void deep(int *p)
{
    p[0] = down(p, 500);
}

/* The launch is not cooperative, so its CTAs may not wait for each other. */
__global__ void lone_grid(int *p)
{
    p[threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
}

__global__ void __launch_bounds__(64) bounded(int *p)
{
    p[threadIdx.x & 63] = 1;
}

__global__ void unsupported(int *p)
{
    asm volatile("wgmma.fence.sync.aligned;");
    p[0] = 1;
}

static void tell(const char *call, cudaError_t e)
{
    printf("%s: %s\n", call, cudaGetErrorName(e));
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int *p, *q;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&q, 64 * sizeof *q);
    cudaMemset(p, 0, 64 * sizeof *p);
    if (strcmp(how, "outside") == 0) {
        store<<<1, 32>>>(p, 1 << 20, 1);
        tell("launch", cudaDeviceSynchronize());
        tell("after it", cudaMemset(q, 0, 4));
        tell("still", cudaGetLastError());
    } else if (strcmp(how, "null") == 0) {
        store<<<1, 32>>>(nullptr, 0, 1);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "hosts") == 0) {
        store<<<1, 32>>>((int *)malloc(256), 0, 1);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "freed") == 0) {
        cudaFree(q);
        store<<<1, 32>>>(q, 0, 1);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "endless") == 0) {
        spin<<<1, 32>>>(p);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "crash") == 0) {
        fflush(stdout);
        p[1] = 5;
    } else if (strcmp(how, "race") == 0) {
        race<<<4, 1>>>(p, 50);
        tell("launch", cudaDeviceSynchronize());
    } else if (strcmp(how, "assert") == 0) {
        store<<<1, 32>>>(p, 0, 7);
        assertion<<<1, 32>>>(p);
        tell("launch", cudaDeviceSynchronize());
    } else if (strcmp(how, "deep") == 0) {
        cudaDeviceSetLimit(cudaLimitStackSize, 2048);
        deep<<<1, 1>>>(p);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "grid") == 0) {
        lone_grid<<<2, 32>>>(p);
        tell("launch", cudaDeviceSynchronize());
    } else if (strcmp(how, "bounds") == 0) {
        cudaFuncAttributes a;
        cudaFuncGetAttributes(&a, bounded);
        bounded<<<1, 64>>>(p);
        printf("at most %d\n", a.maxThreadsPerBlock);
        bounded<<<1, 65>>>(p);
        tell("launch", cudaGetLastError());
    } else if (strcmp(how, "unsupported") == 0) {
        unsupported<<<1, 1>>>(p);
    } else if (strcmp(how, "status") == 0) {
        store<<<1, 32>>>(p, 0, 1);
        return 7;
    }
    return 0;
}
