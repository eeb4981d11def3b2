/* A finite impulse response filter: y[i] = sum of taps[k] * x[i + k]. x has n + taps - 1 samples. */
enum { TAPS = 64 };

extern "C" __global__ void fir(const float *x, const float *taps, float *y, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (unsigned k = 0; k < TAPS; k++)
        sum += taps[k] * x[i + k];
    y[i] = sum;
}
