/* threadIdx and the like as values: copies of every kind, conversions to uint3 and dim3, templates.
 * The thread at (1, 2, 0) of the block at (0, 1, 0) tells; blocks are (2, 3, 1), the grid (1, 2).
 */
#include <cstdio>

__device__ unsigned of_uint3(uint3 v)
{
    return v.x + 10 * v.y;
}
__device__ unsigned of_dim3(dim3 v)
{
    return v.x + 10 * v.y;
}
__device__ unsigned of_both(const uint3 &v, const dim3 &w)
{
    return v.y + 10 * w.y;
}
template <class Type> __device__ unsigned of_any(Type v)
{
    return v.x + 10 * v.y;
}
/* Is not inlined. */
template <class Type> __device__ unsigned of_reference(const Type &v, unsigned deep)
{
    return deep == 0 ? v.x + 10 * v.y : of_reference(v, deep - 1);
}

__device__ void copies(unsigned *p)
{
    uint3 a = threadIdx, b = blockDim;
    dim3 c = threadIdx, d(gridDim), e;
    p[0] = a.x + 10 * a.y + 100 * b.x + 1000 * b.y;
    p[1] = c.x + 10 * c.y + 100 * d.x + 1000 * d.y;
    a = blockIdx;
    e = blockDim;
    p[2] = a.x + 10 * a.y + 100 * e.x + 1000 * e.y;
    auto t = threadIdx;
    t.x += 4;
    t.y = 7;
    t.z++;
    p[3] = t.x + 10 * t.y + 100 * t.z;
    t = blockIdx;
    auto s = blockDim;
    s = dim3(8, 9);
    p[4] = t.x + 10 * t.y + 100 * s.x + 1000 * s.y + 10000 * s.z;
    decltype(threadIdx) z = {1, 2, 3};
    decltype(blockDim) w(4, 5);
    p[5] = z.x + 10 * z.y + 100 * z.z + 1000 * w.x + 10000 * w.y + 100000 * w.z;
}

__device__ void bindings(unsigned *p)
{
    auto [i, j, k] = threadIdx;
    const auto [l, m, n] = blockDim;
    const auto &[q, r, s] = blockIdx;
    p[6] = i + 10 * j + 100 * k + 1000 * l + 10000 * m + 100000 * n;
    p[7] = q + 10 * r + 100 * s;
    const uint3 &u = threadIdx;
    const auto &v = blockIdx;
    p[8] = u.y + 10 * v.y;
}

__device__ void arguments(unsigned *p)
{
    p[9] = of_uint3(threadIdx) + 100 * of_uint3(blockDim);
    p[10] = of_dim3(threadIdx) + 100 * of_dim3(gridDim);
    p[11] = of_both(threadIdx, blockDim) + 100 * of_both(gridDim, blockIdx);
    p[12] = of_any(blockIdx) + 100 * of_any(blockDim) + 10000 * of_any<uint3>(threadIdx);
    auto t = threadIdx;
    t.x = 5;
    p[13] = of_reference(threadIdx, p[0] % 3) + 100 * of_reference(t, p[0] % 3);
    p[14] = (p[0] != 0 ? threadIdx : blockIdx).y;
    p[15] = [&](uint3 v) { return v.x + 10 * v.y; }(gridDim);
}

__global__ void all(unsigned *p)
{
    if (threadIdx.x != 1 || threadIdx.y != 2 || blockIdx.y != 1)
        return;
    copies(p);
    bindings(p);
    arguments(p);
}

int main()
{
    unsigned *p, h[16];
    dim3 gridDim(1, 2), blockDim(2, 3); /* as hosts name theirs */
    cudaMalloc(&p, sizeof h);
    all<<<gridDim, blockDim>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned v : h)
        printf("%u ", v);
    puts(cudaGetErrorName(cudaGetLastError()));
}
