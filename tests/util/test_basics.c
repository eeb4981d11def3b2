/* Errors and random numbers. */
#include "sw/util/error.h"
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"
#include "sw/util/shell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void first_error_wins(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(error_is_set(&err));
    assert_false(error_set(&err, "%s:%d: bad", "file", 3));
    assert_true(error_is_set(&err));
    assert_false(error_set(&err, "later"));
    assert_string_equal(err.text, "file:3: bad");
}

static void errors_are_one_line_and_fit(void **state)
{
    (void)state;
    struct error err = {0};
    error_set(&err, "a\nb\t%s", "\033[2J\177\r");
    assert_string_equal(err.text, "a\\nb\\t\\x1b[2J\\x7f\\x0d");
    error_add(&err, "; %s", "\n");
    assert_string_equal(err.text, "a\\nb\\t\\x1b[2J\\x7f\\x0d; \\n");
    err = (struct error){0};
    error_set(&err, "%05000d", 5);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    err = (struct error){0}; /* where and why stay, whatever lies between */
    error_set(&err, "/first/%03000d/last: why", 5);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_memory_equal(err.text, "/first/000", 10);
    assert_non_null(strstr(err.text, "000 ... 000"));
    assert_string_equal(err.text + strlen(err.text) - 15, "00005/last: why");
}

/* Valid UTF-8 stays; other bytes, and control characters of two bytes, are spelt out. */
static void errors_are_utf8(void **state)
{
    (void)state;
    struct error err = {0};
    error_set(&err, "%s", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\xbf");
    assert_string_equal(err.text, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\xbf");
    static const char *const bad[][2] = {
        {"\xc2\x9b", "\\xc2\\x9b"}, /* an 8-bit terminal's escape */
        {"\x9b", "\\x9b"},
        {"\xff", "\\xff"},
        {"\xc3", "\\xc3"},
        {"\xc0\x8a", "\\xc0\\x8a"}, /* a newline, too long */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        err = (struct error){0};
        error_set(&err, "%s", bad[i][0]);
        assert_string_equal(err.text, bad[i][1]);
    }
}

/* A message that is too long loses its middle, never its reason, and never half a character. */
static void long_errors_keep_their_reason(void **state)
{
    (void)state;
    char path[6000];
    for (size_t i = 0; i + 2 < sizeof path; i += 2)
        memcpy(path + i, "\xc3\xa9", 3);
    for (size_t cut = 0; cut < 2; cut++) {
        struct error err = {0};
        error_set(&err, "%s%s: cannot be read: No such file or directory", cut == 0 ? "x" : "",
                  path);
        const char *end = strstr(err.text, ": cannot be read: No such file or directory");
        assert_non_null(end);
        assert_string_equal(end, ": cannot be read: No such file or directory");
        assert_non_null(strstr(err.text, "\xc3\xa9 ... \xc3\xa9"));
        assert_null(strstr(err.text, "\\x"));
    }
}

/* The published vectors of SplitMix64: a change would alter every workload ever run. */
static void rng_gives_fixed_numbers(void **state)
{
    (void)state;
    struct rng r = {1234567};
    assert_true(rng_next(&r) == 6457827717110365317u);
    assert_true(rng_next(&r) == 3203168211198807973u);
    assert_true(rng_next(&r) == 9817491932198370423u);
    r = (struct rng){0};
    assert_true(rng_next(&r) == 0xe220a8397b1dcdafu);
    assert_true(rng_next(&r) == 0x6e789e6aa1b965f4u);
    assert_true(rng_next(&r) == 0x06c45d188009454fu);
}

static void rng_below_is_below_and_spreads(void **state)
{
    (void)state;
    struct rng r = {5};
    unsigned count[10] = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t n = rng_below(&r, 10);
        assert_in_range(n, 0, 9);
        count[n]++;
    }
    for (int i = 0; i < 10; i++)
        assert_in_range(count[i], 9500, 10500);
    assert_int_equal(rng_below(&r, 1), 0);
}

static void words_for_a_shell(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"dram.tCL=20", "dram.tCL=20"},
        {"", "''"},
        {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},
        {"$HOME", "'$HOME'"},
        {"a\nb", "'a\nb'"},
        {"{a,b}", "'{a,b}'"},
        {"\033[2J'", "$'\\033[2J\\''"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf s = {0};
        shell_word(&s, cases[i][0]);
        assert_string_equal(s.text, cases[i][1]);
        sbuf_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_for_a_shell),
        cmocka_unit_test(first_error_wins),
        cmocka_unit_test(errors_are_one_line_and_fit),
        cmocka_unit_test(errors_are_utf8),
        cmocka_unit_test(long_errors_keep_their_reason),
        cmocka_unit_test(rng_gives_fixed_numbers),
        cmocka_unit_test(rng_below_is_below_and_spreads),
    };
    return cmocka_run_group_tests_name("error and rng", tests, NULL, NULL);
}
