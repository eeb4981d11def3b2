/*
 * Breadth-first search, a launch a level. The graph is in CSR form: node i has edges to
 * edge[first[i]] .. edge[first[i + 1] - 1]. level[i] becomes the number of edges from node 0 to i,
 * NONE if there is no way or more launches were needed.
 *
 * Threads race for a node that several of the frontier reach; all store the same level.
 */
enum : unsigned { NONE = ~0u };

/* Each node has 0 to 2 * DEGREE edges, DEGREE on average. */
enum { DEGREE = 4 };

/* The sum of the degrees before node i, in one step: a regular graph's, moved by up to DEGREE. */
static __device__ unsigned first_edge(unsigned i, unsigned n)
{
    unsigned hash = i * 0x9e3779b9;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash ^= hash >> 13;
    return i * DEGREE + (i % n == 0 ? 0 : hash % (DEGREE + 1));
}

/* The graph's first[], and no node but 0 reached. */
extern "C" __global__ void start(unsigned *first, unsigned *level, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    first[i] = first_edge(i, n);
    if (i < n)
        level[i] = i == 0 ? 0 : NONE;
}

/* All launches of this are the same: each CTA counts them in a word of its own. */
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
