/* The bytes, against a plain array, with writes and reads of the same lines in flight together. */
#include "sw/dram/dram.h"
#include "sw/util/arena.h"
#include "sw/util/rng.h"
#include "tests/dram/configs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TAGS = 4096, MAX_LINE = 256 };

/* The expected answer of each tag. */
struct expected {
    bool busy, write;
    uint8_t data[MAX_LINE];
};

struct bench {
    struct dram *d;
    struct dram_config c;
    struct rng rng;
    uint64_t span, offset; /* lines in use, and the first of them */
    uint8_t *memory;       /* the plain array */
    struct expected *expected;
    uint32_t tag, answers;
};

static void random_mask(struct bench *b, uint8_t *mask)
{
    uint64_t kind = rng_below(&b->rng, 4);
    for (uint32_t i = 0; i < b->c.line_bytes / 8; i++) {
        uint8_t some = (uint8_t)rng_next(&b->rng);
        mask[i] = kind == 0 ? some : kind == 1 ? 0xff : kind == 2 ? 0x0f : 0xf0;
    }
}

static void send(struct bench *b)
{
    uint8_t data[MAX_LINE], mask[MAX_LINE / 8];
    uint32_t len = b->c.line_bytes, tag = b->tag % TAGS;
    bool write = rng_below(&b->rng, 2) != 0;
    uint64_t line = rng_below(&b->rng, b->span);
    if (!dram_ready(b->d, write))
        return;
    struct expected *e = &b->expected[tag];
    assert_false(e->busy);
    *e = (struct expected){.busy = true, .write = write};
    uint8_t *home = b->memory + line * len;
    if (write) {
        for (uint32_t i = 0; i < len; i++)
            data[i] = (uint8_t)rng_next(&b->rng);
        random_mask(b, mask);
        bool all = rng_below(&b->rng, 3) == 0;
        for (uint32_t i = 0; i < len; i++)
            if (all || (mask[i / 8] >> i % 8 & 1))
                home[i] = data[i];
        dram_request(b->d, true, b->offset + line, tag, data, all ? NULL : mask);
    } else {
        memcpy(e->data, home, len);
        dram_request(b->d, false, b->offset + line, tag, NULL, NULL);
    }
    b->tag++;
}

static void receive(struct bench *b)
{
    uint32_t tag;
    const uint8_t *data;
    if (!dram_answer(b->d, &tag, &data))
        return;
    struct expected *e = &b->expected[tag];
    assert_true(e->busy);
    assert_int_equal(e->write, data == NULL);
    if (data != NULL)
        assert_memory_equal(data, e->data, b->c.line_bytes);
    e->busy = false;
    b->answers++;
}

static void compare_all(struct bench *b)
{
    uint8_t line[MAX_LINE];
    for (uint64_t i = 0; i < b->span; i++) {
        dram_peek(b->d, b->offset + i, line);
        assert_memory_equal(line, b->memory + i * b->c.line_bytes, b->c.line_bytes);
    }
}

static void run(const struct dram_config *c, uint64_t span, unsigned rest, uint64_t seed)
{
    struct bench b = {.c = *c, .d = dram_new(c), .rng = {seed}, .span = span};
    b.offset = c->bytes / c->line_bytes - span; /* the far end, across a page of the store */
    b.memory = xcalloc(span, c->line_bytes);
    b.expected = xcalloc(TAGS, sizeof *b.expected);
    for (int i = 0; i < 20000; i++) {
        receive(&b);
        for (uint64_t n = rng_below(&b.rng, 3); n > 0 && rng_below(&b.rng, 100) >= rest; n--)
            send(&b);
        dram_step(b.d);
    }
    for (int i = 0; i < 200000 && !dram_idle(b.d); i++) {
        receive(&b);
        dram_step(b.d);
    }
    assert_true(dram_idle(b.d));
    assert_int_equal(b.answers, b.tag);
    assert_true(span > 100 || c->write_queue < 2 || dram_stats(b.d)->forwarded > 0);
    compare_all(&b);
    free(b.memory);
    free(b.expected);
    dram_free(b.d);
}

static void memory_is_a_plain_array(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        run(&c, 1, 0, 1);
        run(&c, 4, 50, 2);
        run(&c, 3000, 0, 3);
        run(&c, 3000, 98, 4);
    }
}

static void untouched_memory_is_zero_and_costs_nothing(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d[8];
    uint8_t line[64], zero[64] = {0}, one[64] = {1};
    for (int i = 0; i < 8; i++) {
        d[i] = dram_new(&c);
        dram_poke(d[i], c.bytes / c.line_bytes - 1, one);
        dram_peek(d[i], c.bytes / c.line_bytes - 1, line);
        assert_memory_equal(line, one, 64);
        dram_peek(d[i], c.bytes / c.line_bytes - 2, line);
        assert_memory_equal(line, zero, 64);
        dram_peek(d[i], 0, line);
        assert_memory_equal(line, zero, 64);
    }
    for (int i = 0; i < 8; i++)
        dram_free(d[i]);
    dram_free(NULL);
}

/* A read that a later write overtakes in the queues still returns the older bytes. */
static void data_stays_valid_until_the_next_answer(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    uint8_t first[64], second[64];
    const uint8_t *data = NULL;
    uint32_t tag = 0;
    memset(first, 1, 64);
    memset(second, 2, 64);
    dram_poke(d, 3, first);
    dram_request(d, false, 3, 1, NULL, NULL);
    dram_request(d, true, 3, 2, second, NULL);
    while (!dram_answer(d, &tag, &data) || tag != 1)
        dram_step(d);
    for (uint32_t i = 0; dram_ready(d, true); i++)
        dram_request(d, true, 3 + i, 3, second, NULL);
    dram_step(d);
    assert_memory_equal(data, first, 64);
    dram_free(d);
}

/* A read is served from the write queue only if it holds the whole line, also as two halves; the
 * bytes are right either way. */
static void whole_lines_alone_are_forwarded(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    uint8_t low[8], high[8];
    memset(low, 0x0f, sizeof low);
    memset(high, 0xf0, sizeof high);
    uint8_t bytes[64];
    memset(bytes, 3, sizeof bytes);
    dram_request(d, true, 8, 0, bytes, low);
    dram_request(d, false, 8, 1, NULL, NULL);
    assert_int_equal(dram_stats(d)->forwarded, 0);
    dram_request(d, true, 8, 2, bytes, high);
    dram_request(d, false, 8, 3, NULL, NULL);
    dram_request(d, false, 9, 4, NULL, NULL);
    assert_int_equal(dram_stats(d)->forwarded, 1);
    for (int got = 0; got < 5; dram_step(d)) {
        uint32_t tag;
        const uint8_t *data;
        if (!dram_answer(d, &tag, &data))
            continue;
        got++;
        for (int i = 0; data != NULL && i < 64; i++)
            assert_int_equal(data[i], tag == 3 || (tag == 1 && i % 8 < 4) ? 3 : 0);
    }
    dram_free(d);
}

/* A requester that does not take its answers is stalled, and loses none of them. */
static void answers_may_wait(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    struct dram *d = dram_new(&c);
    const uint8_t bytes[64] = {9}, *data;
    uint32_t tag, sent = 0, got = 0;
    for (int i = 0; i < 10000; i++) {
        bool write = i % 2;
        if (dram_ready(d, write))
            dram_request(d, write, (uint64_t)i, sent++, bytes, NULL);
        dram_step(d);
    }
    assert_false(dram_ready(d, true) || dram_ready(d, false));
    assert_in_range(sent, c.read_queue + c.write_queue, 200);
    for (int i = 0; i < 1000; i++) {
        got += dram_answer(d, &tag, &data);
        dram_step(d);
    }
    assert_int_equal(got, sent);
    assert_true(dram_idle(d));
    dram_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_a_plain_array),
        cmocka_unit_test(untouched_memory_is_zero_and_costs_nothing),
        cmocka_unit_test(data_stays_valid_until_the_next_answer),
        cmocka_unit_test(whole_lines_alone_are_forwarded),
        cmocka_unit_test(answers_may_wait),
    };
    return cmocka_run_group_tests_name("dram data", tests, NULL, NULL);
}
