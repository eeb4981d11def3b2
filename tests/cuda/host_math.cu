// What <cmath> declares, called without std:: by host code and by kernels.
#include <cmath>
#include <cstdio>

__host__ __device__ int kinds(float x, double y)
{
    return isinf(x) + 2 * isnan(x) + 4 * isfinite(x) + 8 * !!signbit(x) + 16 * isinf(y) +
           32 * isnan(y) + 64 * isfinite(y) + 128 * !!signbit(y);
}

__global__ void kernel(int *out, float x, double y)
{
    *out = kinds(x, y);
}

int main()
{
    volatile float large = 1e30f;
    float f = large;
    double d = f;
    int *out;
    printf("%d %d %d %d %d\n", isinf(f * f), isnan(f), isfinite(f), isnormal(f),
           fpclassify(f * f) == FP_INFINITE);
    printf("%d %d %d %d %d\n", isinf(d), isnan(d - d / 0.0 * 0.0), isfinite(d), isnormal(1e-310),
           fpclassify(d) == FP_NORMAL);
    printf("%d %d %d %d\n", std::isinf(f), std::isnan(d), isgreater(f, 1.0f), isunordered(d, NAN));
    cudaMallocManaged(&out, sizeof *out);
    kernel<<<1, 1>>>(out, -f * f, d);
    cudaDeviceSynchronize();
    printf("%d %d\n", *out, kinds(-f * f, d));
}
