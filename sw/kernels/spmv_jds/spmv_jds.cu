/*
 * SpMV-jds of LADM's table IV (Parboil's spmv): a sparse matrix times a vector. The matrix is in
 * jagged diagonal storage: rows are sorted by length, the longest first, and diagonal k has the
 * k-th entry of every row that has one, in that order. Row i of the sorted ones is row perm[i] of
 * the matrix. The 32 rows of a warp are padded to one length. Parboil has `diagonal` and `length`
 * in constant memory, here they are buffers.
 *
 * Dominant access: value[diagonal[m] + 32 bx + tx], and column likewise: a start that is read from
 * memory anew in each iteration. Table IV has ITL, for data-dependent blocks of irregular size
 * (figure 7c). Algorithm 1 as printed does not find the loop's variable alone there (only
 * diagonal[m] itself has that), but a value that was loaded beside bx: unclassified.
 */
enum { WARP = 32, STEP = 97 };

/* Entries of each row of a warp: from `longest` down to `shortest`. */
static __device__ unsigned entries(unsigned warp, unsigned warps, unsigned longest,
                                   unsigned shortest)
{
    return longest - warp * (longest - shortest) / (warps - 1);
}

/* One thread per diagonal, per warp and per row. */
extern "C" __global__ void start(unsigned *diagonal, unsigned *length, unsigned *perm,
                                 unsigned rows, unsigned longest, unsigned shortest)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, warps = rows / WARP;
    if (i < warps)
        length[i] = entries(i, warps, longest, shortest);
    if (i < rows)
        perm[i] = (i * STEP + 5) % rows;
    if (i >= longest)
        return;
    unsigned before = 0;
    for (unsigned w = 0; w < warps; w++)
        before += WARP * min(i, entries(w, warps, longest, shortest));
    diagonal[i] = before;
}

extern "C" __global__ void spmv_jds(const float *value, const unsigned *column, const float *x,
                                    const unsigned *diagonal, const unsigned *length,
                                    const unsigned *perm, float *y, unsigned rows)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    unsigned count = length[i / WARP];
    float sum = 0.0f;
    for (unsigned k = 0; k < count; k++) {
        unsigned at = diagonal[k] + i;
        sum += value[at] * x[column[at]];
    }
    y[perm[i]] = sum;
}
