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

/* The difference to a neighbour: from the tile, from memory, or 0 outside of the image. */
static __device__ float difference(const float *image, unsigned there, bool in_tile, float in,
                                   bool in_image, float mine)
{
    if (in_tile)
        return in - mine;
    return in_image ? image[there] - mine : 0.0f;
}

extern "C" __global__ void coefficients(const float *image, float *north, float *south, float *west,
                                        float *east, float *coefficient, unsigned cols, float q0)
{
    __shared__ float tile[TILE][TILE];
    unsigned tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
    unsigned i = cols * (TILE * by + ty) + TILE * bx + tx;
    unsigned up = ty == 0 ? 0 : ty - 1, down = ty == TILE - 1 ? ty : ty + 1;
    unsigned left = tx == 0 ? 0 : tx - 1, right = tx == TILE - 1 ? tx : tx + 1;
    float mine = image[i];
    tile[ty][tx] = mine;
    __syncthreads();
    float n = difference(image, i - cols, ty > 0, tile[up][tx], by > 0, mine);
    float s = difference(image, i + cols, ty < TILE - 1, tile[down][tx], by < gridDim.y - 1, mine);
    float w = difference(image, i - 1, tx > 0, tile[ty][left], bx > 0, mine);
    float e = difference(image, i + 1, tx < TILE - 1, tile[ty][right], bx < gridDim.x - 1, mine);
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
