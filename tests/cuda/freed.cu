// Accesses to memory that is freed, and just beyond memory, in a program whose module has variables
// and constants of its own: they get their places when the first kernel is launched, after the free.
#include <cstdio>
#include <cstring>

__device__ int table[16] = {1, 2, 3};
__constant__ int constants[4] = {4};
__managed__ int managed = 5;

__device__ int more(int i)
{
    return table[i & 15] + constants[i & 3] + managed;
}

__global__ void store(int *p, int at)
{
    p[at] = more(at);
}

__global__ void load(const int *p, int at, int *out)
{
    *out = p[at] + more(at);
}

int main(int, char **argv)
{
    int *p, *out;
    const char *how = argv[1], *what = argv[2];
    if (strncmp(how, "managed", 7) == 0)
        cudaMallocManaged(&p, 64);
    else
        cudaMalloc(&p, 64);
    cudaMalloc(&out, 64);
    if (strstr(how, "freed") != NULL)
        cudaFree(p);
    int at = strstr(how, "behind") != NULL ? 16 : strstr(how, "before") != NULL ? -1 : 0;
    if (strcmp(what, "store") == 0)
        store<<<1, 1>>>(p, at);
    else
        load<<<1, 1>>>(p, at, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
