/*
 * Sharing by degree: the threads of a group exchange values. In a round a warp adds up lines of its
 * group, taken at random, and then one warp in `every` writes a line of its own. CTAs are given to
 * GPUs in chunks, so a group of a quarter of all threads shares its lines within one of four GPUs,
 * and the group of all threads shares them between all. The accesses are as many in each case.
 */
static __device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

/* A page belongs to the GPU whose threads write it. */
extern "C" __global__ void place(unsigned *values, unsigned *sums)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    values[t] = t;
    sums[t] = 0;
}

extern "C" __global__ void add(const unsigned *values, unsigned *sums, unsigned group,
                               unsigned reads, unsigned round)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = t % 32, first = t / group * group, lines = group / 32;
    unsigned sum = sums[t];
    for (unsigned i = 0; i < reads; i++) {
        unsigned line = mix(t / 32 * 0x9e3779b9u + round * 64 + i) % lines;
        sum += values[first + line * 32 + lane];
    }
    sums[t] = sum;
}

extern "C" __global__ void write(unsigned *values, const unsigned *sums, unsigned every,
                                 unsigned round)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (mix(t / 32 + round * 0x9e3779b9u) % every == 0)
        values[t] = sums[t];
}
