// A product of matrices whose arguments begin with the one that a grid's columns share.
extern "C" __global__ void columns_first(const float *b, const float *a, float *c)
{
    __shared__ float as[16][16], bs[16][16];
    unsigned tx = threadIdx.x, ty = threadIdx.y, w = blockDim.x * gridDim.x;
    unsigned row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float v = 0;
    for (unsigned m = 0; m < w / 16; m++) {
        as[ty][tx] = a[row * w + m * 16 + tx];
        bs[ty][tx] = b[(m * 16 + ty) * w + col];
        __syncthreads();
        for (unsigned k = 0; k < 16; k++)
            v += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * w + col] = v;
}
