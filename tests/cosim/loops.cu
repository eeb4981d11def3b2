/*
 * A loop whose body is short or long, in instructions, and reads a constant in each turn: for tests
 * of instruction and scalar caches. The adds are asm, so that none of them is folded.
 */
#define ADD asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(i));
#define ADD8 ADD ADD ADD ADD ADD ADD ADD ADD
#define ADD64 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8 ADD8

enum { STRIDE = 16 }; /* words from one constant that is read to the next: a line of 64 bytes */

__constant__ unsigned table[64 * STRIDE];

extern "C" __global__ void loops(unsigned *out, unsigned turns, unsigned body, unsigned lines)
{
    unsigned sum = threadIdx.x;
    for (unsigned i = 0; i < turns; i++) {
        sum += table[i % lines * STRIDE];
        if (body == 0) {
            ADD8
        } else {
            ADD64 ADD64 ADD64 ADD64
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
