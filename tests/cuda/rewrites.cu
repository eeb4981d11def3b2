/* The host writes again what kernels have read. Prints how many sums are wrong in each round. */
#include <cstdio>
#include <cstdlib>

enum { LANES = 64 };

__global__ void sum(const int *a, int *sums, int n)
{
    int lane = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int i = lane; i < n; i += LANES)
        s += a[i];
    sums[lane] = s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) * LANES : LANES, *a, *sums, got[LANES];
    int *host = new int[n], *back = new int[n];
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&sums, sizeof got);
    for (int round = 0; round < 3; round++) {
        int wrong = 0;
        for (int i = 0; i < n; i++)
            host[i] = i % LANES + round;
        cudaMemcpy(a, host, n * sizeof(int), cudaMemcpyHostToDevice);
        sum<<<4, LANES / 4>>>(a, sums, n);
        cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost);
        cudaMemcpy(back, a, n * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < LANES; i++)
            wrong += got[i] != n / LANES * (i + round);
        for (int i = 0; i < n; i++)
            wrong += back[i] != host[i];
        printf("%d\n", wrong);
    }
    delete[] host;
    delete[] back;
    return 0;
}
