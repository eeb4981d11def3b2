/* Names of kernels as sources have them. */
#include "harness/cuda/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *kernel, *source, *alone;
    } cases[] = {
        {"_Z4racePii", "race(int*, int)", "race"},
        {"_Z4sumsIfEvPT_", "void sums<float>(float*)", "sums"},
        {"_ZN2ns4deep1kEPi", "ns::deep::k(int*)", "k"},
        {"_ZN12_GLOBAL__N_11aEPi", "(anonymous namespace)::a(int*)", "a"},
        {"plain", "plain", "plain"},
        {"", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *source = name_in_source(cases[i].kernel), *alone = name_alone(cases[i].kernel);
        assert_string_equal(source, cases[i].source);
        assert_string_equal(alone, cases[i].alone);
        free(source);
        free(alone);
    }
}

static void patterns(void **state)
{
    (void)state;
    assert_true(name_matches("_Z4racePii", "_Z4racePii"));
    assert_true(name_matches("race", "_Z4racePii"));
    assert_true(name_matches("race(int*, int)", "_Z4racePii"));
    assert_true(name_matches("r?ce", "_Z4racePii"));
    assert_true(name_matches("*", "_Z4racePii"));
    assert_true(name_matches("sums", "_Z4sumsIfEvPT_"));
    assert_false(name_matches("rac", "_Z4racePii"));
    assert_false(name_matches("race", "_Z5tracePii"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(patterns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
