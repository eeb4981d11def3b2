/*
 * out = in transposed, n x n, n a multiple of 16. A tile goes through shared memory so that both
 * the reads and the writes are along rows; the tile's odd width spreads its columns over banks.
 */
enum { TILE = 16 };

extern "C" __global__ void transpose(const float *in, float *out, unsigned n)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    tile[y][x] = in[(top + y) * n + left + x];
    __syncthreads();
    out[(left + y) * n + top + x] = tile[x][y];
}
