/*
 * Training of a network of three fully connected layers by two workers, each with a batch of its
 * own: the synthetic workload of the MGCC thesis, section 2.3.1. The thesis moves as many bytes as
 * real training does, and computes about as much; so here. Layers have `in` x FIRST, FIRST x SECOND
 * and SECOND x `out` weights, one behind the other.
 *
 * An iteration is four launches. `forward` multiplies a slice of the inputs by the first layer's
 * weights, `head` adds up the slices and goes through the two small layers, `gradient` writes one
 * number for each weight, and `update` moves the weights by the mean of both workers' gradients. A
 * gradient is the product of a layer's inputs and outputs, averaged over the batch: as large as the
 * real one, and computed from as much.
 *
 * Half of a grid is a worker's; a schedule of contiguous chunks runs it on one of two GPUs. `turn`
 * has a bit for each worker that runs; the others' CTAs end at once. `update` is worker 0's.
 */
enum { FIRST = 32, SECOND = 16, WORKERS = 2 };

static __device__ unsigned worker(void)
{
    return blockIdx.x / (gridDim.x / WORKERS);
}

static __device__ unsigned cta(void)
{
    return blockIdx.x % (gridDim.x / WORKERS);
}

static __device__ bool runs(unsigned turn)
{
    return turn >> worker() & 1;
}

extern "C" __global__ void forward(const float *x0, const float *x1, const float *w0,
                                   const float *w1, float *sum0, float *sum1, unsigned in,
                                   unsigned batch, unsigned slice, unsigned turn)
{
    const float *x = worker() == 0 ? x0 : x1, *w = worker() == 0 ? w0 : w1;
    float *sum = worker() == 0 ? sum0 : sum1;
    if (!runs(turn))
        return;
    unsigned from = cta() * slice, to = from + slice < in ? from + slice : in;
    for (unsigned o = threadIdx.x; o < batch * FIRST; o += blockDim.x) {
        float s = 0.0f;
        for (unsigned k = from; k < to; k++)
            s += x[o / FIRST * in + k] * w[k * FIRST + o % FIRST];
        sum[cta() * batch * FIRST + o] = s;
    }
}

static __device__ float positive(float x)
{
    return x > 0.0f ? x : 0.0f;
}

/* Of `batch` rows of `from` values in `a`, times the weights of a layer, row by row. */
static __device__ float neuron(const float *a, const float *w, unsigned o, unsigned from,
                               unsigned to)
{
    float s = 0.0f;
    for (unsigned k = 0; k < from; k++)
        s += a[o / to * from + k] * w[k * to + o % to];
    return s;
}

/* One CTA a worker. units: the outputs of the three layers, one layer behind the other. */
extern "C" __global__ void head(const float *w0, const float *w1, const float *sum0,
                                const float *sum1, float *units0, float *units1, unsigned in,
                                unsigned out, unsigned batch, unsigned slices, unsigned turn)
{
    const float *w = worker() == 0 ? w0 : w1, *sum = worker() == 0 ? sum0 : sum1;
    float *first = worker() == 0 ? units0 : units1;
    float *second = first + batch * FIRST, *third = second + batch * SECOND;
    if (!runs(turn))
        return;
    for (unsigned o = threadIdx.x; o < batch * FIRST; o += blockDim.x) {
        float s = 0.0f;
        for (unsigned i = 0; i < slices; i++)
            s += sum[i * batch * FIRST + o];
        first[o] = positive(s);
    }
    __syncthreads();
    w += in * FIRST;
    for (unsigned o = threadIdx.x; o < batch * SECOND; o += blockDim.x)
        second[o] = positive(neuron(first, w, o, FIRST, SECOND));
    __syncthreads();
    w += FIRST * SECOND;
    for (unsigned o = threadIdx.x; o < batch * out; o += blockDim.x)
        third[o] = neuron(second, w, o, SECOND, out);
}

/* Of weight i of a layer of from x to weights. */
static __device__ float slope(const float *a, const float *b, unsigned i, unsigned from,
                              unsigned to, unsigned batch)
{
    float s = 0.0f;
    for (unsigned image = 0; image < batch; image++)
        s += a[image * from + i / to] * b[image * to + i % to];
    return s / (float)batch;
}

extern "C" __global__ void gradient(const float *x0, const float *x1, const float *units0,
                                    const float *units1, float *g0, float *g1, unsigned in,
                                    unsigned out, unsigned batch, unsigned turn)
{
    const float *x = worker() == 0 ? x0 : x1, *first = worker() == 0 ? units0 : units1;
    const float *second = first + batch * FIRST, *third = second + batch * SECOND;
    float *g = worker() == 0 ? g0 : g1;
    unsigned i = cta() * blockDim.x + threadIdx.x;
    const unsigned large = in * FIRST, middle = FIRST * SECOND;
    if (!runs(turn))
        return;
    if (i < large)
        g[i] = slope(x, first, i, in, FIRST, batch);
    else if (i < large + middle)
        g[i] = slope(first, second, i - large, FIRST, SECOND, batch);
    else if (i < large + middle + SECOND * out)
        g[i] = slope(second, third, i - large - middle, SECOND, out, batch);
}

/* The new weights go to `sent`, too, unless that is where they are. */
extern "C" __global__ void update(float *w, const float *g0, const float *g1, float *sent,
                                  unsigned n, float rate)
{
    unsigned i = cta() * blockDim.x + threadIdx.x;
    if (worker() > 0 || i >= n)
        return;
    float v = w[i] - rate * 0.5f * (g0[i] + g1[i]);
    w[i] = v;
    if (sent != w)
        sent[i] = v;
}
