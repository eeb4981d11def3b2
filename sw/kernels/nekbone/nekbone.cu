/*
 * Poisson's equation on spectral elements, with the accesses of Nekbone: a small dense matrix is
 * applied to each element along each axis, then points that elements share are summed up by lists,
 * in an iteration of the shape of conjugate gradients. Its two coefficients are constants, as a
 * division of sums would carry rounding errors of all points to each; the scalar product that gives
 * the first of them is computed all the same.
 *
 * The box is periodic and has side x side x side elements, side 2 or more, each of n x n x n
 * points. The last point of an element along an axis is the first one of the next element, so a
 * point has 1, 2, 4 or 8 copies. A node is a point with more than one, and belongs to the element
 * where it is first along all axes that it is shared along.
 */
enum : unsigned { NONE = ~0u };
enum { MOST = 8, COPIES = 8, THREADS = 64 }; /* MOST: the largest n */

/* The number of a node among those of its element: the layer z = 0, then of each layer y = 0 and
 * x = 0. All coordinates are below n - 1. */
static __device__ unsigned node_of(unsigned x, unsigned y, unsigned z, unsigned n)
{
    unsigned wide = n - 1, square = wide * wide;
    if (z == 0)
        return y * wide + x;
    return square + (z - 1) * (2 * wide - 1) + (y == 0 ? x : wide + y - 1);
}

/* copy: COPIES places of each node, NONE behind the last. A thread per point. */
extern "C" __global__ void start(unsigned *copy, unsigned side, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, each = n * n * n, element = i / each;
    unsigned x = i % n, y = i / n % n, z = i / (n * n) % n, last = n - 1;
    unsigned ex = element % side, ey = element / side % side, ez = element / (side * side);
    if (x == last || y == last || z == last || (x > 0 && y > 0 && z > 0))
        return;
    unsigned nodes = last * last * last - (n - 2) * (n - 2) * (n - 2), copies = 0;
    unsigned *mine = copy + COPIES * (element * nodes + node_of(x, y, z, n));
    for (unsigned c = 0; c < COPIES; c++) {
        unsigned left = c & 1, below = c >> 1 & 1, before = c >> 2;
        if ((left && x > 0) || (below && y > 0) || (before && z > 0))
            continue;
        unsigned there = (ez + side - before) % side * side + (ey + side - below) % side;
        there = there * side + (ex + side - left) % side;
        mine[copies++] =
            there * each + (z + before * last) * n * n + (y + below * last) * n + x + left * last;
    }
    if (copies < COPIES)
        mine[copies] = NONE;
}

/* w = D^T G D p along each axis, added up. metric: G at each point, for each axis of an element. */
extern "C" __global__ void apply(const float *p, const float *metric, const float *derivative,
                                 float *w, unsigned n)
{
    __shared__ float d[MOST * MOST], in[MOST * MOST * MOST], along[3][MOST * MOST * MOST];
    unsigned i = threadIdx.x, j = threadIdx.y, layer = n * n, each = layer * n, at = j * n + i;
    unsigned first = blockIdx.x * each;
    d[at] = derivative[at];
    for (unsigned k = 0; k < n; k++)
        in[k * layer + at] = p[first + k * layer + at];
    __syncthreads();
    for (unsigned k = 0; k < n; k++) {
        float x = 0.0f, y = 0.0f, z = 0.0f;
        for (unsigned m = 0; m < n; m++) {
            x += d[i * n + m] * in[k * layer + j * n + m];
            y += d[j * n + m] * in[k * layer + m * n + i];
            z += d[k * n + m] * in[m * layer + at];
        }
        const float *g = metric + 3 * first + k * layer + at;
        along[0][k * layer + at] = g[0] * x;
        along[1][k * layer + at] = g[each] * y;
        along[2][k * layer + at] = g[2 * each] * z;
    }
    __syncthreads();
    for (unsigned k = 0; k < n; k++) {
        float sum = 0.0f;
        for (unsigned m = 0; m < n; m++) {
            sum += d[m * n + i] * along[0][k * layer + j * n + m];
            sum += d[m * n + j] * along[1][k * layer + m * n + i];
            sum += d[m * n + k] * along[2][m * layer + at];
        }
        w[first + k * layer + at] = sum;
    }
}

/* Each copy of a node becomes the sum of all. No other thread reads or writes them. */
extern "C" __global__ void gather(const unsigned *copy, float *w, unsigned nodes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes)
        return;
    const unsigned *mine = copy + COPIES * i;
    float sum = 0.0f;
    for (unsigned c = 0; c < COPIES && mine[c] != NONE; c++)
        sum += w[mine[c]];
    for (unsigned c = 0; c < COPIES && mine[c] != NONE; c++)
        w[mine[c]] = sum;
}

/* The sum of a * b over the points of each CTA. */
extern "C" __global__ void product(const float *a, const float *b, float *partial)
{
    __shared__ float part[THREADS];
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    part[threadIdx.x] = a[i] * b[i];
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = part[0];
}

extern "C" __global__ void update(float *x, float *r, float *p, const float *w, float alpha,
                                  float beta)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float residual = r[i] - alpha * w[i];
    x[i] += alpha * p[i];
    r[i] = residual;
    p[i] = residual + beta * p[i];
}
