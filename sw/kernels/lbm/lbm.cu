/*
 * LBM of LADM's table IV (Parboil): the lattice Boltzmann method D3Q19 for a fluid. A thread takes
 * a cell: it reads the cell's 19 densities, relaxes them towards their equilibrium, or reflects
 * them if the cell is an obstacle, and writes each to the neighbour that it moves to. A CTA is a
 * row of cells. A cell has 20 floats, each in an array of its own for all cells; the last says what
 * the cell is.
 *
 * Rows have pad_x cells more than there are threads, and there are two planes of cells below and
 * above. So a density that leaves the fluid has a place, and comes back with what lies there.
 *
 * Dominant access: from[e * cells + 2 plane + tx + wide * bx + plane * by], e = 0 to 19 written
 * out: a stencil, whose CTAs have a row of cells each. Table IV lists it as unclassified, as LADM
 * fails on its "complex indices": in Parboil each is several macros deep. Followed to its end it
 * has bx and by and no loop, which is no locality by line 3 of algorithm 1; so III-B says of
 * stencils.
 */
enum { DIRECTIONS = 19, KIND = 19 };

/* C N S E W T B NE SW SE NW NT SB NB ST ET WB EB WT, where E is +x, N is +y and T is +z. */
static __device__ constexpr int WAY[DIRECTIONS][3] = {
    {0, 0, 0},  {0, 1, 0},   {0, -1, 0},  {1, 0, 0},  {-1, 0, 0}, {0, 0, 1},   {0, 0, -1},
    {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {0, 1, 1},  {0, -1, -1}, {0, 1, -1},
    {0, -1, 1}, {1, 0, 1},   {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1},
};

/* All accesses are written out, as in Parboil. `from` and `to` point to the cell. */
static __device__ void read(const float *from, float *f, int cells)
{
    f[0] = from[0];
    f[1] = from[cells];
    f[2] = from[2 * cells];
    f[3] = from[3 * cells];
    f[4] = from[4 * cells];
    f[5] = from[5 * cells];
    f[6] = from[6 * cells];
    f[7] = from[7 * cells];
    f[8] = from[8 * cells];
    f[9] = from[9 * cells];
    f[10] = from[10 * cells];
    f[11] = from[11 * cells];
    f[12] = from[12 * cells];
    f[13] = from[13 * cells];
    f[14] = from[14 * cells];
    f[15] = from[15 * cells];
    f[16] = from[16 * cells];
    f[17] = from[17 * cells];
    f[18] = from[18 * cells];
}

static __device__ void move(float *to, const float *f, int cells, int wide, int plane)
{
    to[0] = f[0];
    to[cells + wide] = f[1];
    to[2 * cells - wide] = f[2];
    to[3 * cells + 1] = f[3];
    to[4 * cells - 1] = f[4];
    to[5 * cells + plane] = f[5];
    to[6 * cells - plane] = f[6];
    to[7 * cells + wide + 1] = f[7];
    to[8 * cells - wide - 1] = f[8];
    to[9 * cells - wide + 1] = f[9];
    to[10 * cells + wide - 1] = f[10];
    to[11 * cells + plane + wide] = f[11];
    to[12 * cells - plane - wide] = f[12];
    to[13 * cells - plane + wide] = f[13];
    to[14 * cells + plane - wide] = f[14];
    to[15 * cells + plane + 1] = f[15];
    to[16 * cells - plane - 1] = f[16];
    to[17 * cells - plane + 1] = f[17];
    to[18 * cells + plane - 1] = f[18];
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
    int cells = plane * ((int)gridDim.y + 4);
    int cell = 2 * plane + (int)(threadIdx.x + wide * blockIdx.x + plane * blockIdx.y);
    float f[DIRECTIONS];
    read(from + cell, f, cells);
    float kind = from[KIND * cells + cell];
    if (kind > solid)
        reflect(f);
    else
        relax(f, omega);
    move(to + cell, f, cells, wide, plane);
    to[KIND * cells + cell] = kind;
}
