/*
 * STREAM's triad, a = b + s c. Launches take the three vectors in turn, so each launch reads what
 * the one before it wrote. A thread has the same elements in every launch: nothing is shared.
 */
extern "C" __global__ void triad(float *a, const float *b, const float *c, float s, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i] + s * c[i];
}
