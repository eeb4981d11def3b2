/* Atomics on half precision do not exist: the compiler says so. */
#include <cuda_fp16.h>

__global__ void sum(half2 *p)
{
    atomicAdd(p, *p);
}

int main()
{
    return 0;
}
