/*
 * Random-loc of LADM's table IV, a microbenchmark of CARVE's authors: each thread goes to a random
 * place of a table and reads `each` words from there on. Its source is not published; how many
 * words, and what becomes of them, is our choice.
 *
 * Dominant access: table[hash(256 bx + tx) + m]. The start cannot be expressed, but the loop's
 * variable stands alone: intra-thread locality (ITL).
 */
static __device__ unsigned mixed(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

extern "C" __global__ void random_loc(const unsigned *table, unsigned *out, unsigned words,
                                      unsigned each)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    unsigned place = mixed(i) % (words - each + 1);
    for (unsigned m = 0; m < each; m++)
        sum = sum * 5 + table[place + m];
    out[i] = sum;
}
