/*
 * ScalarProd of LADM's table IV (CUDA SDK): the scalar products of pairs of vectors. A CTA takes
 * every gridDim.x-th pair. It gathers 1024 partial sums in shared memory and adds them up by a
 * tree.
 *
 * Dominant access: a[elements * bx + elements * gridDim.x * m + ...], m the pair, likewise b. The
 * grid has one dimension and the part without m has bx: no locality, with a stride of as many
 * vectors as there are CTAs (NL-Xstride).
 */
enum { SUMS = 1024 };

extern "C" __global__ void scalar_prod(const float *a, const float *b, float *c, unsigned vectors,
                                       unsigned elements)
{
    __shared__ float part[SUMS];
    for (unsigned v = blockIdx.x; v < vectors; v += gridDim.x) {
        unsigned begin = elements * v, end = begin + elements;
        for (unsigned i = threadIdx.x; i < SUMS; i += blockDim.x) {
            float sum = 0.0f;
            for (unsigned at = begin + i; at < end; at += SUMS)
                sum += a[at] * b[at];
            part[i] = sum;
        }
        for (unsigned half = SUMS / 2; half > 0; half /= 2) {
            __syncthreads();
            for (unsigned i = threadIdx.x; i < half; i += blockDim.x)
                part[i] += part[half + i];
        }
        __syncthreads();
        if (threadIdx.x == 0)
            c[v] = part[0];
    }
}
