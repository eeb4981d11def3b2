/* Kernels with and without data races: the first argument says which. */
#include <cstdio>
#include <cstring>

#include <cooperative_groups.h>

enum { THREADS = 64, LANES = 32 };

/* The neighbour may not have stored yet, if it is in another warp. */
__global__ void neighbours(int *p, bool waits)
{
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    if (waits)
        __syncthreads();
    p[threadIdx.x] = s[(threadIdx.x + LANES) % THREADS];
}

/* CTA 1 waits until CTA 0 has handed over. */
__global__ void hand_over(int *p, bool fences)
{
    volatile int *flag = p + 1;
    if (blockIdx.x == 0) {
        p[0] = 5;
        if (fences)
            __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        if (fences)
            __threadfence();
        p[2] = p[0];
    }
}

/* The same by a release and an acquire. */
__global__ void release_acquire(int *p)
{
    if (blockIdx.x == 0) {
        p[0] = 5;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p + 1), "r"(1) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(seen)
                         : "l"(p + 1)
                         : "memory");
        p[2] = p[0];
    }
}

/* Who comes first decides which place a CTA gets; the places themselves are ordered. */
__global__ void places(int *p)
{
    if (threadIdx.x == 0)
        p[1 + atomicAdd(p, 1)] = 1;
}

__global__ void bytes(char *p, int apart)
{
    p[blockIdx.x * apart] = 1;
}

__global__ void meeting(int *p)
{
    p[blockIdx.x] = blockIdx.x;
    cooperative_groups::this_grid().sync();
    p[8 + blockIdx.x] = p[(blockIdx.x + 1) % gridDim.x];
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int *p;
    cudaMalloc(&p, 256 * sizeof *p);
    cudaMemset(p, 0, 256 * sizeof *p);
    if (strcmp(how, "neighbours") == 0)
        neighbours<<<1, THREADS>>>(p, false);
    else if (strcmp(how, "barrier") == 0)
        neighbours<<<1, THREADS>>>(p, true);
    else if (strcmp(how, "plain-flag") == 0)
        hand_over<<<2, 1>>>(p, false);
    else if (strcmp(how, "fences") == 0)
        hand_over<<<2, 1>>>(p, true);
    else if (strcmp(how, "release") == 0)
        release_acquire<<<2, 1>>>(p);
    else if (strcmp(how, "places") == 0)
        places<<<2, 32>>>(p);
    else if (strcmp(how, "bytes") == 0)
        bytes<<<4, 1>>>((char *)p, 1);
    else if (strcmp(how, "same-byte") == 0)
        bytes<<<4, 1>>>((char *)p, 0);
    else if (strcmp(how, "launches") == 0)
        for (int i = 0; i < 2; i++)
            bytes<<<1, 1>>>((char *)p, 0);
    else if (strcmp(how, "meeting") == 0) {
        void *arguments[] = {&p};
        cudaLaunchCooperativeKernel((void *)meeting, 2, 32, arguments, 0, 0);
    } else
        return 2;
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
