/* Shuffles of every type, with differences that are int, unsigned or constants, and the forms of
 * before CUDA 9. Half precision converts from and to the other types, so a call may fit several. */
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class Type> __device__ Type all(Type v)
{
    int by = 1;
    unsigned to = 1;
    v = __shfl_sync(0xffffffffu, v, 1);
    v = __shfl_up_sync(0xffffffffu, v, 1);
    v = __shfl_down_sync(0xffffffffu, v, 1);
    v = __shfl_xor_sync(0xffffffffu, v, 1);
    v = __shfl_up_sync(0xffffffffu, v, to, 16);
    v = __shfl_down_sync(0xffffffffu, v, by);
    v = __shfl_xor_sync(0xffffffffu, v, to);
    return __shfl(__shfl_up(__shfl_down(__shfl_xor(v, 1), by, 32), to), 1);
}

__global__ void types(float *p)
{
    half h = 3.5f;
    __half2 h2(h, h);
    __nv_bfloat16 b = 1.5f;
    __nv_bfloat162 b2(b, b);
    p[0] = __half2float(all(h)) + __half2float(all(h2).y);
    p[1] = __bfloat162float(all(b)) + __bfloat162float(all(b2).x);
    p[2] = all(1) + all(2u) + all(3l) + all(4ul) + all(5ll) + all(6ull) + all(7.0f) + all(8.0) +
           all((short)9) + all((unsigned char)10);
    p[3] = __any(threadIdx.x == 3) + 10 * __all(1) + 100 * __popc(__ballot(threadIdx.x < 7));
}

/* From the next lane, and from two before. */
__global__ void lanes(float *p)
{
    half h = (float)threadIdx.x;
    half next = __shfl_down_sync(0xffffffffu, h, 1), before = __shfl_up_sync(0xffffffffu, h, 2);
    p[threadIdx.x] = __half2float(next) + 100 * __half2float(before);
}

int main()
{
    float *p, h[32];
    cudaMalloc(&p, sizeof h);
    types<<<1, 32>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
    lanes<<<1, 32>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", h[0], h[1], h[2], h[31]);
}
