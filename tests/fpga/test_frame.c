/* Frames have the layout of fpga/protocol.md, and are found among any other bytes. */
#include "fpga/host/frame.h"
#include "sw/util/rng.h"
#include "tests/support/bitcrc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STREAM = 4096, CASES = 2000 };

/* ---- a model: the whole stream at once ---- */

struct found {
    size_t at[STREAM], len[STREAM], n; /* place and length of the n bodies */
    size_t stopped;                    /* start of a frame that does not end */
};

/* Length of the good frame that begins here; 0: none; -1: it continues beyond the end. */
static long frame_at(const uint8_t *s, size_t n)
{
    if (s[0] != 0xA5)
        return 0;
    if (n < 2)
        return -1;
    if (s[1] < 3)
        return 0;
    size_t len = (size_t)s[1] + 6;
    if (len > n)
        return -1;
    uint32_t crc = bitcrc(s + 1, len - 5);
    const uint8_t wire[4] = {(uint8_t)crc, (uint8_t)(crc >> 8), (uint8_t)(crc >> 16),
                             (uint8_t)(crc >> 24)};
    return memcmp(s + len - 4, wire, 4) == 0 ? (long)len : 0;
}

static void find(const uint8_t *s, size_t n, bool give_up, struct found *f)
{
    f->n = 0;
    size_t i = 0;
    while (i < n) {
        long len = frame_at(s + i, n - i);
        if (len < 0 && !give_up)
            break;
        if (len > 0) {
            f->at[f->n] = i + 2;
            f->len[f->n++] = (size_t)len - 6;
        }
        i += len > 0 ? (size_t)len : 1;
    }
    f->stopped = i;
}

/* ---- streams ---- */

static size_t add_frame(struct rng *r, uint8_t *s)
{
    uint8_t body[BODY_MAX];
    size_t n = BODY_MIN + rng_below(r, rng_below(r, 4) == 0 ? BODY_MAX - BODY_MIN + 1 : 20);
    for (size_t i = 0; i < n; i++)
        body[i] = rng_below(r, 6) == 0 ? 0xA5 : (uint8_t)rng_next(r);
    size_t len = frame_build(s, body, n);
    switch (rng_below(r, 8)) {
    case 0:
        s[rng_below(r, len)] ^= (uint8_t)(1u << rng_below(r, 8));
        break;
    case 1:
        len = rng_below(r, len);
        break;
    default:
        break;
    }
    return len;
}

static size_t add_noise(struct rng *r, uint8_t *s)
{
    size_t n = rng_below(r, 12);
    for (size_t i = 0; i < n; i++)
        s[i] = rng_below(r, 3) == 0 ? 0xA5 : (uint8_t)rng_below(r, rng_below(r, 2) == 0 ? 5 : 256);
    return n;
}

static size_t stream(struct rng *r, uint8_t *s)
{
    size_t n = 0;
    while (n < STREAM - 2 * FRAME_MAX && rng_below(r, 24) != 0)
        n += rng_below(r, 2) == 0 ? add_frame(r, s + n) : add_noise(r, s + n);
    return n;
}

/* ---- tests ---- */

static void crc_is_the_one(void **state)
{
    (void)state;
    assert_int_equal(bitcrc((const uint8_t *)"123456789", 9), 0xCBF43926u);
}

static void layout(void **state)
{
    (void)state;
    uint8_t frame[FRAME_MAX], body[BODY_MAX];
    for (size_t i = 0; i < sizeof body; i++)
        body[i] = (uint8_t)(i * 37 + 1);
    for (size_t n = BODY_MIN; n <= BODY_MAX; n++) {
        memset(frame, 0x77, sizeof frame);
        assert_int_equal(frame_build(frame, body, n), n + 6);
        assert_int_equal(frame[0], 0xA5);
        assert_int_equal(frame[1], n);
        assert_memory_equal(frame + 2, body, n);
        assert_int_equal(frame_at(frame, n + 6), n + 6);
        if (n + 6 < sizeof frame)
            assert_int_equal(frame[n + 6], 0x77);
    }
}

/* The frame of a HELLO with number 7, byte by byte. */
static void hello(void **state)
{
    (void)state;
    const uint8_t body[] = {7, 1, 0}, crc_of[] = {3, 7, 1, 0};
    uint32_t crc = bitcrc(crc_of, sizeof crc_of);
    uint8_t want[] = {0xA5, 3, 7, 1, 0, 0, 0, 0, 0};
    for (int i = 0; i < 4; i++)
        want[5 + i] = (uint8_t)(crc >> (8 * i));
    uint8_t frame[FRAME_MAX];
    assert_int_equal(frame_build(frame, body, sizeof body), sizeof want);
    assert_memory_equal(frame, want, sizeof want);
}

/* Feeds s to the receiver, which must give exactly the frames in f. */
static void feed(struct frame_rx *rx, const uint8_t *s, size_t n, const struct found *f,
                 size_t *next, uint64_t seed)
{
    uint8_t body[BODY_MAX];
    for (size_t i = 0; i < n; i++) {
        frame_put(rx, s[i]);
        for (size_t len; (len = frame_next(rx, body)) > 0; (*next)++) {
            if (*next >= f->n || len != f->len[*next] || memcmp(body, s + f->at[*next], len) != 0)
                fail_msg("seed %llu: frame %zu is not the one", (unsigned long long)seed, *next);
            if (f->at[*next] + len + 4 > i + 1)
                fail_msg("seed %llu: frame %zu comes early", (unsigned long long)seed, *next);
        }
    }
}

static void among_anything(void **state)
{
    (void)state;
    static uint8_t s[STREAM];
    static struct found f;
    size_t all = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct rng r = {seed};
        size_t n = stream(&r, s), next = 0;
        struct frame_rx rx = {0};
        find(s, n, false, &f);
        feed(&rx, s, n, &f, &next, seed);
        if (next != f.n)
            fail_msg("seed %llu: %zu frames of %zu", (unsigned long long)seed, next, f.n);
        assert_int_equal(rx.n, n - f.stopped);
        size_t good = 0;
        for (size_t i = 0; i < f.n; i++)
            good += f.len[i] + 6;
        assert_int_equal(rx.noise + good + rx.n, n);
        all += next;
    }
    assert_true(all > CASES);
}

/* After silence, frames hidden behind an unfinished one are found, in order. */
static void after_silence(void **state)
{
    (void)state;
    static uint8_t s[STREAM];
    static struct found f, all;
    size_t hidden = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct rng r = {seed + 77777};
        size_t n = stream(&r, s), next = 0;
        struct frame_rx rx = {0};
        uint8_t body[BODY_MAX];
        find(s, n, false, &f);
        find(s, n, true, &all);
        feed(&rx, s, n, &f, &next, seed);
        while (frame_give_up(&rx))
            for (size_t len; (len = frame_next(&rx, body)) > 0; next++, hidden++)
                if (next >= all.n || len != all.len[next] ||
                    memcmp(body, s + all.at[next], len) != 0)
                    fail_msg("seed %llu: hidden frame %zu is not the one", (unsigned long long)seed,
                             next);
        if (next != all.n)
            fail_msg("seed %llu: %zu frames of %zu", (unsigned long long)seed, next, all.n);
        assert_int_equal(rx.n, 0);
    }
    assert_true(hidden > 100);
}

static size_t bodies(struct frame_rx *rx, const uint8_t *s, size_t n)
{
    uint8_t body[BODY_MAX];
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        frame_put(rx, s[i]);
        while (frame_next(rx, body) > 0)
            found++;
    }
    return found;
}

static void failures_are_counted(void **state)
{
    (void)state;
    const uint8_t body[] = {1, 2, 3};
    uint8_t frame[FRAME_MAX];
    size_t n = frame_build(frame, body, sizeof body);
    struct frame_rx rx = {0};
    assert_int_equal(bodies(&rx, frame, n), 1);
    assert_int_equal(rx.bad, 0);
    frame[4] ^= 1;
    assert_int_equal(bodies(&rx, frame, n), 0);
    assert_int_equal(rx.bad, 1);
    assert_int_equal(bodies(&rx, (const uint8_t[]){0xA5, 2}, 2), 0);
    assert_int_equal(rx.bad, 2);
    frame[4] ^= 1;
    assert_int_equal(bodies(&rx, (const uint8_t[]){0xA5, 0xFF}, 2), 0);
    assert_int_equal(bodies(&rx, frame, n), 0);
    assert_true(frame_give_up(&rx));
    assert_int_equal(rx.bad, 3);
    uint8_t out[BODY_MAX];
    assert_int_equal(frame_next(&rx, out), 3);
    assert_memory_equal(out, body, 3);
    assert_false(frame_give_up(&rx));
    assert_int_equal(rx.bad, 3);
}

/* Bytes inside a good frame that look like a frame belong to its body. */
static void a_frame_within_a_frame(void **state)
{
    (void)state;
    uint8_t inner[FRAME_MAX], outer[FRAME_MAX], body[BODY_MAX];
    size_t n = frame_build(inner, (const uint8_t[]){9, 9, 9, 9}, 4);
    size_t m = frame_build(outer, inner, n);
    struct frame_rx rx = {0};
    size_t found = 0, len = 0;
    for (size_t i = 0; i < m; i++) {
        frame_put(&rx, outer[i]);
        for (size_t l; (l = frame_next(&rx, body)) > 0; found++)
            len = l;
    }
    assert_int_equal(found, 1);
    assert_int_equal(len, n);
    assert_memory_equal(body, inner, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_the_one),
        cmocka_unit_test(layout),
        cmocka_unit_test(hello),
        cmocka_unit_test(among_anything),
        cmocka_unit_test(after_silence),
        cmocka_unit_test(failures_are_counted),
        cmocka_unit_test(a_frame_within_a_frame),
    };
    return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
