/*
 * LBM of LADM's table IV (Parboil): the lattice Boltzmann method D3Q19 for a fluid. A thread takes
 * a cell: it reads the cell's 19 densities, relaxes them towards their equilibrium, or reflects
 * them if the cell is an obstacle, and writes each to the neighbour that it moves to. A CTA is a
 * row of cells. A cell has 20 floats; the last says what the cell is.
 *
 * Rows have pad_x cells more than there are threads, and there are two planes of cells below and
 * above. So a density that leaves the fluid has a place, and comes back with what lies there.
 *
 * Dominant access: from[20 (2 plane + tx + wide * bx + plane * by) + e], e = 0 to 19. Table IV
 * lists it as unclassified, as LADM fails on its "complex indices". Algorithm 1 as printed finds
 * bx, in an index without a loop: no locality. The threads of a warp are 80 bytes apart.
 */
enum { DIRECTIONS = 19, CELL = 20, KIND = 19 };

/* C N S E W T B NE SW SE NW NT SB NB ST ET WB EB WT, where E is +x, N is +y and T is +z. */
static __device__ constexpr int WAY[DIRECTIONS][3] = {
    {0, 0, 0},  {0, 1, 0},   {0, -1, 0},  {1, 0, 0},  {-1, 0, 0}, {0, 0, 1},   {0, 0, -1},
    {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {0, 1, 1},  {0, -1, -1}, {0, 1, -1},
    {0, -1, 1}, {1, 0, 1},   {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1},
};

/* Every direction but the first stands beside its opposite. */
static __device__ void reflect(float *f)
{
#pragma unroll
    for (int e = 1; e < DIRECTIONS; e += 2) {
        float there = f[e];
        f[e] = f[e + 1];
        f[e + 1] = there;
    }
}

static __device__ void relax(float *f, float omega)
{
    float mass = 0.0f, u[3] = {0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int e = 0; e < DIRECTIONS; e++) {
        mass += f[e];
        for (int axis = 0; axis < 3; axis++)
            u[axis] += (float)WAY[e][axis] * f[e];
    }
    for (int axis = 0; axis < 3; axis++)
        u[axis] /= mass;
    float square = 1.5f * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
#pragma unroll
    for (int e = 0; e < DIRECTIONS; e++) {
        float weight = e == 0 ? 1.0f / 3.0f : e < 7 ? 1.0f / 18.0f : 1.0f / 36.0f, along = 0.0f;
        for (int axis = 0; axis < 3; axis++)
            along += (float)WAY[e][axis] * u[axis];
        float calm = weight * mass * (1.0f + 3.0f * along + 4.5f * along * along - square);
        f[e] += omega * (calm - f[e]);
    }
}

/* A cell whose kind is above `solid` is an obstacle. */
extern "C" __global__ void lbm(const float *from, float *to, int pad_x, float omega, float solid)
{
    int wide = (int)blockDim.x + pad_x, plane = wide * (int)gridDim.x;
    int cell = 2 * plane + (int)(threadIdx.x + wide * blockIdx.x + plane * blockIdx.y);
    float f[DIRECTIONS];
#pragma unroll
    for (int e = 0; e < DIRECTIONS; e++)
        f[e] = from[CELL * cell + e];
    float kind = from[CELL * cell + KIND];
    if (kind > solid)
        reflect(f);
    else
        relax(f, omega);
#pragma unroll
    for (int e = 0; e < DIRECTIONS; e++)
        to[CELL * (cell + WAY[e][0] + wide * WAY[e][1] + plane * WAY[e][2]) + e] = f[e];
    to[CELL * cell + KIND] = kind;
}
