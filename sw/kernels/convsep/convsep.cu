/*
 * CONV of LADM's table IV (convolutionSeparable of the CUDA SDK): an image filtered along its rows,
 * then along its columns, by 17 weights. A CTA of 16 x 4 (rows) or 16 x 8 threads (columns) loads
 * 8 steps of pixels and one step of halo on each side into shared memory. Outside of the image
 * pixels are 0. Width is a multiple of 128, height one of 64.
 *
 * Dominant access: from[(4 by + ty) * width + 128 bx + tx + 16 m] in `rows`: CTAs of a grid row go
 * along the same rows of the image, and each reads a sixteenth of its neighbours' pixels. Table IV
 * has RCL with the row-binding scheduler. Algorithm 1 as printed finds both bx and by in the part
 * without m, thus no locality with a stride of 16 elements.
 */
enum { RADIUS = 8, STEPS = 8, WIDE = 16, ROWS_HIGH = 4, COLUMNS_HIGH = 8 };

extern "C" __global__ void rows(const float *from, const float *weights, float *to, int width)
{
    __shared__ float line[ROWS_HIGH][(STEPS + 2) * WIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = ((int)blockIdx.x * STEPS - 1) * WIDE + tx, y = (int)blockIdx.y * ROWS_HIGH + ty;
    for (int m = 0; m < STEPS + 2; m++) {
        bool inside = x + WIDE * m >= 0 && x + WIDE * m < width;
        line[ty][WIDE * m + tx] = inside ? from[y * width + x + WIDE * m] : 0.0f;
    }
    __syncthreads();
    for (int m = 1; m <= STEPS; m++) {
        float sum = 0.0f;
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += weights[RADIUS - j] * line[ty][WIDE * m + tx + j];
        to[y * width + x + WIDE * m] = sum;
    }
}

/* The odd length spreads the columns over banks. */
extern "C" __global__ void columns(const float *from, const float *weights, float *to, int width,
                                   int height)
{
    __shared__ float line[WIDE][(STEPS + 2) * COLUMNS_HIGH + 1];
    int tx = threadIdx.x, ty = threadIdx.y, x = (int)blockIdx.x * WIDE + tx;
    int y = ((int)blockIdx.y * STEPS - 1) * COLUMNS_HIGH + ty;
    for (int m = 0; m < STEPS + 2; m++) {
        int there = y + COLUMNS_HIGH * m;
        bool inside = there >= 0 && there < height;
        line[tx][COLUMNS_HIGH * m + ty] = inside ? from[there * width + x] : 0.0f;
    }
    __syncthreads();
    for (int m = 1; m <= STEPS; m++) {
        float sum = 0.0f;
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += weights[RADIUS - j] * line[tx][COLUMNS_HIGH * m + ty + j];
        to[(y + COLUMNS_HIGH * m) * width + x] = sum;
    }
}
