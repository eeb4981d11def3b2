/*
 * Layers of convolutional networks, forward and backward, of which the launch files of lenet,
 * alexnet, googlenet and resnet train networks: a launch a layer. The MGCC thesis trains these
 * (its section 2.1.1, whose equation 2.8 is `forward`; a fully connected layer is one whose filter
 * is as wide as its input).
 *
 * A batch is shared by workers, each of which has `images` of them. A grid has the results of an
 * image along x, the images of a worker along y, and the workers along z; so a schedule of
 * contiguous chunks runs a worker on a GPU. A worker has a part of each buffer, of `_part` numbers:
 *   images, wanted   inputs, and what the last layer should give
 *   w                the weights of all layers, one layer behind the other, and in g their
 * gradients a                the values that layers give, and in d their gradients, at the same
 * places A value has `in` channels of side x side for each image. A layer's weights begin at `at`:
 * for each tap (channel, row, column of the filter) those of all `out` channels, and behind them a
 * bias for each. A result is at `to`, and there are `image` numbers from one image to the next,
 * which are more than the layer's own where layers write the channels of one value (GoogLeNet's
 * modules).
 *
 * Ours: the error is the difference to what is wanted, and a maximum that several have counts for
 * each of them. publish and serve, which send and update weights, are those of allreduce.cu.
 */
#include "../allreduce/allreduce.cu"

/* What a layer does with a result: max(x, 0); adds to it the value at `added`. */
enum { POSITIVE = 1, ADDS = 2 };

static __device__ unsigned element()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ unsigned size_of(unsigned side, unsigned filter, unsigned stride, unsigned pad)
{
    return (side + 2 * pad - filter) / stride + 1;
}

extern "C" __global__ void forward(const float *x, const float *w, float *y, unsigned x_part,
                                   unsigned w_part, unsigned y_part, unsigned from, unsigned side,
                                   unsigned in, unsigned at, unsigned filter, unsigned stride,
                                   unsigned pad, unsigned out, unsigned to, unsigned image,
                                   unsigned added, unsigned flags)
{
    const unsigned size = size_of(side, filter, stride, pad), i = element();
    const int row = i / size % size * stride - pad, column = i % size * stride - pad;
    if (i >= out * size * size)
        return;
    x += blockIdx.z * x_part + from + blockIdx.y * in * side * side;
    w += blockIdx.z * w_part + at + i / (size * size);
    y += blockIdx.z * y_part + blockIdx.y * image + i;
    float sum = w[in * filter * filter * out];
    for (unsigned c = 0; c < in; c++, x += side * side, w += filter * filter * out)
        for (unsigned u = 0; u < filter; u++) {
            const float *line = x + (row + (int)u) * (int)side + column;
            const float *weight = w + u * filter * out;
            for (unsigned v = 0; row + u < side && v < filter; v++)
                if (column + v < side)
                    sum += line[v] * weight[v * out];
        }
    if (flags & ADDS)
        sum += y[added];
    y[to] = flags & POSITIVE ? fmaxf(sum, 0.0f) : sum;
}

/* The largest of each window. */
extern "C" __global__ void pool(const float *x, float *y, unsigned part, unsigned from,
                                unsigned side, unsigned in, unsigned filter, unsigned stride,
                                unsigned pad, unsigned to, unsigned image)
{
    const unsigned size = size_of(side, filter, stride, pad), i = element();
    const unsigned row = i / size % size * stride - pad, column = i % size * stride - pad;
    if (i >= in * size * size)
        return;
    x += blockIdx.z * part + from + (blockIdx.y * in + i / (size * size)) * side * side;
    float most = -INFINITY;
    for (unsigned u = 0; u < filter; u++)
        for (unsigned v = 0; v < filter; v++)
            if (row + u < side && column + v < side)
                most = fmaxf(most, x[(row + u) * side + column + v]);
    y[blockIdx.z * part + to + blockIdx.y * image + i] = most;
}

/* Of the last layer, whose images have n results in all. */
extern "C" __global__ void error(const float *a, const float *wanted, float *d, unsigned part,
                                 unsigned wanted_part, unsigned to, unsigned n)
{
    const unsigned i = element(), at = blockIdx.z * part + to + i;
    if (i < n)
        d[at] = a[at] - wanted[blockIdx.z * wanted_part + i];
}

/* Places of a row that begins at `from`, `stride` apart: from which one on they are inside, and
 * from which one on no longer. Bounds outside of loops keep these short. */
static __device__ unsigned begin_of(int from, unsigned stride)
{
    return from >= 0 ? 0 : (-from + stride - 1) / stride;
}

static __device__ unsigned end_of(int from, unsigned stride, unsigned side, unsigned most)
{
    int inside = (int)side - from;
    return min(most, inside > 0 ? (inside + stride - 1) / stride : 0);
}

/*
 * Gradients of a layer's weights: 32 of them a CTA, whose four warps share the images' rows. Those
 * of one channel's taps are side by side, as they read the same gradients.
 */
enum { WARPS = 4, LANES = 32 };

extern "C" __global__ void slopes(const float *x, const float *d, float *g, unsigned x_part,
                                  unsigned d_part, unsigned g_part, unsigned images, unsigned from,
                                  unsigned side, unsigned in, unsigned at, unsigned filter,
                                  unsigned stride, unsigned pad, unsigned out, unsigned to,
                                  unsigned image)
{
    __shared__ float sums[WARPS][LANES];
    const unsigned size = size_of(side, filter, stride, pad), taps = in * filter * filter;
    const unsigned i = blockIdx.x * LANES + threadIdx.x, tap = i % (taps + 1), o = i / (taps + 1);
    const int u = (int)(tap / filter % filter) - (int)pad, v = (int)(tap % filter) - (int)pad;
    const bool is_bias = tap == taps;
    const unsigned left = begin_of(v, stride), right = end_of(v, stride, side, size);
    x += blockIdx.z * x_part + from + tap / (filter * filter) * side * side;
    d += blockIdx.z * d_part + to + o * size * size;
    float sum = 0.0f;
    for (unsigned k = threadIdx.y; o < out && k < images * size; k += WARPS) {
        const int row = (int)(k % size * stride) + u;
        const float *line = x + k / size * in * side * side + row * (int)side + v;
        const float *slope = d + k / size * image + k % size * size;
        if (is_bias)
            for (unsigned c = 0; c < size; c++)
                sum += slope[c];
        else if (row >= 0 && row < (int)side)
            for (unsigned c = left; c < right; c++)
                sum += line[c * stride] * slope[c];
    }
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || o >= out)
        return;
    for (unsigned warp = 1; warp < WARPS; warp++)
        sum += sums[warp][threadIdx.x];
    g[blockIdx.z * g_part + at + tap * out + o] = sum;
}

/* The gradient of a value is none where the value is not positive. */
static __device__ void put_gradient(float *d, float value, float sum, unsigned added,
                                    unsigned flags)
{
    if (flags & ADDS)
        sum += d[added];
    *d = value > 0.0f ? sum : 0.0f;
}

/* Gradients of a layer's input, which is at `from`; `added` is from there on. */
extern "C" __global__ void backward(const float *a, const float *w, float *d, unsigned part,
                                    unsigned w_part, unsigned from, unsigned side, unsigned in,
                                    unsigned at, unsigned filter, unsigned stride, unsigned pad,
                                    unsigned out, unsigned to, unsigned image, unsigned added,
                                    unsigned flags)
{
    const unsigned size = size_of(side, filter, stride, pad), i = element();
    const unsigned row = i / side % side + pad, column = i % side + pad;
    const unsigned mine = blockIdx.z * part + from + blockIdx.y * in * side * side + i;
    if (i >= in * side * side)
        return;
    const float *result = d + blockIdx.z * part + to + blockIdx.y * image;
    w += blockIdx.z * w_part + at + i / (side * side) * filter * filter * out;
    float sum = 0.0f;
    for (unsigned u = 0; u < filter; u++) {
        if ((row - u) % stride > 0 || (row - u) / stride >= size)
            continue;
        for (unsigned v = 0; v < filter; v++) {
            if ((column - v) % stride > 0 || (column - v) / stride >= size)
                continue;
            const float *r = result + (row - u) / stride * size + (column - v) / stride;
            for (unsigned o = 0; o < out; o++)
                sum += r[o * size * size] * w[(u * filter + v) * out + o];
        }
    }
    put_gradient(d + mine, a[mine], sum, added, flags);
}

/* The same of a pooling: the sum over windows whose largest it is. */
extern "C" __global__ void pool_backward(const float *a, float *d, unsigned part, unsigned from,
                                         unsigned side, unsigned in, unsigned filter,
                                         unsigned stride, unsigned pad, unsigned to, unsigned image,
                                         unsigned added, unsigned flags)
{
    const unsigned size = size_of(side, filter, stride, pad), i = element();
    const unsigned row = i / side % side + pad, column = i % side + pad;
    const unsigned mine = blockIdx.z * part + from + blockIdx.y * in * side * side + i;
    if (i >= in * side * side)
        return;
    const unsigned results = blockIdx.z * part + to + blockIdx.y * image;
    float sum = 0.0f;
    for (unsigned u = 0; u < filter; u++)
        for (unsigned v = 0; v < filter; v++) {
            const unsigned y = row - u, x = column - v;
            const unsigned at =
                results + i / (side * side) * size * size + y / stride * size + x / stride;
            if (y % stride == 0 && x % stride == 0 && y / stride < size && x / stride < size &&
                a[at] == a[mine])
                sum += d[at];
        }
    put_gradient(d + mine, a[mine], sum, added, flags);
}
