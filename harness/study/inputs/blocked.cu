/*
 * c = a * b, n x n, row-major, as libraries do it: a CTA of 256 threads computes a tile of 64 x 64, a
 * thread 4 x 4 elements of it, which it keeps in registers. So an element of a or b that was loaded is
 * used 64 times, four times as often as in sw/kernels/sgemm, with half as many loads from shared
 * memory for each product. n is a multiple of 64.
 */
enum { TILE = 64, DEPTH = 16, SIDE = 4, THREADS = 16 };

extern "C" __global__ void blocked(const float *a, const float *b, float *c, unsigned n)
{
    __shared__ float as[DEPTH][TILE + 1], bs[DEPTH][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y, id = y * THREADS + x;
    const unsigned row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    float sum[SIDE][SIDE] = {};
    for (unsigned k = 0; k < n; k += DEPTH) {
        for (unsigned i = id; i < TILE * DEPTH; i += THREADS * THREADS) {
            as[i % DEPTH][i / DEPTH] = a[(row + i / DEPTH) * n + k + i % DEPTH];
            bs[i / TILE][i % TILE] = b[(k + i / TILE) * n + col + i % TILE];
        }
        __syncthreads();
#pragma unroll
        for (unsigned d = 0; d < DEPTH; d++) {
            float left[SIDE], right[SIDE];
#pragma unroll
            for (unsigned i = 0; i < SIDE; i++) {
                left[i] = as[d][y + i * THREADS];
                right[i] = bs[d][x + i * THREADS];
            }
#pragma unroll
            for (unsigned i = 0; i < SIDE; i++)
#pragma unroll
                for (unsigned j = 0; j < SIDE; j++)
                    sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < SIDE; i++)
#pragma unroll
        for (unsigned j = 0; j < SIDE; j++)
            c[(row + y + i * THREADS) * n + col + x + j * THREADS] = sum[i][j];
}
