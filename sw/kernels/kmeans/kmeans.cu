/*
 * Kmeans-noTex of LADM's table IV (Rodinia's kmeans with its points in memory, not in a texture):
 * each point joins the nearest of CENTRES centres, then the centres move to the means of their
 * points. Rodinia moves them on the host; here sums are whole numbers of 1/UNIT, which do not
 * depend on the order of atomics. Coordinates lie from 0 to 1.
 *
 * Dominant access: feature[(gridDim.x * by + bx) * 256 * features + tx * features + j]: each thread
 * reads a row of its own, and the loop's variable stands alone: intra-thread locality (ITL).
 */
enum { CENTRES = 5, MOST = 64 };
enum : unsigned { UNIT = 1u << 16 };

static __device__ unsigned point_of(void)
{
    return (gridDim.x * blockIdx.y + blockIdx.x) * blockDim.x + threadIdx.x;
}

extern "C" __global__ void join(const float *feature, const float *centre, unsigned *member,
                                unsigned points, unsigned features)
{
    unsigned point = point_of(), nearest = 0;
    if (point >= points)
        return;
    float least = INFINITY;
    for (unsigned c = 0; c < CENTRES; c++) {
        float distance = 0.0f;
        for (unsigned j = 0; j < features; j++) {
            float apart = feature[point * features + j] - centre[c * features + j];
            distance += apart * apart;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    member[point] = nearest;
}

/* Adds the points of each centre, and in the last place of a centre's row counts them. */
extern "C" __global__ void gather(const float *feature, const unsigned *member, unsigned *sum,
                                  unsigned points, unsigned features)
{
    __shared__ unsigned mine[CENTRES * (MOST + 1)];
    unsigned point = point_of(), wide = features + 1;
    for (unsigned i = threadIdx.x; i < CENTRES * wide; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    if (point < points) {
        unsigned *row = mine + member[point] * wide;
        for (unsigned j = 0; j < features; j++)
            atomicAdd(&row[j], (unsigned)rintf(feature[point * features + j] * UNIT));
        atomicAdd(&row[features], 1u);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < CENTRES * wide; i += blockDim.x)
        if (mine[i] != 0)
            atomicAdd(&sum[i], mine[i]);
}

/* A centre without points stays. */
extern "C" __global__ void move(const unsigned *sum, const float *centre, float *moved,
                                unsigned features)
{
    unsigned c = blockIdx.x, count = sum[c * (features + 1) + features];
    for (unsigned j = threadIdx.x; j < features; j += blockDim.x) {
        float total = (float)sum[c * (features + 1) + j];
        moved[c * features + j] =
            count == 0 ? centre[c * features + j] : total / ((float)UNIT * (float)count);
    }
}
