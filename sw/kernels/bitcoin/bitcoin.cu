/*
 * Search for the nonce of a block of Bitcoin: SHA-256 (FIPS 180-4) of SHA-256 of headers that
 * differ in the nonce, and the least of these numbers. The header is that of the first block, whose
 * nonce 0x7c2bac1d is in the middle of those that the launch file tries; its digest ends with 00 00
 * 00 00, so `least` becomes 0 and `nonce` 0x7c2bac1d at every size.
 *
 * A thread tries one nonce, and keeps its digest. A digest is a number whose last byte is the
 * highest; of it the highest word is compared, first by the threads of a CTA. What is shared is
 * little: two words by atomics, and the state after the first 64 bytes of the header, which are the
 * same for all, as miners have it.
 */
enum { WORDS = 8, BLOCK = 16, ROUNDS = 64, HEADER = 20 };

/* Words as SHA-256 reads them: the first byte is the highest. Without the nonce, its last word. */
__constant__ unsigned header[HEADER - 1] = {
    0x01000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
    0x00000000, 0x00000000, 0x3ba3edfd, 0x7a7b12b2, 0x7ac72c3e, 0x67768f61, 0x7fc81bc3,
    0x888a5132, 0x3a9fb8aa, 0x4b1e5e4a, 0x29ab5f49, 0xffff001d,
};

__constant__ unsigned initial[WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

__constant__ unsigned round_constant[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static __device__ unsigned turned(unsigned x, unsigned by)
{
    return x >> by | x << (32 - by);
}

/* The bytes of a word the other way round. */
static __device__ unsigned swapped(unsigned x)
{
    return x >> 24 | (x >> 8 & 0xff00) | (x & 0xff00) << 8 | x << 24;
}

/* One round. word: that of the schedule plus the round's constant. */
static __device__ void round_of(unsigned *s, unsigned word)
{
    unsigned a = s[0], e = s[4];
    unsigned t = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                 ((e & s[5]) ^ (~e & s[6])) + word;
    unsigned u = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) +
                 ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6], s[6] = s[5], s[5] = e, s[4] = s[3] + t;
    s[3] = s[2], s[2] = s[1], s[1] = a, s[0] = t + u;
}

/* Takes a block into the state. w keeps the last 16 words of the schedule. */
static __device__ void compress(unsigned *state, unsigned *w)
{
    unsigned s[WORDS];
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        s[i] = state[i];
    for (unsigned round = 0; round < ROUNDS; round += BLOCK) {
#pragma unroll
        for (unsigned i = 0; i < BLOCK; i++) {
            round_of(s, round_constant[round + i] + w[i]);
            unsigned a = w[(i + 1) % BLOCK], b = w[(i + 14) % BLOCK];
            w[i] += (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[(i + 9) % BLOCK] +
                    (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
        }
    }
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        state[i] += s[i];
}

/* One thread: the state after the header's first block. */
extern "C" __global__ void begin(unsigned *middle)
{
    unsigned state[WORDS], w[BLOCK];
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        state[i] = initial[i];
#pragma unroll
    for (unsigned i = 0; i < BLOCK; i++)
        w[i] = header[i];
    compress(state, w);
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        middle[i] = state[i];
}

/* Behind a message are a bit of 1, zeros, and its length in bits. */
static __device__ void hash_twice(const unsigned *middle, unsigned nonce, unsigned *state)
{
    unsigned w[BLOCK] = {header[16], header[17], header[18], swapped(nonce), 0x80000000};
    w[BLOCK - 1] = HEADER * 32;
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        state[i] = middle[i];
    compress(state, w);
#pragma unroll
    for (unsigned i = 0; i < BLOCK; i++)
        w[i] = i < WORDS ? state[i] : 0;
    w[WORDS] = 0x80000000;
    w[BLOCK - 1] = WORDS * 32;
#pragma unroll
    for (unsigned i = 0; i < WORDS; i++)
        state[i] = initial[i];
    compress(state, w);
}

/* digest: WORDS of each nonce from `first` on, whose bytes are in SHA-256's order. */
extern "C" __global__ void mine(const unsigned *middle, unsigned *digest, unsigned *least,
                                unsigned first)
{
    __shared__ unsigned of_cta;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, state[WORDS];
    if (threadIdx.x == 0)
        of_cta = ~0u;
    __syncthreads();
    hash_twice(middle, first + i, state);
#pragma unroll
    for (unsigned k = 0; k < WORDS; k++)
        digest[WORDS * i + k] = swapped(state[k]);
    atomicMin(&of_cta, swapped(state[WORDS - 1]));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMin(least, of_cta);
}

/* The first nonce whose digest's highest word is the least. */
extern "C" __global__ void pick(const unsigned *digest, const unsigned *least, unsigned *nonce,
                                unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (digest[WORDS * i + WORDS - 1] == *least)
        atomicMin(nonce, first + i);
}
