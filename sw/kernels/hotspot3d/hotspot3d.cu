/*
 * Hotspot3D of LADM's table IV (Rodinia): the temperature of a stack of chips, one time step a
 * launch. A thread goes through all layers at its place, and keeps the values of the layers above
 * and below. Outside of the stack a neighbour is the point itself.
 *
 * Dominant access: from[x + nx * y + nx * ny * m], x = 64 bx + tx, y = 4 by + ty, m the layer. The
 * part without m has both bx and by: no locality, with a stride of a whole layer, nx * ny
 * (NL-Ystride).
 */
extern "C" __global__ void hotspot3d(const float *power, const float *from, float *to, unsigned nx,
                                     unsigned ny, unsigned nz, float x_rate, float y_rate,
                                     float z_rate, float gain)
{
    const float ambient = 80.0f;
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned layer = nx * ny, here = x + nx * y;
    unsigned west = x == 0 ? here : here - 1, east = x == nx - 1 ? here : here + 1;
    unsigned north = y == 0 ? here : here - nx, south = y == ny - 1 ? here : here + nx;
    float keep = 1.0f - 2.0f * x_rate - 2.0f * y_rate - 3.0f * z_rate;
    float mine = from[here], below = mine;
    for (unsigned z = 0; z < nz; z++) {
        float above = z == nz - 1 ? mine : from[here + layer];
        to[here] = keep * mine + x_rate * (from[west] + from[east]) +
                   y_rate * (from[north] + from[south]) + z_rate * (below + above) +
                   gain * power[here] + z_rate * ambient;
        below = mine;
        mine = above;
        here += layer;
        west += layer;
        east += layer;
        north += layer;
        south += layer;
    }
}
