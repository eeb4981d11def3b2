/*
 * out = in transposed, n x n, n a multiple of 16. A tile goes through shared memory so that both
 * the reads and the writes are along rows; the tile's odd width spreads its columns over banks.
 *
 * TRA of LADM's table IV (the CUDA SDK's transpose, where a CTA of 16 x 16 threads goes over the
 * tile's rows in steps of 16, thus once). Accesses: in[(16 by + ty) * n + 16 bx + tx] and
 * out[(16 bx + ty) * n + 16 by + tx]. Table IV has RCL with the row-binding scheduler: CTAs of a
 * grid row read the same rows, and write the same columns. Line 3 of algorithm 1 finds both bx and
 * by, as in SRAD, to which the table gives NL for the same index.
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
