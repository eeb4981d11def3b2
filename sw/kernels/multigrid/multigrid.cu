/*
 * One V-cycle of multigrid over three grids for Poisson's equation in two dimensions,
 * 4 u - (the four neighbours of u) = f, u = 0 at the border. A grid of n has n + 1 points a side
 * with its border, the next coarser one n / 2 + 1. f has the square of the distance of the points
 * in it, so the equation looks the same on all grids. A thread has one point inside; no launch
 * reads what it writes.
 */
static __device__ bool inside(unsigned n, unsigned *at)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    *at = y * (n + 1) + x;
    return x < n && y < n;
}

static __device__ float neighbours(const float *u, unsigned at, unsigned n)
{
    return u[at - n - 1] + u[at - 1] + u[at + 1] + u[at + n + 1];
}

/* Jacobi's method, weighted by 4/5. */
extern "C" __global__ void smooth(const float *u, const float *f, float *next, unsigned n)
{
    unsigned at;
    if (inside(n, &at))
        next[at] = 0.2f * u[at] + 0.2f * (f[at] + neighbours(u, at, n));
}

extern "C" __global__ void residual(const float *u, const float *f, float *r, unsigned n)
{
    unsigned at;
    if (inside(n, &at))
        r[at] = f[at] - (4.0f * u[at] - neighbours(u, at, n));
}

/* f of the grid of n from r of the finer one: the mean with weights 4, 2 and 1 of 16, times the
 * square of the ratio of distances. */
extern "C" __global__ void coarsen(const float *r, float *f, unsigned n)
{
    unsigned at, wide = 2 * n + 1;
    if (!inside(n, &at))
        return;
    const float *mid = r + 2 * (at / (n + 1)) * wide + 2 * (at % (n + 1));
    const float *up = mid - wide, *down = mid + wide;
    f[at] = mid[0] + 0.5f * (up[0] + mid[-1] + mid[1] + down[0]) +
            0.25f * (up[-1] + up[1] + down[-1] + down[1]);
}

/* next = u plus the correction e of the coarser grid, of which a point between points is the mean
 * of two or four. */
extern "C" __global__ void refine(const float *u, const float *e, float *next, unsigned n)
{
    unsigned at, wide = n / 2 + 1;
    if (!inside(n, &at))
        return;
    unsigned x = at % (n + 1), y = at / (n + 1);
    const float *up = e + y / 2 * wide, *down = e + (y + 1) / 2 * wide;
    unsigned left = x / 2, right = (x + 1) / 2;
    next[at] = u[at] + 0.25f * ((up[left] + up[right]) + (down[left] + down[right]));
}
