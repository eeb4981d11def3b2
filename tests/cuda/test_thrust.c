/*
 * Thrust and CUB as Debian packages them, compiled by our headers and run on the RTL. Costs half a
 * minute with UMBEL_SLOW, most of it clang's: no other test has kernels of tens of thousands of
 * instructions, launches from deep in templates, or CTAs that wait for what earlier ones have
 * published.
 */
#include "sw/util/file.h"
#include "tests/support/command.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char program[] = UMBEL_ROOT "/sw/kernels/programs/thrust.cu";
static const char expected[] = UMBEL_ROOT "/sw/kernels/programs/thrust.out";

static void algorithms(void **state)
{
    (void)state;
    slow_only("clang takes long for their headers");
    struct error err = {0};
    size_t len;
    char *want = file_read(expected, &len, &err);
    if (want == NULL)
        fail_msg("%s", err.text);
    struct command c =
        UMBEL("cuda", program, "--system", "tsm-tiny", "--set", "sm.shared_bytes=65536");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), want);
    assert_has(err_of(&c), "identical to cacheless execution");
    command_free(&c);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(algorithms)};
    return cmocka_run_group_tests_name("Thrust and CUB", tests, NULL, NULL);
}
