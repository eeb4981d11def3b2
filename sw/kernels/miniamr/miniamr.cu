/*
 * A stencil of 7 points on blocks of two levels of refinement, with the accesses of MiniAMR. The
 * space is periodic and has side x side x side coarse blocks of n x n x n points, n a power of two.
 * In the corner where all three coordinates are below side / 2, each coarse block is refined: eight
 * fine blocks of as many points take its place.
 *
 * Blocks 0 to side^3 - 1 are the coarse ones; refined ones keep their place, which nobody uses. As
 * the corner is side / 2 blocks wide, the fine blocks are side x side x side as well, from block
 * side^3 on. Faces are 0 to 5: below and above along x, y and z. A launch gives each face of a
 * block the points that its neighbour has there, a second one applies the stencil inside each
 * block. No launch reads what it writes.
 */
enum : unsigned { NONE = ~0u };
enum { FACES = 6 };

static __device__ bool is_refined(unsigned x, unsigned y, unsigned z, unsigned side)
{
    return x < side / 2 && y < side / 2 && z < side / 2;
}

/* beside[FACES * block + face]: the neighbour; of four fine ones the first. */
extern "C" __global__ void start(unsigned *beside, unsigned side)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, coarse = side * side * side;
    if (i >= FACES * 2 * coarse)
        return;
    unsigned block = i / FACES, axis = i % FACES / 2, by = i % 2 == 0 ? side - 1 : 1;
    unsigned at = block % coarse, c[3] = {at % side, at / side % side, at / (side * side)};
    bool fine = block >= coarse, refined = is_refined(c[0], c[1], c[2], side);
    bool leaves = fine && c[axis] == (i % 2 == 0 ? 0 : side - 1);
    for (unsigned k = 0; k < 3; k++) {
        if (leaves) /* fine to coarse: the coordinates of the block that it is a part of */
            c[k] /= 2;
        if (k == axis)
            c[k] = leaves && i % 2 == 1 ? side / 2 : (c[k] + by) % side;
    }
    bool to_fine = fine ? !leaves : is_refined(c[0], c[1], c[2], side);
    if (!fine && to_fine)
        for (unsigned k = 0; k < 3; k++) /* the fine block that touches the face */
            c[k] = 2 * c[k] + (k == axis && i % 2 == 0);
    unsigned there = (c[2] * side + c[1]) * side + c[0] + (to_fine ? coarse : 0);
    beside[i] = !fine && refined ? NONE : there;
}

/* The distance between a block's next points along the two axes of a face, and across it. */
struct steps {
    unsigned a, b, across;
};

static __device__ struct steps steps_of(unsigned axis, unsigned n)
{
    unsigned beyond = axis == 1 ? n : n * n;
    struct steps s = {axis == 0 ? n : 1, axis == 2 ? n : n * n, axis == 0 ? 1 : beyond};
    return s;
}

/* face: n x n values of each face of each block. Coarse points between fine ones are their mean, a
 * fine point takes the coarse one that it is a part of. */
extern "C" __global__ void exchange(const float *u, const unsigned *beside, float *face,
                                    unsigned side, unsigned n)
{
    unsigned block = blockIdx.y, which = blockIdx.x * blockDim.z + threadIdx.z, axis = which / 2;
    unsigned i = threadIdx.x, j = threadIdx.y, coarse = side * side * side;
    unsigned there = beside[FACES * block + which];
    if (there == NONE)
        return;
    struct steps s = steps_of(axis, n), blocks = steps_of(axis, side);
    float *out = face + ((FACES * block + which) * n + j) * n + i, value;
    unsigned layer = (which % 2 == 0 ? n - 1 : 0) * s.across;
    if (block < coarse && there >= coarse) {
        there += i / (n / 2) * blocks.a + j / (n / 2) * blocks.b;
        const float *v = u + there * n * n * n + layer + 2 * i % n * s.a + 2 * j % n * s.b;
        value = 0.25f * ((v[0] + v[s.a]) + (v[s.b] + v[s.a + s.b]));
    } else {
        if (block >= coarse && there < coarse) {
            unsigned at = block - coarse; /* side is even */
            i = (at / blocks.a % 2 * n + i) / 2;
            j = (at / blocks.b % 2 * n + j) / 2;
        }
        value = u[there * n * n * n + layer + i * s.a + j * s.b];
    }
    *out = value;
}

/* The neighbour of a point along an axis: in the block, or on its face. */
static __device__ float neighbour(const float *u, const float *face, const unsigned *at,
                                  unsigned which, unsigned n)
{
    unsigned axis = which / 2, above = which % 2;
    struct steps s = steps_of(axis, n);
    if (at[axis] != (above ? n - 1 : 0))
        return above ? u[s.across] : *(u - s.across);
    return face[(which * n + at[axis == 2 ? 1 : 2]) * n + at[axis == 0 ? 1 : 0]];
}

extern "C" __global__ void stencil(const float *u, const float *face, float *next, unsigned side,
                                   unsigned n)
{
    unsigned block = blockIdx.y, coarse = side * side * side;
    if (block < coarse &&
        is_refined(block % side, block / side % side, block / (side * side), side))
        return;
    unsigned at[3] = {threadIdx.x, threadIdx.y, blockIdx.x * blockDim.z + threadIdx.z};
    unsigned point = ((block * n + at[2]) * n + at[1]) * n + at[0];
    float sum = 0.0f;
#pragma unroll
    for (unsigned which = 0; which < FACES; which++)
        sum += neighbour(u + point, face + FACES * block * n * n, at, which, n);
    next[point] = 0.4f * u[point] + 0.1f * sum;
}
