/*
 * Message passing between two GPUs, in rounds, beside traffic that holds up what one of them is sent.
 * CTAs 2g and 2g + 1 are GPU g's. In each round GPU 1 first reads a line of x, whose home is GPU 0;
 * then GPU 0 stores to it and releases a flag; and when GPU 1 has acquired the flag, it reads the line
 * again. Its other CTA reads lines of GPUs 0 and 2 all the while. Lines of x, and of the traffic, have
 * odd numbers: in a network that looks at the line for order, their messages wait for each other, and
 * pass those of even lines by.
 */
enum { WORDS = 4 /* of a line */ };

static __device__ unsigned *odd_line(unsigned *of, unsigned i)
{
    return of + (2 * i + 1) * WORDS;
}

static __device__ unsigned load(const unsigned *p)
{
    unsigned v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

static __device__ void wait_for(const unsigned *flag, unsigned round)
{
    unsigned seen;
    do
        asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen < round);
}

static __device__ void release(unsigned *flag, unsigned round)
{
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(round) : "memory");
}

extern "C" __global__ void pass(unsigned *x, unsigned *flag, unsigned *start, unsigned *near,
                                unsigned *far, unsigned *out, unsigned *sums, unsigned rounds,
                                unsigned reads, unsigned lines)
{
    const unsigned cta = blockIdx.x, t = threadIdx.x;
    if (cta == 0 && t == 0)
        for (unsigned r = 0; r < rounds; r++) {
            wait_for(start, r + 1);
            *odd_line(x, r) = 1;
            release(flag, r + 1);
        }
    if (cta == 2 && t == 0)
        for (unsigned r = 0; r < rounds; r++) {
            const unsigned before = load(odd_line(x, r));
            release(start, r + 1);
            wait_for(flag, r + 1);
            out[r] = 10 * before + load(odd_line(x, r));
        }
    if (cta == 3) {
        unsigned sum = 0;
        for (unsigned i = 0; i < reads; i++)
            sum += load(odd_line(i % 2 == 0 ? near : far, (i / 2 * blockDim.x + t) % lines));
        sums[t] = sum;
    }
}
