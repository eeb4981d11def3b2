/*
 * The second convolution of AlexNet: 5 x 5 weights for each pair of channels, a bias, and
 * max(x, 0). An image has `in` channels of (side + 4) x (side + 4) pixels; their border of two
 * pixels, which is zero in AlexNet, is any data here. The result has `out` channels of side x side.
 *
 * A thread computes one pixel of one channel. A CTA has a row of pixels in several channels, CTAs
 * in a row of the grid the other channels of that row of pixels. So each GPU has pixels of its own
 * and reads all weights.
 */
enum { FILTER = 5 };

extern "C" __global__ void alexconv(const float *image, const float *weight, const float *bias,
                                    float *result, unsigned side, unsigned in, unsigned out)
{
    unsigned x = threadIdx.x, channel = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
    if (x >= side || channel >= out)
        return;
    unsigned wide = side + FILTER - 1;
    const float *pixel = image + (blockIdx.z * in * wide + y) * wide + x;
    const float *w = weight + channel * in * FILTER * FILTER;
    float sum = bias[channel];
    for (unsigned c = 0; c < in; c++, pixel += wide * wide)
        for (unsigned i = 0; i < FILTER; i++)
            for (unsigned j = 0; j < FILTER; j++)
                sum += *w++ * pixel[i * wide + j];
    result[((blockIdx.z * out + channel) * side + y) * side + x] = fmaxf(sum, 0.0f);
}
