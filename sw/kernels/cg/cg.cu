/*
 * Conjugate gradients for A x = b with a sparse, symmetric and positive definite matrix: CG of the
 * NAS parallel benchmarks, CG.S of table II of "Multi-GPU System Design with Memory Networks". As
 * there numbers have 64 bits, the number of iterations is fixed, and the residual is computed from
 * x at the end. An iteration is five launches; `alpha` and `beta` have one CTA and compute the two
 * scalars from the CTAs' partial sums. No sum depends on the order of CTAs.
 *
 * The matrix is in CSR form. Whether there is an entry in row i and column j, and its value from -1
 * to 1, depends on a hash of i and j that is the same for j and i. The diagonal has the sum of the
 * magnitudes of its row and SHIFT, so the matrix is positive definite. Columns ascend. Values are
 * multiples of 2^-31, and so are exact.
 */
enum { THREADS = 128, WARPS = THREADS / 32, ROWS = 32 }; /* ROWS: of a CTA of `multiply` */
constexpr double SHIFT = 0.125;

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

/* Of a pair of rows in either order. One pair in 2^32 / limit, those below limit, has an entry. */
static __device__ unsigned pair_hash(unsigned i, unsigned j)
{
    return mixed(min(i, j) * 0x9e3779b9 + mixed(max(i, j)));
}

static __device__ double value_of(unsigned hash)
{
    return (double)(int)mixed(hash ^ 0x5bd1e995) * 0x1p-31;
}

/* count[i]: the entries of row i; a thread a row. */
extern "C" __global__ void count(unsigned *entries, unsigned n, unsigned limit)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 1;
    if (i >= n)
        return;
    for (unsigned j = 0; j < n; j++)
        sum += j != i && pair_hash(i, j) < limit;
    entries[i] = sum;
}

/* first[i]: the first entry of row i, with first[n] the number of all. One CTA. */
extern "C" __global__ void begins(const unsigned *entries, unsigned *first, unsigned n)
{
    __shared__ unsigned sums[THREADS];
    unsigned tx = threadIdx.x, each = (n + THREADS - 1) / THREADS, sum = 0;
    unsigned from = min(tx * each, n), to = min(from + each, n);
    for (unsigned i = from; i < to; i++)
        sum += entries[i];
    sums[tx] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned t = 0; t < tx; t++)
        sum += sums[t];
    for (unsigned i = from; i < to; i++) {
        first[i] = sum;
        sum += entries[i];
    }
    if (tx == THREADS - 1)
        first[n] = sum;
}

extern "C" __global__ void fill(const unsigned *first, unsigned *column, double *value, unsigned n,
                                unsigned limit)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = first[i], diagonal = at;
    double sum = SHIFT;
    for (unsigned j = 0; j < n; j++) {
        unsigned hash = pair_hash(i, j);
        if (j == i) {
            diagonal = at;
            column[at++] = j;
        } else if (hash < limit) {
            column[at] = j;
            value[at++] = value_of(hash);
            sum += fabs(value_of(hash));
        }
    }
    value[diagonal] = sum;
}

/* The CTA's sum of `mine`, in its first thread. */
static __device__ double sum_of(double mine)
{
    __shared__ double part[THREADS];
    unsigned tx = threadIdx.x;
    part[tx] = mine;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (tx < half)
            part[tx] += part[tx + half];
    }
    return part[tx];
}

static __device__ void leave_sum(double mine, double *partial)
{
    double sum = sum_of(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* x = 0; r = p = b; partial sums of r r. */
extern "C" __global__ void start(const double *b, double *x, double *r, double *p, double *partial,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double mine = i < n ? b[i] : 0.0;
    if (i < n) {
        x[i] = 0.0;
        r[i] = p[i] = mine;
    }
    leave_sum(mine * mine, partial);
}

/* q = A p; partial sums of p q. A warp a row, lanes stride over its entries. */
extern "C" __global__ void multiply(const unsigned *first, const unsigned *column,
                                    const double *value, const double *p, double *q,
                                    double *partial, unsigned n)
{
    unsigned lane = threadIdx.x % 32, end = min((blockIdx.x + 1) * ROWS, n);
    double dot = 0.0;
    for (unsigned row = blockIdx.x * ROWS + threadIdx.x / 32; row < end; row += WARPS) {
        double sum = 0.0;
        for (unsigned e = first[row] + lane; e < first[row + 1]; e += 32)
            sum += value[e] * p[column[e]];
        for (unsigned lanes = 16; lanes > 0; lanes /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, lanes);
        if (lane == 0) {
            q[row] = sum;
            dot += p[row] * sum;
        }
    }
    leave_sum(dot, partial);
}

/* The scalars of the iteration. rho: r r; before the first iteration it is 0. */
struct scalars {
    double rho, alpha, beta;
};

/* The sum of the CTAs' sums, in the first thread. */
static __device__ double total(const double *partial, unsigned ctas)
{
    double mine = 0.0;
    for (unsigned i = threadIdx.x; i < ctas; i += THREADS)
        mine += partial[i];
    return sum_of(mine);
}

extern "C" __global__ void alpha(const double *partial, struct scalars *s, unsigned ctas)
{
    double of_pq = total(partial, ctas);
    if (threadIdx.x == 0)
        s->alpha = s->rho / of_pq;
}

/* x += alpha p; r -= alpha q; partial sums of r r. */
extern "C" __global__ void advance(double *x, double *r, const double *p, const double *q,
                                   const struct scalars *s, double *partial, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double mine = 0.0;
    if (i < n) {
        x[i] += s->alpha * p[i];
        r[i] = mine = r[i] - s->alpha * q[i];
    }
    leave_sum(mine * mine, partial);
}

extern "C" __global__ void beta(const double *partial, struct scalars *s, unsigned ctas)
{
    double rho = total(partial, ctas);
    if (threadIdx.x != 0)
        return;
    s->beta = s->rho == 0.0 ? 0.0 : rho / s->rho;
    s->rho = rho;
}

/* p = r + beta p. */
extern "C" __global__ void turn(const double *r, double *p, const struct scalars *s, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r[i] + s->beta * p[i];
}

/* The residual, r = b - q with q = A x; partial sums of r r. */
extern "C" __global__ void residual(const double *b, const double *q, double *r, double *partial,
                                    unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double mine = 0.0;
    if (i < n)
        r[i] = mine = b[i] - q[i];
    leave_sum(mine * mine, partial);
}
