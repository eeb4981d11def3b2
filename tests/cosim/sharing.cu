/*
 * Two CTAs, on two GPUs, and one line of x, whose home is the first one's. CTA 1 reads a word of the line
 * that nobody writes, and so has a copy of the line; CTA 0 writes another word of it. Then CTA 1
 * pushes the line out of its L1 with lines of its own memory, and reads what CTA 0 wrote.
 */
enum how { PLAIN, VOLATILE, ATOMIC };

static __device__ unsigned read(unsigned *p, unsigned how)
{
    if (how == VOLATILE)
        return *(volatile unsigned *)p;
    return how == ATOMIC ? atomicAdd(p, 0u) : *p;
}

static __device__ void read_early(unsigned *x, unsigned *seen)
{
    seen[0] = x[1];
}

static __device__ void write(unsigned *x)
{
    x[0] = 7;
}

static __device__ void read_late(unsigned *x, unsigned *fill, unsigned n, unsigned how)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += fill[i];
    x[2] = read(x, how) + sum;
}

/* All of it in one launch: CTA 0 is late, and tells when it has written. */
extern "C" __global__ void one_launch(unsigned *x, unsigned *seen, unsigned *fill, unsigned *flag,
                                      unsigned n, unsigned how)
{
    if (blockIdx.x == 0) {
        unsigned wait = 0;
        for (unsigned i = 0; i < 500; i++)
            asm volatile("add.u32 %0, %0, 1;" : "+r"(wait));
        write(x);
        __threadfence();
        *(volatile unsigned *)flag = wait;
        return;
    }
    read_early(x, seen);
    while (*(volatile unsigned *)flag == 0)
        ;
    __threadfence();
    read_late(x, fill, n, how);
}

/* The same in three launches. */
extern "C" __global__ void step(unsigned *x, unsigned *seen, unsigned *fill, unsigned *flag,
                                unsigned n, unsigned how, unsigned what)
{
    if (blockIdx.x == 1 && what == 0)
        read_early(x, seen);
    if (blockIdx.x == 0 && what == 1)
        write(x);
    if (blockIdx.x == 1 && what == 2)
        read_late(x, fill, n, how);
}
