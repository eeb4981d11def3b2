/*
 * Bodies that attract each other, by the method of Barnes and Hut: BH of table II of "Multi-GPU
 * System Design with Memory Networks", there LonestarGPU's. A far group of bodies acts like one
 * body at its centre of mass. Groups are the cells of an octree: the unit cube, its eight octants
 * and so on, down to LEVELS. As in LonestarGPU there are kernels that build the tree, sum it up,
 * sort the bodies, find the forces and move the bodies; the lanes of a warp go through the tree
 * together.
 *
 * LonestarGPU builds the tree with locks, and its kernels wait for each other's results. Here no
 * CTA reads what another one wrote in the same launch, and results do not depend on the order of
 * CTAs. Bodies are sorted by the cell of the deepest level that they are in, in Morton's order. So
 * the bodies of each cell of each level follow each other, and a cell is named by its level and its
 * first body: cell[level * n + body]. end[] has the body after its last one, or 0 where no cell of
 * that level begins. Cells are summed up from the deepest level, one launch a level.
 *
 * A step is: codes, rank, ends, sums of all levels, force, move.
 */
enum { LEVELS = 7, SIDE = 1 << LEVELS, THREADS = 64 };

/* Bodies from four random numbers of -1 to 1 each: places, denser towards the cube's middle, and
 * masses of about 1 / n. */
extern "C" __global__ void start(const float4 *random, float4 *body, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 r = random[i];
    body[i] = make_float4(0.5f + 0.499f * r.x * fabsf(r.x), 0.5f + 0.499f * r.y * fabsf(r.y),
                          0.5f + 0.499f * r.z * fabsf(r.z), (1.0f + 0.5f * r.w) / (float)n);
}

/* A coordinate's cell of the deepest level. Bodies outside of the cube are in outermost cells. */
static __device__ unsigned cell_of(float x)
{
    int i = (int)floorf(x * (float)SIDE);
    return (unsigned)max(0, min(SIDE - 1, i));
}

/* Morton's code: an octant a level, the largest first. */
extern "C" __global__ void codes(const float4 *body, unsigned *code, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i >= n)
        return;
    float4 b = body[i];
    unsigned x = cell_of(b.x), y = cell_of(b.y), z = cell_of(b.z);
    for (int bit = LEVELS - 1; bit >= 0; bit--)
        sum = sum << 3 | (z >> bit & 1) << 2 | (y >> bit & 1) << 1 | (x >> bit & 1);
    code[i] = sum;
}

/* Sorts by counting: a body's place is the number of those with smaller codes, or with the same
 * code and a smaller index. */
extern "C" __global__ void rank(const float4 *body, const unsigned *code, float4 *sorted,
                                unsigned *sorted_code, unsigned *origin, unsigned n)
{
    __shared__ unsigned tile[THREADS];
    unsigned tx = threadIdx.x, i = blockIdx.x * THREADS + tx, place = 0;
    unsigned mine = i < n ? code[i] : 0;
    for (unsigned from = 0; from < n; from += THREADS) {
        __syncthreads();
        if (from + tx < n)
            tile[tx] = code[from + tx];
        __syncthreads();
        for (unsigned k = 0; k < THREADS && from + k < n; k++)
            place += tile[k] < mine || (tile[k] == mine && from + k < i);
    }
    if (i >= n)
        return;
    sorted[place] = body[i];
    sorted_code[place] = mine;
    origin[place] = i;
}

/* Where the cell ends of each level that begins at a body, found by halving; rows of CTAs are
 * levels. The prefix of a code is its cell's. */
extern "C" __global__ void ends(const unsigned *code, unsigned *end, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, level = blockIdx.y;
    unsigned shift = 3 * (LEVELS - level);
    if (i >= n)
        return;
    unsigned prefix = code[i] >> shift, low = i, high = n;
    if (i > 0 && code[i - 1] >> shift == prefix) {
        end[level * n + i] = 0;
        return;
    }
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (code[middle] >> shift == prefix)
            low = middle;
        else
            high = middle;
    }
    end[level * n + i] = high;
}

static __device__ void add_mass(float4 *sum, float4 part)
{
    sum->x += part.w * part.x;
    sum->y += part.w * part.y;
    sum->z += part.w * part.z;
    sum->w += part.w;
}

/* Mass and centre of the cells of one level, from those of the next one or, at the last, from
 * bodies. A cell of one body is that body, exactly. */
extern "C" __global__ void sum(const float4 *body, const unsigned *end, float4 *cell, unsigned n,
                               unsigned level)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned last = i < n ? end[level * n + i] : 0;
    if (last == 0)
        return;
    if (last - i == 1) {
        cell[level * n + i] = body[i];
        return;
    }
    const unsigned *child_end = end + (level + 1) * n;
    const float4 *child = cell + (level + 1) * n;
    float4 all = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (unsigned j = i; j < last; j = level == LEVELS ? j + 1 : child_end[j])
        add_mass(&all, level == LEVELS ? body[j] : child[j]);
    cell[level * n + i] = make_float4(all.x / all.w, all.y / all.w, all.z / all.w, all.w);
}

/* Adds what a mass pulls; `soft` is a square that is added to that of the distance. */
static __device__ void add_pull(float4 *pull, float4 mine, float4 mass, float soft)
{
    float dx = mass.x - mine.x, dy = mass.y - mine.y, dz = mass.z - mine.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + soft);
    float strength = mass.w * near * near * near;
    pull->x += strength * dx;
    pull->y += strength * dy;
    pull->z += strength * dz;
}

/* The highest level of which a cell begins at body j; j is 1 or more and the first of some cell. */
static __device__ unsigned top_at(const unsigned *code, unsigned j)
{
    return LEVELS - (31 - (unsigned)__clz((int)(code[j] ^ code[j - 1]))) / 3;
}

/*
 * The pull on each body. A cell is far if its side is less than half of its distance; the warp
 * takes it as a whole if it is far from all lanes or one body, and otherwise goes into it. No stack
 * is needed: after a cell, the next one is the highest that begins at its end.
 */
extern "C" __global__ void force(const float4 *body, const unsigned *code, const unsigned *end,
                                 const float4 *cell, float4 *pull, unsigned n, float soft)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, level = 0;
    float4 mine = body[min(i, n - 1)], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (unsigned j = 0; j < n;) {
        unsigned last = end[level * n + j];
        float4 mass = cell[level * n + j];
        float dx = mass.x - mine.x, dy = mass.y - mine.y, dz = mass.z - mine.z;
        float side = 1.0f / (float)(1u << level);
        bool far = 0.25f * (dx * dx + dy * dy + dz * dz) > side * side;
        if (last - j == 1 || __all_sync(0xffffffff, far)) {
            add_pull(&sum, mine, mass, soft);
        } else if (level < LEVELS) {
            level++;
            continue;
        } else {
            for (unsigned k = j; k < last; k++)
                add_pull(&sum, mine, body[k], soft);
        }
        j = last;
        level = j < n ? top_at(code, j) : 0;
    }
    if (i < n)
        pull[i] = sum;
}

/* Bodies move with their new velocities, and are where they were before they were sorted. */
extern "C" __global__ void move(const float4 *sorted, const unsigned *origin, const float4 *pull,
                                const float4 *velocity, float4 *new_velocity, float4 *body,
                                unsigned n, float time)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned to = origin[i];
    float4 v = velocity[to], b = sorted[i], a = pull[i];
    v = make_float4(v.x + time * a.x, v.y + time * a.y, v.z + time * a.z, 0.0f);
    new_velocity[to] = v;
    body[to] = make_float4(b.x + time * v.x, b.y + time * v.y, b.z + time * v.z, b.w);
}
