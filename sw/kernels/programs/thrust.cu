/* Thrust and CUB, Debian's headers, on the runtime: containers, algorithms with functions of the
 * program, a sort by keys, a scan whose CTAs wait for each other, a reduction inside a kernel. */
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

enum { MANY = 1000, THREADS = 128 };

struct odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x & 1;
    }
};
struct square {
    __host__ __device__ long operator()(int x) const
    {
        return (long)x * x;
    }
};

__global__ void block_sums(const int *in, int *out)
{
    typedef cub::BlockReduce<int, THREADS> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[blockIdx.x * THREADS + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

int main()
{
    thrust::device_vector<int> v(MANY), w(MANY);
    thrust::sequence(v.begin(), v.end());
    printf("sum of squares %ld\n",
           thrust::transform_reduce(v.begin(), v.end(), square(), 0L, thrust::plus<long>()));
    printf("odd ones %ld\n",
           (long)(thrust::copy_if(v.begin(), v.end(), w.begin(), odd()) - w.begin()));
    thrust::inclusive_scan(v.begin(), v.end(), w.begin());
    thrust::host_vector<int> sums = w;
    int wrong = 0;
    for (int i = 0; i < MANY; i++)
        wrong += sums[i] != i * (i + 1) / 2;
    printf("scan: %d wrong\n", wrong);

    thrust::host_vector<int> keys(MANY);
    for (int i = 0; i < MANY; i++)
        keys[i] = i * 7919 % MANY;
    thrust::device_vector<int> k = keys;
    thrust::sort_by_key(k.begin(), k.end(), v.begin());
    keys = k;
    thrust::host_vector<int> from = v;
    wrong = 0;
    for (int i = 0; i < MANY; i++)
        wrong += keys[i] != i || from[i] * 7919 % MANY != i;
    printf("sort: %d wrong\n", wrong);

    thrust::device_vector<int> out(2);
    block_sums<<<2, THREADS>>>(thrust::raw_pointer_cast(k.data()),
                               thrust::raw_pointer_cast(out.data()));
    printf("sums of blocks %d %d\n", (int)out[0], (int)out[1]);
    size_t bytes = 0;
    cub::DeviceReduce::Max((void *)nullptr, bytes, k.begin(), out.begin(), MANY);
    thrust::device_vector<char> storage(bytes);
    cub::DeviceReduce::Max((void *)thrust::raw_pointer_cast(storage.data()), bytes, k.begin(),
                           out.begin(), MANY);
    printf("largest %d\n", (int)out[0]);
}
