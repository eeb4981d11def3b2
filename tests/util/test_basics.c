/* Errors and random numbers. */
#include "sw/util/error.h"
#include "sw/util/rng.h"

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
    error_set(&err, "a\nb\n%s", "c\nd");
    assert_string_equal(err.text, "a b c d");
    err = (struct error){0};
    error_set(&err, "%03000d", 5);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    err = (struct error){0}; /* where and why stay, whatever lies between */
    error_set(&err, "/first/%03000d/last: why", 5);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_memory_equal(err.text, "/first/000", 10);
    assert_non_null(strstr(err.text, "000 ... 000"));
    assert_string_equal(err.text + strlen(err.text) - 15, "00005/last: why");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_error_wins),
        cmocka_unit_test(errors_are_one_line_and_fit),
        cmocka_unit_test(rng_gives_fixed_numbers),
        cmocka_unit_test(rng_below_is_below_and_spreads),
    };
    return cmocka_run_group_tests_name("error and rng", tests, NULL, NULL);
}
