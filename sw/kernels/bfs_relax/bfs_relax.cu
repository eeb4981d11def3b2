/*
 * BFS-relax of LADM's table IV (the relaxation of LonestarGPU's bfs): breadth-first search without
 * a frontier. In every round each thread takes four nodes in a row and lowers the level of
 * whatever their edges lead to. Node i has out[i] edges from edge[begin[at[i]]] on; at[i] is i, as
 * Lonestar's graphs have one more step there. level[i] becomes the number of edges from node 0 to
 * i, or NONE if there is no path.
 *
 * Dominant access: edge[begin[at[4 (256 bx + tx) + m]] + j], j the inner loop's variable: a start
 * that is read from memory, and from there on a loop's variable alone: intra-thread locality (ITL).
 * at, begin and out have ITL by m. level[edge[...]] cannot be told.
 *
 * Threads race to lower a level, which may be seen in the same round or in the next. So rounds
 * differ with the order of CTAs; the levels after the last round do not. All that find a shorter
 * way store the same 1 in `changed`.
 */
enum : unsigned { NONE = ~0u };

/* Each node has 0 to 2 * DEGREE edges, DEGREE on average. A thread takes NODES nodes. */
enum { DEGREE = 4, NODES = 4 };

/* The start by a formula: that of a regular graph, i * DEGREE, plus a hash of at most DEGREE. */
static __device__ unsigned first_edge(unsigned i, unsigned n)
{
    unsigned hash = i * 0x9e3779b9;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash ^= hash >> 13;
    return i * DEGREE + (i % n == 0 ? 0 : hash % (DEGREE + 1));
}

extern "C" __global__ void start(unsigned *at, unsigned *begin, unsigned *out, unsigned *level,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    at[i] = i;
    begin[i] = first_edge(i, n);
    out[i] = first_edge(i + 1, n) - first_edge(i, n);
    level[i] = i == 0 ? 0 : NONE;
}

extern "C" __global__ void bfs_relax(const unsigned *at, const unsigned *begin, const unsigned *out,
                                     const unsigned *edge, unsigned *level, unsigned *changed,
                                     unsigned n)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    bool shorter = false;
    for (unsigned i = thread * NODES; i < (thread + 1) * NODES && i < n; i++) {
        unsigned edges = out[i], first = begin[at[i]];
        for (unsigned j = 0; j < edges; j++) {
            unsigned to = edge[first + j], mine = level[i];
            if (mine != NONE && mine + 1 < level[to])
                shorter |= mine + 1 < atomicMin(&level[to], mine + 1);
        }
    }
    if (shorter)
        *changed = 1;
}
