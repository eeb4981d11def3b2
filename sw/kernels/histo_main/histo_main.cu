/*
 * Histo-main of LADM's table IV (the main kernel of Parboil's histo): counts how often each bin
 * occurs. A pixel has its bin's number. CTAs of grid row by count the bins of range first + by in
 * shared memory; those of row 0 also count the bins outside of all these ranges, by atomics. All
 * grid rows read all pixels.
 *
 * Dominant access: pixel[256 bx + 16 ty + tx + 256 gridDim.x * m]. Two dimensions; the part without
 * m has bx and not by, the part with m has gridDim.x: columns of CTAs share, and move by whole rows
 * of the grid (row 5 of table II: RCL, column-binding).
 */
enum : unsigned { BINS = 2048 }; /* of a range */

extern "C" __global__ void histo_main(const unsigned *pixel, unsigned *count, unsigned n,
                                      unsigned first)
{
    __shared__ unsigned mine[BINS];
    unsigned threads = blockDim.x * blockDim.y, thread = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned range = first + blockIdx.y, last = first + gridDim.y - 1;
    for (unsigned b = thread; b < BINS; b += threads)
        mine[b] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * threads + thread; i < n; i += threads * gridDim.x) {
        unsigned bin = pixel[i], of = bin / BINS;
        if (of == range)
            atomicAdd(&mine[bin % BINS], 1u);
        if (blockIdx.y == 0 && (of < first || of > last))
            atomicAdd(&count[bin], 1u);
    }
    __syncthreads();
    for (unsigned b = thread; b < BINS; b += threads)
        if (mine[b] != 0)
            atomicAdd(&count[range * BINS + b], mine[b]);
}
