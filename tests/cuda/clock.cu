/* The clock of the machine, and what an event's time is by it: cycles and kHz of a launch. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void wait(int *out)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += ((volatile int *)out)[i % 4];
    out[threadIdx.x] = sum;
}

int main()
{
    int *out;
    float ms;
    cudaEvent_t from, to;
    cudaDeviceProp p;
    cudaMalloc(&out, 128);
    cudaMemset(out, 0, 128);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaEventRecord(from);
    wait<<<1, 4>>>(out);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&ms, from, to);
    cudaGetDeviceProperties(&p, 0);
    printf("%d kHz, %.0f cycles\n", p.clockRate, (double)ms * p.clockRate);
    printf("%.3f us\n", (double)ms * 1e3);
}
