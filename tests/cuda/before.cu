/* A kernel that reads a word before and behind its array, as hardware lets many a program do. With
 * --stray-loads those words are zeros: the sums are 1, 2, 4, .. 2 * 62, 62. */
#include <cstdio>

__global__ void neighbours(int *p)
{
    int i = threadIdx.x, before = p[i - 1], behind = p[i + 1];
    __syncthreads();
    p[i] = before + behind;
}

int main()
{
    int *p, h[64], wrong = 0;
    cudaMalloc(&p, sizeof h);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    neighbours<<<1, 64>>>(p);
    puts(cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += h[i] != (i == 63 ? 62 : i == 0 ? 1 : 2 * i);
    printf("%d wrong\n", wrong);
}
