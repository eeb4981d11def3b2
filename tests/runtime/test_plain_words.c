/*
 * Kernels on integers at every size; results must be exact. `mutex` and `reduce` do not depend on
 * the order of CTAs, so their results are sums. UMBEL_SLOW adds the largest sizes of `aes` and
 * `bitcoin`, seconds: they alone find errors that only thousands of CTAs show.
 */
#include "sw/util/arena.h"
#include "tests/runtime/plain.h"
#include "tests/runtime/plain_aes.h"
#include "tests/runtime/plain_md5.h"
#include "tests/runtime/plain_sha.h"

static void check_histogram(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), bins = count_of(k, "count");
    const uint32_t *data = input(k, "data", n), *count = output(k, "count", bins);
    uint32_t *want = xcalloc(bins, sizeof *want);
    for (uint64_t i = 0; i < n; i++)
        want[data[i] % bins]++;
    for (uint64_t i = 0; i < bins; i++)
        same_word("count", i, count[i], want[i]);
    free(want);
}

/* Thread t of all threads adds up elements t, t + threads ..; CTA i is that of threads i * its
 * size on. */
static void check_reduce(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), ctas = parameter(k, "ctas"), size = k->l->steps[0].block.x;
    const uint32_t *data = input(k, "data", n), *partial = output(k, "partial", ctas);
    uint32_t *want = xcalloc(ctas, sizeof *want), sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        want[i / size % ctas] += data[i];
        sum += data[i];
    }
    for (uint64_t i = 0; i < ctas; i++)
        same_word("partial", i, partial[i], want[i]);
    same_word("tickets", 0, *(const uint32_t *)output(k, "tickets", 1), (uint32_t)ctas);
    same_word("sum", 0, *(const uint32_t *)output(k, "sum", 1), sum);
    free(want);
}

/* What is before each element, before each CTA's elements, and in all of them. */
static void check_scan(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), totals = parameter(k, "totals"), i = 0;
    uint64_t each = 4 * parameter(k, "threads");
    const uint32_t *in = input(k, "in", n), *out = output(k, "out", n);
    const uint32_t *total = output(k, "total", totals), *before = output(k, "before", totals);
    uint32_t so_far = 0;
    for (uint64_t cta = 0; cta < totals; cta++) {
        uint32_t begin = so_far;
        for (uint64_t e = 0; e < each && i < n; e++, i++) {
            same_word("out", i, out[i], so_far);
            so_far += in[i];
        }
        same_word("before", cta, before[cta], begin);
        same_word("total", cta, total[cta], so_far - begin);
    }
    assert_int_equal(i, n);
    same_word("sum", 0, *(const uint32_t *)output(k, "sum", 1), so_far);
}

/* CTA i adds i + 1, so many times, and nobody keeps the lock. */
static void check_mutex(const struct kernel *k)
{
    uint64_t ctas = parameter(k, "ctas"), times = parameter(k, "times");
    same_word("lock", 0, *(const uint32_t *)output(k, "lock", 1), 0);
    same_word("counter", 0, *(const uint32_t *)output(k, "counter", 1),
              (uint32_t)(times * ctas * (ctas + 1) / 2));
}

/* Numbers of a thread of random_access: Marsaglia's xorshift of 13, 17 and 5. */
static uint32_t first_random(uint32_t thread, uint32_t launch)
{
    uint32_t hash = (thread + 1) * 0x9e3779b9u ^ launch * 0x85ebca6bu;
    return (hash ^ (hash >> 15)) | 1;
}

static uint32_t next_random(uint32_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return *x;
}

/* Launches 0 and 2 update the table, each followed by reads of it. */
static void check_random_access(const struct kernel *k)
{
    uint32_t words = (uint32_t)parameter(k, "words"), times = (uint32_t)parameter(k, "times");
    uint32_t threads = (uint32_t)parameter(k, "ctas") * 128;
    const uint32_t *out[] = {output(k, "out", threads), output(k, "out2", threads)};
    uint32_t *table = xcalloc(words, sizeof *table);
    assert_int_equal(words & (words - 1), 0);
    for (uint32_t i = 0; i < words; i++)
        table[i] = i;
    for (uint32_t launch = 0; launch < 4; launch++)
        for (uint32_t thread = 0; thread < threads; thread++) {
            uint32_t x = first_random(thread, launch), all = 0;
            for (uint32_t i = 0; i < times; i++) {
                uint32_t *word = &table[next_random(&x) & (words - 1)];
                if (launch % 2 == 0)
                    *word ^= x;
                all ^= *word;
            }
            if (launch % 2 == 1)
                same_word("out", thread, out[launch / 2][thread], all);
        }
    const uint32_t *got = output(k, "table", words);
    for (uint32_t i = 0; i < words; i++)
        same_word("table", i, got[i], table[i]);
    free(table);
}

/* FIPS-197, appendix B: plain_aes.h itself. */
static void known_answer(void)
{
    static const uint8_t key[AES_BLOCK] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                           0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
    static const uint8_t want[AES_BLOCK] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                                            0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
    uint8_t w[AES_BLOCK * (AES_ROUNDS + 1)],
        block[AES_BLOCK] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                            0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
    aes_expand(key, w);
    aes_encrypt(w, block);
    assert_memory_equal(block, want, AES_BLOCK);
}

/* Blocks against plain C, the first against FIPS-197, appendix C.1. */
static void check_aes(const struct kernel *k)
{
    static const uint8_t cipher[AES_BLOCK] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                                              0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
    uint64_t blocks = parameter(k, "blocks");
    const uint8_t *key = input(k, "key", AES_BLOCK / 4), *in = input(k, "in", blocks * 4);
    const uint8_t *out = output(k, "out", blocks * 4);
    uint8_t w[AES_BLOCK * (AES_ROUNDS + 1)];
    known_answer();
    for (int i = 0; i < AES_BLOCK; i++) {
        assert_int_equal(key[i], i);
        assert_int_equal(in[i], i * 0x11);
    }
    assert_memory_equal(out, cipher, AES_BLOCK);
    aes_expand(key, w);
    assert_memory_equal(output(k, "round_key", sizeof w / 4), w, sizeof w);
    for (uint64_t at = 0; at < blocks * AES_BLOCK; at += AES_BLOCK) {
        uint8_t block[AES_BLOCK];
        memcpy(block, in + at, AES_BLOCK);
        aes_encrypt(w, block);
        if (memcmp(out + at, block, AES_BLOCK) != 0)
            fail_msg("block %llu of out is wrong", (unsigned long long)(at / AES_BLOCK));
    }
}

/* ---- particles that walk through a mesh */

/* Places are in 1024ths of a cell. */
struct particle {
    uint32_t random, at[3], toward, group, weight;
};

static struct particle particle_in(uint32_t number, uint32_t cell, uint32_t side)
{
    uint32_t hash = (number + 1) * 0x9e3779b9u;
    struct particle p = {.random = (hash ^ (hash >> 15)) | 1, .weight = 65536};
    for (int axis = 0; axis < 3; axis++, cell /= side)
        p.at[axis] = cell % side * 1024 + 512;
    p.toward = next_random(&p.random);
    return p;
}

/* One flight; after a collision an eighth of the weight stays in the cell. */
static void fly(struct particle *p, const uint32_t *section, uint32_t *tally, uint32_t side)
{
    uint32_t draw = next_random(&p->random), cell = 0;
    for (int axis = 2; axis >= 0; axis--) {
        int64_t by = ((int64_t)(p->toward >> 8 * axis) % 256 - 128) * (1 + draw % 8);
        int64_t size = (int64_t)side * 1024, at = (p->at[axis] + by + size) % size;
        p->at[axis] = (uint32_t)at;
        cell = cell * side + (uint32_t)at / 1024;
    }
    if (draw / 256 % 256 >= section[4 * cell + p->group])
        return;
    tally[cell] += p->weight / 8;
    p->weight -= p->weight / 8;
    if (draw / 65536 % 2 == 1 && p->group < 3)
        p->group++;
    p->toward = next_random(&p->random);
}

static void same_particle(const uint32_t *state, uint32_t n, uint32_t i, const struct particle *p)
{
    const uint32_t want[] = {p->random, p->at[0], p->at[1], p->at[2],
                             p->toward, p->group, p->weight};
    for (uint32_t w = 0; w < 7; w++)
        same_word("state", w * n + i, state[w * n + i], want[w]);
}

/* Two launches of so many flights. What particles lose is in the tally, and some have stopped. */
static void check_mcb(const struct kernel *k)
{
    uint32_t side = (uint32_t)parameter(k, "side"), every = (uint32_t)parameter(k, "every");
    uint32_t cells = side * side * side, n = cells / every, stopped = 0;
    uint64_t flights = 2 * parameter(k, "flights"), left = 0, lost = 0;
    const uint32_t *section = input(k, "section", 4 * (uint64_t)cells);
    const uint32_t *state = output(k, "state", 7 * (uint64_t)n);
    const uint32_t *got = output(k, "tally", cells);
    uint32_t *tally = xcalloc(cells, sizeof *tally);
    assert_int_equal(k->l->n_steps, 1 + 2);
    for (uint32_t i = 0; i < n; i++) {
        struct particle p = particle_in(i, i * every, side);
        for (uint64_t f = 0; f < flights && p.weight >= 4096; f++)
            fly(&p, section, tally, side);
        same_particle(state, n, i, &p);
        left += p.weight;
        stopped += p.weight < 4096;
    }
    for (uint32_t i = 0; i < cells; i++) {
        same_word("tally", i, got[i], tally[i]);
        lost += got[i];
    }
    assert_int_equal(left + lost, (uint64_t)n * 65536);
    assert_true(flights < 32 || stopped > 0);
    free(tally);
}

/* ---- Bitcoin */

/* FIPS 180-4's example of three bytes, and the hash that the first block is known by. */
static void known_digests(const uint8_t *header)
{
    static const uint8_t abc[SHA_DIGEST] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                            0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                            0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                            0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    static const uint8_t block[SHA_DIGEST] = {0x6f, 0xe2, 0x8c, 0x0a, 0xb6, 0xf1, 0xb3, 0x72,
                                              0xc1, 0xa6, 0xa2, 0x46, 0xae, 0x63, 0xf7, 0x4f,
                                              0x93, 0x1e, 0x83, 0x65, 0xe1, 0x5a, 0x08, 0x9c,
                                              0x68, 0xd6, 0x19, 0x00, 0x00, 0x00, 0x00, 0x00};
    uint8_t digest[SHA_DIGEST];
    sha_digest((const uint8_t *)"abc", 3, digest);
    assert_memory_equal(digest, abc, SHA_DIGEST);
    sha_digest(header, 80, digest);
    sha_digest(digest, SHA_DIGEST, digest);
    assert_memory_equal(digest, block, SHA_DIGEST);
}

/* The first block: version 1, no block before, its merkle root, 3 January 2009, the difficulty, and
 * its nonce. */
static const uint8_t first_block[80] = {
    1,    [36] = 0x3b, 0xa3, 0xed, 0xfd, 0x7a, 0x7b, 0x12, 0xb2, 0x7a, 0xc7, 0x2c,
    0x3e, 0x67,        0x76, 0x8f, 0x61, 0x7f, 0xc8, 0x1b, 0xc3, 0x88, 0x8a, 0x51,
    0x32, 0x3a,        0x9f, 0xb8, 0xaa, 0x4b, 0x1e, 0x5e, 0x4a, 0x29, 0xab, 0x5f,
    0x49, 0xff,        0xff, 0x00, 0x1d, 0x1d, 0xac, 0x2b, 0x7c};

static void check_bitcoin(const struct kernel *k)
{
    enum { NONCE = 0x7c2bac1d };
    uint32_t n = (uint32_t)parameter(k, "n"), first = (uint32_t)parameter(k, "first");
    const uint8_t *got = output(k, "digest", 8 * (uint64_t)n);
    uint8_t header[80], digest[SHA_DIGEST];
    known_digests(first_block);
    memcpy(header, first_block, sizeof header);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t b = 0; b < 4; b++)
            header[76 + b] = (uint8_t)((first + i) >> 8 * b);
        sha_digest(header, sizeof header, digest);
        sha_digest(digest, SHA_DIGEST, digest);
        if (memcmp(got + (size_t)i * SHA_DIGEST, digest, SHA_DIGEST) != 0)
            fail_msg("digest %u is wrong", i);
        if (first + i != NONCE) /* so that it alone has the least */
            assert_true(digest[28] | digest[29] | digest[30] | digest[31]);
    }
    same_word("least", 0, *(const uint32_t *)output(k, "least", 1), 0);
    same_word("nonce", 0, *(const uint32_t *)output(k, "nonce", 1), NONCE);
}

/* ---- StoreGPU */

/* The little-endian words of the file are its bytes; those of a digest, too. RFC 1321's example of
 * three bytes first. */
static void check_store_gpu(const struct kernel *k)
{
    static const uint8_t abc[MD5_DIGEST] = {0x90, 0x01, 0x50, 0x98, 0x3c, 0xd2, 0x4f, 0xb0,
                                            0xd6, 0x96, 0x3f, 0x7d, 0x28, 0xe1, 0x7f, 0x72};
    uint64_t pieces = parameter(k, "pieces"), bytes = 64 * parameter(k, "blocks");
    const uint8_t *file = input(k, "file", pieces * bytes / 4);
    const uint8_t *got = output(k, "digest", 4 * pieces);
    uint8_t digest[MD5_DIGEST];
    md5_digest((const uint8_t *)"abc", 3, digest);
    assert_memory_equal(digest, abc, MD5_DIGEST);
    for (uint64_t i = 0; i < pieces; i++) {
        md5_digest(file + i * bytes, bytes, digest);
        if (memcmp(got + i * MD5_DIGEST, digest, MD5_DIGEST) != 0)
            fail_msg("digest %llu is wrong", (unsigned long long)i);
    }
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"histogram", check_histogram},
        {"reduce", check_reduce},
        {"mutex", check_mutex},
        {"aes", check_aes},
        {"random_access", check_random_access},
        {"scan", check_scan},
        {"mcb", check_mcb},
        {"bitcoin", check_bitcoin},
        {"store_gpu", check_store_gpu},
    };
    return PLAIN_MAIN("words", WORDS, checks);
}
