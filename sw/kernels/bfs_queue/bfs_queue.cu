/*
 * Breadth-first search with a queue, one launch per level. The graph is that of bfs, in CSR form:
 * node i has edges to edge[first[i]] .. edge[first[i + 1] - 1]. level[i] becomes the number of
 * edges from node 0 to i, or NONE if there is no path, or one with more edges than there are
 * launches; count[l] becomes the number of nodes with level l.
 *
 * Threads race for a node: the one whose CAS finds NONE puts it into the queue. The node's place in
 * the queue depends on the order of CTAs, its level does not.
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

/* Fills first[]. Only node 0 is reached, and it is the only one in the queue. */
extern "C" __global__ void start(unsigned *first, unsigned *level, unsigned *queue, unsigned *count,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    first[i] = first_edge(i, n);
    if (i < n)
        level[i] = i == 0 ? 0 : NONE;
    if (i == 0) {
        queue[0] = 0;
        count[0] = 1;
    }
}

/* A CTA's state for the next launch, which has the same arguments: level, start in the queue. */
struct progress {
    unsigned level, begin;
};

extern "C" __global__ void bfs_queue(const unsigned *first, const unsigned *edge, unsigned *level,
                                     unsigned *queue, unsigned *count, struct progress *progress)
{
    struct progress at = progress[blockIdx.x];
    unsigned n = count[at.level], end = at.begin + n;
    __syncthreads();
    if (threadIdx.x == 0)
        progress[blockIdx.x] = {at.level + 1, end};
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned node = queue[at.begin + i];
        for (unsigned e = first[node]; e < first[node + 1]; e++)
            if (atomicCAS(&level[edge[e]], NONE, at.level + 1) == NONE)
                queue[end + atomicAdd(&count[at.level + 1], 1u)] = edge[e];
    }
}
