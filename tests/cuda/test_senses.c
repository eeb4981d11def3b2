/* Programs that store where and when they ran, which a reference run cannot know by itself. */
#include "tests/support/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char senses[] = UMBEL_ROOT "/tests/cuda/senses.cu";

/* GPU 0 has SM 0, GPU 1 has SM 1: CTAs are dealt in two halves. */
static void where(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", senses, "--system", "numa-tiny", "--", "where");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "1 1 4 4\n");
    assert_has(err_of(&c), "umbel: kernel _Z5wherePj reads %smid at senses.cu:9 (PTX line ");
    assert_has(err_of(&c), "); the reference run takes the machine's values\n");
    assert_has(err_of(&c), "result         identical to cacheless execution\n");
    command_free(&c);
}

/* On several threads, and where all launches are searched for races, which runs them again. */
static void when(void **state)
{
    (void)state;
    struct command c =
        UMBEL("cuda", senses, "--system", "numa-tiny", "-q", "-j", "2", "--", "when");
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

/* A stale copy beside such a value is told, with the writer of its byte. */
static void a_stale_copy(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", senses, "--system", "numa-tiny", "-q", "--", "stale");
    assert_status(&c, 1);
    assert_has(err_of(&c), "wrong answer: cudaMalloc[byte 264] at ");
    assert_has(err_of(&c), "is 0x00, not 0x07 (1 of 512 bytes differ)");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where),
        cmocka_unit_test(when),
        cmocka_unit_test(a_stale_copy),
    };
    return cmocka_run_group_tests_name("where and when programs run", tests, NULL, NULL);
}
