/*
 * FWT-k2 of LADM's table IV (kernel 2 of the CUDA SDK's fastWalshTransform): data and weights of
 * n = 2^k elements are transformed by Walsh and Hadamard, multiplied, and transformed back, which
 * makes their dyadic convolution. `wide` does two of the transform's stages in global memory, four
 * elements a thread; `rest` does the others on blocks that fit shared memory.
 *
 * Dominant access: data[4 (p - lo) + lo + j stride], p = 256 bx + tx, lo = p % stride, j = 0 to 3,
 * at vector by of a batch; stride is 256 gridDim.x in the first launch, where lo = p. No loop, as
 * in the SDK, where the vector's begin is added to the pointer and the rest is the index. Table IV
 * has RCL with the column-binding scheduler: taken for a loop, j moves a column of CTAs down by
 * whole rows of the grid, if the pointer's part with by is left out. Algorithm 1 as printed asks
 * for a loop's variable, and p % stride is no sum of products of prime variables: unclassified.
 * Where lo = p it finds bx, in a grid of one row: no locality. No CTA touches another's data.
 */
extern "C" __global__ void wide(float *data, unsigned stride)
{
    unsigned p = blockIdx.x * blockDim.x + threadIdx.x, n = blockDim.x * gridDim.x * 4;
    unsigned lo = p & (stride - 1);
    float *at = data + blockIdx.y * n + (p - lo) * 4 + lo;
    float d0 = at[0], d1 = at[stride], d2 = at[2 * stride], d3 = at[3 * stride];
    float s02 = d0 + d2, t02 = d0 - d2, s13 = d1 + d3, t13 = d1 - d3;
    at[0] = s02 + s13;
    at[stride] = s02 - s13;
    at[2 * stride] = t02 + t13;
    at[3 * stride] = t02 - t13;
}

/* A CTA transforms a block of n elements, n at least 4 and four times as many as its threads. */
extern "C" __global__ void rest(float *data, unsigned n)
{
    extern __shared__ float part[];
    unsigned tx = threadIdx.x, stride = n / 4;
    float *block = data + blockIdx.x * n;
    for (unsigned i = tx; i < n; i += blockDim.x)
        part[i] = block[i];
    for (; stride > 0; stride /= 4) {
        __syncthreads();
        unsigned lo = tx & (stride - 1);
        float *at = part + (tx - lo) * 4 + lo;
        float d0 = at[0], d1 = at[stride], d2 = at[2 * stride], d3 = at[3 * stride];
        float s02 = d0 + d2, t02 = d0 - d2, s13 = d1 + d3, t13 = d1 - d3;
        at[0] = s02 + s13;
        at[stride] = s02 - s13;
        at[2 * stride] = t02 + t13;
        at[3 * stride] = t02 - t13;
    }
    __syncthreads();
    /* An odd power of two has one stage more. */
    if (__ffs((int)n) % 2 == 0) {
        for (unsigned i = tx; i < n / 2; i += blockDim.x) {
            float d0 = part[2 * i], d1 = part[2 * i + 1];
            part[2 * i] = d0 + d1;
            part[2 * i + 1] = d0 - d1;
        }
        __syncthreads();
    }
    for (unsigned i = tx; i < n; i += blockDim.x)
        block[i] = part[i];
}

extern "C" __global__ void multiply(float *data, const float *weights, unsigned n)
{
    unsigned threads = blockDim.x * gridDim.x;
    float scale = 1.0f / (float)n;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        data[i] *= weights[i] * scale;
}
