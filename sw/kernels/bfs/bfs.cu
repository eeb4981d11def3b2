/*
 * Breadth-first search, one launch per level. The graph is in CSR form: node i has edges to
 * edge[first[i]] .. edge[first[i + 1] - 1]. level[i] becomes the number of edges from node 0 to i,
 * or NONE if there is no path, or one with more edges than there are launches.
 *
 * Threads race for a node that several nodes of the frontier reach; all store the same level.
 */
enum : unsigned { NONE = ~0u };

/* Each node has 0 to 2 * DEGREE edges, DEGREE on average. */
enum { DEGREE = 4 };

/* first[i] by a formula: that of a regular graph, i * DEGREE, plus a hash of at most DEGREE. */
static __device__ unsigned first_edge(unsigned i, unsigned n)
{
    unsigned hash = i * 0x9e3779b9;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash ^= hash >> 13;
    return i * DEGREE + (i % n == 0 ? 0 : hash % (DEGREE + 1));
}

/* Fills first[], and sets every level but that of node 0 to NONE. */
extern "C" __global__ void start(unsigned *first, unsigned *level, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    first[i] = first_edge(i, n);
    if (i < n)
        level[i] = i == 0 ? 0 : NONE;
}

/* All launches have the same arguments, so each CTA counts them in a word of its own. */
extern "C" __global__ void bfs(const unsigned *first, const unsigned *edge, unsigned *level,
                               unsigned *launches, unsigned n)
{
    unsigned now = launches[blockIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        launches[blockIdx.x] = now + 1;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || level[i] != now)
        return;
    unsigned end = first[i + 1];
    for (unsigned e = first[i]; e < end; e++)
        if (level[edge[e]] == NONE)
            level[edge[e]] = now + 1;
}
