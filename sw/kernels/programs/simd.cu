/* Integers in the lanes of a word: every function against each lane by itself, in ints. Complex
 * numbers on the device and on the host: whole numbers, whose results are exact. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuComplex.h>
#include <cuda_runtime.h>

enum { WORDS = 1024, POINTS = 64, RESULTS = 16 };

static int between(int v, int least, int most)
{
    return v < least ? least : v > most ? most : v;
}

/* An average whose halves are rounded away from zero. */
static int middle(int sum)
{
    return sum < 0 ? -((1 - sum) / 2) : (sum + 1) / 2;
}

/* All functions: whether a lane has a sign, and its result for a and b, numbers from least to most.
 * A sum of lanes has the lanes' parts here. */
#define COMPARISONS(TWO, name, yes)                                                                \
    TWO(name##eq, false, a == b ? yes : 0)                                                         \
    TWO(name##ne, false, a != b ? yes : 0)                                                         \
    TWO(name##ges, true, a >= b ? yes : 0)                                                         \
    TWO(name##geu, false, a >= b ? yes : 0)                                                        \
    TWO(name##gts, true, a > b ? yes : 0)                                                          \
    TWO(name##gtu, false, a > b ? yes : 0)                                                         \
    TWO(name##les, true, a <= b ? yes : 0)                                                         \
    TWO(name##leu, false, a <= b ? yes : 0)                                                        \
    TWO(name##lts, true, a < b ? yes : 0)                                                          \
    TWO(name##ltu, false, a < b ? yes : 0)
#define FUNCTIONS(ONE, TWO)                                                                        \
    ONE(__vabs, true, a < 0 ? -a : a)                                                              \
    ONE(__vabsss, true, between(a < 0 ? -a : a, least, most))                                      \
    ONE(__vneg, true, -a)                                                                          \
    ONE(__vnegss, true, between(-a, least, most))                                                  \
    TWO(__vadd, false, a + b)                                                                      \
    TWO(__vaddss, true, between(a + b, least, most))                                               \
    TWO(__vaddus, false, between(a + b, least, most))                                              \
    TWO(__vsub, false, a - b)                                                                      \
    TWO(__vsubss, true, between(a - b, least, most))                                               \
    TWO(__vsubus, false, between(a - b, least, most))                                              \
    TWO(__vavgs, true, middle(a + b))                                                              \
    TWO(__vavgu, false, middle(a + b))                                                             \
    TWO(__vhaddu, false, (a + b) / 2)                                                              \
    TWO(__vabsdiffs, true, a < b ? b - a : a - b)                                                  \
    TWO(__vabsdiffu, false, a < b ? b - a : a - b)                                                 \
    TWO(__vmaxs, true, a < b ? b : a)                                                              \
    TWO(__vmaxu, false, a < b ? b : a)                                                             \
    TWO(__vmins, true, a < b ? a : b)                                                              \
    TWO(__vminu, false, a < b ? a : b)                                                             \
    TWO(__vsads, true, a < b ? b - a : a - b)                                                      \
    TWO(__vsadu, false, a < b ? b - a : a - b)                                                     \
    COMPARISONS(TWO, __vcmp, -1)                                                                   \
    COMPARISONS(TWO, __vset, 1)

/* Result k of word i is out[k * WORDS + i]: of each function that on two lanes, then on four. */
__global__ void all(const unsigned *left, const unsigned *right, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = left[i], b = right[i];
    unsigned *o = out + i;
#define ONE(name, sign, lane)                                                                      \
    o[0] = name##2(a);                                                                             \
    o[WORDS] = name##4(a);                                                                         \
    o += 2 * WORDS;
#define TWO(name, sign, lane)                                                                      \
    o[0] = name##2(a, b);                                                                          \
    o[WORDS] = name##4(a, b);                                                                      \
    o += 2 * WORDS;
    FUNCTIONS(ONE, TWO)
#undef ONE
#undef TWO
}

struct function {
    const char *name;
    bool sign;
    int (*lane)(int a, int b, int least, int most);
};
#define ROW(name, sign, expression)                                                                \
    {#name, sign, [](int a, int b, int least, int most) {                                          \
         (void)b, (void)least, (void)most;                                                         \
         return expression;                                                                        \
     }},
static const function functions[] = {FUNCTIONS(ROW, ROW)};
enum { COUNT = sizeof functions / sizeof *functions };

/* Lane `at` of a word as a number. */
static int lane_of(unsigned word, int at, int lanes, bool sign)
{
    int values = lanes == 2 ? 65536 : 256;
    for (int i = 0; i < at; i++)
        word /= values;
    int v = (int)(word % values);
    return sign && v >= values / 2 ? v - values : v;
}

static unsigned expected(const function &f, int lanes, unsigned left, unsigned right)
{
    int values = lanes == 2 ? 65536 : 256, least = f.sign ? -values / 2 : 0;
    bool total = strncmp(f.name, "__vsad", 6) == 0;
    unsigned result = 0;
    for (int at = lanes - 1; at >= 0; at--) {
        int v = f.lane(lane_of(left, at, lanes, f.sign), lane_of(right, at, lanes, f.sign), least,
                       least + values - 1);
        result = total ? result + v : result * values + (v + values) % values;
    }
    return result;
}

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Half of the lanes are numbers where something changes, in words of two lanes or of four. */
static unsigned some(unsigned *seed)
{
    static const unsigned edges[] = {0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff};
    int bits = next(seed) / 16 % 2 == 0 ? 16 : 8;
    unsigned word = 0;
    for (int at = 0; at < 32; at += bits) {
        unsigned pick = next(seed) / 16 % 18, v = pick < 9 ? edges[pick] : next(seed) % 65536;
        /* Of 0x8001 the byte is 0x81. */
        word = word << bits | (bits == 16 ? v : (v >> 8 & 0x80) | (v & 0x7f));
    }
    return word;
}

static void check_lanes()
{
    unsigned *left, *right, *out, seed = 3;
    cudaMallocManaged(&left, WORDS * sizeof *left);
    cudaMallocManaged(&right, WORDS * sizeof *right);
    cudaMallocManaged(&out, 2 * COUNT * WORDS * sizeof *out);
    for (int i = 0; i < WORDS; i++) {
        left[i] = some(&seed);
        right[i] = i % 16 == 0 ? left[i] : some(&seed);
    }
    all<<<WORDS / 128, 128>>>(left, right, out);
    cudaDeviceSynchronize();
    for (int k = 0; k < 2 * COUNT; k++) {
        int wrong = 0, lanes = k % 2 == 0 ? 2 : 4;
        for (int i = 0; i < WORDS; i++) {
            unsigned want = expected(functions[k / 2], lanes, left[i], right[i]);
            unsigned have = out[k * WORDS + i];
            if (have != want && wrong++ == 0)
                printf("%08x, %08x: %08x, not %08x\n", left[i], right[i], have, want);
        }
        printf("%s%d: %d wrong\n", functions[k / 2].name, lanes, wrong);
    }
}

/* Both types by the same names. */
#define COMPLEX(f, Real, Complex)                                                                  \
    __host__ __device__ void operate(Real m, Real n, Real huge, Real *r)                           \
    {                                                                                              \
        Complex x = make_##Complex(m, n), y = make_##Complex(-2, 4), z[6];                         \
        z[0] = cuCadd##f(x, y);                                                                    \
        z[1] = cuCsub##f(cuConj##f(x), y);                                                         \
        z[2] = cuCmul##f(x, y);                                                                    \
        z[3] = cuCfma##f(x, y, make_##Complex(7, -9));                                             \
        z[4] = cuCdiv##f(z[2], y);                                                                 \
        z[5] = cuCdiv##f(make_##Complex(m * huge, n * huge), make_##Complex(0, huge));             \
        for (int i = 0; i < 6; i++) {                                                              \
            r[2 * i] = cuCreal##f(z[i]);                                                           \
            r[2 * i + 1] = cuCimag##f(z[i]);                                                       \
        }                                                                                          \
        r[12] = cuCabs##f(make_##Complex(3 * m, 4 * m));                                           \
        r[13] = cuCabs##f(make_##Complex(4 * huge, -3 * huge)) / huge;                             \
        r[14] = cuCabs##f(make_##Complex(3 / huge, 4 / huge)) * huge;                              \
        r[15] = cuCabs##f(make_##Complex(0, n));                                                   \
    }
COMPLEX(f, float, cuFloatComplex)
COMPLEX(, double, cuDoubleComplex)

template <class Real> __global__ void complex_numbers(Real huge, Real *out)
{
    int i = threadIdx.x;
    Real r[RESULTS];
    operate((Real)(i % 8 - 3), (Real)(i / 8 - 4), huge, r);
    for (int k = 0; k < RESULTS; k++)
        out[k * POINTS + i] = r[k];
}

/* Squares of `huge` and of its reciprocal are no numbers of the type. */
template <class Real> void check_complex(const char *name, Real huge)
{
    Real *out;
    int wrong_device = 0, wrong_host = 0;
    cudaMallocManaged(&out, POINTS * RESULTS * sizeof *out);
    complex_numbers<<<1, POINTS>>>(huge, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < POINTS; i++) {
        int m = i % 8 - 3, n = i / 8 - 4, re = -2 * m - 4 * n, im = 4 * m - 2 * n;
        int want[RESULTS] = {m - 2, n + 4, m + 2, -n - 4, re,         im, re + 7, im - 9,
                             m,     n,     n,     -m,     5 * abs(m), 5,  5,      abs(n)};
        Real host[RESULTS];
        operate((Real)m, (Real)n, huge, host);
        for (int k = 0; k < RESULTS; k++) {
            if (out[k * POINTS + i] != want[k] && wrong_device++ == 0)
                printf("result %d of %d, %d: %g, not %d\n", k, m, n, out[k * POINTS + i], want[k]);
            wrong_host += host[k] != want[k];
        }
    }
    printf("%s: device %d wrong, host %d wrong\n", name, wrong_device, wrong_host);
}

int main()
{
    check_lanes();
    check_complex<float>("cuFloatComplex", 0x1p100f);
    check_complex<double>("cuDoubleComplex", 0x1p900);
    cuDoubleComplex wide = cuComplexFloatToDouble(make_cuComplex(0.5f, -3));
    cuComplex narrow = cuComplexDoubleToFloat(make_cuDoubleComplex(1e-60, wide.y));
    printf("%g %g, %g %g\n", wide.x, wide.y, narrow.x, narrow.y);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
