/*
 * Random updates of a table, as in HPC Challenge's RandomAccess, and random reads. Each thread has
 * a sequence of its own, xorshift32 from a start that depends on the thread and the launch. An
 * update xors a number of the sequence into the place that the number says. The order of xors does
 * not change the result. The table has a power of two of words.
 */
static __device__ unsigned first_number(unsigned thread, unsigned launch)
{
    unsigned hash = (thread + 1) * 0x9e3779b9 ^ launch * 0x85ebca6b;
    hash ^= hash >> 15;
    return hash | 1; /* xorshift32 stays at 0 */
}

static __device__ unsigned next_number(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

extern "C" __global__ void update(unsigned *table, unsigned words, unsigned times, unsigned launch)
{
    unsigned x = first_number(blockIdx.x * blockDim.x + threadIdx.x, launch);
    for (unsigned i = 0; i < times; i++) {
        x = next_number(x);
        atomicXor(&table[x & (words - 1)], x);
    }
}

/* out[thread]: the xor of the words that the thread has read. */
extern "C" __global__ void gather(const unsigned *table, unsigned *out, unsigned words,
                                  unsigned times, unsigned launch)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = first_number(thread, launch), all = 0;
    for (unsigned i = 0; i < times; i++) {
        x = next_number(x);
        all ^= table[x & (words - 1)];
    }
    out[thread] = all;
}
