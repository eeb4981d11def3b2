/*
 * c = a * b, n x n, row-major; n is a multiple of 16. A thread computes one element straight from
 * global memory, so all reuse is left to the caches; sgemm uses tiles in shared memory.
 */
extern "C" __global__ void mm(const float *a, const float *b, float *c, unsigned n)
{
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (unsigned k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
