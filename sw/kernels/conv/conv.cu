/*
 * out = image filtered by 3 x 3 weights. image has a border of one pixel on each side: it is
 * n + 2 pixels wide and high, out is n. A thread computes one pixel; threads of a CTA share rows.
 */
enum { FILTER = 3 };

extern "C" __global__ void conv(const float *image, const float *weights, float *out, unsigned n)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float sum = 0.0f;
    for (unsigned i = 0; i < FILTER; i++)
        for (unsigned j = 0; j < FILTER; j++)
            sum += weights[i * FILTER + j] * image[(y + i) * (n + 2) + x + j];
    out[y * n + x] = sum;
}
