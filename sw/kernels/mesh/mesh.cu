/*
 * Heat on an unstructured mesh, with the accesses of Lulesh or Euler3D: elements gather from their
 * four nodes by a list, nodes gather from their four elements by the inverse list. No launch reads
 * what it writes.
 *
 * The mesh is a torus of side x side squares, side a power of two from 8 up. Element e = (x, y)
 * has the nodes (x, y), (x + 1, y), (x, y + 1) and (x + 1, y + 1), but for the elements with
 * e % 8 < 4: corner e % 8 of each of them is that of another such element, anywhere in the mesh.
 * So one corner in eight is far away, and still each node has one element at each corner.
 */
enum { CORNERS = 4 };

static __device__ unsigned node_at(unsigned e, unsigned corner, unsigned side)
{
    unsigned eighths = side * side / 8;
    if (e % 8 == corner) /* an odd factor: no two elements become the same */
        e = (e / 8 * 0x9e3779b1 + 12345) % eighths * 8 + corner;
    unsigned x = (e + corner % 2) % side, y = (e / side + corner / 2) % side;
    return y * side + x;
}

extern "C" __global__ void start(unsigned *node, unsigned *element, unsigned side)
{
    unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned corner = 0; corner < CORNERS; corner++) {
        unsigned v = node_at(e, corner, side);
        node[e * CORNERS + corner] = v;
        element[v * CORNERS + corner] = e;
    }
}

/* What each of an element's nodes gets from it: its share of what evens out the element. */
extern "C" __global__ void elements(const unsigned *node, const float *conductivity,
                                    const float *heat, float *flow)
{
    unsigned e = blockIdx.x * blockDim.x + threadIdx.x;
    float at[CORNERS], sum = 0.0f;
    for (unsigned corner = 0; corner < CORNERS; corner++) {
        at[corner] = heat[node[e * CORNERS + corner]];
        sum += at[corner];
    }
    for (unsigned corner = 0; corner < CORNERS; corner++)
        flow[e * CORNERS + corner] = 0.25f * conductivity[e] * (0.25f * sum - at[corner]);
}

extern "C" __global__ void nodes(const unsigned *element, const float *flow, const float *heat,
                                 float *next)
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = heat[v];
    for (unsigned corner = 0; corner < CORNERS; corner++)
        sum += flow[element[v * CORNERS + corner] * CORNERS + corner];
    next[v] = sum;
}
