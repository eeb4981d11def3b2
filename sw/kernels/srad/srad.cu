/*
 * SRAD of LADM's table IV (srad_v2 of Rodinia): speckle-reducing anisotropic diffusion of an image.
 * One launch computes the four differences of each pixel to its neighbours and a coefficient from
 * them, the next adds what diffuses. Sides are multiples of TILE. Outside of the image a neighbour
 * is the pixel itself.
 *
 * Dominant access: image[cols * (16 by + ty) + 16 bx + tx], and the five buffers that are written
 * alike. No loop, and the index has both bx and by: no locality (NL), each CTA has its own tile and
 * shares only a border with the next.
 */
enum { TILE = 16 };

extern "C" __global__ void coefficients(const float *image, float *north, float *south, float *west,
                                        float *east, float *coefficient, unsigned cols, float q0)
{
    __shared__ float tile[TILE][TILE];
    unsigned tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    unsigned i = cols * (TILE * by + ty) + TILE * bx + tx;
    float mine = image[i], above = mine, below = mine, before = mine, after = mine;
    if (ty == 0 && by > 0)
        above = image[i - cols];
    if (ty == TILE - 1 && by < gridDim.y - 1)
        below = image[i + cols];
    if (tx == 0 && bx > 0)
        before = image[i - 1];
    if (tx == TILE - 1 && bx < gridDim.x - 1)
        after = image[i + 1];
    tile[ty][tx] = mine;
    __syncthreads();
    float n = (ty > 0 ? tile[ty - 1][tx] : above) - mine;
    float s = (ty < TILE - 1 ? tile[ty + 1][tx] : below) - mine;
    float w = (tx > 0 ? tile[ty][tx - 1] : before) - mine;
    float e = (tx < TILE - 1 ? tile[ty][tx + 1] : after) - mine;
    float gradient = (n * n + s * s + w * w + e * e) / (mine * mine);
    float laplacian = (n + s + w + e) / mine;
    float base = 1.0f + 0.25f * laplacian;
    float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (base * base);
    float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
    north[i] = n;
    south[i] = s;
    west[i] = w;
    east[i] = e;
    coefficient[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

/* To the north and west with the pixel's own coefficient, else with that of the neighbour. */
extern "C" __global__ void diffuse(float *image, const float *north, const float *south,
                                   const float *west, const float *east, const float *coefficient,
                                   unsigned cols, float lambda)
{
    unsigned tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    unsigned i = cols * (TILE * by + ty) + TILE * bx + tx;
    bool bottom = by == gridDim.y - 1 && ty == TILE - 1;
    bool last = bx == gridDim.x - 1 && tx == TILE - 1;
    float mine = coefficient[i];
    float below = bottom ? mine : coefficient[i + cols];
    float beside = last ? mine : coefficient[i + 1];
    float sum = mine * (north[i] + west[i]) + below * south[i] + beside * east[i];
    image[i] += 0.25f * lambda * sum;
}
