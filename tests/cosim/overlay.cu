/* Adds one to each element. */
extern "C" __global__ void add_one(unsigned *data, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}
