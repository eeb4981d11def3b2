/*
 * SpMV-jds of LADM's table IV (Parboil's spmv): a sparse matrix times a vector. The matrix is in
 * jagged diagonal storage: rows are sorted by length, the longest first, and diagonal k has the
 * k-th entry of every row that has one, in that order. Row i of the sorted ones is row perm[i] of
 * the matrix. The 32 rows of a warp are padded to one length. Parboil has `diagonal` and `length`
 * in constant memory, here they are buffers. As there, columns are loaded one diagonal ahead of
 * values, and products are added one diagonal behind.
 *
 * Dominant access: column[diagonal[m] + 32 bx + tx], and value likewise: a begin that is read from
 * memory anew in each iteration. Table IV has ITL: each thread goes over what III-B calls
 * "data-dependent, irregularly-sized datablocks". Line 1 of algorithm 1 does not find the loop's
 * variable alone there, as diagonal[m] itself has it, but a value that was loaded, beside bx.
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
    unsigned at = diagonal[0] + i;
    float a = value[at], b = x[column[at]], sum = 0.0f;
    if (count > 1) {
        at = diagonal[1] + i;
        unsigned c = column[at];
        for (unsigned k = 2; k < count; k++) {
            float next_a = value[at];
            at = diagonal[k] + i;
            unsigned next_c = column[at];
            float next_b = x[c];
            sum += a * b;
            a = next_a;
            b = next_b;
            c = next_c;
        }
        float last_a = value[at], last_b = x[c];
        sum += a * b;
        a = last_a;
        b = last_b;
    }
    y[perm[i]] = sum + a * b;
}
