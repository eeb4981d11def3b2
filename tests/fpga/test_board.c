/* A board's words through a good line; then a peer that is no board, or does not answer. */
#include "tests/fpga/opened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- it works ---- */

static void shape(void **state)
{
    (void)state;
    struct board *b = opened();
    assert_int_equal(b->shape.gpus, 2);
    assert_int_equal(b->shape.sms, 1);
    assert_int_equal(b->shape.line_bits, 10);
    assert_int_equal(b->shape.line_bytes, 4);
    assert_int_equal(b->shape.threads, 4);
    assert_int_equal(b->shape.slots, 16);
    assert_int_equal(b->shape.ts_bits, 16);
    assert_int_equal(b->shape.time_bits, 20);
    closed(b);
}

/* 300 words are three requests; repeated until the request numbers have wrapped more than once. */
static void many_words(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t out[300], in[300];
    struct exchange_counts was = b->exchange.counts;
    for (unsigned round = 0; round < 100; round++) {
        for (unsigned i = 0; i < 300; i++)
            out[i] = (uint16_t)(i * 331 + round * 7);
        assert_true(board_write(b, FAKE_MEMORY + 5, out, 300, &err));
        assert_memory_equal(line.board.words + FAKE_MEMORY + 5, out, sizeof out);
        assert_true(board_read(b, FAKE_MEMORY + 5, in, 300, &err));
        assert_memory_equal(in, out, sizeof out);
    }
    const struct exchange_counts *c = &b->exchange.counts;
    assert_int_equal(c->frames_out - was.frames_out, 600);
    assert_int_equal(c->frames_in - was.frames_in, 600);
    assert_int_equal(c->bytes_out - was.bytes_out, 100 * (600 + 3 * 11 + 3 * 11));
    assert_int_equal(c->bytes_in - was.bytes_in, 100 * (600 + 3 * 9 + 3 * 9));
    assert_int_equal(c->retries + c->orders + c->foreign + b->exchange.rx.bad, 0);
    closed(b);
}

static void words_at_the_edges(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t words[241] = {0};
    assert_true(board_read(b, 0xFFFF, words, 1, &err));
    assert_true(board_read(b, 0xFF0F, words, 241, &err));
    assert_true(board_read(b, 0, words, 2, &err));
    assert_int_equal(words[0], 0x554D);
    assert_false(error_is_set(&err));
    assert_false(board_read(b, 0xFFFF, words, 2, &err));
    assert_string_equal(err.text, "line: 2 words at 0xFFFF: ask for 1 to 1");
    err.text[0] = '\0';
    assert_false(board_write(b, 0x8000, words, 0, &err));
    assert_string_equal(err.text, "line: 0 words at 0x8000: ask for 1 to 32768");
    closed(b);
}

/* ---- what answers is no such board ---- */

static void refused(const char *text)
{
    struct error err = {0};
    assert_null(board_open(&line.port, &timing, &err));
    assert_string_equal(err.text, text);
    assert_true(line.closed);
}

static void another_board(void **state)
{
    (void)state;
    fake_line_init(&line, 1, BYTE_US);
    line.board.words[0] = 0x1234;
    refused("line: what answers is no Umbel board: word 0 is 0x1234, not 0x554D");
    fake_line_init(&line, 1, BYTE_US);
    line.board.words[1] = 2;
    refused("line: the board has version 2 of its table of words, this program knows 1; configure "
            "it with a bitstream of this version");
}

static void shapes_without_room(void **state)
{
    (void)state;
    static const uint16_t bad[][4] = {
        {0x0001, 0x0A04, 0x0404, 0x1014}, {0x0100, 0x0A04, 0x0404, 0x1014},
        {0x1D01, 0x0A04, 0x0404, 0x1014}, {0x0201, 0x0F04, 0x0404, 0x1014},
        {0x0201, 0x1004, 0x0404, 0x1014}, {0x0201, 0x0A00, 0x0404, 0x1014},
        {0x0201, 0x0A03, 0x0404, 0x1014}, {0x0201, 0x0A04, 0x0004, 0x1014},
        {0x0201, 0x0A04, 0x0407, 0x1014}, {0x0201, 0x0A04, 0x04FF, 0x1014},
        {0x0201, 0x0A04, 0x0404, 0x0014}, {0x0201, 0x0A04, 0x0404, 0x1000},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char want[256];
        fake_line_init(&line, 1, BYTE_US);
        memcpy(line.board.words + 2, bad[i], sizeof bad[i]);
        snprintf(want, sizeof want,
                 "line: the board's words 0x0002 to 0x0005, 0x%04X 0x%04X 0x%04X 0x%04X, tell of "
                 "no system that has room on it; configure it again",
                 bad[i][0], bad[i][1], bad[i][2], bad[i][3]);
        refused(want);
    }
}

static void no_port(void **state)
{
    (void)state;
    struct error err = {0};
    error_set(&err, "why");
    assert_null(board_open(NULL, &timing, &err));
    assert_string_equal(err.text, "why");
    board_close(NULL);
}

/* ---- no answer ---- */

#define ADVICE "; is the board configured, and is this its port and its baud rate?"

static void silence(void **state)
{
    (void)state;
    struct error err = {0};
    fake_line_init(&line, 1, BYTE_US);
    line.silent = true;
    int64_t start = line.now_us;
    unsigned number = (fake_line_now(&line) + 1) & 0xFF;
    char want[256];
    snprintf(want, sizeof want,
             "line: no answer to HELLO, number %u, sent 5 times and waited for 100 ms each; no "
             "byte came" ADVICE,
             number);
    assert_null(board_open(&line.port, &timing, &err));
    assert_string_equal(err.text, want);
    assert_int_equal((line.now_us - start) / 1000, ANSWER_MS * TRIES);
}

static void silence_of_a_write(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word = 1;
    line.silent = true;
    assert_false(board_write(b, 0x8000, &word, 1, &err));
    assert_non_null(strstr(err.text, "line: no answer to WRITE of 1 word at 0x8000, number "));
    assert_non_null(strstr(err.text, "no byte came; it may have been done or not" ADVICE));
    assert_int_equal(b->exchange.counts.retries, TRIES - 1);
    closed(b);
}

/* A call ends by the clock, however many bytes come. */
static void babble(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word;
    int64_t start = line.now_us;
    line.babbling = true;
    assert_false(board_read(b, 0x8000, &word, 1, &err));
    assert_non_null(strstr(err.text, " bytes without a good frame came" ADVICE));
    assert_true(line.now_us - start <= (int64_t)(ANSWER_MS + 1) * 1000 * TRIES);
    closed(b);
}

static void other_answers(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word;
    line.lose_answers = 1000;
    assert_false(board_read(b, 0x8000, &word, 1, &err));
    line.lose_answers = 0;
    b->exchange.timing.tries = 1;
    uint8_t hello[] = {(uint8_t)(b->exchange.seq + 100), 1, 0};
    fake_line_intrude(&line, hello, sizeof hello); /* the board hears nothing while it answers */
    err.text[0] = '\0';
    assert_false(board_read(b, 0x8000, &word, 1, &err));
    char want[256];
    snprintf(want, sizeof want, "1 other frames, at last 0x%02X 0x81 0x00 came" ADVICE, hello[0]);
    assert_non_null(strstr(err.text, want));
    assert_non_null(strstr(err.text, "sent 1 times"));
    closed(b);
}

/* Good frames that answer another request, or none; then the answer. */
static void answers_that_do_not_fit(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word = 0;
    write_one(b, 0x8000, 0xCAFE);
    b->exchange.timing.tries = 1;
    const struct {
        uint8_t body[7];
        size_t n;
    } forged[] = {
        {{0, 0x82, 0, 1, 2, 3, 4}, 7}, {{0, 0x82, 0, 1}, 4},    {{0, 0x82, 0}, 3},
        {{0, 0x82, 1, 1, 2}, 5},       {{0, 0x82, 1}, 3},       {{0, 0x82, 2, 1, 2}, 5},
        {{0, 0x83, 0, 1, 2}, 5},       {{0, 0x02, 0, 1, 2}, 5}, {{255, 0x82, 0, 1, 2}, 5},
        {{1, 0x82, 0, 1, 2}, 5},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        uint8_t body[7], frame[FRAME_MAX];
        memcpy(body, forged[i].body, sizeof body);
        body[0] = (uint8_t)(body[0] + b->exchange.seq + 1);
        fake_line_forge(&line, frame, frame_build(frame, body, forged[i].n));
        assert_true(board_read(b, 0x8000, &word, 1, &err));
        assert_int_equal(word, 0xCAFE);
        assert_int_equal(b->exchange.counts.foreign, i + 1);
    }
    closed(b);
}

/* Noise that looks like the start of a long frame hides the answer until the line is silent. */
static void an_answer_behind_noise(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word = 0;
    write_one(b, 0x8000, 0xCAFE);
    b->exchange.timing.tries = 1;
    fake_line_forge(&line, (const uint8_t[]){0xA5, 0xFF, 0xA5, 0x80}, 4);
    assert_true(board_read(b, 0x8000, &word, 1, &err));
    assert_int_equal(word, 0xCAFE);
    assert_int_equal(b->exchange.rx.bad, 2);
    closed(b);
}

static void gone(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word = 0;
    line.gone = true;
    assert_false(board_read(b, 0x8000, &word, 1, &err));
    assert_string_equal(err.text, "line is gone (unplugged?); plug it in and run again");
    closed(b);
}

/* The board refuses an unknown request; the host does not send it again. */
static void bad(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    struct request q = {.op = EXCHANGE_READ, .count = 121, .in = (uint16_t[121]){0}};
    uint64_t sent = b->exchange.counts.frames_out;
    assert_false(exchange_do(&b->exchange, &q, &err));
    assert_string_equal(err.text,
                        "line: the board answers status 3 to READ of 121 words at 0x0000 and did "
                        "nothing; configure it with a bitstream of this version");
    assert_int_equal(b->exchange.counts.frames_out, sent + 1);
    write_one(b, 0x8000, 7); /* the refused number did not count; a HELLO corrects that */
    assert_int_equal(line.board.words[0x8000], 7);
    assert_int_equal(line.board.statuses[2], 0);
    closed(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape),
        cmocka_unit_test(many_words),
        cmocka_unit_test(words_at_the_edges),
        cmocka_unit_test(another_board),
        cmocka_unit_test(shapes_without_room),
        cmocka_unit_test(no_port),
        cmocka_unit_test(silence),
        cmocka_unit_test(silence_of_a_write),
        cmocka_unit_test(babble),
        cmocka_unit_test(other_answers),
        cmocka_unit_test(answers_that_do_not_fit),
        cmocka_unit_test(an_answer_behind_noise),
        cmocka_unit_test(gone),
        cmocka_unit_test(bad),
    };
    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
