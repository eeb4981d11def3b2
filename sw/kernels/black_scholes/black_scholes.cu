/*
 * BLK of LADM's table IV (BlackScholes of the CUDA SDK): prices of European options by Black and
 * Scholes. The normal distribution is the polynomial of Abramowitz and Stegun, 26.2.17, whose error
 * is below 7.5e-8.
 *
 * Dominant access: price[128 bx + tx + 128 gridDim.x * m], and the other four buffers alike. One
 * dimension, and the part without m has bx: no locality, with a stride of the whole grid
 * (NL-Xstride).
 */
static __device__ float normal(float x)
{
    const float scale = 0.3989422804f; /* 1 / sqrt(2 pi) */
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float sum = 1.330274429f;
    sum = sum * k - 1.821255978f;
    sum = sum * k + 1.781477937f;
    sum = sum * k - 0.356563782f;
    sum = sum * k + 0.319381530f;
    float tail = scale * expf(-0.5f * x * x) * sum * k;
    return x > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(const float *price, const float *strike,
                                         const float *years, float *call, float *put,
                                         float riskless, float volatility, unsigned n)
{
    unsigned threads = blockDim.x * gridDim.x;
    for (unsigned i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += threads) {
        float s = price[i], x = strike[i], t = years[i];
        float spread = volatility * sqrtf(t);
        float d1 = (logf(s / x) + (riskless + 0.5f * volatility * volatility) * t) / spread;
        float n1 = normal(d1), n2 = normal(d1 - spread);
        float later = x * expf(-riskless * t);
        call[i] = s * n1 - later * n2;
        put[i] = later * (1.0f - n2) - s * (1.0f - n1);
    }
}
