/*
 * Finite differences in three dimensions, one time step a launch: the structure of the CUDA SDK's
 * FDTD3d, 3DFD of table II of "Multi-GPU System Design with Memory Networks". What diffuses is the
 * second derivative along each axis, to the eighth order: a star of RADIUS points each way.
 *
 * The grid has a border of RADIUS points each way that never changes. A thread goes through all
 * layers at its place. The values above and below it are in registers, those beside it in a tile in
 * shared memory that the CTA renews for each layer.
 */
enum { RADIUS = 4, WIDE = 32, HIGH = 8 };

/* Copies the first values, so that both buffers have the border, as the SDK's host does. */
extern "C" __global__ void both(const float *from, float *to, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* At a distance of so many points, times the square of the distance between points. */
static __device__ float weight(int distance)
{
    const float of[RADIUS + 1] = {-205.0f / 72.0f, 8.0f / 5.0f, -1.0f / 5.0f, 8.0f / 315.0f,
                                  -1.0f / 560.0f};
    return of[distance];
}

/* The tile of a layer: the points of the CTA, `mine`, and RADIUS more on each side. */
static __device__ void renew(float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS], const float *at,
                             float mine, unsigned row)
{
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    tile[ty + RADIUS][tx + RADIUS] = mine;
    if (ty < RADIUS) {
        tile[ty][tx + RADIUS] = at[-(int)(RADIUS * row)];
        tile[ty + RADIUS + HIGH][tx + RADIUS] = at[HIGH * row];
    }
    if (tx < RADIUS) {
        tile[ty + RADIUS][tx] = at[-RADIUS];
        tile[ty + RADIUS][tx + RADIUS + WIDE] = at[WIDE];
    }
}

/* nx, ny, nz: points without the border; nx and ny are multiples of WIDE and HIGH. */
extern "C" __global__ void fd3d(const float *from, float *to, unsigned nx, unsigned ny, unsigned nz,
                                float rate)
{
    __shared__ float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];
    unsigned tx = threadIdx.x, ty = threadIdx.y, row = nx + 2 * RADIUS;
    unsigned layer = row * (ny + 2 * RADIUS);
    unsigned at = row * (HIGH * blockIdx.y + ty + RADIUS) + WIDE * blockIdx.x + tx + RADIUS;
    float below[RADIUS], mine, above[RADIUS]; /* the nearest first */
    for (unsigned d = 0; d < RADIUS; d++) {
        below[RADIUS - 1 - d] = from[at + d * layer];
        above[d] = from[at + (RADIUS + 1 + d) * layer];
    }
    at += RADIUS * layer;
    mine = from[at];
    for (unsigned z = 0; z < nz; z++, at += layer) {
        __syncthreads();
        renew(tile, from + at, mine, row);
        __syncthreads();
        float sum = 3.0f * weight(0) * mine;
        for (int d = 1; d <= RADIUS; d++) {
            const float *centre = &tile[ty + RADIUS][tx + RADIUS];
            float beside = centre[-d] + centre[d];
            float along = tile[ty + RADIUS - d][tx + RADIUS] + tile[ty + RADIUS + d][tx + RADIUS];
            sum += weight(d) * (below[d - 1] + above[d - 1] + beside + along);
        }
        to[at] = mine + rate * sum;
        for (int d = RADIUS - 1; d > 0; d--)
            below[d] = below[d - 1];
        below[0] = mine;
        mine = above[0];
        for (int d = 0; d < RADIUS - 1; d++)
            above[d] = above[d + 1];
        if (z + 1 < nz)
            above[RADIUS - 1] = from[at + (RADIUS + 1) * layer];
    }
}
