/*
 * What CUDA's C++ has of its own, as programs use it: built-in variables as values, shuffles.
 * Expected numbers are worked out by hand from the sources.
 */
#include "tests/support/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define HERE UMBEL_ROOT "/tests/cuda/"

static void prints(const char *source, const char *out)
{
    struct command c = UMBEL("cuda", source, "--system", "tsm-tiny", "-q");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), out);
    command_free(&c);
}

static void indices(void **state)
{
    (void)state;
    prints(HERE "indices.cu", "3221 2121 3210 175 19810 154321 132021 10 12 3221 2121 1232 213210 "
                              "2521 2 21 cudaSuccess\n");
}

static void shuffles(void **state)
{
    (void)state;
    prints(HERE "shuffles.cu", "7 3 55 711\n1 102 3 2931\n");
}

static void headers(void **state)
{
    (void)state;
    prints(HERE "headers.cu", "4670 64 14\nan illegal instruction was encountered\n"
                              "operation not permitted when stream is capturing\n");
}

static void host_math(void **state)
{
    (void)state;
    prints(HERE "host_math.cu", "1 0 1 1 1\n0 1 1 0 1\n0 0 1 1\n73 73\n");
}

static void devices(void **state)
{
    (void)state;
    prints(HERE "properties.cu", "attributes: 0 missing\nbus 0: 0\n1 1 1\n64 31 31\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(indices), cmocka_unit_test(shuffles),
                                       cmocka_unit_test(headers), cmocka_unit_test(host_math),
                                       cmocka_unit_test(devices)};
    return cmocka_run_group_tests_name("CUDA's C++", tests, NULL, NULL);
}
