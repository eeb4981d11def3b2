/*
 * The sum of a vector in one launch. Each CTA stores the sum of its part, executes a fence, and
 * takes a ticket; the CTA with the last ticket adds up all parts. The fence orders the store of a
 * part before its ticket, so the last CTA must see all parts.
 */
enum : unsigned { THREADS = 128 };

/* The sum over the CTA's threads; valid in thread 0. */
static __device__ unsigned sum_of_threads(unsigned mine)
{
    __shared__ unsigned part[THREADS];
    part[threadIdx.x] = mine;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
    return part[0];
}

extern "C" __global__ void reduce(const unsigned *data, unsigned *partial, unsigned *tickets,
                                  unsigned *sum, unsigned n)
{
    __shared__ bool last;
    unsigned mine = 0, stride = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine += data[i];
    mine = sum_of_threads(mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = mine;
        __threadfence();
        last = atomicAdd(tickets, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    mine = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += THREADS)
        mine += ((volatile unsigned *)partial)[i];
    mine = sum_of_threads(mine);
    if (threadIdx.x == 0)
        *sum = mine;
}
