/* Loads and stores by which a few channels of a memory network have all the traffic. Lines are of
 * 32 elements. */

/* Loads every second line once, and stores nothing: no element is above the limit. */
extern "C" __global__ void one_cube(const float *x, float *y, float limit)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[thread / 32 * 64 + thread % 32] > limit)
        y[0] = 1;
}

/* A quarter of the CTAs is on each of four GPUs. GPU g loads what is in the memory before its own,
 * and stores to that behind its own: of each two memories next to each other the channel in this
 * direction has the loads' answers and the stores, and the other little. */
extern "C" __global__ void neighbours(const float *at0, const float *at1, const float *at2,
                                      const float *at3, float *to0, float *to1, float *to2,
                                      float *to3)
{
    const unsigned ctas = gridDim.x / 4, gpu = blockIdx.x / ctas;
    const unsigned i = blockIdx.x % ctas * blockDim.x + threadIdx.x;
    const float *from = gpu == 0 ? at3 : gpu == 1 ? at0 : gpu == 2 ? at1 : at2;
    float *to = gpu == 0 ? to1 : gpu == 1 ? to2 : gpu == 2 ? to3 : to0;
    to[i] = from[i] + 1;
}
