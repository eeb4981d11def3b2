/* The same system, kernel and seed: the same cycles and the same bytes of statistics, on one thread
 * or several. Every day on one machine; with UMBEL_SLOW on four GPUs, too. */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *statistics_on(void **state, const char *threads, const char *system,
                           const char *kernel, const char *seed, size_t *len)
{
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", system, kernel, "--seed", seed, "--json", json, "-q", "-j", threads);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "");
    assert_string_equal(err_of(&c), "");
    command_free(&c);
    return read_bytes_of(json, len);
}

static char *statistics(void **state, const char *system, const char *kernel, const char *seed,
                        size_t *len)
{
    return statistics_on(state, "1", system, kernel, seed, len);
}

static void repeats(void **state, const char *system, const char *kernel, int times)
{
    size_t len, n;
    char *first = statistics(state, system, kernel, "7", &len);
    assert_non_null(strstr(first, "\"cycles\""));
    for (int i = 1; i < times; i++) {
        char *again = statistics(state, system, kernel, "7", &n);
        assert_int_equal(n, len);
        assert_memory_equal(first, again, len);
        free(again);
    }
    free(first);
}

static void sgemm_on_four_gpus(void **state)
{
    slow_only("a machine of four GPUs is built, and tsm-small repeats itself");
    repeats(state, "tsm-4gpu", "sgemm", 2);
}

static void xtreme3_again(void **state)
{
    repeats(state, "tsm-small", "xtreme3", slow_wanted() ? 5 : 2);
}

/* A team tries all of its members now and then even where they gain nothing. */
static void threads_change_nothing(void **state)
{
    static const char *const threads[] = {"2", "3", "5"};
    static const struct {
        const char *system, *kernel;
        bool slow; /* a machine that nothing else here needs every day, or a longer kernel */
    } runs[] = {
        {"tsm-4gpu", "sgemm", true},
        {"tsm-small", "bfs:small", true},
        {"tsm-small", "mutex", false},
    };
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        if (runs[r].slow && !slow_wanted())
            continue;
        size_t len, n;
        char *first = statistics(state, runs[r].system, runs[r].kernel, "7", &len);
        for (size_t i = 0; i < (slow_wanted() ? 3 : 2); i++) {
            char *again = statistics_on(state, threads[i], runs[r].system, runs[r].kernel, "7", &n);
            assert_int_equal(n, len);
            assert_memory_equal(first, again, len);
            free(again);
        }
        free(first);
    }
}

/* Shows that the comparison above notices a difference. */
static void other_kernels_differ(void **state)
{
    size_t a, b;
    char *one = statistics(state, "tsm-small", "xtreme3", "7", &a);
    char *two = statistics(state, "tsm-small", "xtreme2", "7", &b);
    assert_string_not_equal(one, two);
    free(one);
    free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(sgemm_on_four_gpus),
        test_in_folder(xtreme3_again),
        test_in_folder(threads_change_nothing),
        test_in_folder(other_kernels_differ),
    };
    return cmocka_run_group_tests_name("determinism", tests, NULL, NULL);
}
