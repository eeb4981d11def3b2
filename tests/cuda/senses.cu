// Values that are a machine's: where and when threads run. In memory they are right whatever they
// are; a stale copy beside them is wrong all the same.
#include <cstdio>
#include <cstring>

__device__ unsigned smid()
{
    unsigned s;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
    return s;
}

__device__ unsigned long long timer()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

__global__ void where(unsigned *p)
{
    p[blockIdx.x] = smid() * 3 + 1;
}

// Times, their difference through a branch and an address, and a wait for a time.
__global__ void when(unsigned long long *p)
{
    long long from = clock64();
    unsigned low = clock();
    while (clock64() - from < 500 + 100 * blockIdx.x)
        ;
    long long took = clock64() - from;
    p[blockIdx.x] = took;
    p[8 + (took & 7)] = timer();
    p[16 + blockIdx.x] = clock() - low;
    if (took & 1)
        p[24 + blockIdx.x] = 1;
}

__device__ unsigned load(const unsigned *p)
{
    unsigned x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p));
    return x;
}

// The second CTA reads a line, waits, and reads it again, without anything that orders the reads.
__global__ void stale(volatile unsigned *flag, unsigned *data, unsigned *p)
{
    p[blockIdx.x] = smid();
    if (blockIdx.x == 0) {
        while (*flag == 0)
            ;
        *data = 7;
        __threadfence();
        *flag = 2;
        return;
    }
    unsigned first = load(data);
    *flag = 1;
    while (*flag != 2)
        ;
    p[2] = first + load(data);
}

int main(int argc, char **argv)
{
    unsigned long long *p, h[64];
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "where") == 0)
        where<<<4, 1>>>((unsigned *)p);
    else if (strcmp(how, "when") == 0)
        when<<<4, 32>>>(p);
    else
        stale<<<2, 1>>>((unsigned *)p, (unsigned *)p + 32, (unsigned *)p + 64);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    const unsigned *s = (const unsigned *)h;
    if (strcmp(how, "where") == 0)
        printf("%u %u %u %u\n", s[0], s[1], s[2], s[3]);
    return cudaDeviceSynchronize();
}
