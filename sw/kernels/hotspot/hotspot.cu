/*
 * HS of LADM's table IV (hotspot of Rodinia): the temperature of a chip, `steps` time steps a
 * launch. A CTA loads a tile of 16 x 16 points; in each step the part of it that is right shrinks
 * by one point on each side, and what is left at the end, 16 - 2 steps points a side, is written.
 * So tiles overlap. Outside of the chip a neighbour is the point itself.
 *
 * Dominant access: from[cols * (w by - steps + ty) + w bx - steps + tx], w = 16 - 2 steps, and
 * power likewise. The loop is over shared memory, and the index has both bx and by: no locality
 * (NL).
 */
enum { TILE = 16 };

static __device__ bool between(int low, int x, int high)
{
    return low <= x && x <= high;
}

/* The tile's place of a neighbour, or `here` if it is outside of the chip or of the tile. */
static __device__ int beside(int here, int step, int at, int points)
{
    bool there = between(0, at + step, points - 1) && between(0, here + step, TILE - 1);
    return there ? here + step : here;
}

extern "C" __global__ void hotspot(const float *power, const float *from, float *to, int cols,
                                   int rows, int steps, float x_rate, float y_rate, float loss,
                                   float gain)
{
    __shared__ float now[TILE][TILE], heat[TILE][TILE];
    const float ambient = 80.0f;
    int tx = threadIdx.x, ty = threadIdx.y, wide = TILE - 2 * steps;
    int x = wide * (int)blockIdx.x - steps + tx, y = wide * (int)blockIdx.y - steps + ty;
    int i = cols * y + x, up = beside(ty, -1, y, rows), down = beside(ty, 1, y, rows);
    int left = beside(tx, -1, x, cols), right = beside(tx, 1, x, cols);
    bool inside = between(0, x, cols - 1) && between(0, y, rows - 1), valid = inside;
    if (inside) {
        now[ty][tx] = from[i];
        heat[ty][tx] = power[i];
    }
    __syncthreads();
    float mine = 0.0f;
    for (int step = 1; step <= steps; step++) {
        valid = inside && between(step, tx, TILE - 1 - step) && between(step, ty, TILE - 1 - step);
        if (valid) {
            mine = now[ty][tx];
            mine += gain * heat[ty][tx] + x_rate * (now[ty][left] + now[ty][right] - 2.0f * mine) +
                    y_rate * (now[up][tx] + now[down][tx] - 2.0f * mine) + loss * (ambient - mine);
        }
        __syncthreads();
        if (valid)
            now[ty][tx] = mine;
        __syncthreads();
    }
    if (valid)
        to[i] = mine;
}
