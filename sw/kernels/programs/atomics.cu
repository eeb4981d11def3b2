/* Atomics on floats and doubles, counters that wrap, in global and in shared memory; a kernel that
 * is not supported, which the program does without. */
#include <cstdio>

#include <cuda_runtime.h>

__global__ void takes_registers(int *p)
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 64;");
    *p = 1;
}

__global__ void add(float *f, double *d, unsigned *up, unsigned *down)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 0.5f * threadIdx.x);
    atomicAdd(d, 0.25);
    atomicInc(up, 9);
    atomicDec(down, 9);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(f, sum);
}

int main()
{
    float *f;
    double *d;
    unsigned *up, *down;
    cudaMallocManaged(&f, sizeof *f);
    cudaMallocManaged(&d, sizeof *d);
    cudaMallocManaged(&up, 2 * sizeof *up);
    down = up + 1;
    *f = 1;
    *d = 1;
    *up = 0;
    *down = 4;
    add<<<4, 64>>>(f, d, up, down);
    cudaDeviceSynchronize();
    printf("float %g, double %g, up to nine %u, down from nine %u\n", *f, *d, *up, *down);
    takes_registers<<<1, 1>>>((int *)up);
    printf("unknown: %s\n", cudaGetErrorName(cudaGetLastError()));
    add<<<1, 64>>>(f, d, up, down);
    cudaDeviceSynchronize();
    printf("after it: %g, %s\n", *f, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
