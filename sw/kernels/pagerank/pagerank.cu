/*
 * PageRank of LADM's table IV (Pannotia): each round, every node adds an equal share of its rank to
 * each node that it links to, and the sums are damped. Ranks are whole numbers that add up to ONE
 * at most, so that sums do not depend on the order of the atomics; Pannotia has floats.
 *
 * Dominant access: edge[first[128 bx + tx] + m]: a start that is read from memory, and from there
 * on the loop's variable alone: intra-thread locality (ITL). next[edge[...]] cannot be told.
 */
enum : unsigned { ONE = 1u << 31 };

/* Each node has 0 to 2 * DEGREE edges, DEGREE on average. */
enum { DEGREE = 6 };

/* first[i] by a formula: that of a regular graph, i * DEGREE, plus a hash of at most DEGREE. */
static __device__ unsigned first_edge(unsigned i, unsigned n)
{
    unsigned hash = i * 0x9e3779b9;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash ^= hash >> 13;
    return i * DEGREE + (i % n == 0 ? 0 : hash % (DEGREE + 1));
}

extern "C" __global__ void start(unsigned *first, unsigned *rank, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        first[i] = first_edge(i, n);
    if (i < n)
        rank[i] = ONE / n;
}

extern "C" __global__ void share(const unsigned *first, const unsigned *edge, const unsigned *rank,
                                 unsigned *next, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned begin = first[i], end = first[i + 1];
    for (unsigned e = begin; e < end; e++)
        atomicAdd(&next[edge[e]], rank[i] / (end - begin));
}

extern "C" __global__ void damp(unsigned *rank, unsigned *next, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    rank[i] = ONE / n / 100 * 15 + (unsigned)((unsigned long long)next[i] * 85 / 100);
    next[i] = 0;
}
