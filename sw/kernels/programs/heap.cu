/* malloc, free, new and delete in kernels; printf of all conversions; assertions that hold. */
#include <cassert>
#include <cstdio>

#include <cuda_runtime.h>

struct node {
    int value;
    node *next;
};

struct matrix {
    int rows, columns;
    float *cells;
    __device__ matrix(int rows, int columns) : rows(rows), columns(columns)
    {
        cells = new float[rows * columns];
        for (int i = 0; i < rows * columns; i++)
            cells[i] = (float)i;
    }
    __device__ ~matrix() { delete[] cells; }
};

__device__ node *lists[64];

/* Each thread has a list that lives on after the launch. */
__global__ void build()
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    node *head = nullptr;
    for (int k = 0; k <= i % 5; k++) {
        node *n = (node *)malloc(sizeof *n);
        assert(n != nullptr);
        n->value = 100 * i + k;
        n->next = head;
        head = n;
    }
    lists[i] = head;
}

__global__ void use(int *sums)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, sum = 0;
    for (node *n = lists[i], *next; n != nullptr; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    sums[i] = sum;
}

__global__ void matrices(float *out)
{
    matrix *m = new matrix(3, 4 + (int)threadIdx.x % 2);
    float sum = 0;
    for (int i = 0; i < m->rows * m->columns; i++)
        sum += m->cells[i];
    out[threadIdx.x] = sum;
    delete m;
}

__global__ void print(const char *word)
{
    if (threadIdx.x == 3)
        printf("%d|%5d|%-5d|%05d|%+d|%u|%x|%#X|%o|%c|%%\n", -7, 42, 42, 42, 42, 4000000000u, 255, 255,
               8, 'z');
    if (threadIdx.x == 5) {
        printf("%ld|%lld|%llu|%hd|%hhu|%zu\n", -5000000000l, 1ll << 40, ~0ull, (short)-3,
               (unsigned char)250, sizeof(node));
        printf("%f|%.3f|%10.2e|%g|%G|%*d|%.*f|%s|%6s|%.2s\n", 1.5f, 3.14159, 12345.678, 0.0001, 1e20,
               6, 17, 2, 2.71828, "text", "right", "cut");
        printf("no arguments\n");
    }
}

int main()
{
    int sums[64], *d, wrong = 0;
    float of[32], *f;
    cudaMalloc(&d, sizeof sums);
    cudaMalloc(&f, sizeof of);
    build<<<2, 32>>>();
    use<<<2, 32>>>(d);
    cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        int n = i % 5 + 1;
        wrong += sums[i] != 100 * i * n + n * (n - 1) / 2;
    }
    printf("lists: %d wrong\n", wrong);
    matrices<<<1, 32>>>(f);
    matrices<<<1, 32>>>(f);
    cudaMemcpy(of, f, sizeof of, cudaMemcpyDeviceToHost);
    printf("matrices: %g %g\n", of[0], of[31]);
    print<<<1, 32>>>("word");
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
