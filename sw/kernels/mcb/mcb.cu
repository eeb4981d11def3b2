/*
 * Transport of particles by Monte Carlo, with the accesses of MCB: each particle walks through a
 * mesh of cross sections that all read, and what it loses is added to the tally of the cell by an
 * atomic. Numbers are fixed-point, so the tally does not depend on the order of particles.
 *
 * A flight ends at a place where the particle may collide: with a probability that is the cross
 * section of the cell for the particle's group of energy (Woodcock's method, whose flights do not
 * end at borders of cells). A collision takes an eighth of the particle's weight, may bring it to
 * the next group, and gives it a new direction. Flights are at most a cell long, and their length
 * is uniform, not exponential. The mesh is periodic, side x side x side cells, side a power of two.
 */
enum { GROUPS = 4, FRACTION = 10, WHOLE = 1 << 16, LEAST = WHOLE / 16 };

/* Words of a particle; word w of particle i is state[w * particles + i]. */
enum { RANDOM, X, Y, Z, TOWARD, GROUP, WEIGHT };

/* xorshift32; each particle has a sequence of its own. */
static __device__ unsigned drawn(unsigned *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return *x;
}

/* Component i of a direction of three bytes, from -128 to 127. */
static __device__ int component(unsigned toward, unsigned i)
{
    return (int)(toward >> (8 * i) & 0xff) - 128;
}

/* The particle in the middle of one cell in `every`. */
extern "C" __global__ void start(unsigned *state, unsigned side, unsigned every)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    unsigned cell = i * every, random = (i + 1) * 0x9e3779b9, middle = 1 << (FRACTION - 1);
    random = (random ^ random >> 15) | 1; /* xorshift32 stays at 0 */
    state[TOWARD * n + i] = drawn(&random);
    state[RANDOM * n + i] = random;
    state[X * n + i] = (cell % side << FRACTION) + middle;
    state[Y * n + i] = (cell / side % side << FRACTION) + middle;
    state[Z * n + i] = (cell / (side * side) << FRACTION) + middle;
    state[GROUP * n + i] = 0;
    state[WEIGHT * n + i] = WHOLE;
}

/* So many flights of each particle whose weight is not below LEAST. section: of each cell, for each
 * group, in 256ths. */
extern "C" __global__ void walk(const unsigned *section, unsigned *state, unsigned *tally,
                                unsigned side, unsigned flights)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    unsigned random = state[RANDOM * n + i], toward = state[TOWARD * n + i];
    unsigned x = state[X * n + i], y = state[Y * n + i], z = state[Z * n + i];
    unsigned group = state[GROUP * n + i], weight = state[WEIGHT * n + i];
    unsigned mask = (side << FRACTION) - 1;
    for (unsigned f = 0; f < flights && weight >= LEAST; f++) {
        unsigned r = drawn(&random), length = 1 + r % 8;
        x = (x + component(toward, 0) * length) & mask;
        y = (y + component(toward, 1) * length) & mask;
        z = (z + component(toward, 2) * length) & mask;
        unsigned cell = ((z >> FRACTION) * side + (y >> FRACTION)) * side + (x >> FRACTION);
        if ((r >> 8 & 0xff) >= section[cell * GROUPS + group])
            continue;
        unsigned lost = weight / 8;
        atomicAdd(&tally[cell], lost);
        weight -= lost;
        group = min(group + (r >> 16 & 1), (unsigned)GROUPS - 1);
        toward = drawn(&random);
    }
    state[RANDOM * n + i] = random, state[TOWARD * n + i] = toward;
    state[X * n + i] = x, state[Y * n + i] = y, state[Z * n + i] = z;
    state[GROUP * n + i] = group, state[WEIGHT * n + i] = weight;
}
