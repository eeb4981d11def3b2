/*
 * The fully connected layers and LSTMs of LADM's table IV: c = a * b with few rows of activations
 * (a, m x k) and many weights (b, k x n). A CTA of 32 x 4 threads computes a tile of 4 rows and 32
 * columns. n and k are multiples of 32, m is one of 4; n is the width of the grid.
 *
 * Dominant access: b[(32 m + ty + 4 r) * 32 gridDim.x + 32 bx + tx], m the tile, r = 0 to 7. The
 * part without m has bx and not by, the part with m has gridDim.x: columns of CTAs share, and move
 * down a column (row 5 of table II). a[(4 by + ty) * k + 32 m + tx] is row 2. b is the larger, so
 * the schedule is column-binding, as in table IV.
 */
enum { HIGH = 4, WIDE = 32 };

extern "C" __global__ void gemm_fc(const float *a, const float *b, float *c, unsigned k)
{
    __shared__ float as[HIGH][WIDE], bs[WIDE][WIDE];
    unsigned tx = threadIdx.x, ty = threadIdx.y, n = gridDim.x * blockDim.x;
    unsigned row = blockIdx.y * HIGH + ty, column = blockIdx.x * WIDE + tx;
    float sum = 0.0f;
    for (unsigned m = 0; m < k / WIDE; m++) {
        as[ty][tx] = a[row * k + m * WIDE + tx];
        for (unsigned r = ty; r < WIDE; r += HIGH)
            bs[r][tx] = b[(m * WIDE + r) * n + column];
        __syncthreads();
        for (unsigned i = 0; i < WIDE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
