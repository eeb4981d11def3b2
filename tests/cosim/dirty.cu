/*
 * Two CTAs, on two GPUs, and lines of x and part, whose home is the first one's. In the first launch CTA 1
 * stores all of x, line by line; then a word of its first line, with what it reads of that; reads a word of the second as
 * volatile; adds to one of the third, atomically; and stores a word of part. In the second, CTA 0 copies all of it.
 */
enum { LINE = 4 };  // words

static __device__ void store(unsigned *x, unsigned *part, unsigned *seen)
{
    unsigned t = threadIdx.x;
    x[t] = 3 * t + 1;
    __syncthreads();
    if (t == 0) {
        x[1] = x[2] + 100;
        seen[0] = *(volatile unsigned *)&x[LINE];
        seen[1] = atomicAdd(&x[2 * LINE], 7u);
        part[1] = 9;
    }
}

extern "C" __global__ void step(unsigned *x, unsigned *part, unsigned *seen, unsigned *y, unsigned what)
{
    if (blockIdx.x == 1 && what == 0)
        store(x, part, seen);
    if (blockIdx.x == 0 && what == 1)
        y[threadIdx.x] = x[threadIdx.x] + part[threadIdx.x % LINE];
}
