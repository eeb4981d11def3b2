/*
 * PageRank as Pannotia computes it, with ranks that are whole numbers, so that sums do not depend
 * on the order of atomics. The host asks for rounds until no rank moves by more than a little. The
 * same ranks are computed on the host by the links that lead to a node, not those from it.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

enum { NODES = 256, DEGREE = 3, EDGES = NODES * DEGREE, THREADS = 128, ROUNDS = 100 };
enum : unsigned { ONE = 1u << 30, LITTLE = ONE / NODES / 1000 };

__global__ void share(const unsigned *first, const unsigned *edge, const unsigned *rank,
                      unsigned *next, unsigned nodes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes)
        return;
    unsigned begin = first[i], end = first[i + 1];
    for (unsigned e = begin; e < end; e++)
        atomicAdd(&next[edge[e]], rank[i] / (end - begin));
}

__host__ __device__ static unsigned damped(unsigned sum, unsigned nodes)
{
    return ONE / nodes / 100 * 15 + (unsigned)((unsigned long long)sum * 85 / 100);
}

/* `moved` becomes the largest change of a rank. */
__global__ void damp(unsigned *rank, unsigned *next, unsigned *moved, unsigned nodes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes)
        return;
    unsigned old = rank[i], now = damped(next[i], nodes);
    atomicMax(moved, now > old ? now - old : old - now);
    rank[i] = now;
    next[i] = 0;
}

static void must(cudaError_t e)
{
    if (e == cudaSuccess)
        return;
    printf("%s\n", cudaGetErrorString(e));
    exit(1);
}

static unsigned *device_copy(const std::vector<unsigned> &v)
{
    unsigned *d;
    must(cudaMalloc(&d, v.size() * sizeof(unsigned)));
    must(cudaMemcpy(d, v.data(), v.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    return d;
}

/* Every node has links to three others; node 0 is linked to by a quarter of all. */
static unsigned linked(unsigned node, unsigned link)
{
    if (link == 0 && node % 4 == 1)
        return 0;
    return (node * (5 + 2 * link) + 17 * link + 3) % NODES;
}

/* One round; for each node the links that lead to it are looked for among all. */
static std::vector<unsigned> round_of(const std::vector<unsigned> &rank)
{
    std::vector<unsigned> now(NODES);
    for (unsigned to = 0; to < NODES; to++) {
        unsigned sum = 0;
        for (unsigned from = 0; from < NODES; from++)
            for (unsigned link = 0; link < DEGREE; link++)
                sum += linked(from, link) == to ? rank[from] / DEGREE : 0;
        now[to] = damped(sum, NODES);
    }
    return now;
}

int main(void)
{
    std::vector<unsigned> first(NODES + 1), edge(EDGES), rank(NODES, ONE / NODES), none(NODES);
    for (unsigned i = 0; i <= NODES; i++)
        first[i] = i * DEGREE;
    for (unsigned e = 0; e < EDGES; e++)
        edge[e] = linked(e / DEGREE, e % DEGREE);
    unsigned *first_d = device_copy(first), *edge_d = device_copy(edge);
    unsigned *rank_d = device_copy(rank), *next_d = device_copy(none);
    unsigned *moved_d = device_copy({0}), moved = ONE, wrong = 0, best = 0;
    int rounds = 0;
    for (; moved > LITTLE && rounds < ROUNDS; rounds++) {
        must(cudaMemset(moved_d, 0, sizeof moved));
        share<<<NODES / THREADS, THREADS>>>(first_d, edge_d, rank_d, next_d, NODES);
        damp<<<NODES / THREADS, THREADS>>>(rank_d, next_d, moved_d, NODES);
        must(cudaMemcpy(&moved, moved_d, sizeof moved, cudaMemcpyDeviceToHost));
        rank = round_of(rank);
    }
    std::vector<unsigned> got(NODES);
    must(cudaMemcpy(got.data(), rank_d, NODES * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned *d : {first_d, edge_d, rank_d, next_d, moved_d})
        must(cudaFree(d));
    for (unsigned i = 0; i < NODES; i++) {
        wrong += got[i] != rank[i];
        best = got[i] > got[best] ? i : best;
    }
    printf("ranks settled: %s, %u wrong, the best is node %u\n", moved <= LITTLE ? "yes" : "no",
           wrong, best);
    return moved > LITTLE || wrong != 0;
}
