/*
 * StreamCluster of LADM's table IV (Rodinia, from PARSEC): what would be gained if point x became a
 * centre. Each point compares its weighted distance to x with what its own centre costs it: if it
 * would change, it says so and adds the gain to the last column of its row of `work`, else it adds
 * what would be lost to the column of its centre.
 *
 * Accesses, i = 512 (bx + gridDim.x * by) + tx: coord[m * points + i], dimension by dimension;
 * coord[m * points + x], the same for all; work[i * stride + column[point[i].centre]], where the
 * column is read from memory. Table IV lists it as unclassified, which the second and the third
 * are. Algorithm 1 as printed finds bx in the first: no locality, with a stride of `points`.
 */
struct point {
    float weight;
    float *coord;         /* on the host; not used here */
    unsigned long centre; /* the point that it is assigned to */
    float cost;           /* of that */
};

/* A grid of more CTAs than fit one row has several. */
static __device__ unsigned thread()
{
    return blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y) + threadIdx.x;
}

/* The square of how far apart two points are. */
static __device__ float distance(const float *coord, unsigned a, unsigned b, unsigned points,
                                 unsigned dimensions)
{
    float sum = 0.0f;
    for (unsigned d = 0; d < dimensions; d++) {
        float apart = coord[d * points + a] - coord[d * points + b];
        sum += apart * apart;
    }
    return sum;
}

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

/* Point c is a centre for c < centres, with column c; no others have a column. */
extern "C" __global__ void start(struct point *point, unsigned *column, unsigned points,
                                 unsigned centres, unsigned dimensions)
{
    unsigned i = thread();
    if (i >= points)
        return;
    unsigned hash = mixed(i);
    point[i].weight = 1.0f + (float)(hash % 16) / 16.0f;
    point[i].cost = (float)dimensions * (float)(hash / 16 % 256) / 512.0f;
    point[i].centre = i < centres ? i : hash / 4096 % centres;
    column[i] = i < centres ? i : 0;
}

/* Rows of `work` have `stride` columns, one for each centre and the last. */
extern "C" __global__ void streamcluster(const float *coord, const struct point *point,
                                         const unsigned *column, float *work, unsigned char *moves,
                                         unsigned x, unsigned points, unsigned centres,
                                         unsigned stride, unsigned dimensions)
{
    unsigned i = thread();
    if (i >= points)
        return;
    float *row = work + i * stride;
    float cost = distance(coord, i, x, points, dimensions) * point[i].weight;
    if (cost < point[i].cost) {
        moves[i] = 1;
        row[centres] += cost - point[i].cost;
    } else {
        row[column[point[i].centre]] += point[i].cost - cost;
    }
}
