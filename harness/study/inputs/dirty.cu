/* Stores to each line once, of a part of x that lies `shift` words further on. */
extern "C" __global__ void dirty(unsigned *x, unsigned n, unsigned shift)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[(i + shift) % n] = i;
}
