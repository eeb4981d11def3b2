/*
 * Molecular dynamics with the accesses of CoMD: Lennard-Jones forces over link cells. A launch
 * computes the force on each atom from the atoms of its own cell and of the 26 around it, a second
 * one moves the atoms. No launch reads what it writes.
 *
 * The box is periodic and has side x side x side cells, side a multiple of 4. A cell has the four
 * atoms of a face-centred cubic crystal, each a little off its place, and a fifth of a cell or more
 * from its border. So atoms two cells apart are 1.4 cells apart, and forces, which reach 1.25
 * cells, are those of 27 cells. An atom's place is told from the corner of its cell. It stays in
 * that cell's list, as a few steps move it little; CoMD sorts atoms into cells after each step.
 */
enum { ATOMS = 4, AXES = 3 };

/* In widths of a cell; the distance without force, the sixth root of 2 times sigma, is about that
 * between next atoms of the crystal. */
constexpr float SIGMA2 = 0.4f, REACH2 = 1.5625f;

/* place, and all others: first all x, then all y and all z of the n atoms. */
extern "C" __global__ void start(const float *off, float *place, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, atom = i % ATOMS;
    for (unsigned axis = 0; axis < AXES; axis++)
        place[axis * n + i] = (atom == 0 || atom == axis + 1 ? 0.25f : 0.75f) + off[axis * n + i];
}

/* The coordinate of the cell before (by = -1), of this one (0) or of the next one (1). */
static __device__ unsigned beside(unsigned at, int by, unsigned side)
{
    return (at + side + by) % side;
}

/* The force over the distance, from the distance's square. */
static __device__ float lennard_jones(float r2)
{
    float s = SIGMA2 / r2, s3 = s * s * s;
    return 24.0f * (2.0f * s3 * s3 - s3) / r2;
}

extern "C" __global__ void forces(const float *place, float *force, unsigned side)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, cell = i / ATOMS;
    unsigned n = ATOMS * side * side * side;
    unsigned x = cell % side, y = cell / side % side, z = cell / (side * side);
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int c = 0; c < 27; c++) {
        int right = c % 3 - 1, up = c / 3 % 3 - 1, back = c / 9 - 1;
        unsigned there = beside(z, back, side) * side + beside(y, up, side);
        there = there * side + beside(x, right, side);
        for (unsigned j = there * ATOMS; j < (there + 1) * ATOMS; j++) {
            float dx = place[i] - (place[j] + (float)right);
            float dy = place[n + i] - (place[n + j] + (float)up);
            float dz = place[2 * n + i] - (place[2 * n + j] + (float)back);
            float r2 = dx * dx + dy * dy + dz * dz;
            if (j == i || r2 >= REACH2)
                continue;
            float f = lennard_jones(r2);
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
    }
    force[i] = fx;
    force[n + i] = fy;
    force[2 * n + i] = fz;
}

/* A step of the leapfrog method, for atoms of mass 1. */
extern "C" __global__ void advance(const float *place, const float *velocity, const float *force,
                                   float *next_place, float *next_velocity, unsigned n, float dt)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned at = i; at < AXES * n; at += n) {
        float v = velocity[at] + dt * force[at];
        next_velocity[at] = v;
        next_place[at] = place[at] + dt * v;
    }
}
