/*
 * Rays through a scene of spheres in a uniform grid of cells. All threads read the scene; where
 * depends on the ray. A cell has four random numbers: the place of its sphere's centre in the
 * middle of the cell (0.3 to 0.7 each way), and its radius, 0.05 to 0.25; there is none if the
 * fourth is below 0.5. So spheres touch neither each other nor the sides of their cells.
 *
 * Ray i begins at the pixel (i % wide, i / wide) of the scene's front side. Its direction is
 * random, within 45 degrees of z each way. hit[i] becomes the cell of the first sphere that it
 * meets, or NONE; far[i] how far along the direction that is, or 0.
 */
enum : unsigned { NONE = ~0u };

static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

struct ray {
    float3 from, along; /* in cells; along.z is 1 */
};

static __device__ struct ray ray_of(unsigned i, unsigned cells, unsigned wide)
{
    float pixel = (float)cells / (float)wide;
    unsigned hash = mixed(i);
    return {
        {((float)(i % wide) + 0.5f) * pixel, ((float)(i / wide) + 0.5f) * pixel, 0.0f},
        {(float)(hash & 0xffff) / 32768.0f - 1.0f, (float)(hash >> 16) / 32768.0f - 1.0f, 1.0f}};
}

/* How far along the ray it meets the cell's sphere, or -1. The distance is measured where the ray
 * is nearest to the centre, as numbers are smallest there. */
static __device__ float meets(const struct ray *r, float4 cell, int x, int y, int z)
{
    if (cell.w < 0.5f)
        return -1.0f;
    float radius = 0.4f * cell.w - 0.15f;
    float cx = (float)x + 0.3f + 0.4f * cell.x - r->from.x;
    float cy = (float)y + 0.3f + 0.4f * cell.y - r->from.y;
    float cz = (float)z + 0.3f + 0.4f * cell.z;
    float square = r->along.x * r->along.x + r->along.y * r->along.y + 1.0f;
    float nearest = (cx * r->along.x + cy * r->along.y + cz) / square;
    float dx = nearest * r->along.x - cx, dy = nearest * r->along.y - cy, dz = nearest - cz;
    float depth = radius * radius - (dx * dx + dy * dy + dz * dz);
    return depth > 0.0f ? nearest - sqrtf(depth / square) : -1.0f;
}

/* How far along the ray the next side of a cell is, in one direction. */
static __device__ float next_side(float from, float along, int at)
{
    if (along == 0.0f)
        return 1e30f;
    return ((float)(along > 0.0f ? at + 1 : at) - from) / along;
}

extern "C" __global__ void raytrace(const float4 *scene, unsigned *hit, float *far, unsigned cells,
                                    unsigned wide)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, found = NONE;
    if (i >= wide * wide)
        return;
    struct ray r = ray_of(i, cells, wide);
    int x = (int)r.from.x, y = (int)r.from.y, z = 0, n = (int)cells;
    float t = -1.0f;
    while (x >= 0 && x < n && y >= 0 && y < n && z < n) {
        unsigned cell = ((unsigned)z * cells + (unsigned)y) * cells + (unsigned)x;
        t = meets(&r, scene[cell], x, y, z);
        if (t >= 0.0f) {
            found = cell;
            break;
        }
        float tx = next_side(r.from.x, r.along.x, x), ty = next_side(r.from.y, r.along.y, y);
        float tz = (float)(z + 1);
        if (tx < ty && tx < tz)
            x += r.along.x > 0.0f ? 1 : -1;
        else if (ty < tz)
            y += r.along.y > 0.0f ? 1 : -1;
        else
            z++;
    }
    hit[i] = found;
    far[i] = found == NONE ? 0.0f : t;
}
