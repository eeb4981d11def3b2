/*
 * y = A^T (A x), A n x n, row-major. rows: one thread per row, so the lanes of a warp read n floats
 * apart. columns: one thread per column, so lanes read side by side; other SMs have written t.
 */
extern "C" __global__ void rows(const float *a, const float *x, float *t, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (unsigned j = 0; j < n; j++)
        sum += a[i * n + j] * x[j];
    t[i] = sum;
}

extern "C" __global__ void columns(const float *a, const float *t, float *y, unsigned n)
{
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    float sum = 0.0f;
    for (unsigned i = 0; i < n; i++)
        sum += a[i * n + j] * t[i];
    y[j] = sum;
}
