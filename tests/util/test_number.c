/* Numbers: digits only, and within the allowed range. */
#include "sw/util/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void digits_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t most, value;
        size_t used;
    } cases[] = {
        {"0", 0, 0, 1},
        {"7,8", 9, 7, 1},
        {"010", 10, 10, 3}, /* not octal */
        {"0x10", 10, 0, 1}, /* the caller sees the x */
        {"999", 999, 999, 3},
        {"18446744073709551615", UINT64_MAX, UINT64_MAX, 20},
        {"000000000000000000000000000001", 1, 1, 30},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t n = 77;
        const char *end = number_read(cases[i].text, cases[i].most, &n);
        assert_ptr_equal(end, cases[i].text + cases[i].used);
        assert_true(n == cases[i].value);
    }
}

static void anything_else_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t most;
    } cases[] = {
        {"", UINT64_MAX},
        {"-1", UINT64_MAX},
        {"+1", UINT64_MAX},
        {" 1", UINT64_MAX},
        {"x", UINT64_MAX},
        {"1000", 999},
        {"5", 4},
        {"4294967296", UINT32_MAX},
        {"18446744073709551616", UINT64_MAX},
        {"18446744073709551620", UINT64_MAX},
        {"99999999999999999999999999", UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t n = 77;
        assert_null(number_read(cases[i].text, cases[i].most, &n));
        assert_true(n == 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_read),
        cmocka_unit_test(anything_else_is_not),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
