/*
 * Back propagation through a network of two layers, one input at a time: the structure of Rodinia's
 * backprop, BP of table II of "Multi-GPU System Design with Memory Networks". n input units feed
 * HIDDEN hidden units, which feed one output unit; n is a multiple of SIDE.
 *
 * The weights between input and hidden units are a matrix of n + 1 rows and HIDDEN + 1 columns, as
 * in Rodinia: row 0 belongs to the bias, an input that is always 1, and column 0 is not used. A CTA
 * has SIDE x SIDE weights. `forward` leaves the sums of their products, one per hidden unit, and
 * `adjust` moves the weights by what they contribute to the error, and by part of their last move
 * (momentum). Between the two, `learn` does what Rodinia's host does: it adds up the partial sums,
 * computes both layers' units and errors, and moves the output's weights.
 */
enum { SIDE = 16, HIDDEN = SIDE, WIDE = HIDDEN + 1 };

/* Adds up the SIDE rows of `part`; row 0 becomes the sum of all. */
static __device__ void add_rows(float part[SIDE][SIDE])
{
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    for (unsigned half = SIDE / 2; half > 0; half /= 2) {
        __syncthreads();
        if (ty < half)
            part[ty][tx] += part[ty + half][tx];
    }
}

extern "C" __global__ void forward(const float *input, const float *weight, float *partial)
{
    __shared__ float unit[SIDE], part[SIDE][SIDE];
    unsigned tx = threadIdx.x, ty = threadIdx.y, row = SIDE * blockIdx.y + ty;
    if (tx == 0)
        unit[ty] = input[row];
    __syncthreads();
    part[ty][tx] = weight[WIDE * (row + 1) + tx + 1] * unit[ty];
    add_rows(part);
    if (ty == 0)
        partial[HIDDEN * blockIdx.y + tx] = part[0][tx];
}

static __device__ float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static __device__ void move(float *weight, float *last, float slope, float rate, float momentum)
{
    float change = rate * slope + momentum * *last;
    *weight += change;
    *last = change;
}

/* One CTA. answer: the output, and its error times the sigmoid's slope; delta: the same of hidden
 * units. */
extern "C" __global__ void learn(const float *partial, const float *weight, float *hidden,
                                 float *delta, float *answer, float *out_weight, float *out_last,
                                 unsigned ctas, float target, float rate, float momentum)
{
    __shared__ float part[SIDE][SIDE], unit[WIDE], error;
    unsigned tx = threadIdx.x, ty = threadIdx.y, i = SIDE * ty + tx;
    float sum = 0.0f;
    for (unsigned cta = ty; cta < ctas; cta += SIDE)
        sum += partial[HIDDEN * cta + tx];
    part[ty][tx] = sum;
    add_rows(part);
    if (ty == 0)
        unit[tx + 1] = hidden[tx] = sigmoid(weight[tx + 1] + part[0][tx]);
    __syncthreads();
    if (i == 0) {
        float out = out_weight[0];
        for (unsigned j = 1; j < WIDE; j++)
            out += out_weight[j] * unit[j];
        unit[0] = 1.0f;
        answer[0] = out = sigmoid(out);
        answer[1] = error = out * (1.0f - out) * (target - out);
    }
    __syncthreads();
    if (i > 0 && i < WIDE)
        delta[i - 1] = unit[i] * (1.0f - unit[i]) * out_weight[i] * error;
    if (i < WIDE)
        move(&out_weight[i], &out_last[i], error * unit[i], rate, momentum);
}

extern "C" __global__ void adjust(const float *input, const float *delta, float *weight,
                                  float *last, float rate, float momentum)
{
    unsigned tx = threadIdx.x, row = SIDE * blockIdx.y + threadIdx.y;
    unsigned at = WIDE * (row + 1) + tx + 1;
    move(&weight[at], &last[at], delta[tx] * input[row], rate, momentum);
    if (row == 0)
        move(&weight[tx + 1], &last[tx + 1], delta[tx], rate, momentum);
}
