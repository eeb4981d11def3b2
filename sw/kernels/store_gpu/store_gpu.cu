/*
 * Hashes of the pieces of a file, as a content-addressable storage system takes them from a GPU: STO of
 * table II of "Multi-GPU System Design with Memory Networks", there StoreGPU (Al-Kiswany and others)
 * as GPGPU-sim's benchmarks have it. The hash is MD5 (RFC 1321).
 *
 * A thread hashes one piece. The threads of a CTA first load 64 bytes of each of their pieces into
 * shared memory together, so that neighbours read neighbouring words, and then each goes on with its
 * own: StoreGPU's way. A piece has `blocks` times 64 bytes, and the block that MD5 adds: a bit, and
 * the number of bits. What the host does with the digests, another hash, is left out.
 */
enum { WORDS = 16, THREADS = 64, ROUNDS = 64, DIGEST = 4 };

__constant__ unsigned sine[ROUNDS] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

__constant__ unsigned char turn[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23},
                                         {6, 10, 15, 21}};

/* Takes a block into the state; its words are `step` apart. */
static __device__ void compress(unsigned *state, const unsigned *block, unsigned step)
{
    unsigned a = state[0], b = state[1], c = state[2], d = state[3];
#pragma unroll 4
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned kind = i / 16, f, word;
        if (kind == 0)
            f = (b & c) | (~b & d), word = i;
        else if (kind == 1)
            f = (d & b) | (~d & c), word = 5 * i + 1;
        else if (kind == 2)
            f = b ^ c ^ d, word = 3 * i + 5;
        else
            f = c ^ (b | ~d), word = 7 * i;
        f += a + sine[i] + block[word % WORDS * step];
        unsigned by = turn[kind][i % 4];
        a = d, d = c, c = b;
        b += f << by | f >> (32 - by);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

extern "C" __global__ void hash(const unsigned *file, unsigned *digest, unsigned blocks)
{
    /* A word of all threads lies in one row, so that they read different banks. */
    __shared__ unsigned part[WORDS * (THREADS + 1)];
    unsigned t = threadIdx.x, piece = blockIdx.x * THREADS;
    unsigned state[DIGEST] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (unsigned b = 0; b < blocks; b++) {
        __syncthreads();
        for (unsigned i = t; i < WORDS * THREADS; i += THREADS)
            part[i % WORDS * (THREADS + 1) + i / WORDS] =
                file[((piece + i / WORDS) * blocks + b) * WORDS + i % WORDS];
        __syncthreads();
        compress(state, part + t, THREADS + 1);
    }
    unsigned last[WORDS] = {0x80};
    last[WORDS - 2] = blocks * WORDS * 32;
    compress(state, last, 1);
    for (unsigned i = 0; i < DIGEST; i++)
        digest[(piece + t) * DIGEST + i] = state[i];
}
