/*
 * Counts how often each value of the low bits occurs. Each CTA counts its part in shared memory,
 * then adds its counts to the global ones. The order of additions does not change the sums.
 */
enum : unsigned { BINS = 64 };

extern "C" __global__ void histogram(const unsigned *data, unsigned *count, unsigned n)
{
    __shared__ unsigned mine[BINS];
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    unsigned stride = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[data[i] % BINS], 1u);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        if (mine[b] != 0)
            atomicAdd(&count[b], mine[b]);
}
