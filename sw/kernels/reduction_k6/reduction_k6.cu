/*
 * Reduction-k6 of LADM's table IV (kernel 6 of the CUDA SDK's reduction): the sum of a vector, by a
 * launch whose CTAs leave one partial sum each, and a second launch of one CTA that adds them up.
 *
 * Dominant access: data[512 bx + tx + 512 gridDim.x * m], and 256 elements further. One dimension,
 * and the part without m has bx: no locality, with a stride of the whole grid (NL-Xstride).
 */
enum { THREADS = 256 };

extern "C" __global__ void reduction_k6(const unsigned *data, unsigned *sums, unsigned n)
{
    __shared__ unsigned part[THREADS];
    unsigned tx = threadIdx.x, mine = 0, stride = 2 * THREADS * gridDim.x;
    for (unsigned i = 2 * THREADS * blockIdx.x + tx; i < n; i += stride) {
        mine += data[i];
        if (i + THREADS < n)
            mine += data[i + THREADS];
    }
    part[tx] = mine;
    for (unsigned half = THREADS / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (tx < half)
            part[tx] = mine = mine + part[tx + half];
    }
    if (tx >= 32)
        return;
    for (unsigned lanes = 16; lanes > 0; lanes /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, lanes);
    if (tx == 0)
        sums[blockIdx.x] = mine;
}
