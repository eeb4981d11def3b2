/* MD5 as in RFC 1321, on bytes, with its constants computed from sines. */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_MD5_H
#define UMBEL_TESTS_RUNTIME_PLAIN_MD5_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MD5_BLOCK = 64, MD5_DIGEST = 16 };

static uint32_t md5_left(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

/* Section 3.4: operation i, from 0, of round i / 16; its shift, and the word that it takes. */
static uint32_t md5_mix(int round, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t f[] = {(x & y) | (~x & z), (x & z) | (y & ~z), x ^ y ^ z, y ^ (x | ~z)};
    return f[round];
}

static void md5_block(uint32_t hash[4], const uint8_t *bytes)
{
    static const int shift[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    static const int first[] = {0, 1, 5, 0}, step[] = {1, 5, 3, 7};
    uint32_t word[16], v[4];
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                  (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
    memcpy(v, hash, sizeof v);
    for (int i = 0; i < 64; i++) {
        int round = i / 16, a = (64 - i) % 4, k = (first[round] + i % 16 * step[round]) % 16;
        uint32_t b = v[(a + 1) % 4], c = v[(a + 2) % 4], d = v[(a + 3) % 4];
        uint32_t sum = v[a] + md5_mix(round, b, c, d) + word[k] +
                       (uint32_t)(int64_t)floor(fabs(sin(i + 1)) * 0x1p32);
        v[a] = b + md5_left(sum, shift[round][i % 4]);
    }
    for (int i = 0; i < 4; i++)
        hash[i] += v[i];
}

/* Sections 3.1 to 3.3 and 3.5. */
static void md5_digest(const uint8_t *bytes, uint64_t n, uint8_t digest[MD5_DIGEST])
{
    uint32_t hash[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t last[2 * MD5_BLOCK] = {0};
    uint64_t whole = n / MD5_BLOCK * MD5_BLOCK, rest = n - whole;
    uint64_t end = rest + 9 <= MD5_BLOCK ? MD5_BLOCK : 2 * MD5_BLOCK;
    for (uint64_t at = 0; at < whole; at += MD5_BLOCK)
        md5_block(hash, bytes + at);
    memcpy(last, bytes + whole, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        last[end - 8 + (uint64_t)i] = (uint8_t)(8 * n >> 8 * i);
    for (uint64_t at = 0; at < end; at += MD5_BLOCK)
        md5_block(hash, last + at);
    for (int i = 0; i < MD5_DIGEST; i++)
        digest[i] = (uint8_t)(hash[i / 4] >> 8 * (i % 4));
}

#endif
