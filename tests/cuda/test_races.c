/* Data races of CUDA programs: which are found, with their threads and lines, and which accesses
 * are ordered and not told. */
#include "tests/cuda/built.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char races[] = UMBEL_ROOT "/tests/cuda/races.cu";

static int build(void **state)
{
    (void)state;
    return built_make(races);
}

static struct command run(const char *how, const char *races_or_not)
{
    char options[64];
    snprintf(options, sizeof options, "-q %s", races_or_not);
    return built_run(options, how);
}

static void is_ordered(const char *how)
{
    struct command c = run(how, "--races");
    assert_status(&c, 0);
    assert_string_equal(err_of(&c), "");
    command_free(&c);
}

static void has_race(const char *how, const char *const *what)
{
    struct command c = run(how, "--races");
    assert_status(&c, 1);
    for (; *what != NULL; what++)
        assert_has(err_of(&c), *what);
    command_free(&c);
}
#define HAS_RACE(how, ...) has_race(how, (const char *const[]){__VA_ARGS__, NULL})

static void shared_memory(void **state)
{
    (void)state;
    HAS_RACE("neighbours", "thread (0,0,0) of CTA (0,0,0) loads at races.cu:16 (PTX line ",
             "and thread (32,0,0) of CTA (0,0,0) stores at races.cu:13 (PTX line ",
             "both shared address 0x80;");
    is_ordered("barrier");
}

static void messages(void **state)
{
    (void)state;
    HAS_RACE("plain-flag", "thread (0,0,0) of CTA (0,0,0) stores at races.cu:24 (PTX line ",
             "and thread (0,0,0) of CTA (1,0,0) loads at races.cu:33 (PTX line ",
             "both cudaMalloc[byte 0]; no barrier, and no fence with an atomic");
    is_ordered("fences");
    is_ordered("release");
    is_ordered("meeting");
}

/* Accesses of bytes in one word are apart; launches are ordered. */
static void bytes(void **state)
{
    (void)state;
    is_ordered("bytes");
    is_ordered("launches");
    HAS_RACE("same-byte", "(3 such pairs)");
}

/* Two GPUs race for a place. No access is plain, and each order gives the same memory. */
static void atomics(void **state)
{
    (void)state;
    is_ordered("places");
}

/* Not asked for, they are told when the check finds a wrong byte. */
static void a_wrong_answer(void **state)
{
    (void)state;
    struct command c = run("neighbours", "--no-idle-skip");
    assert_status(&c, 1);
    assert_has(err_of(&c), "umbel: wrong answer: cudaMalloc[byte ");
    assert_has(err_of(&c), "  race: launch 1: thread ");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_memory), cmocka_unit_test(messages),       cmocka_unit_test(bytes),
        cmocka_unit_test(atomics),       cmocka_unit_test(a_wrong_answer),
    };
    return cmocka_run_group_tests_name("data races", tests, build, built_forget);
}
