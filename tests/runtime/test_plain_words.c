/*
 * Kernels on integers at every size; results must be exact. `mutex` and `reduce` do not depend on
 * the order of CTAs, so their results are sums. UMBEL_SLOW adds the largest size of `aes`, a
 * second: it alone finds errors that only thousands of CTAs show.
 */
#include "sw/util/arena.h"
#include "tests/runtime/plain.h"
#include "tests/runtime/plain_aes.h"

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

int main(void)
{
    static const struct plain_check checks[] = {
        {"histogram", check_histogram},
        {"reduce", check_reduce},
        {"mutex", check_mutex},
        {"aes", check_aes},
        {"random_access", check_random_access},
        {"scan", check_scan},
    };
    return PLAIN_MAIN("words", WORDS, checks);
}
