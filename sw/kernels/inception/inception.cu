/*
 * A module of GoogLeNet: convolutions with 1 x 1, 3 x 3 and 5 x 5 weights and a pooling, the
 * largest of 3 x 3 pixels, all of one input, and their channels one after the other in the result.
 * It is the module as figure 2a of its paper has it, without the 1 x 1 convolutions before the
 * large ones and behind the pooling.
 *
 * Each of the four is a launch. An image has `in` channels of (side + 4) x (side + 4) pixels, whose
 * border of two pixels, zero in GoogLeNet, is any data here. The result has `all` channels of
 * side x side; a launch writes those from `first` on. A thread computes one pixel of one channel, a
 * CTA a row of pixels in several channels. So each GPU reads all weights, and its rows of the image
 * in all four launches.
 */
enum { BORDER = 2 };

/* The first pixel below a window of `filter` x `filter`, in the first channel. */
static __device__ const float *window(const float *image, unsigned side, unsigned in,
                                      unsigned filter)
{
    unsigned wide = side + 2 * BORDER, from = BORDER - filter / 2;
    return image + (blockIdx.z * in * wide + blockIdx.y + from) * wide + threadIdx.x + from;
}

static __device__ void convolve(const float *image, const float *weight, const float *bias,
                                float *result, unsigned side, unsigned in, unsigned out,
                                unsigned first, unsigned all, unsigned filter)
{
    unsigned x = threadIdx.x, y = blockIdx.y, channel = blockIdx.x * blockDim.y + threadIdx.y;
    if (x >= side || channel >= out)
        return;
    unsigned wide = side + 2 * BORDER;
    const float *pixel = window(image, side, in, filter);
    const float *w = weight + channel * in * filter * filter;
    float sum = bias[channel];
    for (unsigned c = 0; c < in; c++, pixel += wide * wide)
        for (unsigned i = 0; i < filter; i++)
            for (unsigned j = 0; j < filter; j++)
                sum += *w++ * pixel[i * wide + j];
    result[((blockIdx.z * all + first + channel) * side + y) * side + x] = fmaxf(sum, 0.0f);
}

extern "C" __global__ void conv1(const float *image, const float *weight, const float *bias,
                                 float *result, unsigned side, unsigned in, unsigned out,
                                 unsigned first, unsigned all)
{
    convolve(image, weight, bias, result, side, in, out, first, all, 1);
}

extern "C" __global__ void conv3(const float *image, const float *weight, const float *bias,
                                 float *result, unsigned side, unsigned in, unsigned out,
                                 unsigned first, unsigned all)
{
    convolve(image, weight, bias, result, side, in, out, first, all, 3);
}

extern "C" __global__ void conv5(const float *image, const float *weight, const float *bias,
                                 float *result, unsigned side, unsigned in, unsigned out,
                                 unsigned first, unsigned all)
{
    convolve(image, weight, bias, result, side, in, out, first, all, 5);
}

extern "C" __global__ void pool(const float *image, float *result, unsigned side, unsigned in,
                                unsigned first, unsigned all)
{
    unsigned x = threadIdx.x, y = blockIdx.y, channel = blockIdx.x * blockDim.y + threadIdx.y;
    if (x >= side || channel >= in)
        return;
    unsigned wide = side + 2 * BORDER;
    const float *pixel = window(image, side, in, 3) + channel * wide * wide;
    float most = pixel[0];
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            most = fmaxf(most, pixel[i * wide + j]);
    result[((blockIdx.z * all + first + channel) * side + y) * side + x] = most;
}
