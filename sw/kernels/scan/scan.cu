/*
 * Exclusive prefix sums of a vector: the structure of the CUDA SDK's scan, SCAN of table II of
 * "Multi-GPU System Design with Memory Networks". A thread has four elements, a CTA four times its
 * threads. The first launch scans the elements of each CTA in shared memory and leaves the CTA's
 * total, the second scans the totals with one CTA, the third adds to each CTA's sums what is before
 * them. Sums are modulo 2^32, so they do not depend on the order of additions.
 */
extern __shared__ unsigned sums[];

/* The sum of `mine` over the threads up to this one. In front of the sums are as many zeros, so
 * that nobody has to ask whether there is a thread so far to the left (Hillis and Steele). */
static __device__ unsigned up_to_me(unsigned mine)
{
    unsigned threads = blockDim.x, *place = sums + threads + threadIdx.x;
    sums[threadIdx.x] = 0;
    *place = mine;
    for (unsigned distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        mine += place[-(int)distance];
        __syncthreads();
        *place = mine;
    }
    return mine;
}

/* n is a multiple of 4. */
extern "C" __global__ void scan(const uint4 *in, uint4 *out, unsigned *total, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 v = 4 * i < n ? in[i] : make_uint4(0, 0, 0, 0);
    unsigned mine = v.x + v.y + v.z + v.w, end = up_to_me(mine), begin = end - mine;
    if (4 * i < n)
        out[i] = make_uint4(begin, begin + v.x, begin + v.x + v.y, end - v.w);
    if (threadIdx.x == blockDim.x - 1)
        total[blockIdx.x] = end;
}

extern "C" __global__ void add(uint4 *out, const unsigned *before, unsigned n)
{
    __shared__ unsigned offset;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        offset = before[blockIdx.x];
    __syncthreads();
    if (4 * i >= n)
        return;
    uint4 v = out[i];
    out[i] = make_uint4(v.x + offset, v.y + offset, v.z + offset, v.w + offset);
}
