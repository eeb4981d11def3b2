/*
 * Xtreme1 (MGPU-TSM with MGCC, section 4.3.3): repeated writes to one place by one
 * CU, no sharing.
 *
 * The vectors are cut into one slice per CTA, one CTA per SM. Each step is a launch of its own, so
 * steps are ordered but caches keep their contents; CTA i runs on the same SM each time.
 */

/* The compiler must neither keep values across repeats nor drop a repeat. */
#define AGAIN() asm volatile("" ::: "memory")

/* Step 1, after a first read of all three slices: the copies that later steps make stale. */
extern "C" __global__ void first(float *a, float *b, float *c, unsigned len)
{
    unsigned base = blockIdx.x * len;
    for (unsigned i = base + threadIdx.x; i < base + len; i += blockDim.x)
        asm volatile("" ::"f"(a[i]), "f"(b[i]), "f"(c[i]) : "memory");
    for (unsigned i = base + threadIdx.x; i < base + len; i += blockDim.x)
        c[i] = a[i] + b[i];
}

/* Every CTA adds its own slices: c = a + b. */
extern "C" __global__ void add(float *a, float *b, float *c, unsigned len, unsigned repeats)
{
    unsigned base = blockIdx.x * len;
    for (unsigned r = 0; r < repeats; r++) {
        for (unsigned i = base + threadIdx.x; i < base + len; i += blockDim.x)
            c[i] = a[i] + b[i];
        AGAIN();
    }
}

/* Every CTA adds back: a = c + b. */
extern "C" __global__ void back(float *a, float *b, float *c, unsigned len, unsigned repeats)
{
    unsigned base = blockIdx.x * len;
    for (unsigned r = 0; r < repeats; r++) {
        for (unsigned i = base + threadIdx.x; i < base + len; i += blockDim.x)
            a[i] = c[i] + b[i];
        AGAIN();
    }
}
