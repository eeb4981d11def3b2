/*
 * Texture objects and references, points and linear filters, all ways to go outside; arrays of one
 * to three dimensions and with layers; surfaces. Expected values are computed here from the
 * programming guide's formulas.
 */
#include <cmath>
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

enum { W = 13, H = 7, D = 5, N = 64 };

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
static texture<int2, 2> pairs;
surface<void, cudaSurfaceType2D> board;

static int wrong;

static void expect(const char *what, int i, float got, double want)
{
    if (fabs(got - want) > 1e-5 * (1 + fabs(want)) && wrong++ < 5)
        printf("%s[%d]: %g, not %g\n", what, i, got, want);
}

__device__ float coordinate(int i)
{
    return -6.0f + 0.29f * i;
}

static float same_coordinate(int i)
{
    return -6.0f + 0.29f * i;
}

/* ---- references ---- */

__global__ void by_reference(float *out)
{
    int i = threadIdx.x;
    float4 c = tex2D(colours, i % W + 0.5f, i / W + 0.5f);
    int2 p = tex2D(pairs, i % W, i / W);
    out[i] = tex1Dfetch(line, i) + 10 * c.x + 100 * c.w + 1000 * p.y;
}

static void references(float *out)
{
    float h[N];
    unsigned char c[H][W][4];
    int2 q[H][W];
    float *d;
    cudaArray *array;
    int2 *rows;
    size_t pitch, offset;
    for (int i = 0; i < N; i++)
        h[i] = 0.25f * i;
    for (int i = 0; i < W * H; i++) {
        for (int k = 0; k < 4; k++)
            c[0][i][k] = (unsigned char)(i * 3 + k * 40);
        q[0][i] = make_int2(i, -i);
    }
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaBindTexture(&offset, line, d, N / 2 * sizeof(float));
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &texel, W, H);
    cudaMemcpyToArray(array, 0, 0, c, sizeof c, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(colours, array);
    cudaMallocPitch(&rows, &pitch, sizeof q[0], H);
    cudaMemcpy2D(rows, pitch, q, sizeof q[0], sizeof q[0], H, cudaMemcpyHostToDevice);
    cudaBindTexture2D(0, pairs, rows, cudaCreateChannelDesc<int2>(), W, H, pitch);
    by_reference<<<1, N>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        expect("reference", i, h[i],
               (i < N / 2 ? 0.25 * i : 0) + 10.0 * c[0][i][0] / 255 + 100.0 * c[0][i][3] / 255 - 1000.0 * i);
    cudaUnbindTexture(line);
    cudaFreeArray(array);
    cudaFree(rows);
    cudaFree(d);
}

/* ---- objects ---- */

__global__ void one(float *out, cudaTextureObject_t t, float scale)
{
    out[threadIdx.x] = tex1D<float>(t, coordinate(threadIdx.x) * scale);
}

static int fold(int i, int n, cudaTextureAddressMode mode)
{
    if (mode == cudaAddressModeWrap)
        return ((i % n) + n) % n;
    if (mode == cudaAddressModeMirror) {
        int m = ((i % (2 * n)) + 2 * n) % (2 * n);
        return m < n ? m : 2 * n - 1 - m;
    }
    if (mode == cudaAddressModeBorder && (i < 0 || i >= n))
        return -1;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double texel_of(const float *v, int i, int n, cudaTextureAddressMode mode)
{
    int at = fold(i, n, mode);
    return at < 0 ? 0 : v[at];
}

static double linear_of(const float *v, double x, int n, cudaTextureAddressMode mode)
{
    double low = floor(x - 0.5), a = rint((x - 0.5 - low) * 256) / 256;
    return (1 - a) * texel_of(v, (int)low, n, mode) + a * texel_of(v, (int)low + 1, n, mode);
}

static void modes(float *out)
{
    static const cudaTextureAddressMode all[] = {cudaAddressModeWrap, cudaAddressModeClamp,
                                                 cudaAddressModeMirror, cudaAddressModeBorder};
    float v[W], h[N];
    cudaArray_t array;
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
    for (int i = 0; i < W; i++)
        v[i] = (float)(i * i % 11);
    cudaMallocArray(&array, &texel, W);
    cudaMemcpyToArray(array, 0, 0, v, sizeof v, cudaMemcpyHostToDevice);
    for (int k = 0; k < 16; k++) {
        cudaTextureObject_t t;
        cudaResourceDesc r;
        cudaTextureDesc d;
        memset(&r, 0, sizeof r);
        memset(&d, 0, sizeof d);
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array;
        d.addressMode[0] = all[k % 4];
        d.filterMode = k & 4 ? cudaFilterModeLinear : cudaFilterModePoint;
        d.normalizedCoords = k >> 3;
        cudaCreateTextureObject(&t, &r, &d, 0);
        one<<<1, N>>>(out, t, k & 8 ? 1.0f / W : 1.0f);
        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
        cudaDestroyTextureObject(t);
        for (int i = 0; i < N; i++) {
            float scale = k & 8 ? 1.0f / W : 1.0f;
            float x = same_coordinate(i) * scale * (k & 8 ? (float)W : 1.0f);
            /* Wrap and mirror are for normalized coordinates; otherwise they clamp. */
            cudaTextureAddressMode mode = k & 8 || all[k % 4] == cudaAddressModeBorder
                                              ? all[k % 4]
                                              : cudaAddressModeClamp;
            expect(k & 4 ? "linear" : "point", 100 * k + i, h[i],
                   k & 4 ? linear_of(v, x, W, mode) : texel_of(v, (int)floorf(x), W, mode));
        }
    }
    cudaFreeArray(array);
}

/* ---- planes, volumes, layers ---- */

__global__ void planes(float *out, cudaTextureObject_t plane, cudaTextureObject_t volume,
                       cudaTextureObject_t layers)
{
    int i = threadIdx.x;
    float x = 0.37f * i - 2, y = 0.21f * i - 1, z = 0.11f * i;
    float4 v = tex3D<float4>(volume, x, y, z);
    short s;
    tex2DLayered(&s, layers, x, y, i % D);
    out[i] = tex2D<float>(plane, x, y) + v.x + 2 * v.w + s;
}

static int clamp(double x, int n)
{
    return x < 0 ? 0 : x >= n ? n - 1 : (int)floor(x);
}

static cudaTextureObject_t object(cudaArray_t array, cudaTextureFilterMode filter)
{
    cudaTextureObject_t t;
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
    d.filterMode = filter;
    cudaCreateTextureObject(&t, &r, &d, 0);
    return t;
}

static cudaArray_t filled(const void *bytes, size_t texel, cudaChannelFormatDesc format, int depth,
                          unsigned flags)
{
    cudaArray_t array;
    cudaMemcpy3DParms p = {};
    cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, depth), flags);
    p.srcPtr = make_cudaPitchedPtr((void *)bytes, W * texel, W, H);
    p.dstArray = array;
    p.extent = make_cudaExtent(W, H, depth == 0 ? 1 : depth);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    return array;
}

static void spaces(float *out)
{
    static float plane[H][W], h[N];
    static float4 volume[D][H][W];
    static short layer[D][H][W];
    for (int i = 0; i < D * H * W; i++) {
        if (i < H * W)
            plane[0][i] = (float)(i % 17);
        volume[0][0][i] = make_float4((float)(i % 7), 0, 0, (float)(i % 5));
        layer[0][0][i] = (short)(i % 29 - 14);
    }
    cudaArray_t a = filled(plane, sizeof(float), cudaCreateChannelDesc<float>(), 0, 0);
    cudaArray_t b = filled(volume, sizeof(float4), cudaCreateChannelDesc<float4>(), D, 0);
    cudaArray_t c = filled(layer, sizeof(short), cudaCreateChannelDesc<short>(), D, cudaArrayLayered);
    planes<<<1, N>>>(out, object(a, cudaFilterModeLinear), object(b, cudaFilterModePoint),
                     object(c, cudaFilterModePoint));
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        float x = 0.37f * i - 2, y = 0.21f * i - 1, z = 0.11f * i;
        double low = floorf(x - 0.5f), below = floorf(y - 0.5f), sum = 0;
        double p = rintf((x - 0.5f - (float)low) * 256) / 256, q = rintf((y - 0.5f - (float)below) * 256) / 256;
        for (int k = 0; k < 4; k++)
            sum += (k & 1 ? p : 1 - p) * (k & 2 ? q : 1 - q) *
                   plane[clamp(below + (k >> 1), H)][clamp(low + (k & 1), W)];
        float4 v = volume[clamp(z, D)][clamp(y, H)][clamp(x, W)];
        expect("space", i, h[i], sum + v.x + 2 * v.w + layer[i % D][clamp(y, H)][clamp(x, W)]);
    }
    cudaFreeArray(a);
    cudaFreeArray(b);
    cudaFreeArray(c);
}

/* ---- surfaces ---- */

__global__ void turn(cudaSurfaceObject_t from)
{
    int x = threadIdx.x % W, y = threadIdx.x / W;
    if (y >= H)
        return;
    int v = surf2Dread<int>(from, x * (int)sizeof(int), y);
    surf2Dwrite(v + 1, board, (W - 1 - x) * (int)sizeof(int), H - 1 - y);
    /* Outside: nothing is written, and what is read is 0, or the nearest. */
    surf2Dwrite(99, board, W * (int)sizeof(int), y, cudaBoundaryModeZero);
    int none = surf2Dread<int>(from, -4, y, cudaBoundaryModeZero);
    int nearest = surf2Dread<int>(from, 4 * x, H + 3, cudaBoundaryModeClamp);
    if (x == W - 1 && y == H - 1)
        surf2Dwrite(none + nearest, board, 0, 0);
}

static void surfaces()
{
    int v[H][W], back[H][W];
    cudaArray_t from, to;
    cudaSurfaceObject_t s;
    cudaResourceDesc r = {};
    cudaChannelFormatDesc texel = cudaCreateChannelDesc<int>();
    for (int i = 0; i < H * W; i++)
        v[0][i] = i * 7;
    cudaMallocArray(&from, &texel, W, H, cudaArraySurfaceLoadStore);
    cudaMallocArray(&to, &texel, W, H, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(from, 0, 0, v, sizeof v[0], sizeof v[0], H, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = from;
    cudaCreateSurfaceObject(&s, &r);
    cudaBindSurfaceToArray(board, to);
    turn<<<1, 96>>>(s);
    cudaMemcpy2DFromArray(back, sizeof back[0], to, 0, 0, sizeof back[0], H, cudaMemcpyDeviceToHost);
    expect("surface", 0, (float)back[0][0], v[H - 1][W - 1]);
    for (int i = 1; i < H * W; i++)
        expect("surface", i, (float)back[0][i], v[0][H * W - 1 - i] + 1);
    cudaMemcpyArrayToArray(from, 8, 1, to, 4, 2, 5 * W * sizeof(int) - 40);
    cudaMemcpyFromArray(v, from, 0, 0, sizeof v, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5 * W - 10; i++)
        expect("copied", i, (float)v[1][2 + i], back[2][1 + i]);
    cudaDestroySurfaceObject(s);
}

int main()
{
    float *out;
    cudaMalloc(&out, N * sizeof(float));
    references(out);
    modes(out);
    spaces(out);
    surfaces();
    printf("%d wrong, %s\n", wrong, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
