/*
 * CONV of LADM's table IV (convolutionSeparable of the CUDA SDK): an image filtered along its rows,
 * then along its columns, by 17 weights. A CTA of 16 x 4 (rows) or 16 x 8 threads (columns) loads
 * 8 steps of pixels and one step of halo on each side into shared memory. Outside of the image
 * pixels are 0. Width is a multiple of 128, height one of 64.
 *
 * Dominant access: at[16 m] in `rows`, where at is from + (4 by + ty) * width + 128 bx + tx: CTAs
 * of a grid row go along the same rows of the image, and the halo of each is the first or last step
 * of its neighbours. Table IV has RCL with the row-binding scheduler. Line 3 of algorithm 1 finds
 * both bx and by in the part without m, thus no locality with a stride of 16 elements; by III-B
 * datablocks that neighbours read, too, are row-locality, horizontally shared.
 */
enum { RADIUS = 8, STEPS = 8, WIDE = 16, ROWS_HIGH = 4, COLUMNS_HIGH = 8 };

extern "C" __global__ void rows(const float *from, const float *weights, float *to, int width)
{
    __shared__ float line[ROWS_HIGH][(STEPS + 2) * WIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = (int)blockIdx.x * STEPS * WIDE + tx, y = (int)blockIdx.y * ROWS_HIGH + ty;
    const float *at = from + y * width + x;
#pragma unroll
    for (int m = 0; m < STEPS; m++)
        line[ty][WIDE * (m + 1) + tx] = at[WIDE * m];
    line[ty][tx] = x >= WIDE ? at[-WIDE] : 0.0f;
    line[ty][WIDE * (STEPS + 1) + tx] = x + WIDE * STEPS < width ? at[WIDE * STEPS] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int m = 0; m < STEPS; m++) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += weights[RADIUS - j] * line[ty][WIDE * (m + 1) + tx + j];
        to[y * width + x + WIDE * m] = sum;
    }
}

/* The odd length spreads the columns over banks. */
extern "C" __global__ void columns(const float *from, const float *weights, float *to, int width,
                                   int height)
{
    __shared__ float line[WIDE][(STEPS + 2) * COLUMNS_HIGH + 1];
    int tx = threadIdx.x, ty = threadIdx.y, x = (int)blockIdx.x * WIDE + tx;
    int y = (int)blockIdx.y * STEPS * COLUMNS_HIGH + ty, step = COLUMNS_HIGH * width;
    const float *at = from + y * width + x;
#pragma unroll
    for (int m = 0; m < STEPS; m++)
        line[tx][COLUMNS_HIGH * (m + 1) + ty] = at[step * m];
    line[tx][ty] = y >= COLUMNS_HIGH ? at[-step] : 0.0f;
    line[tx][COLUMNS_HIGH * (STEPS + 1) + ty] =
        y + COLUMNS_HIGH * STEPS < height ? at[step * STEPS] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int m = 0; m < STEPS; m++) {
        float sum = 0.0f;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += weights[RADIUS - j] * line[tx][COLUMNS_HIGH * (m + 1) + ty + j];
        to[(y + COLUMNS_HIGH * m) * width + x] = sum;
    }
}
