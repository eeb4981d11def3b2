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

/* All accesses are written out, as in Parboil: a loop over e would be intra-thread locality. */
static __device__ void read(const float *from, float *f, int cell)
{
    f[0] = from[CELL * cell + 0];
    f[1] = from[CELL * cell + 1];
    f[2] = from[CELL * cell + 2];
    f[3] = from[CELL * cell + 3];
    f[4] = from[CELL * cell + 4];
    f[5] = from[CELL * cell + 5];
    f[6] = from[CELL * cell + 6];
    f[7] = from[CELL * cell + 7];
    f[8] = from[CELL * cell + 8];
    f[9] = from[CELL * cell + 9];
    f[10] = from[CELL * cell + 10];
    f[11] = from[CELL * cell + 11];
    f[12] = from[CELL * cell + 12];
    f[13] = from[CELL * cell + 13];
    f[14] = from[CELL * cell + 14];
    f[15] = from[CELL * cell + 15];
    f[16] = from[CELL * cell + 16];
    f[17] = from[CELL * cell + 17];
    f[18] = from[CELL * cell + 18];
}

static __device__ void move(float *to, const float *f, int cell, int wide, int plane)
{
    to[CELL * cell + 0] = f[0];
    to[CELL * (cell + wide) + 1] = f[1];
    to[CELL * (cell - wide) + 2] = f[2];
    to[CELL * (cell + 1) + 3] = f[3];
    to[CELL * (cell - 1) + 4] = f[4];
    to[CELL * (cell + plane) + 5] = f[5];
    to[CELL * (cell - plane) + 6] = f[6];
    to[CELL * (cell + wide + 1) + 7] = f[7];
    to[CELL * (cell - wide - 1) + 8] = f[8];
    to[CELL * (cell - wide + 1) + 9] = f[9];
    to[CELL * (cell + wide - 1) + 10] = f[10];
    to[CELL * (cell + plane + wide) + 11] = f[11];
    to[CELL * (cell - plane - wide) + 12] = f[12];
    to[CELL * (cell - plane + wide) + 13] = f[13];
    to[CELL * (cell + plane - wide) + 14] = f[14];
    to[CELL * (cell + plane + 1) + 15] = f[15];
    to[CELL * (cell - plane - 1) + 16] = f[16];
    to[CELL * (cell - plane + 1) + 17] = f[17];
    to[CELL * (cell + plane - 1) + 18] = f[18];
}

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
    read(from, f, cell);
    float kind = from[CELL * cell + KIND];
    if (kind > solid)
        reflect(f);
    else
        relax(f, omega);
    move(to, f, cell, wide, plane);
    to[CELL * cell + KIND] = kind;
}
