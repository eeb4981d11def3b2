/*
 * Shortest paths from node 0 by Bellman and Ford, one launch per round. The graph is that of bfs,
 * in CSR form, with a weight on each edge. distance[i] becomes the length of the shortest path
 * from node 0 to i, or NONE if there is no path. A node whose distance has not changed since it
 * was last passed on (passed[i]) waits.
 *
 * Threads race to lower a distance, which may be passed on in the same round or in the next. So
 * rounds differ with the order of CTAs; the distances after the last round do not.
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

/* Fills first[]. The distance of node 0 is 0 and has yet to be passed on; others are NONE. */
extern "C" __global__ void start(unsigned *first, unsigned *distance, unsigned *passed, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    first[i] = first_edge(i, n);
    if (i == n)
        return;
    distance[i] = i == 0 ? 0 : NONE;
    passed[i] = NONE;
}

extern "C" __global__ void sssp(const unsigned *first, const unsigned *edge, const unsigned *weight,
                                unsigned *distance, unsigned *passed, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned mine = distance[i], end = first[i + 1];
    if (mine == passed[i])
        return;
    passed[i] = mine;
    for (unsigned e = first[i]; e < end; e++) {
        unsigned there = mine + weight[e];
        if (there < distance[edge[e]]) /* an old, larger distance costs an atomic, no more */
            atomicMin(&distance[edge[e]], there);
    }
}
