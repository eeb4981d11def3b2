/* Host programs that end in unusual ways: the first argument says how. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <pthread.h>

static int down(volatile int *p, int n)
{
    volatile int here[1000];
    here[n % 1000] = n;
    return n > 100000000 ? *p : down(here, n + 1) + here[5];
}

/* As book.h's HANDLE_ERROR does, in each thread. */
static void *go(void *device)
{
    void *p;
    cudaSetDevice((int)(long)device);
    if (cudaMalloc(&p, 1u << 30) != cudaSuccess) {
        printf("out of memory\n");
        exit(3);
    }
    return nullptr;
}

static void tell(const char *call, cudaError_t e)
{
    printf("%s: %s\n", call, cudaGetErrorName(e));
}

static void huge(void)
{
    const size_t sizes[] = {(size_t)1 << 36, (size_t)1 << 63, ~(size_t)0};
    for (int i = 0; i < 3; i++) {
        void *p;
        size_t pitch;
        tell("malloc", cudaMalloc(&p, sizes[i]));
        tell("managed", cudaMallocManaged(&p, sizes[i]));
        tell("host", cudaMallocHost(&p, sizes[i]));
        tell("pitch", cudaMallocPitch(&p, &pitch, sizes[i] / 2, 4));
        tell("then", cudaMalloc(&p, 64));
    }
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "deep") == 0) {
        int zero = 0;
        printf("%d\n", down(&zero, 0));
    } else if (strcmp(how, "threads") == 0) {
        pthread_t other;
        pthread_create(&other, nullptr, go, (void *)1);
        go(nullptr);
        pthread_join(other, nullptr);
    } else {
        huge();
    }
    return 0;
}
