/* Each GPU as a device of its own: memory, variables and launches on each, copies and accesses between
 * peers.
 * The expected output is that of a machine with two. */
#include <cstdio>
#include <cstring>

enum { N = 256, THREADS = 64 };

__global__ void fill(int *p, int value)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = value + (int)threadIdx.x;
}

/* Reads a peer's memory. */
__global__ void gather(const int *theirs, int *ours)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    ours[i] += theirs[i];
}

__device__ int counter = 5;
__constant__ int step;
__managed__ int all = 0;

__global__ void count()
{
    counter += step;
    all += 1;
}

/* Each device counts in its own copy, by its own step; a managed variable is one for all. */
static void variables()
{
    for (int d = 0; d < 2; d++) {
        int own = 10 * d + 3;
        cudaSetDevice(d);
        cudaMemcpyToSymbol(step, &own, sizeof own);
    }
    for (int i = 0; i < 3; i++) {
        cudaSetDevice(i % 2);
        count<<<1, 1>>>();
    }
    for (int d = 0; d < 2; d++) {
        int counted;
        cudaSetDevice(d);
        cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
        printf("device %d has counted to %d\n", d, counted);
    }
    cudaDeviceSynchronize();
    printf("both together: %d\n", all);
}

int main()
{
    int devices = 0, can = -1, now = -1, *memory[2], host[N];
    cudaDeviceProp one;
    cudaGetDeviceCount(&devices);
    cudaGetDeviceProperties(&one, 1);
    cudaDeviceCanAccessPeer(&can, 0, 1);
    printf("devices %d, SMs of device 1: %d, peers: %d\n", devices, one.multiProcessorCount, can);
    for (int d = 0; d < 2; d++) {
        size_t before, after, all;
        cudaSetDevice(d);
        cudaDeviceEnablePeerAccess(1 - d, 0);
        cudaMemGetInfo(&before, &all);
        cudaMalloc(&memory[d], sizeof host);
        cudaMemGetInfo(&after, &all);
        fill<<<N / THREADS, THREADS>>>(memory[d], 1000 * (d + 1));
        printf("device %d has less memory now: %d\n", d, after < before);
    }
    for (int d = 0; d < 2; d++) {
        cudaPointerAttributes a;
        cudaPointerGetAttributes(&a, memory[d]);
        cudaGetDevice(&now);
        printf("memory %d is on device %d, asked from device %d\n", d, a.device, now);
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        gather<<<N / THREADS, THREADS>>>(memory[1 - d], memory[d]);
    }
    gather<<<N / THREADS, THREADS>>>(memory[0], memory[1]);
    cudaMemcpyPeer(memory[0], 0, memory[1], 1, sizeof host / 2);
    cudaMemcpy(host, memory[0], sizeof host, cudaMemcpyDefault);
    printf("device 0 holds %d %d %d\n", host[0], host[N / 2 - 1], host[N - 1]);
    variables();
    printf("set device 2: %s\n", cudaGetErrorName(cudaSetDevice(2)));
    void *large;
    size_t left, all;
    cudaMemGetInfo(&left, &all);
    printf("more than a device has: %s\n", cudaGetErrorName(cudaMalloc(&large, all + 1)));
    return 0;
}
