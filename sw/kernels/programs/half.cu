/* Half precision and bfloat16, one number and two: the device's results and the host's against
 * sums and products of 128 bits that are rounded here. */
#include <cmath>
#include <cstdio>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum { N = 1024, OPS = 16 };

/* What the program knows of a type: bits of precision, smallest exponent. */
template <class H> struct format;
template <> struct format<half> {
    enum { precision = 11, least = -14 };
};
template <> struct format<nv_bfloat16> {
    enum { precision = 8, least = -126 };
};

/* All operations on one set of numbers. */
template <class H, class H2> __host__ __device__ void operate(H a, H b, H c, H *r)
{
    r[0] = __hadd(a, b);
    r[1] = a - b;
    r[2] = __hmul_rn(a, b);
    r[3] = a / b;
    r[4] = __hfma(a, b, c);
    r[5] = __hadd_sat(a, b);
    r[6] = __hfma_sat(a, b, c);
    H2 v(a, b), w(b, c), two = __hfma2(v, w, H2(c, a));
    r[7] = two.x;
    r[8] = two.y;
    two = v * w;
    r[9] = two.y;
    r[10] = hsqrt(__habs(a));
    r[11] = __hmax(a, b);
    r[12] = a < b ? hfloor(a) : hceil(a);
    r[13] = hrint(a);
    r[14] = H((float)(int)a);
    r[15] = __hneg2(__hsub2_sat(v, w)).y;
}

template <class H, class H2> __global__ void kernel(const H *in, H *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    H r[OPS];
    operate<H, H2>(in[i], in[i + 1], in[i + 2], r);
    for (int k = 0; k < OPS; k++)
        out[k * N + i] = r[k];
}

/* Whole numbers of units of 2^-60: exact for sums and products of the numbers of some(). */
typedef __int128 exact;
enum { UNIT = 60, HALF_UNIT = 30 };

static exact factor(double v)
{
    return (exact)ldexp(v, HALF_UNIT);
}

/* The number of type H that is nearest, with the even one in the middle. */
template <class H> double nearest(exact v)
{
    enum { bits = format<H>::precision, last = UNIT + 1 + format<H>::least - bits };
    unsigned __int128 size = v < 0 ? -v : v;
    int drop = last > 0 ? last : 0;
    while (size >> drop >= 1u << bits)
        drop++;
    unsigned long long whole = (unsigned long long)(size >> drop);
    unsigned __int128 rest = size - ((unsigned __int128)whole << drop), twice = 2 * rest;
    unsigned __int128 unit = (unsigned __int128)1 << drop;
    whole += twice > unit || (twice == unit && whole % 2 == 1);
    double r = ldexp((double)whole, drop - UNIT);
    if (bits == 11 && r >= 65536)
        r = INFINITY;
    return v < 0 ? -r : r;
}

/* The quotient; its last bit is set if there is a rest. */
static exact divided(exact a, exact b)
{
    exact q = (a << UNIT) / b;
    return (a << UNIT) % b == 0 ? q : q < 0 ? -(-q | 1) : (a < 0) != (b < 0) ? -1 : q | 1;
}

static double clamped(double v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

template <class H> void expected(double a, double b, double c, double *r)
{
    exact x = factor(a), y = factor(b), z = factor(c), one = (exact)1 << HALF_UNIT;
    r[0] = nearest<H>((x + y) * one);
    r[1] = nearest<H>((x - y) * one);
    r[2] = nearest<H>(x * y);
    r[3] = nearest<H>(divided(x, y));
    r[4] = nearest<H>(x * y + z * one);
    r[5] = clamped(nearest<H>((x + y) * one));
    r[6] = clamped(nearest<H>(x * y + z * one));
    r[7] = nearest<H>(x * y + z * one);
    r[8] = nearest<H>(y * z + x * one);
    r[9] = nearest<H>(y * z);
    r[10] = nearest<H>((exact)ldexp(sqrt(fabs(a)), UNIT));
    r[11] = a > b ? a : b;
    r[12] = a < b ? floor(a) : ceil(a);
    r[13] = nearbyint(a);
    r[14] = nearest<H>(factor(trunc(a)) * one);
    r[15] = -clamped(nearest<H>((y - z) * one));
}

/* A number with random bits, between 2^-14 and 2^16; often one that nearly cancels the last. */
static unsigned short some(unsigned *seed, unsigned short last, int precision)
{
    *seed = *seed * 1664525u + 1013904223u;
    unsigned pick = *seed >> 27, bits = *seed >> 8 & 0xffff;
    if (pick < 8)
        return (unsigned short)((last ^ 0x8000) + bits % 3 - 1);
    unsigned bias = precision == 11 ? 15 : 127, spread = pick % 2 == 0 ? 30 : 8;
    unsigned exponent = bias + (*seed >> 12) % spread + 1 - spread / 2;
    return (unsigned short)((bits & 0x8000) | exponent << (precision - 1) |
                            bits % (1u << (precision - 1)));
}

template <class H, class H2> void check(const char *name)
{
    H *in, *out;
    unsigned seed = 7;
    unsigned short bits = 0x3c00;
    int wrong_device = 0, wrong_host = 0;
    cudaMallocManaged(&in, (N + 2) * sizeof *in);
    cudaMallocManaged(&out, N * OPS * sizeof *out);
    for (int i = 0; i < N + 2; i++) {
        bits = some(&seed, bits, format<H>::precision);
        memcpy(&in[i], &bits, sizeof bits);
    }
    kernel<H, H2><<<N / 128, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
        H a = in[i], b = in[i + 1], c = in[i + 2], host[OPS];
        double want[OPS];
        operate<H, H2>(a, b, c, host);
        expected<H>((float)a, (float)b, (float)c, want);
        for (int k = 0; k < OPS; k++) {
            if ((double)(float)out[k * N + i] != want[k] && wrong_device++ == 0)
                printf("operation %d of %g, %g, %g: %a, not %a\n", k, (float)a, (float)b, (float)c,
                       (float)out[k * N + i], want[k]);
            wrong_host += (double)(float)host[k] != want[k];
        }
    }
    printf("%s: %d results, device %d wrong, host %d wrong\n", name, N * OPS, wrong_device,
           wrong_host);
    cudaFree(in);
    cudaFree(out);
}

/* Conversions in all roundings of numbers whose results are known. */
__global__ void conversions(const double *in, unsigned short *out, int *ints)
{
    int i = threadIdx.x;
    float v = (float)in[i];
    unsigned short *o = out + 10 * i;
    o[0] = __half_as_ushort(__float2half_rn(v));
    o[1] = __half_as_ushort(__float2half_rz(v));
    o[2] = __half_as_ushort(__float2half_rd(v));
    o[3] = __half_as_ushort(__float2half_ru(v));
    o[4] = __half_as_ushort(__double2half(in[i]));
    o[5] = __bfloat16_as_ushort(__float2bfloat16_rn(v));
    o[6] = __bfloat16_as_ushort(__float2bfloat16_rz(v));
    o[7] = __half_as_ushort(__int2half_rn(in[i] > 1e6 ? 70000 : (int)(in[i] * 1000)));
    o[8] = __half_as_ushort(__ull2half_rd(2049));
    o[9] = __bfloat16_as_ushort(__ll2bfloat16_rn(-257));
    ints[4 * i] = __half2int_rn(__float2half(v));
    ints[4 * i + 1] = __half2short_rd(__float2half(v));
    ints[4 * i + 2] = (int)__half2uint_ru(__float2half(v));
    ints[4 * i + 3] = (int)__bfloat162ll_rz(__float2bfloat16(v));
}

/* Shuffles, loads, comparisons of two, and what packs and unpacks. */
__global__ void lanes(const half2 *in, float *out)
{
    int t = threadIdx.x;
    half2 v = __ldg(in + t), other = __shfl_xor_sync(~0u, v, 1);
    half up = __shfl_up_sync(~0u, __low2half(v), 2u);
    float2 both = __half22float2(__lowhigh2highlow(other));
    out[8 * t] = both.x;
    out[8 * t + 1] = both.y;
    out[8 * t + 2] = up;
    out[8 * t + 3] = __hbgt2(v, other);
    out[8 * t + 4] = __low2float(__hge2(v, other));
    out[8 * t + 5] = __hequ(up, __ushort_as_half(0x7e00));
    out[8 * t + 6] = __hisnan(hsqrt(__hneg(__high2half(v))));
    out[8 * t + 7] = __high2float(__highs2half2(v, __hcmadd(v, v, v)));
}

/* The product lies in the middle of two numbers; c, too small for a double beside it, decides. */
__global__ void decided(float *out)
{
    nv_bfloat16 b = __float2bfloat16(1.5f), tiny = __float2bfloat16(ldexpf(1, -100));
    out[0] = __hfma(__ushort_as_bfloat16(0x3f81), b, __hneg(tiny));
    out[1] = __hfma(__ushort_as_bfloat16(0x3f83), b, tiny);
}

static void run_decided()
{
    float *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    decided<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("decided: %.9g %.9g\n", out[0], out[1]);
}

static void run_conversions()
{
    static const double numbers[] = {1.0 / 3, -65519.9, 65520, 5.9604644775390625e-8 * 1.5,
                                     1.0009765625 + 1e-12};
    double *in;
    unsigned short *out;
    int *ints;
    cudaMallocManaged(&in, sizeof numbers);
    cudaMallocManaged(&out, 5 * 10 * sizeof *out);
    cudaMallocManaged(&ints, 5 * 4 * sizeof *ints);
    memcpy(in, numbers, sizeof numbers);
    conversions<<<1, 5>>>(in, out, ints);
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++) {
        printf("%.9g:", numbers[i]);
        for (int k = 0; k < 10; k++)
            printf(" %04x", out[10 * i + k]);
        printf(", %d %d %d %d\n", ints[4 * i], ints[4 * i + 1], ints[4 * i + 2], ints[4 * i + 3]);
    }
}

static void run_lanes()
{
    half2 *in;
    float *out;
    cudaMallocManaged(&in, 32 * sizeof *in);
    cudaMallocManaged(&out, 32 * 8 * sizeof *out);
    for (int t = 0; t < 32; t++)
        in[t] = __floats2half2_rn((float)t, 0.5f * (float)t + 1);
    lanes<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    for (int t = 4; t < 6; t++) {
        printf("lane %d:", t);
        for (int k = 0; k < 8; k++)
            printf(" %g", out[8 * t + k]);
        printf("\n");
    }
}

int main()
{
    check<half, half2>("half");
    check<nv_bfloat16, nv_bfloat162>("bfloat16");
    run_conversions();
    run_lanes();
    run_decided();
    printf("%s, sizes %zu %zu\n", cudaGetErrorName(cudaGetLastError()), sizeof(half),
           sizeof(nv_bfloat162));
    return 0;
}
