/*
 * Survey propagation (Braunstein, Mezard, Zecchina): a heuristic for random formulas of clauses of
 * three literals. SP of table II of "Multi-GPU System Design with Memory Networks", there
 * LonestarGPU's.
 *
 * An edge joins a clause and a variable; edge e is literal e % 3 of clause e / 3. Its survey eta is
 * the probability that the clause warns the variable. A sweep computes all surveys from those of
 * the sweep before; after some the variables that are biased most are fixed, clauses that they
 * satisfy leave the formula, and sweeps go on with what is left. LonestarGPU's changes surveys in
 * place, in any order, and stops when they change little; here sweeps are few, and each has its
 * surveys in a buffer of its own, so that a result does not depend on the order of threads.
 *
 * Each variable has DEGREE edges, at random: by a permutation of all edges (a Feistel network whose
 * values outside are permuted again). So reads of surveys go everywhere.
 */
enum { LITERALS = 3, DEGREE = 12, ROUNDS = 4 };

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

static __device__ unsigned permuted(unsigned e, unsigned edges)
{
    unsigned half = 1;
    while (1u << 2 * half < edges)
        half++;
    unsigned mask = (1u << half) - 1;
    do {
        unsigned left = e >> half, right = e & mask;
        for (unsigned i = 0; i < ROUNDS; i++) {
            unsigned next = left ^ (mixed(right + 0x9e3779b9 * (i + 1)) & mask);
            left = right;
            right = next;
        }
        e = left << half | right;
    } while (e >= edges);
    return e;
}

/* literal[e]: twice the variable, plus 1 if it is negated. edge[DEGREE * v + ..]: those of v. */
extern "C" __global__ void start(unsigned *literal, unsigned *edge, unsigned edges)
{
    unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    unsigned place = permuted(e, edges);
    literal[e] = 2 * (place / DEGREE) + (mixed(e) & 1);
    edge[place] = e;
}

/* How a fixed variable leaves a literal. value: 0 free, 1 true, 2 false. */
static __device__ bool satisfies(unsigned literal, unsigned value)
{
    return value == 1 + (literal & 1);
}

/* The products over a variable's edges in clauses that are left of 1 - eta: those with the same sign
 * as `sign`, and the others. `without` is an edge that is left out. */
static __device__ void products(const unsigned *literal, const unsigned *edge, const float *eta,
                                const unsigned *gone, unsigned variable, unsigned sign,
                                unsigned without, float *same, float *other)
{
    *same = *other = 1;
    for (unsigned i = 0; i < DEGREE; i++) {
        unsigned e = edge[variable * DEGREE + i];
        if (e == without || gone[e / LITERALS] != 0)
            continue;
        if ((literal[e] & 1) == sign)
            *same *= 1 - eta[e];
        else
            *other *= 1 - eta[e];
    }
}

/* A sweep, a clause a thread: the survey of an edge is the probability that all other literals of
 * its clause are told to be false by their variables' other clauses. */
extern "C" __global__ void sweep(const unsigned *literal, const unsigned *edge, const float *eta,
                                 const unsigned *value, const unsigned *gone, float *next,
                                 unsigned clauses)
{
    unsigned clause = blockIdx.x * blockDim.x + threadIdx.x;
    if (clause >= clauses)
        return;
    float unsatisfied[LITERALS];
    for (unsigned k = 0; k < LITERALS; k++) {
        unsigned e = LITERALS * clause + k, variable = literal[e] / 2;
        float same, other;
        unsatisfied[k] = 1;
        if (value[variable] != 0)
            continue;
        products(literal, edge, eta, gone, variable, literal[e] & 1, e, &same, &other);
        float is_false = (1 - other) * same, all = is_false + (1 - same) * other + same * other;
        unsatisfied[k] = all > 0 ? is_false / all : 0;
    }
    for (unsigned k = 0; k < LITERALS; k++)
        next[LITERALS * clause + k] =
            gone[clause] != 0
                ? 0
                : unsatisfied[(k + 1) % LITERALS] * unsatisfied[(k + 2) % LITERALS];
}

/* bias[v]: how much more probable true is than false, of a variable that is free before. Those
 * beyond `limit` are fixed. */
extern "C" __global__ void fix(const unsigned *literal, const unsigned *edge, const float *eta,
                               const unsigned *gone, const unsigned *before, unsigned *value,
                               float *bias, float limit, unsigned variables)
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= variables || before[v] != 0)
        return;
    float as_is, negated;
    products(literal, edge, eta, gone, v, 0, ~0u, &as_is, &negated);
    float is_true = (1 - as_is) * negated, is_false = (1 - negated) * as_is;
    float all = is_true + is_false + as_is * negated;
    bias[v] = all > 0 ? (is_true - is_false) / all : 0;
    if (bias[v] > limit)
        value[v] = 1;
    else if (bias[v] < -limit)
        value[v] = 2;
}

/* Clauses that a fixed variable satisfies are gone. */
extern "C" __global__ void simplify(const unsigned *literal, const unsigned *value, unsigned *gone,
                                    unsigned clauses)
{
    unsigned clause = blockIdx.x * blockDim.x + threadIdx.x;
    if (clause >= clauses)
        return;
    for (unsigned k = 0; k < LITERALS; k++) {
        unsigned l = literal[LITERALS * clause + k];
        if (satisfies(l, value[l / 2]))
            gone[clause] = 1;
    }
}
