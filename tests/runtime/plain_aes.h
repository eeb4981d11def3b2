/* AES-128 as in FIPS-197, on bytes, with the S-box computed from its definition. */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_AES_H
#define UMBEL_TESTS_RUNTIME_PLAIN_AES_H

#include <stdint.h>
#include <string.h>

enum { AES_BLOCK = 16, AES_ROUNDS = 10 };

/* Product in GF(2^8). */
static uint8_t aes_times(uint8_t a, uint8_t b)
{
    uint8_t product = 0;
    for (; b != 0; b >>= 1) {
        if (b & 1)
            product ^= a;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return product;
}

/* Section 5.1.1: the inverse (a to the 254th power; 0 for 0), then an affine map. */
static uint8_t aes_sub_of(uint8_t a)
{
    uint8_t inverse = 1, out = 0x63;
    for (int i = 0; i < 254; i++)
        inverse = aes_times(inverse, a);
    for (int i = 0; i < 5; i++)
        out ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    return out;
}

/* The same, computed once for each byte. */
static uint8_t aes_sub(uint8_t a)
{
    static uint8_t box[256];
    if (box[0] == 0) /* it is 0x63 */
        for (int i = 0; i < 256; i++)
            box[i] = aes_sub_of((uint8_t)i);
    return box[a];
}

/* Section 5.2: w[4 * i .. 4 * i + 3] is word i. */
static void aes_expand(const uint8_t key[AES_BLOCK], uint8_t w[AES_BLOCK * (AES_ROUNDS + 1)])
{
    uint8_t constant = 1;
    memcpy(w, key, AES_BLOCK);
    for (int i = AES_BLOCK; i < AES_BLOCK * (AES_ROUNDS + 1); i += 4) {
        uint8_t t[4];
        memcpy(t, w + i - 4, 4);
        if (i % AES_BLOCK == 0) {
            for (int j = 0; j < 4; j++)
                t[j] = aes_sub(w[i - 4 + (j + 1) % 4]);
            t[0] ^= constant;
            constant = aes_times(constant, 2);
        }
        for (int j = 0; j < 4; j++)
            w[i + j] = w[i + j - AES_BLOCK] ^ t[j];
    }
}

static void aes_add_key(uint8_t s[AES_BLOCK], const uint8_t *w)
{
    for (int i = 0; i < AES_BLOCK; i++)
        s[i] ^= w[i];
}

/* Row r of column c is byte r + 4 * c. */
static void aes_sub_and_shift(uint8_t s[AES_BLOCK])
{
    uint8_t t[AES_BLOCK];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            t[r + 4 * c] = aes_sub(s[r + 4 * ((c + r) % 4)]);
    memcpy(s, t, AES_BLOCK);
}

static void aes_mix(uint8_t s[AES_BLOCK])
{
    static const uint8_t row[4] = {2, 3, 1, 1};
    for (uint8_t *column = s; column < s + AES_BLOCK; column += 4) {
        uint8_t t[4] = {0};
        for (int r = 0; r < 4; r++)
            for (int i = 0; i < 4; i++)
                t[r] ^= aes_times(column[i], row[(i - r + 4) % 4]);
        memcpy(column, t, 4);
    }
}

/* Section 5.1. */
static void aes_encrypt(const uint8_t *w, uint8_t s[AES_BLOCK])
{
    aes_add_key(s, w);
    for (int round = 1; round <= AES_ROUNDS; round++) {
        aes_sub_and_shift(s);
        if (round < AES_ROUNDS)
            aes_mix(s);
        aes_add_key(s, w + AES_BLOCK * round);
    }
}

#endif
