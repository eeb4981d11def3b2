/*
 * 10,000 fake boards behind lines that corrupt, lose, double, insert, cut, delay and repeat. Each
 * call ends with the right words or an error, and late copies change nothing.
 */
#include "fpga/host/board.h"
#include "tests/support/fake_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 10000, ANSWER_MS = 100, TRIES = 5, ROUNDS = 4, PART = 120 };

struct one {
    uint64_t seed;
    struct rng rng;
    struct board *board;
    uint16_t memory[FAKE_MEMORY_WORDS]; /* expected contents */
    unsigned starts;
    unsigned errors;
};

static struct fake_line line;
static struct {
    unsigned clean, failed, never_opened, asked_again;
    uint64_t retries, orders, foreign, bad;
} seen;

#define CHECK(c, one, what)                                                                        \
    do {                                                                                           \
        if (!(c))                                                                                  \
            fail_msg("seed %llu: %s", (unsigned long long)(one)->seed, (what));                    \
    } while (0)

static void check_error(const struct one *o, bool ok, const struct error *err)
{
    CHECK(ok != error_is_set(err), o, "an error, or success, and not both");
    CHECK(strchr(err->text, '\n') == NULL, o, "an error is one line");
    CHECK(ok || strncmp(err->text, "line: ", 6) == 0, o, err->text);
}

/* ---- faults ---- */

static unsigned rate(struct rng *r, unsigned most)
{
    static const unsigned parts[] = {0, 0, 0, 0, 1000, 100, 10, 1};
    unsigned part = parts[rng_below(r, 8)];
    return part == 0 ? 0 : most / part;
}

static void set_faults(struct rng *r)
{
    struct faults *f = &line.faults;
    line.stall_ms = 1 + (int)rng_below(r, rng_below(r, 2) == 0 ? 20 : 8 * ANSWER_MS);
    if (rng_below(r, 10) == 0)
        return; /* this case has a line without faults */
    *f = (struct faults){.corrupt = rate(r, 10000),
                         .drop = rate(r, 10000),
                         .duplicate = rate(r, 10000),
                         .insert = rate(r, 10000),
                         .truncate = rate(r, 300000),
                         .stall = rate(r, 500000),
                         .late = rate(r, 500000)};
}

/* ---- calls ---- */

/* No call takes longer than the limit for its requests. */
static void check_time(const struct one *o, int64_t start_us, size_t words)
{
    int64_t requests = (int64_t)(words / PART) + 2;
    int64_t most = requests * ROUNDS * 3 * TRIES * (ANSWER_MS + 2);
    CHECK((line.now_us - start_us) / 1000 <= most, o, "it ends in time");
}

static bool write_words(struct one *o, size_t at, const uint16_t *words, size_t n)
{
    struct error err = {0};
    int64_t start = line.now_us;
    bool ok = board_write(o->board, (uint16_t)(FAKE_MEMORY + at), words, n, &err);
    check_error(o, ok, &err);
    check_time(o, start, n);
    const uint16_t *is = line.board.words + FAKE_MEMORY;
    for (size_t i = 0; i < FAKE_MEMORY_WORDS; i++) {
        bool within = i >= at && i < at + n;
        bool is_new = within && is[i] == words[i - at], is_old = is[i] == o->memory[i];
        CHECK(ok && within ? is_new : is_new || is_old, o, "a word is as written, or as before");
    }
    if (ok)
        memcpy(o->memory + at, words, n * sizeof *words);
    return ok;
}

static bool read_words(struct one *o, size_t at, size_t n)
{
    struct error err = {0};
    uint16_t words[FAKE_MEMORY_WORDS];
    int64_t start = line.now_us;
    bool ok = board_read(o->board, (uint16_t)(FAKE_MEMORY + at), words, n, &err);
    check_error(o, ok, &err);
    check_time(o, start, n);
    CHECK(!ok || memcmp(words, o->memory + at, n * sizeof *words) == 0, o, "the right words");
    return ok;
}

static bool start_run(struct one *o)
{
    struct error err = {0};
    const uint16_t start = BOARD_START;
    int64_t began = line.now_us;
    bool ok = board_write(o->board, BOARD_CONTROL, &start, 1, &err);
    check_error(o, ok, &err);
    check_time(o, began, 1);
    unsigned more = line.board.starts - o->starts;
    CHECK(ok ? more == 1 : more <= 1, o, "started once, or not");
    return ok;
}

static bool some_call(struct one *o)
{
    uint16_t words[300];
    size_t n = 1 + rng_below(&o->rng, rng_below(&o->rng, 3) == 0 ? 300 : 8);
    size_t at = rng_below(&o->rng, FAKE_MEMORY_WORDS - n + 1);
    if (rng_below(&o->rng, 2) == 0) /* half of the calls use the same few words */
        at %= 16;
    for (size_t i = 0; i < n; i++)
        words[i] = rng_below(&o->rng, 4) == 0 ? 0xA5A5 : (uint16_t)rng_next(&o->rng);
    bool ok;
    switch (rng_below(&o->rng, 5)) {
    case 0:
        ok = start_run(o);
        o->starts += ok;
        return ok;
    case 1:
    case 2:
        return read_words(o, at, n);
    default:
        return write_words(o, at, words, n);
    }
}

/* ---- a case ---- */

/* When the line is good again, the board answers rightly again. */
static void recover(struct one *o)
{
    uint16_t words[FAKE_MEMORY_WORDS];
    line.faults = (struct faults){0};
    if (rng_below(&o->rng, 2) == 0)
        fake_line_settle(&line);
    for (size_t i = 0; i < FAKE_MEMORY_WORDS; i++)
        words[i] = (uint16_t)rng_next(&o->rng);
    int tries = 1;
    struct error err = {0};
    while (!board_write(o->board, FAKE_MEMORY, words, FAKE_MEMORY_WORDS, &err)) {
        CHECK(tries++ < 10, o, err.text); /* delayed frames are still on the line */
        err.text[0] = '\0';
    }
    seen.asked_again += tries > 1;
    memcpy(o->memory, words, sizeof words);
    CHECK(read_words(o, 0, FAKE_MEMORY_WORDS), o, "a good line is read");
    o->starts = line.board.starts;
    CHECK(start_run(o), o, "a good line starts a run");
    o->starts++;
}

static void run_case(struct one *o)
{
    struct error err = {0};
    const struct exchange_timing timing = {fake_line_now, &line, ANSWER_MS, TRIES};
    fake_line_init(&line, o->seed, 87);
    set_faults(&o->rng);
    int64_t start = line.now_us;
    o->board = board_open(&line.port, &timing, &err);
    check_error(o, o->board != NULL, &err);
    check_time(o, start, 4);
    seen.never_opened += o->board == NULL;
    if (o->board == NULL) {
        CHECK(line.closed, o, "what cannot be opened is closed");
        return;
    }
    size_t calls = 1 + rng_below(&o->rng, 12);
    bool ok = true;
    for (size_t i = 0; ok && i < calls; i++)
        ok = some_call(o);
    o->errors = !ok;
    if (!ok)
        recover(o);
    fake_line_settle(&line);
    CHECK(memcmp(line.board.words + FAKE_MEMORY, o->memory, sizeof o->memory) == 0, o,
          "nothing happens late");
    CHECK(line.board.starts == o->starts, o, "nothing starts late");
    CHECK(line.board.resets == 0 && line.board.statuses[3] == 0, o, "nothing is misunderstood");
    const struct exchange *x = &o->board->exchange;
    seen.clean += ok && x->counts.retries == 0;
    seen.failed += !ok;
    seen.retries += x->counts.retries;
    seen.orders += x->counts.orders;
    seen.foreign += x->counts.foreign;
    seen.bad += x->rx.bad;
    board_close(o->board);
}

static void ten_thousand(void **state)
{
    (void)state;
    static struct one o;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        memset(&o, 0, sizeof o);
        o.seed = seed;
        o.rng.state = seed * 3 + 1;
        run_case(&o);
    }
    printf("%d cases: %u without a retry, %u ended in an error, %u were never opened, %u needed "
           "more than one try to recover; %llu retries, %llu out of order, %llu foreign frames, "
           "%llu bad ones\n",
           (int)CASES, seen.clean, seen.failed, seen.never_opened, seen.asked_again,
           (unsigned long long)seen.retries, (unsigned long long)seen.orders,
           (unsigned long long)seen.foreign, (unsigned long long)seen.bad);
    /* Every kind of fault occurred. */
    assert_true(seen.clean > CASES / 10 && seen.clean < CASES / 2);
    assert_true(seen.failed > CASES / 100 && seen.failed < CASES / 2);
    assert_true(seen.never_opened > 0 && seen.never_opened < CASES / 10);
    assert_true(seen.retries > CASES && seen.orders > CASES / 20);
    assert_true(seen.asked_again > 0);
    assert_true(seen.foreign > CASES / 10 && seen.bad > CASES / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand),
    };
    return cmocka_run_group_tests_name("noise", tests, NULL, NULL);
}
