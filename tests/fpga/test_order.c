/* Lost answers, and boards whose count has moved: every request is done once and in order. */
#include "tests/fpga/opened.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void an_answer_is_lost(void **state)
{
    (void)state;
    struct board *b = opened();
    line.lose_answers = 1;
    write_one(b, BOARD_CONTROL, BOARD_START);
    assert_int_equal(line.board.starts, 1);
    assert_int_equal(line.board.statuses[1], 1); /* AGAIN */
    assert_int_equal(b->exchange.counts.retries, 1);
    closed(b);
}

/* The HELLO of another program moves the board's count. */
static void move_count(struct board *b)
{
    const uint8_t hello[] = {(uint8_t)(b->exchange.seq + 77), 1, 0};
    fake_line_intrude(&line, hello, sizeof hello);
    fake_line_settle(&line);
}

static void out_of_order(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t word = 0;
    move_count(b);
    write_one(b, 0x8000, 0xBEEF);
    assert_int_equal(b->exchange.counts.orders, 1);
    assert_int_equal(line.board.words[0x8000], 0xBEEF);
    move_count(b);
    assert_true(board_read(b, 0x8000, &word, 1, &err));
    assert_int_equal(word, 0xBEEF);
    assert_int_equal(b->exchange.counts.orders, 2);
    assert_int_equal(line.board.statuses[2], 2);
    closed(b);
}

/* By chance the board's count equals the next number: it answers AGAIN and does nothing. */
static void out_of_order_by_chance(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t start = BOARD_START;
    line.board.last = (uint8_t)(b->exchange.seq + 1);
    write_one(b, 0x8000, 0xBEEF);
    assert_int_equal(line.board.statuses[1], 1);
    assert_int_equal(line.board.words[0x8000], 0xBEEF);
    line.board.last = (uint8_t)(b->exchange.seq + 1);
    assert_false(board_write(b, BOARD_CONTROL, &start, 1, &err));
    assert_non_null(strstr(err.text, "out of order, and an earlier copy may have been done"));
    assert_int_equal(line.board.starts, 0);
    closed(b);
}

/* A start must not be done twice, and the board cannot tell whether it was done. */
static void a_start_out_of_order(void **state)
{
    (void)state;
    static const uint16_t words[5] = {1, 1, 1, 1, 1};
    for (uint16_t from = 2; from <= 7; from++) { /* requests that begin before, at and after it */
        struct board *b = opened();
        struct error err = {0};
        char want[256];
        move_count(b);
        bool touches = from <= BOARD_CONTROL;
        assert_int_equal(board_write(b, from, words, 5, &err), !touches);
        snprintf(want, sizeof want,
                 "line: the board finds WRITE of 5 words at 0x%04X out of order, and an earlier "
                 "copy may have been done or not; look at the board's state, or reset it, before "
                 "you go on",
                 from);
        assert_string_equal(err.text, touches ? want : "");
        assert_int_equal(line.board.starts, 0);
        if (touches)
            write_one(b, BOARD_CONTROL, BOARD_START); /* the caller may repeat it: done once */
        assert_int_equal(line.board.starts, touches);
        closed(b);
    }
}

/* The start was done, its answer was lost, and then the count moved: the copy that follows is not
 * done. */
static void a_start_that_was_done(void **state)
{
    (void)state;
    struct board *b = opened();
    struct error err = {0};
    uint16_t start = BOARD_START;
    line.lose_answers = TRIES;
    assert_false(board_write(b, BOARD_CONTROL, &start, 1, &err));
    assert_non_null(strstr(err.text, "it may have been done or not"));
    assert_int_equal(line.board.starts, 1);
    closed(b);
}

/* A late copy of a HELLO, then one of the request that followed it: that request is a READ. */
static void after_hello_comes_a_read(void **state)
{
    (void)state;
    for (int resync = 0; resync < 2; resync++) {
        struct board *b = opened();
        uint8_t first_write[] = {0, 3, 1, 0x80, 0x00, 0, 1};
        if (resync)
            move_count(b);
        size_t greeting = line.out.past_n - 1;
        write_one(b, 0x8000, 1);
        for (size_t i = 0; i < line.out.past_n; i++)
            if (line.out.past[i][3] == 1)
                greeting = i;
        first_write[0] = b->exchange.seq;
        write_one(b, 0x8000, 2);
        fake_line_intrude(&line, line.out.past[greeting] + 2, 3);
        fake_line_settle(&line);
        fake_line_intrude(&line, first_write, sizeof first_write);
        fake_line_settle(&line);
        assert_int_equal(line.board.words[0x8000], 2);
        write_one(b, 0x8000, 3);
        assert_int_equal(line.board.words[0x8000], 3);
        closed(b);
    }
}

/* If the board's count is moved again and again, the host gives up. */
static int64_t moving_now(void *context)
{
    struct fake_line *l = context;
    l->board.last = (uint8_t)(l->board.last + 99);
    return fake_line_now(l);
}

static void out_of_order_for_ever(void **state)
{
    (void)state;
    struct error err = {0};
    struct exchange_timing moving = timing;
    moving.now_ms = moving_now;
    fake_line_init(&line, 1, BYTE_US);
    assert_null(board_open(&line.port, &moving, &err));
    assert_string_equal(err.text, "line: the board finds READ of 4 words at 0x0002, or the "
                                  "greeting before it, out of order, 4 times; does another "
                                  "program speak to it?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_lost),      cmocka_unit_test(out_of_order),
        cmocka_unit_test(out_of_order_by_chance), cmocka_unit_test(a_start_out_of_order),
        cmocka_unit_test(a_start_that_was_done),  cmocka_unit_test(after_hello_comes_a_read),
        cmocka_unit_test(out_of_order_for_ever),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
