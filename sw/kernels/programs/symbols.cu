/* Variables of the device: __constant__ and __device__, with initial values, read and written by
 * the host; events in simulated time; the C++ library beside kernels. */
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

__constant__ float scale[2] = {1.0f, 2.0f};
__device__ unsigned counter = 5;
__device__ int table[4] = {10, 20, 30, 40};

__global__ void combine(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = scale[0] * a[i] + scale[1] * std::sqrt(b[i]) + (float)table[i % 4];
    atomicAdd(&counter, 1u);
}

static int wrong(const std::vector<float> &c, float x, float y, const int *table_now)
{
    int n = 0;
    for (size_t i = 0; i < c.size(); i++)
        n += c[i] != x * (float)i + y * (float)i + (float)table_now[i % 4];
    return n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = (float)i * (float)i;
    }
    float *da, *db, *dc;
    cudaMalloc(&da, n * sizeof *da);
    cudaMalloc(&db, n * sizeof *db);
    cudaMalloc(&dc, n * sizeof *dc);
    cudaMemcpy(da, a.data(), n * sizeof *da, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof *db, cudaMemcpyHostToDevice);
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);

    cudaEventRecord(from);
    combine<<<(n + 127) / 128, 128>>>(da, db, dc, n);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    float ms = -1;
    cudaEventElapsedTime(&ms, from, to);
    cudaMemcpy(c.data(), dc, n * sizeof *dc, cudaMemcpyDeviceToHost);
    const int first[4] = {10, 20, 30, 40};
    printf("initial values: %d wrong, time passes: %s\n", wrong(c, 1, 2, first),
           ms > 0 ? "yes" : "no");

    const float other[2] = {3.0f, 4.0f};
    const int second[2] = {-1, -2};
    cudaMemcpyToSymbol(scale, other, sizeof other);
    cudaMemcpyToSymbol(table, second, sizeof second, 2 * sizeof(int));
    combine<<<(n + 127) / 128, 128>>>(da, db, dc, n);
    cudaMemcpy(c.data(), dc, n * sizeof *dc, cudaMemcpyDeviceToHost);
    int now[4];
    unsigned count;
    size_t bytes;
    cudaMemcpyFromSymbol(now, table, sizeof now);
    cudaMemcpyFromSymbol(&count, counter, sizeof count);
    cudaGetSymbolSize(&bytes, table);
    printf("written by the host: %d wrong, table %d %d %d %d of %zu bytes, counted %u\n",
           wrong(c, 3, 4, now), now[0], now[1], now[2], now[3], bytes, count - 5 - 2 * n);

    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
