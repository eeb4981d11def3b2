/* SHA-256 as in FIPS 180-4, on bytes, with its constants computed from the primes. */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_SHA_H
#define UMBEL_TESTS_RUNTIME_PLAIN_SHA_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SHA_BLOCK = 64, SHA_DIGEST = 32, SHA_ROUNDS = 64, SHA_WORDS = 8 };

struct sha {
    uint32_t first[SHA_WORDS], round[SHA_ROUNDS]; /* constants */
};

/* The first 32 bits of what is behind the point. A double has 50 and more bits there. */
static uint32_t sha_fraction(double x)
{
    return (uint32_t)((x - floor(x)) * 0x1p32);
}

/* Sections 4.2.2 and 5.3.3: roots of the first primes, cubic and square. */
static const struct sha *sha_constants(void)
{
    static struct sha c;
    int found = 0;
    for (int n = 2; c.round[SHA_ROUNDS - 1] == 0; n++) {
        int divisor = 2;
        while (n % divisor != 0)
            divisor++;
        if (divisor < n)
            continue;
        if (found < SHA_WORDS)
            c.first[found] = sha_fraction(sqrt(n));
        c.round[found++] = sha_fraction(cbrt(n));
    }
    return &c;
}

static uint32_t sha_rotr(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

/* Section 6.2.2: the whole schedule, then the rounds, variables a to h. */
static void sha_block(uint32_t hash[SHA_WORDS], const uint8_t *bytes)
{
    const struct sha *constant = sha_constants();
    uint32_t w[SHA_ROUNDS], v[SHA_WORDS];
    for (int t = 0; t < SHA_ROUNDS; t++) {
        if (t < 16) {
            const uint8_t *b = bytes + 4 * t;
            w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
            continue;
        }
        uint32_t x = w[t - 15], y = w[t - 2];
        w[t] = w[t - 16] + w[t - 7] + (sha_rotr(x, 7) ^ sha_rotr(x, 18) ^ (x >> 3)) +
               (sha_rotr(y, 17) ^ sha_rotr(y, 19) ^ (y >> 10));
    }
    memcpy(v, hash, sizeof v);
    for (int t = 0; t < SHA_ROUNDS; t++) {
        uint32_t a = v[0], b = v[1], c = v[2], e = v[4], f = v[5], g = v[6];
        uint32_t t1 = v[7] + (sha_rotr(e, 6) ^ sha_rotr(e, 11) ^ sha_rotr(e, 25)) +
                      ((e & f) ^ (~e & g)) + constant->round[t] + w[t];
        uint32_t t2 =
            (sha_rotr(a, 2) ^ sha_rotr(a, 13) ^ sha_rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        memmove(v + 1, v, (SHA_WORDS - 1) * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < SHA_WORDS; i++)
        hash[i] += v[i];
}

/* Of a message of up to 119 bytes, two blocks. `digest` may lie where the message is. */
static void sha_digest(const uint8_t *message, size_t bytes, uint8_t digest[SHA_DIGEST])
{
    uint8_t padded[2 * SHA_BLOCK] = {0};
    size_t blocks = bytes + 9 <= SHA_BLOCK ? 1 : 2;
    uint32_t hash[SHA_WORDS];
    memcpy(padded, message, bytes);
    padded[bytes] = 0x80;
    padded[blocks * SHA_BLOCK - 2] = (uint8_t)(bytes * 8 >> 8);
    padded[blocks * SHA_BLOCK - 1] = (uint8_t)(bytes * 8);
    memcpy(hash, sha_constants()->first, sizeof hash);
    for (size_t i = 0; i < blocks; i++)
        sha_block(hash, padded + i * SHA_BLOCK);
    for (int i = 0; i < SHA_DIGEST; i++)
        digest[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
}

#endif
