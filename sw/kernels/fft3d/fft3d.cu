/*
 * A partial differential equation solved by Fourier transforms in three dimensions: FT of the NAS
 * parallel benchmarks, FT.S of table II of "Multi-GPU System Design with Memory Networks". A random
 * complex field is transformed once. In each time step, which is a step of diffusion, every
 * component is multiplied by a factor that its frequency decides, the field is transformed back,
 * and a sum over some points is taken.
 *
 * A transform is three launches, one for each dimension. A CTA has LINES lines of n points, which
 * it transforms in shared memory: bits of the index are reversed when the points are loaded, then
 * log2 n stages of butterflies follow. Points of a line are `stride` apart, so along x a CTA reads
 * whole lines, and along y and z the neighbours of LINES lines. Sides are powers of 2 from LINES
 * up, the longest is `longest`.
 */
enum { LINES = 4, SAMPLERS = 128 };

static __device__ double2 product(double2 a, double2 b)
{
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* How far a frequency is from 0; the upper half of a side has negative ones. */
static __device__ int frequency(unsigned i, unsigned n)
{
    return i < n / 2 ? (int)i : (int)i - (int)n;
}

/* root[k]: exp(-2 pi i k / longest). factor: exp(-4 alpha pi^2 |frequency|^2), with the alpha of
 * NAS, 1e-6. */
extern "C" __global__ void start(double2 *root, double *factor, unsigned nx, unsigned ny,
                                 unsigned nz, unsigned longest)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < longest / 2) {
        double s, c;
        sincospi(-2.0 * (double)i / (double)longest, &s, &c);
        root[i] = make_double2(c, s);
    }
    if (i >= nx * ny * nz)
        return;
    int x = frequency(i % nx, nx), y = frequency(i / nx % ny, ny), z = frequency(i / nx / ny, nz);
    const double pi = 3.14159265358979323846;
    factor[i] = exp(-4.0e-6 * pi * pi * (double)(x * x + y * y + z * z));
}

/* The place of point e of a line. */
static __device__ unsigned place(unsigned line, unsigned e, unsigned n, unsigned stride)
{
    return line / stride * stride * n + line % stride + e * stride;
}

/* All threads of a CTA take the CTA's points in the order in which they lie. */
struct point {
    unsigned line, e;
};

static __device__ struct point point_of(unsigned t, unsigned n, unsigned stride)
{
    if (stride == 1)
        return {t / n, t % n};
    return {t % LINES, t / LINES};
}

extern "C" __global__ void fft(double2 *field, const double2 *root, unsigned n, unsigned stride,
                               unsigned longest, unsigned back)
{
    extern __shared__ double2 part[];
    unsigned first = blockIdx.x * LINES, shift = (unsigned)__clz((int)n) + 1;
    for (unsigned t = threadIdx.x; t < LINES * n; t += blockDim.x) {
        struct point p = point_of(t, n, stride);
        part[p.line * n + (__brev(p.e) >> shift)] = field[place(first + p.line, p.e, n, stride)];
    }
    for (unsigned half = 1; half < n; half *= 2) {
        __syncthreads();
        for (unsigned t = threadIdx.x; t < LINES * n / 2; t += blockDim.x) {
            unsigned k = t & (half - 1), i = 2 * (t - k) + k;
            double2 w = root[k * (longest / (2 * half))], a = part[i];
            if (back)
                w.y = -w.y;
            double2 b = product(w, part[i + half]);
            part[i] = make_double2(a.x + b.x, a.y + b.y);
            part[i + half] = make_double2(a.x - b.x, a.y - b.y);
        }
    }
    __syncthreads();
    for (unsigned t = threadIdx.x; t < LINES * n; t += blockDim.x) {
        struct point p = point_of(t, n, stride);
        field[place(first + p.line, p.e, n, stride)] = part[p.line * n + p.e];
    }
}

/* One step in time. `next` is then transformed back. */
extern "C" __global__ void evolve(double2 *component, const double *factor, double2 *next)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double2 c = component[i];
    c.x *= factor[i];
    c.y *= factor[i];
    component[i] = c;
    next[i] = c;
}

/* The sum of points (j, 3 j, 5 j), j = 1 to `samples`, over the number of all points, as in NAS;
 * transforms back are not divided by that. One CTA. */
extern "C" __global__ void checksum(const double2 *field, double2 *sum, unsigned nx, unsigned ny,
                                    unsigned nz, unsigned samples)
{
    __shared__ double2 part[SAMPLERS];
    unsigned tx = threadIdx.x;
    double2 mine = make_double2(0.0, 0.0);
    for (unsigned j = tx + 1; j <= samples; j += SAMPLERS) {
        double2 v = field[(5 * j % nz * ny + 3 * j % ny) * nx + j % nx];
        mine.x += v.x;
        mine.y += v.y;
    }
    part[tx] = mine;
    for (unsigned half = SAMPLERS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (tx < half) {
            part[tx].x += part[tx + half].x;
            part[tx].y += part[tx + half].y;
        }
    }
    double points = (double)(nx * ny * nz);
    if (tx == 0)
        *sum = make_double2(part[0].x / points, part[0].y / points);
}
