/*
 * Calls that are not inlined: recursion, also of lanes that go different ways, functions that call
 * each other, structures by value, pointers to functions, virtual functions, local arrays that
 * callees write. The host computes the same functions, compiled for its own processor.
 */
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

enum { THREADS = 192 };

#define BOTH __host__ __device__

BOTH int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Two that call each other, and return early from the inside of a loop. */
BOTH int odd_steps(unsigned n, int depth);

BOTH int even_steps(unsigned n, int depth)
{
    if (depth == 0 || n == 1)
        return depth;
    for (int i = 0; i < 3; i++) {
        if (n % 3 == 2)
            return 1 + odd_steps(n / 2, depth - 1);
        n += i + 1;
    }
    return odd_steps(n, depth - 1) - 2;
}

BOTH int odd_steps(unsigned n, int depth)
{
    if (depth == 0)
        return (int)n;
    return n & 1 ? even_steps(3 * n + 1, depth - 1) + 5 : even_steps(n / 2, depth - 1);
}

/* A tree that is summed: the sides of its nodes are chosen by the thread's number. */
struct pair {
    long long sum;
    float most;
    short nodes;
};

BOTH pair tree(unsigned seed, int height)
{
    pair p = {(long long)seed, seed * 0.5f, 1};
    if (height == 0)
        return p;
    seed = seed * 1664525u + 1013904223u;
    if (seed & 0x10000) {
        pair left = tree(seed >> 3, height - 1);
        p.sum += left.sum;
        p.most = left.most > p.most ? left.most : p.most;
        p.nodes += left.nodes;
    }
    if (seed & 0x60000) {
        pair right = tree(seed ^ 0x5a5a, height - 1);
        p.sum -= right.sum;
        p.most += right.most;
        p.nodes += right.nodes;
    }
    return p;
}

/* Sorts a local array of the caller. */
BOTH void sort(int *a, int n)
{
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    sort(a, j + 1);
    sort(a + i, n - i);
}

BOTH int sorted(int seed)
{
    int a[24], sum = 0;
    for (int i = 0; i < 24; i++)
        a[i] = (seed * 7919 + i * 104729) % 1000;
    sort(a, 24);
    for (int i = 0; i < 24; i++)
        sum = sum * 31 + a[i];
    return sum;
}

/* ---- pointers to functions ---- */

typedef int function(int);

BOTH int twice(int x) { return 2 * x; }
BOTH int square(int x) { return x * x; }
BOTH int minus(int x) { return -x; }

__device__ function *const table[] = {twice, square, minus, fibonacci};

__device__ int through_table(int i)
{
    return table[i % 4](i % 11);
}

int through_table_on_host(int i)
{
    function *const same[] = {twice, square, minus, fibonacci};
    return same[i % 4](i % 11);
}

__device__ function *chosen;

__global__ void choose(int which)
{
    chosen = table[which];
}

/* ---- virtual functions ---- */

struct shape {
    BOTH virtual float area() const = 0;
    BOTH virtual float scaled(float f) const { return f * area(); }
};

struct box : shape {
    float a, b;
    BOTH box(float a, float b) : a(a), b(b) {}
    BOTH float area() const override { return a * b; }
};

struct disc : shape {
    float r;
    BOTH disc(float r) : r(r) {}
    BOTH float area() const override { return 3.0f * r * r; }
    BOTH float scaled(float f) const override { return f * f * area(); }
};

BOTH float shapes(int i)
{
    box b((float)(i % 5), 2.0f);
    disc d((float)(i % 7));
    const shape *s = i % 3 == 0 ? (const shape *)&b : (const shape *)&d;
    return s->area() + s->scaled(0.5f);
}

/* ---- */

struct results {
    int fib, steps, sorted, table, chosen;
    float shapes;
    pair tree;
};

__global__ void compute(results *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    results r;
    r.fib = fibonacci(i % 11);
    r.steps = even_steps((unsigned)i + 27, 12);
    r.sorted = sorted(i);
    r.table = through_table(i);
    r.chosen = chosen(i);
    r.shapes = shapes(i);
    r.tree = tree((unsigned)i * 77, 5);
    out[i] = r;
}

int main()
{
    static results r[THREADS];
    results *d;
    cudaMalloc(&d, sizeof r);
    choose<<<1, 1>>>(1);
    compute<<<3, THREADS / 3>>>(d);
    cudaError_t e = cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
    int right[7] = {0};
    for (int i = 0; i < THREADS; i++) {
        pair t = tree((unsigned)i * 77, 5);
        right[0] += r[i].fib == fibonacci(i % 11);
        right[1] += r[i].steps == even_steps((unsigned)i + 27, 12);
        right[2] += r[i].sorted == sorted(i);
        right[3] += r[i].table == through_table_on_host(i);
        right[4] += r[i].chosen == i * i;
        right[5] += r[i].shapes == shapes(i);
        right[6] += r[i].tree.sum == t.sum && r[i].tree.most == t.most && r[i].tree.nodes == t.nodes;
    }
    printf("%s: recursion %d, in turn %d, sorted %d, table %d, pointer %d, virtual %d, trees %d\n",
           cudaGetErrorName(e), right[0], right[1], right[2], right[3], right[4], right[5],
           right[6]);
    return 0;
}
