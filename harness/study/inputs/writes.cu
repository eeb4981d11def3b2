/* Stores to each line once, and loads nothing. */
extern "C" __global__ void writes(unsigned *x)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = i;
}

/* Loads each line, and then stores to it: the L2 has the line when the store comes. */
extern "C" __global__ void updates(unsigned *x)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += 1;
}
