/*
 * The two products of the biconjugate gradient method: q = A p, one thread per row; s = A^T r, one
 * thread per column. A is n x n, row-major, and all they share: the second can hit cached lines.
 */
extern "C" __global__ void rows(const float *a, const float *p, float *q, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (unsigned j = 0; j < n; j++)
        sum += a[i * n + j] * p[j];
    q[i] = sum;
}

extern "C" __global__ void columns(const float *a, const float *r, float *s, unsigned n)
{
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    float sum = 0.0f;
    for (unsigned i = 0; i < n; i++)
        sum += a[i * n + j] * r[i];
    s[j] = sum;
}
