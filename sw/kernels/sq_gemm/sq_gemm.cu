/*
 * SQ-GEMM of LADM's table IV: c = a * b over square matrices, a tile of 16 x 16 a CTA, with the
 * indices of LADM's figure 6. It differs from sgemm in that the width of the matrices is written as
 * that of the grid, which an analysis of the source can see.
 *
 * Dominant accesses, with m the tile: a[(16 by + ty) * 16 gridDim.x + tx + 16 m] has by and not bx
 * in the part without m, and no gridDim.x beside m: rows of CTAs share, and move along a row (row 2
 * of table II). b[(16 m + ty) * 16 gridDim.x + 16 bx + tx] has bx and not by, and gridDim.x beside
 * m: columns share, and move down a column (row 5). Both are equally large. Table IV: RCL,
 * row-binding.
 */
enum { TILE = 16 };

extern "C" __global__ void sq_gemm(const float *a, const float *b, float *c)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    unsigned tx = threadIdx.x, ty = threadIdx.y, width = gridDim.x * blockDim.x;
    unsigned row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (unsigned m = 0; m < width / TILE; m++) {
        as[ty][tx] = a[row * width + m * TILE + tx];
        bs[ty][tx] = b[(m * TILE + ty) * width + column];
        __syncthreads();
        for (unsigned i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[row * width + column] = sum;
}
