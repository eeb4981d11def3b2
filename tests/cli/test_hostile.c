/*
 * What nobody would type on purpose: numbers with signs, out of range, in other bases. Each gets
 * one line and status 1; nothing crashes, hangs, or is taken for another number.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 10 };

struct mistake {
    const char *words[MOST_WORDS], *what, *advice;
};

static void complains(const struct mistake *m)
{
    const char *argv[MOST_WORDS + 2] = {umbel_path()};
    for (int i = 0; i < MOST_WORDS && m->words[i] != NULL; i++)
        argv[i + 1] = m->words[i];
    struct command c = {.argv = argv, .seconds = 60};
    command_run(&c);
    assert_complains(&c, m->what, m->advice);
    assert_string_equal(out_of(&c), "");
    command_free(&c);
}

/* ---- numbers ---- */

#define MP UMBEL_ROOT "/formal/litmus/MP.litmus"

static void numbers(void **state)
{
    (void)state;
    static const struct mistake cases[] = {
        {{"run", "tsm-tiny", "relu", "--seed", "-1"}, "--seed -1:", "without a sign"},
        {{"run", "tsm-tiny", "relu", "--seed", "+1"}, "--seed +1:", "without a sign"},
        {{"run", "tsm-tiny", "relu", "--seed", " 1"}, "--seed  1:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", ""}, "--seed :", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "010"}, "--seed 010:", "leading zeros"},
        {{"run", "tsm-tiny", "relu", "--seed", "0x"}, "--seed 0x:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--seed", "0x10000000000000000"}, "--seed", "2^64-1"},
        {{"run", "tsm-tiny", "relu", "--seed", "99999999999999999999"}, "--seed", "2^64-1"},
        {{"run", "tsm-tiny", "relu", "--profile=-3"}, "--profile -3:", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=-1"}, "gpus is -1", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=1.5"}, "gpus is 1.5", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=4294967297"},
         "gpus is 4294967297",
         "to 4294967295"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus=99999999999999999999"}, "gpus is", "whole"},
        {{"run", "tsm-tiny", "relu", "--set", "umc.bytes=18446744073709551615"},
         "umc.bytes is",
         "power of two"},
        {{"run", "tsm-tiny", "relu", "--set", "gpus="}, "gpus is empty", "whole number"},
        {{"run", "tsm-tiny", "relu", "--set", "="}, "--set =:", "path=value"},
        {{"run", "tsm-tiny", "relu", "--set", ""}, "--set :", "path=value"},
        {{"litmus", MP, "--placement=-1.0,0.0"}, "--placement -1.0,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=0.-1,0.0"}, "--placement 0.-1,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=+1.0,0.0"}, "--placement +1.0,0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=1.0, 0.0"}, "--placement 1.0, 0.0:", "GPU.CTA"},
        {{"litmus", MP, "--placement=4294967297.0,0.0"}, "--placement 4294967297", "GPU.CTA"},
        {{"litmus", MP, "--placement=1.0,0.0,"}, "--placement", "only 2 threads"},
        {{"litmus", MP, "--placement="}, "--placement :", "GPU.CTA"},
        {{"litmus", MP, "--placement=999.0,0.0"}, "on GPU 999", "2 GPUs"},
        {{"litmus", MP, "--runs", "0"}, "--runs 0:", "from 1"},
        {{"litmus", MP, "--runs", "4294967296"}, "--runs 4294967296:", "4294967295"},
        {{"litmus", MP, "--seed", "9223372036854775808"}, "--seed", "9223372036854775807"},
        {{"prove", "--jobs", "-1"}, "--jobs -1:", "from 1 to"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(&cases[i]);
}

static void three_hundred_sets(void **state)
{
    (void)state;
    const char *argv[605] = {umbel_path(), "run", "tsm-tiny", "relu"};
    for (int i = 0; i < 300; i++) {
        argv[4 + 2 * i] = "--set";
        argv[5 + 2 * i] = "gpus=2";
    }
    struct command c = {.argv = argv};
    command_run(&c);
    assert_complains(&c, "one --set too many", "write a system file");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(three_hundred_sets),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
