/*
 * The third convolution of OverFeat: 3 x 3 weights for each pair of many channels, a bias, and
 * max(x, 0). An image has `in` channels of (side + 2) x (side + 2) pixels, whose border, zero in
 * OverFeat, is any data here; the result has `out` channels of side x side. side is at most 16, out
 * a multiple of 8.
 *
 * A CTA has two rows of pixels in eight channels. For each channel of the image it brings the
 * pixels around its rows, and its weights, to shared memory. The grid has all channels of two rows
 * one after the other, so each GPU has rows of its own and reads all weights.
 */
enum { FILTER = 3, TAPS = FILTER * FILTER, WIDE = 16, HIGH = 8, ROWS = 2 };
enum { TILE_WIDE = WIDE + FILTER - 1, TILE_HIGH = ROWS + FILTER - 1 };

extern "C" __global__ void overfeat(const float *image, const float *weight, const float *bias,
                                    float *result, unsigned side, unsigned in, unsigned out)
{
    __shared__ float w[HIGH * TAPS], pixel[TILE_HIGH * TILE_WIDE];
    unsigned x = threadIdx.x, channel = blockIdx.x * HIGH + threadIdx.y, y = blockIdx.y * ROWS;
    unsigned me = threadIdx.y * WIDE + x, wide = side + FILTER - 1;
    unsigned tile_x = me % TILE_WIDE, tile_y = me / TILE_WIDE;
    bool inside = tile_y < TILE_HIGH && tile_x < wide && y + tile_y < wide;
    const float *plane = image + (blockIdx.z * in * wide + y + tile_y) * wide + tile_x;
    const float *taps = weight + (blockIdx.x * HIGH + me / TAPS) * in * TAPS + me % TAPS;
    float sum[ROWS] = {bias[channel], bias[channel]};
    for (unsigned c = 0; c < in; c++) {
        if (me < HIGH * TAPS)
            w[me] = taps[c * TAPS];
        if (me < TILE_HIGH * TILE_WIDE)
            pixel[me] = inside ? plane[c * wide * wide] : 0.0f;
        __syncthreads();
        for (unsigned i = 0; i < FILTER; i++)
            for (unsigned j = 0; j < FILTER; j++)
                for (unsigned row = 0; row < ROWS; row++)
                    sum[row] += w[threadIdx.y * TAPS + i * FILTER + j] *
                                pixel[(row + i) * TILE_WIDE + x + j];
        __syncthreads();
    }
    for (unsigned row = 0; row < ROWS; row++)
        if (x < side && y + row < side)
            result[((blockIdx.z * out + channel) * side + y + row) * side + x] =
                fmaxf(sum[row], 0.0f);
}
