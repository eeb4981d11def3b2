/* What a device tells of itself holds for its launches, and every attribute has an answer. */
#include <cstdio>

__global__ void nothing()
{
}

int main()
{
    int missing = 0, v, device = -1;
    char id[16];
    size_t limit = 0;
    cudaDeviceProp p;
    for (int a = 1; a <= 119; a++) /* CUDA 11.5 has no such attribute of these numbers */
        if (a != 44 && (a < 102 || a > 105) && a != 107 && a != 110)
            missing += cudaDeviceGetAttribute(&v, (cudaDeviceAttr)a, 0) != cudaSuccess;
    printf("attributes: %d missing\n", missing);
    cudaGetDeviceProperties(&p, 0);
    cudaDeviceGetPCIBusId(id, sizeof id, 0);
    cudaDeviceGetByPCIBusId(&device, id);
    printf("bus %d: %d\n", p.pciBusID, device);
    nothing<<<1, p.maxThreadsPerBlock>>>();
    bool most = cudaDeviceSynchronize() == cudaSuccess;
    nothing<<<1, p.maxThreadsPerBlock + 1>>>();
    bool more = cudaGetLastError() != cudaSuccess;
    printf("%d %d %d\n", most, more, p.sharedMemPerBlock <= p.sharedMemPerMultiprocessor);
    cudaDeviceGetLimit(&limit, cudaLimitMaxL2FetchGranularity);
    cudaError_t far = cudaDeviceGetLimit(&limit, (cudaLimit)7);
    printf("%zu %d %d\n", limit, far == cudaErrorUnsupportedLimit ? 31 : 0,
           p.maxTexture2D[0] > 0 ? 31 : 0);
}
