/*
 * CTA i waits for CTA i - 1, reads what all of that one's threads wrote, and writes for CTA i + 1.
 * Each has read its predecessor's data before, so it may have an old copy. One thread's flag speaks
 * for all threads of its CTA: the barrier and the fence (or release, or acquire) make it.
 */
static __device__ unsigned load_acquire(unsigned *p)
{
    unsigned v;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

static __device__ void store_release(unsigned *p, unsigned v)
{
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}

static __device__ unsigned take_atomic(unsigned *p)
{
    unsigned v;
    asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 0;" : "=r"(v) : "l"(p) : "memory");
    return v;
}

enum how { FENCES, ORDERS, ATOMICS, NOTHING };

static __device__ void wait(unsigned *flag, unsigned how)
{
    if (how == ORDERS) {
        while (load_acquire(flag) == 0)
            ;
    } else if (how == ATOMICS) {
        while (take_atomic(flag) == 0)
            ;
    } else {
        while (*(volatile unsigned *)flag == 0)
            ;
        if (how == FENCES)
            __threadfence();
    }
}

static __device__ void signal(unsigned *flag, unsigned how)
{
    if (how == ORDERS) {
        store_release(flag, 1);
        return;
    }
    if (how != NOTHING)
        __threadfence();
    if (how == ATOMICS)
        atomicExch(flag, 1u);
    else
        *(volatile unsigned *)flag = 1;
}

extern "C" __global__ void relay(unsigned *data, unsigned *flag, unsigned *early, unsigned how)
{
    unsigned t = threadIdx.x, n = blockDim.x, i = blockIdx.x, v = 0;
    if (i > 0) {
        early[i * n + t] = data[(i - 1) * n + t];
        __syncthreads();
        if (t == 0)
            wait(&flag[i - 1], how);
        __syncthreads();
        v = data[(i - 1) * n + (t + 37) % n];
    }
    data[i * n + t] = v * 3 + t + 1;
    __syncthreads();
    if (t == 0)
        signal(&flag[i], how);
}
