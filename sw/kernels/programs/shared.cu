/* Memory that host and kernels have in common: managed, pinned, mapped; pointers in structures;
 * streams and events that wait for each other. */
#include <cstdio>

#include <cuda_runtime.h>

struct node {
    int value;
    node *next;
};

__global__ void sum_list(const node *head, int *result)
{
    int sum = 0;
    for (; head != nullptr; head = head->next)
        sum += head->value;
    *result = sum;
}

__global__ void add(int *p, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += by;
}

/* The host reads and writes them by their names. */
__managed__ int count = 5;
__managed__ float table[4] = {1, 2, 3, 4};

__global__ void variables()
{
    if (threadIdx.x == 0)
        count += 10;
    table[threadIdx.x] *= 2;
}

int main()
{
    node *nodes;
    int *sum;
    cudaMallocManaged(&nodes, 10 * sizeof *nodes);
    cudaMallocManaged(&sum, sizeof *sum);
    for (int i = 0; i < 10; i++)
        nodes[i] = {i * i, i < 9 ? &nodes[i + 1] : nullptr};
    sum_list<<<1, 1>>>(nodes, sum);
    cudaDeviceSynchronize();
    printf("list of managed nodes: %d\n", *sum);
    nodes[4].next = nullptr;
    sum_list<<<1, 1>>>(nodes, sum);
    cudaDeviceSynchronize();
    printf("cut by the host: %d\n", *sum);

    enum { N = 200 };
    int *pinned, *view, *device;
    cudaHostAlloc(&pinned, N * sizeof *pinned, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&view, pinned, 0);
    cudaMalloc(&device, N * sizeof *device);
    for (int i = 0; i < N; i++)
        pinned[i] = i;
    cudaStream_t one, two;
    cudaEvent_t done;
    cudaStreamCreate(&one);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMemcpyAsync(device, pinned, N * sizeof *pinned, cudaMemcpyHostToDevice, one);
    add<<<2, 128, 0, one>>>(device, N, 1000);
    cudaEventRecord(done, one);
    cudaStreamWaitEvent(two, done, 0);
    add<<<2, 128, 0, two>>>(device, N, 500);
    add<<<2, 128, 0, two>>>(view, N, 7);
    cudaStreamSynchronize(two);
    int copy[N], bad = 0;
    cudaMemcpy(copy, device, sizeof copy, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        bad += copy[i] != i + 1500 || pinned[i] != i + 7;
    printf("streams and mapped memory: %d wrong, %s\n", bad,
           cudaGetErrorString(cudaStreamQuery(two)));

    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, nodes);
    printf("managed: %d", a.type == cudaMemoryTypeManaged);
    cudaPointerGetAttributes(&a, pinned);
    printf(", host: %d", a.type == cudaMemoryTypeHost);
    cudaPointerGetAttributes(&a, device);
    printf(", device: %d\n", a.type == cudaMemoryTypeDevice);
    float ms;
    printf("time of an event without timing: %s\n",
           cudaGetErrorName(cudaEventElapsedTime(&ms, done, done)));
    printf("register: %s", cudaGetErrorName(cudaHostRegister(copy, sizeof copy, 0)));
    printf(", twice: %s", cudaGetErrorName(cudaHostRegister(&copy[1], 4, 0)));
    printf(", undo: %s", cudaGetErrorName(cudaHostUnregister(copy)));
    printf(", twice: %s\n", cudaGetErrorName(cudaHostUnregister(copy)));

    printf("managed variables: %d %g", count, table[3]);
    count++;
    variables<<<1, 4>>>();
    cudaDeviceSynchronize();
    printf(", then %d %g", count, table[3]);
    table[3] = 10;
    variables<<<1, 4>>>();
    cudaDeviceSynchronize();
    printf(", then %d %g %g\n", count, table[2], table[3]);
    cudaFree(nodes);
    cudaFree(sum);
    cudaFreeHost(pinned);
    cudaFree(device);
    return 0;
}
