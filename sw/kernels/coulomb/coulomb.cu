/*
 * Direct Coulombic potential: CP of table II of "Multi-GPU System Design with Memory Networks",
 * there Parboil's cp. The potential of all atoms at each point of a plane, that is the sum of their
 * charges over their distances. A thread has EACH points of a row, a CTA's width apart, so that it
 * reads an atom once for all of them.
 *
 * All threads read the same atom at the same time. Parboil has atoms in constant memory, here they
 * are a buffer. Like Parboil's, a launch adds to the potential that is there, so that there may be
 * more atoms than one launch takes, and an atom's distance to the plane is already squared:
 * `prepare` does what Parboil's host does.
 */
enum { WIDE = 16, HIGH = 8, EACH = 8 };

/* From four random numbers of 0 to 1: a place above the plane, at least one unit from it (points
 * are a tenth apart), and a charge of -1 to 1. */
extern "C" __global__ void prepare(const float4 *random, float4 *atom, unsigned n, unsigned width,
                                   unsigned height, float spacing)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 r = random[i];
    float z = 1.0f + 8.0f * r.z;
    atom[i] = make_float4(r.x * (float)width * spacing, r.y * (float)height * spacing, z * z,
                          2.0f * r.w - 1.0f);
}

/* width and height: multiples of WIDE * EACH and HIGH. */
extern "C" __global__ void coulomb(const float4 *atom, float *potential, unsigned from, unsigned to,
                                   unsigned width, float spacing)
{
    unsigned column = WIDE * EACH * blockIdx.x + threadIdx.x;
    unsigned row = HIGH * blockIdx.y + threadIdx.y;
    float x = (float)column * spacing, y = (float)row * spacing, sum[EACH] = {0.0f};
    for (unsigned i = from; i < to; i++) {
        float4 a = atom[i];
        float dy = y - a.y, square = dy * dy + a.z;
        for (int k = 0; k < EACH; k++) {
            float dx = x + (float)(k * WIDE) * spacing - a.x;
            sum[k] += a.w * rsqrtf(dx * dx + square);
        }
    }
    float *out = potential + width * row + column;
    for (int k = 0; k < EACH; k++)
        out[k * WIDE] += sum[k];
}
