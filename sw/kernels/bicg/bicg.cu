/*
 * The two products of the biconjugate gradient method: q = A p, a thread a row, and s = A^T r, a
 * thread a column; A n x n, row-major. They share A alone: the second finds what the first cached.
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
