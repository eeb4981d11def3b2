/* Opens a fake board behind a fake line with a simulated clock. */
#ifndef UMBEL_TESTS_FPGA_OPENED_H
#define UMBEL_TESTS_FPGA_OPENED_H

#include "fpga/host/board.h"
#include "tests/support/fake_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ANSWER_MS = 100, TRIES = 5, BYTE_US = 87 };

static struct fake_line line;
static const struct exchange_timing timing = {fake_line_now, &line, ANSWER_MS, TRIES};

static struct board *opened(void)
{
    struct error err = {0};
    fake_line_init(&line, 1, BYTE_US);
    struct board *b = board_open(&line.port, &timing, &err);
    assert_string_equal(err.text, "");
    assert_non_null(b);
    return b;
}

static void closed(struct board *b)
{
    board_close(b);
    assert_true(line.closed);
}

static void write_one(struct board *b, uint16_t address, uint16_t word)
{
    struct error err = {0};
    if (!board_write(b, address, &word, 1, &err))
        fail_msg("%s", err.text);
}

#endif
