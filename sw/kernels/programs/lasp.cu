/*
 * LASP by hand, as LADM tries it on real GPUs (its section IV-C): C = A x B with few rows and many
 * columns. Each device has its columns of B and C by cudaMemAdvise, and a launch of its own computes
 * these (column-binding); A is at the first device. `lasp 0` gives no advice.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { M = 8, K = 32, N = 256 };

__global__ void columns(const float *a, const float *b, float *c, int first)
{
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int m = 0; m < K; m++)
        s += a[y * K + m] * b[m * N + x];
    c[y * N + x] = s;
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    printf("%s\n", cudaGetErrorString(e));
    exit(1);
}

static void advise(const float *matrix, int rows, int device, int wide)
{
    for (int row = 0; row < rows; row++)
        must(cudaMemAdvise(matrix + row * N + device * wide, wide * sizeof(float),
                           cudaMemAdviseSetPreferredLocation, device));
}

int main(int argc, char **argv)
{
    const bool by_hand = argc < 2 || atoi(argv[1]) != 0;
    int devices, wrong = 0;
    float *a, *b, *c;
    must(cudaGetDeviceCount(&devices));
    must(cudaMallocManaged(&a, M * K * sizeof(float)));
    must(cudaMallocManaged(&b, K * N * sizeof(float)));
    must(cudaMallocManaged(&c, M * N * sizeof(float)));
    for (int i = 0; i < M * K; i++)
        a[i] = (float)(i % 7);
    for (int i = 0; i < K * N; i++)
        b[i] = (float)(i % 5);
    const int wide = N / devices;
    for (int d = 0; d < devices && by_hand; d++) {
        advise(b, K, d, wide);
        advise(c, M, d, wide);
    }
    for (int d = 0; d < devices; d++) {
        must(cudaSetDevice(d));
        columns<<<dim3(wide / 32, M / 4), dim3(32, 4)>>>(a, b, c, d * wide);
        must(cudaGetLastError());
    }
    for (int d = 0; d < devices; d++) {
        must(cudaSetDevice(d));
        must(cudaDeviceSynchronize());
    }
    for (int y = 0; y < M; y++)
        for (int x = 0; x < N; x++) {
            float s = 0;
            for (int m = 0; m < K; m++)
                s += (float)((y * K + m) % 7) * (float)((m * N + x) % 5);
            wrong += s != c[y * N + x];
        }
    printf("%d wrong\n", wrong);
    must(cudaFree(a));
    must(cudaFree(b));
    must(cudaFree(c));
    return 0;
}
