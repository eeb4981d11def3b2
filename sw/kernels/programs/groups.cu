/* Cooperative groups: what threads compute with them, against loops on the host. */
#include <cstdio>
#include <cstring>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

enum { THREADS = 96, CTAS = 3, ALL = THREADS * CTAS, RESULTS = 16 };

__host__ __device__ static int value(int i)
{
    return (i * 37 + 11) % 101;
}

static int *results(size_t n)
{
    int *p;
    cudaMallocManaged(&p, n * sizeof *p);
    memset(p, 0xff, n * sizeof *p);
    return p;
}

/* How many of the results are not what the host says. */
template <class Expected> static void compare(const char *name, const int *got, int n, Expected f)
{
    int wrong = 0;
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        for (int k = 0; k < RESULTS; k++) {
            int want = f(i, k);
            if (got[i * RESULTS + k] != want && want != -1 && wrong++ == 0)
                printf("%s: thread %d, result %d: %d, not %d\n", name, i, k, got[i * RESULTS + k],
                       want);
        }
    printf("%s: %d wrong, %s\n", name, wrong, cudaGetErrorName(cudaGetLastError()));
}

struct pair {
    double sum;
    short n;
};

template <unsigned Size> __global__ void tiles(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<Size>(block);
    int i = (int)(blockIdx.x * blockDim.x + block.thread_rank()), v = value(i), all;
    int *o = out + i * RESULTS;
    o[0] = (int)tile.thread_rank();
    o[1] = (int)tile.meta_group_rank() * 100 + (int)tile.meta_group_size();
    o[2] = tile.shfl(v, 1 % Size);
    o[3] = tile.shfl_xor(v, Size / 2);
    o[4] = tile.shfl_down(v, 1) + 1000 * tile.shfl_up(v, 1);
    o[5] = tile.any(v > 90) + 2 * tile.all(v > 20);
    o[6] = (int)tile.ballot(v % 2);
    o[7] = (int)tile.match_any(v % 4);
    o[8] = (int)tile.match_all(v / 200, all) + all;
    o[9] = cg::reduce(tile, v, cg::plus<int>());
    o[10] = cg::reduce(tile, v, cg::less<int>()) + 1000 * cg::reduce(tile, v, cg::greater<int>());
    o[11] = cg::reduce(tile, v, cg::bit_xor<int>());
    o[12] = cg::inclusive_scan(tile, v);
    o[13] = cg::exclusive_scan(tile, v, cg::plus<int>());
    pair p = {0.5 * v, (short)v};
    p = tile.shfl(p, 0);
    o[14] = (int)(2 * p.sum) + p.n;
    tile.sync();
    o[15] = (int)tile.size();
}

template <unsigned Size> static int tile_expected(int i, int k)
{
    int n = Size, first = i / n * n, r = i - first, v = value(i), bits = 0, same = 0, sum = 0;
    int least = v, most = v, mix = 0, before = 0, any = 0, all = 1;
    for (int j = 0; j < n; j++) {
        int x = value(first + j);
        bits |= (x % 2) << j;
        same |= (x % 4 == v % 4) << j;
        sum += x;
        before += j < r ? x : 0;
        least = x < least ? x : least;
        most = x > most ? x : most;
        mix ^= x;
        any |= x > 90;
        all &= x > 20;
    }
    unsigned full = 0xffffffffu >> (32 - n);
    int down = value(r + 1 < n ? i + 1 : i), up = value(r > 0 ? i - 1 : i), head = value(first);
    const int want[RESULTS] = {r,
                               i % THREADS / n * 100 + THREADS / n,
                               value(first + 1 % n),
                               value(first + (r ^ n / 2)),
                               down + 1000 * up,
                               any + 2 * all,
                               bits,
                               same,
                               (int)(full + 1),
                               sum,
                               least + 1000 * most,
                               mix,
                               before + v,
                               before,
                               2 * head,
                               n};
    return want[k];
}

/* Lanes that have taken a branch, and how they are divided further. */
__global__ void lanes(int *out)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), v = value(i), all;
    int *o = out + i * RESULTS;
    if (i % 3 == 0)
        return;
    cg::coalesced_group g = cg::coalesced_threads();
    o[0] = (int)g.thread_rank();
    o[1] = (int)g.size();
    o[2] = g.shfl(v, 2);
    o[3] = g.shfl_down(v, 3) + 1000 * g.shfl_up(v, 3);
    o[4] = (int)g.ballot(v % 2);
    o[5] = g.any(v == value(1)) + 2 * g.all(v >= 0);
    o[6] = cg::reduce(g, v, cg::plus<int>());
    o[7] = cg::exclusive_scan(g, v);
    cg::coalesced_group label = cg::labeled_partition(g, v % 5);
    o[8] = cg::reduce(label, 1, cg::plus<int>());
    o[9] = (int)label.thread_rank();
    o[10] = (int)label.meta_group_size();
    cg::coalesced_group odd = cg::binary_partition(g, v % 2 == 1);
    o[11] = cg::reduce(odd, v, cg::greater<int>());
    cg::coalesced_group four = cg::tiled_partition(g, 4);
    o[12] = cg::reduce(four, v, cg::plus<int>());
    o[13] = (int)four.meta_group_rank();
    o[14] = (int)g.match_all(v % 3, all) + all;
    g.sync();
    cg::thread_group any = cg::tiled_partition((cg::thread_group)g, 4);
    o[15] = (int)any.thread_rank();
}

static int lanes_expected(int i, int k)
{
    int x[32], n = 0, r = 0, first = i / 32 * 32, v = value(i), sum = 0, before = 0, bits = 0;
    int any = 0, same = 0, same_before = 0, labels = 0, most = 0, four = 0;
    if (i % 3 == 0)
        return -1;
    for (int j = first; j < first + 32; j++)
        if (j % 3 != 0) {
            r = j == i ? n : r;
            x[n++] = value(j);
        }
    for (int j = 0; j < n; j++) {
        sum += x[j];
        before += j < r ? x[j] : 0;
        bits |= (x[j] % 2) << j;
        any |= x[j] == value(1);
        same += x[j] % 5 == v % 5;
        same_before += j < r && x[j] % 5 == v % 5;
        labels |= 1 << x[j] % 5;
        most = x[j] % 2 == v % 2 && x[j] > most ? x[j] : most;
        four += j / 4 == r / 4 ? x[j] : 0;
    }
    const int want[RESULTS] = {r,
                               n,
                               x[2],
                               x[r + 3 < n ? r + 3 : r] + 1000 * x[r >= 3 ? r - 3 : r],
                               bits,
                               any + 2,
                               sum,
                               before,
                               same,
                               same_before,
                               __builtin_popcount((unsigned)labels),
                               most,
                               four,
                               r / 4,
                               0,
                               r % 4};
    return want[k];
}

/* Blocks of three dimensions, copies by a block, functions that take any group. */
__device__ int summed(cg::thread_group g, int *scratch, int v)
{
    int rank = (int)g.thread_rank();
    for (int n = (int)g.size() / 2; n > 0; n /= 2) {
        scratch[rank] = v;
        g.sync();
        if (rank < n)
            v += scratch[rank + n];
        g.sync();
    }
    return v;
}

/* A barrier in a function that is called. */
__noinline__ __device__ int counted(int yes, int depth)
{
    return depth > 0 ? counted(yes, depth - 1) : __syncthreads_count(yes);
}

__global__ void blocks(const int *in, int *out)
{
    __shared__ int copy[65], scratch[64];
    cg::thread_block block = cg::this_thread_block();
    int rank = (int)block.thread_rank(), i = (int)cg::this_grid().thread_rank();
    int *o = out + i * RESULTS;
    cg::memcpy_async(block, copy, in + blockIdx.x, sizeof copy - 4);
    cg::wait(block);
    o[0] = copy[63 - rank];
    cg::sync(block);
    cg::memcpy_async(block, copy + 1, 64, in, 100);
    cg::wait(block);
    o[1] = copy[64 - rank];
    o[2] = (int)block.group_dim().y * 100 + (int)block.thread_index().z * 10 +
           (int)block.thread_index().x;
    o[3] = (int)block.size() + (int)cg::this_grid().size();
    o[4] = summed(block, scratch, rank);
    o[5] = summed(cg::tiled_partition<16>(block), scratch + rank / 16 * 16, rank);
    o[6] = summed(cg::tiled_partition(block, 8), scratch + rank / 8 * 8, rank);
    o[7] = __syncthreads_count(rank % 3 == 0);
    o[8] = __syncthreads_and(rank < 63) * 2 + __syncthreads_or(rank == 63);
    o[9] = (int)cg::this_grid().is_valid();
    o[10] = counted(rank % 5 == 0, o[9] + 2);
}

static int blocks_expected(int i, int k)
{
    int r = i % 64, of16 = r / 16 * 16, of8 = r / 8 * 8;
    const int want[RESULTS] = {value(i / 64 + 63 - r),
                               value(63 - r),
                               400 + r / 16 * 10 + r % 4,
                               64 + 128,
                               r == 0 ? 63 * 32 : -1,
                               r % 16 == 0 ? 16 * of16 + 120 : -1,
                               r % 8 == 0 ? 8 * of8 + 28 : -1,
                               22,
                               1,
                               0,
                               13,
                               -1,
                               -1,
                               -1,
                               -1,
                               -1};
    return want[k];
}

/* Each step needs what all CTAs have written in the one before. */
__global__ void grid(volatile int *a, volatile int *b, int steps, int *out)
{
    cg::grid_group g = cg::this_grid();
    int i = (int)g.thread_rank(), n = (int)g.size();
    for (int s = 0; s < steps; s++) {
        b[i] = a[(i + n / 2) % n] + a[(i + 1) % n] % 7;
        g.sync();
        a[i] = b[n - 1 - i];
        g.sync();
    }
    if (i == 0)
        *out = g.is_valid();
}

static void run_grid(int ctas, int threads, int steps)
{
    int n = ctas * threads, wrong = 0;
    int *a = results((size_t)n), *b = results((size_t)n), *valid = results(1);
    int *want = new int[(size_t)n], *next = new int[(size_t)n];
    for (int i = 0; i < n; i++)
        a[i] = want[i] = value(i);
    void *args[] = {&a, &b, &steps, &valid};
    cudaLaunchCooperativeKernel((const void *)grid, dim3((unsigned)ctas), dim3((unsigned)threads),
                                args, 0, 0);
    cudaDeviceSynchronize();
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            next[n - 1 - i] = want[(i + n / 2) % n] + want[(i + 1) % n] % 7;
        memcpy(want, next, (size_t)n * sizeof *want);
    }
    for (int i = 0; i < n; i++)
        wrong += a[i] != want[i];
    printf("grid of %d: %d wrong, valid %d, %s\n", ctas, wrong, *valid,
           cudaGetErrorName(cudaGetLastError()));
    delete[] want;
    delete[] next;
}

int main()
{
    int *out = results(ALL * RESULTS), *in = results(128);
    for (int i = 0; i < 128; i++)
        in[i] = value(i);
    tiles<32><<<CTAS, THREADS>>>(out);
    compare("tiles of 32", out, ALL, tile_expected<32>);
    tiles<8><<<CTAS, THREADS>>>(out);
    compare("tiles of 8", out, ALL, tile_expected<8>);
    lanes<<<CTAS, THREADS>>>(out);
    compare("lanes", out, ALL, lanes_expected);
    blocks<<<2, dim3(4, 4, 4)>>>(in, out);
    compare("blocks", out, 128, blocks_expected);
    run_grid(4, 64, 3);
    run_grid(3, 32, 2);
    return 0;
}
