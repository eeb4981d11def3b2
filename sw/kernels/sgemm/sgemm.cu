/* c = a * b, n x n, row-major. A CTA computes one 16 x 16 tile of c; n is a multiple of 16. */
enum { TILE = 16 };

extern "C" __global__ void sgemm(const float *a, const float *b, float *c, unsigned n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (unsigned k = 0; k < n; k += TILE) {
        as[y][x] = a[row * n + k + x];
        bs[y][x] = b[(k + y) * n + col];
        __syncthreads();
        for (unsigned i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
