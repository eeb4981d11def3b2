/*
 * Data-parallel training, an iteration: each worker computes the gradients of all weights from its
 * share of the images; then these are averaged over the workers, and the weights follow. Section
 * 2.2 of the MGCC thesis measures two ways to do so: a parameter server, as MXNet has with peer
 * copies, and all-reduce along a ring, as NCCL does.
 *
 * A gradient is a sum over images of products of two features: as much work for each weight and
 * image as a fully connected layer has. Of a convolutional network, whose weights are used many
 * times for each image, more products stand for an image.
 *
 * A worker has a part of `stride` numbers of each vector, and an equal part of the grid, which a
 * schedule of contiguous chunks runs on a GPU. A part is in whole pages, so that it is in the
 * memory of the GPU that touches it first.
 */
enum { FEATURES = 64 };

static __device__ unsigned worker(unsigned workers)
{
    return blockIdx.x / (gridDim.x / workers);
}

/* The first of the numbers from 0 on that a thread has, and how far it is to the next. */
static __device__ unsigned first(unsigned workers)
{
    return blockIdx.x % (gridDim.x / workers) * blockDim.x + threadIdx.x;
}

static __device__ unsigned step(unsigned workers)
{
    return gridDim.x / workers * blockDim.x;
}

/* features: of each worker `images` rows. */
extern "C" __global__ void gradients(const float *features, float *g, unsigned n, unsigned stride,
                                     unsigned images, unsigned workers)
{
    const float *a = features + worker(workers) * stride;
    g += worker(workers) * stride;
    for (unsigned i = first(workers); i < n; i += step(workers)) {
        unsigned x = i % FEATURES, y = i / FEATURES % FEATURES;
        float sum = 0.0f;
        for (unsigned image = 0; image < images; image++)
            sum += a[image * FEATURES + x] * a[image * FEATURES + y];
        g[i] = sum;
    }
}

/* ---- all-reduce along a ring ---- */

/*
 * A step of 2 * (workers - 1), of which `steps` counts those that a CTA has done. A worker reads a
 * chunk, one part in `workers` of all gradients, from the worker before it. In the first half it
 * adds the chunk to its own, so that in the end worker w has the sums of chunk w + 1; in the second
 * half it takes finished chunks. No worker writes what another reads in the same step.
 */
extern "C" __global__ void ring(float *g, unsigned *steps, unsigned n, unsigned stride,
                                unsigned workers)
{
    const unsigned me = worker(workers), s = steps[blockIdx.x], size = (n + workers - 1) / workers;
    const float *before = g + (me + workers - 1) % workers * stride;
    const bool adds = s < workers - 1;
    const unsigned back = adds ? s + 1 : s - (workers - 1);
    const unsigned chunk = (me + 2 * workers - back) % workers;
    float *own = g + me * stride;
    __syncthreads();
    if (threadIdx.x == 0)
        steps[blockIdx.x] = s + 1;
    if (workers == 1)
        return;
    unsigned end = chunk * size + size < n ? chunk * size + size : n;
    for (unsigned i = chunk * size + first(workers); i < end; i += step(workers))
        own[i] = adds ? own[i] + before[i] : before[i];
}

extern "C" __global__ void update(const float *g, float *weights, unsigned n, unsigned stride,
                                  unsigned workers, float rate)
{
    const unsigned at = worker(workers) * stride;
    for (unsigned i = first(workers); i < n; i += step(workers))
        weights[at + i] -= rate / (float)workers * g[at + i];
}

/* ---- parameter server ---- */

/* Worker 0 adds up all gradients and updates its weights. */
extern "C" __global__ void serve(const float *g, float *weights, unsigned n, unsigned stride,
                                 unsigned workers, float rate)
{
    if (worker(workers) > 0)
        return;
    for (unsigned i = first(workers); i < n; i += step(workers)) {
        float sum = 0.0f;
        for (unsigned w = 0; w < workers; w++)
            sum += g[w * stride + i];
        weights[i] -= rate / (float)workers * sum;
    }
}

/* Worker 0 writes its weights to the parts of all workers, which copy engines bring to them. */
extern "C" __global__ void publish(const float *weights, float *sent, unsigned n, unsigned stride,
                                   unsigned workers)
{
    if (worker(workers) > 0)
        return;
    for (unsigned i = first(workers); i < n; i += step(workers)) {
        float weight = weights[i];
        for (unsigned w = 0; w < workers; w++)
            sent[w * stride + i] = weight;
    }
}

/* The others take them. */
extern "C" __global__ void fetch(float *weights, unsigned n, unsigned stride, unsigned workers)
{
    const unsigned me = worker(workers);
    if (me == 0)
        return;
    for (unsigned i = first(workers); i < n; i += step(workers))
        weights[me * stride + i] = weights[i];
}
