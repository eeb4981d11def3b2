/* memcpy, memmove and memset in kernels: of sizes that the compiler knows, and that it does not. */
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

struct row {
    int at[12];
};

__global__ void bytes(int *out, const int *in, int n)
{
    char local[64];
    row r;
    int *o = out + 32 * threadIdx.x;
    memset(local, 3 + threadIdx.x, n);
    memcpy(o, in, n * sizeof *in);
    memmove(o + 1, o, n * sizeof *o);
    std::memcpy(o + 12, local, 8);
    memset(&r, 0, sizeof r);
    r.at[n] = -5;
    memcpy(o + 16, &r, sizeof r);
}

int main()
{
    int *out, *in;
    cudaMallocManaged(&out, 64 * sizeof *out);
    cudaMallocManaged(&in, 10 * sizeof *in);
    for (int i = 0; i < 10; i++)
        in[i] = i + 1;
    bytes<<<1, 2>>>(out, in, 9);
    cudaDeviceSynchronize();
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 28; i++)
            printf("%d ", out[32 * t + i]);
        printf("\n");
    }
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
