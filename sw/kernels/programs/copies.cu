/* Copies and fills of rows and slices; errors that are returned, and stay until they are asked for;
 * what the device tells of itself; cooperative launches and dynamic shared memory. */
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

enum { W = 50, H = 20, D = 3 };

__global__ void rotate(unsigned char *p, size_t pitch)
{
    extern __shared__ unsigned char row[];
    unsigned char *mine = p + blockIdx.x * pitch;
    row[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = row[(threadIdx.x + 1) % blockDim.x];
}

__global__ void empty()
{
}

static const char *name(cudaError_t e)
{
    return cudaGetErrorName(e);
}

int main()
{
    unsigned char host[H][W], back[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            host[y][x] = (unsigned char)(y * 7 + x);
    unsigned char *p;
    size_t pitch;
    cudaMallocPitch(&p, &pitch, W, H);
    cudaMemset2D(p, pitch, 0xee, pitch, H);
    cudaMemcpy2D(p, pitch, host, W, W, H, cudaMemcpyHostToDevice);
    rotate<<<H, W, W>>>(p, pitch);
    cudaMemcpy2D(back, W, p, pitch, W, H, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            bad += back[y][x] != host[y][(x + 1) % W];
    unsigned char past;
    cudaMemcpy(&past, p + W, 1, cudaMemcpyDeviceToHost);
    printf("rows: %d wrong, behind them 0x%02x\n", bad, past);

    cudaExtent box = make_cudaExtent(W, H, D);
    cudaPitchedPtr cube;
    cudaMalloc3D(&cube, box);
    static unsigned char in[D][H][W], out[D][H][W];
    for (int i = 0; i < D * H * W; i++)
        ((unsigned char *)in)[i] = (unsigned char)(i * 13);
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(in, W, W, H);
    c.dstPtr = cube;
    c.extent = box;
    c.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&c);
    c.srcPtr = cube;
    c.dstPtr = make_cudaPitchedPtr(out, W, W, H);
    c.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&c);
    printf("slices: %s\n", memcmp(in, out, sizeof in) == 0 ? "equal" : "different");

    empty<<<1, 2000>>>();
    printf("too many threads: %s, ", name(cudaGetLastError()));
    printf("asked again: %s\n", name(cudaGetLastError()));
    printf("beyond the end: %s\n",
           name(cudaMemcpy(p, host, pitch * H + 1, cudaMemcpyHostToDevice)));
    printf("no such device: %s\n", name(cudaSetDevice(99)));
    printf("the last of them: %s\n", name(cudaPeekAtLastError()));
    cudaFree(p);
    printf("freed twice: %s\n", name(cudaFree(p)));

    cudaDeviceProp d;
    int n, sms, blocks, version;
    cudaGetDeviceCount(&n);
    cudaGetDeviceProperties(&d, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 128, 0);
    cudaRuntimeGetVersion(&version);
    printf("devices %d, capability %d.%d, warps of %d, SMs agree: %d, runtime %d\n", n, d.major,
           d.minor, d.warpSize, sms == d.multiProcessorCount, version);
    printf("cooperative, all that fit: %s, ",
           name(cudaLaunchCooperativeKernel((void *)empty, dim3(blocks * sms), dim3(128),
                                            nullptr)));
    printf("one more: %s\n", name(cudaLaunchCooperativeKernel((void *)empty, dim3(blocks * sms + 1),
                                                              dim3(128), nullptr)));
    return 0;
}
