/*
 * Cross sections of materials, with the accesses of XSBench: a binary search in a sorted grid of
 * energies, then the rows of two neighbouring energies at the nuclides of a material, interpolated
 * and added up. All threads read the same tables at random; each writes one sum.
 */
enum { MATERIALS = 12, PARTS = 8, STEP = 64 };

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

/* Energies ascend: entry i lies in the i-th STEP, the first at its beginning. */
extern "C" __global__ void start(unsigned *energy, unsigned points)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points)
        energy[i] = i * STEP + (i == 0 ? 0 : mixed(i) % STEP);
}

/* The last entry that is not above e, of all but the last one. */
static __device__ unsigned find(const unsigned *energy, unsigned points, unsigned e)
{
    unsigned low = 0, high = points - 1;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (energy[middle] <= e)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* nuclide, density: PARTS per material. section: a row of `nuclides` per energy. */
extern "C" __global__ void lookup(const unsigned *energy, const float *section,
                                  const unsigned *nuclide, const float *density, float *out,
                                  unsigned points, unsigned nuclides, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned e = mixed(i) % ((points - 1) * STEP), material = mixed(~i) % MATERIALS;
    unsigned at = find(energy, points, e);
    float part = (float)(e - energy[at]) / (float)(energy[at + 1] - energy[at]);
    const float *row = section + at * nuclides;
    float sum = 0.0f;
    for (unsigned p = material * PARTS; p < (material + 1) * PARTS; p++) {
        float below = row[nuclide[p]], above = row[nuclides + nuclide[p]];
        sum += density[p] * (below + part * (above - below));
    }
    out[i] = sum;
}
