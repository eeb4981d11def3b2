/*
 * Fast Walsh transform of a vector of n = 2^k elements: FWT of table II of "Multi-GPU System Design
 * with Memory Networks", there the CUDA SDK's fastWalshTransform. Every stage adds and subtracts
 * elements that are `stride` apart. `far` is one stage in global memory, a pair of elements a
 * thread; `near` does the stages whose pairs are in one block, in shared memory.
 *
 * The SDK ends there, with coefficients in Hadamard's order. `order` puts them into Walsh's order,
 * in which coefficient s is that of the function with s changes of sign, and divides them by n. It
 * reads with the bits of its index reversed: neighbours are n / 2 apart.
 *
 * fwt_k2 has the SDK's two kernels with two stages a launch, and convolves with them.
 */
static __device__ void add_and_subtract(float *a, float *b)
{
    float sum = *a + *b, difference = *a - *b;
    *a = sum;
    *b = difference;
}

/* The first of the p-th pair of elements that are `stride` apart. */
static __device__ unsigned first_of(unsigned p, unsigned stride)
{
    unsigned low = p & (stride - 1);
    return 2 * (p - low) + low;
}

extern "C" __global__ void far(float *data, unsigned stride)
{
    unsigned i = first_of(blockIdx.x * blockDim.x + threadIdx.x, stride);
    add_and_subtract(&data[i], &data[i + stride]);
}

/* A CTA transforms a block of so many elements, a multiple of its threads. */
extern "C" __global__ void near(float *data, unsigned elements)
{
    extern __shared__ float part[];
    float *block = data + blockIdx.x * elements;
    for (unsigned i = threadIdx.x; i < elements; i += blockDim.x)
        part[i] = block[i];
    for (unsigned stride = elements / 2; stride > 0; stride /= 2) {
        __syncthreads();
        for (unsigned p = threadIdx.x; p < elements / 2; p += blockDim.x) {
            unsigned i = first_of(p, stride);
            add_and_subtract(&part[i], &part[i + stride]);
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < elements; i += blockDim.x)
        block[i] = part[i];
}

/* n: 2 or more. */
extern "C" __global__ void order(const float *data, float *out, unsigned n)
{
    unsigned s = blockIdx.x * blockDim.x + threadIdx.x, gray = s ^ s >> 1;
    if (s < n)
        out[s] = data[__brev(gray) >> (__clz((int)n) + 1)] * (1.0f / (float)n);
}
