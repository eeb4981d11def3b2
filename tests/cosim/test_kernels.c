/* Every kernel that ships, on every system that ships: the right answer through the RTL. */
#include "tests/support/command.h"
#include "tests/support/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void runs_well(const char *system, const char *kernel, const char *size, const char *seed)
{
    char name[64];
    snprintf(name, sizeof name, "%s:%s", kernel, size);
    struct command c = UMBEL("run", system, name, "--seed", seed);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    assert_null(strstr(out_of(&c), "INCOMPLETE"));
    command_free(&c);
}

static void all(const char *system, const char *size)
{
    for (int i = 0; i < SHIPPED_KERNELS; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%d", i + 1); /* any seed will do */
        runs_well(system, shipped_kernels[i], size, seed);
    }
}

/* The list above has every kernel of `umbel kernels`. */
static void none_is_missing(void **state)
{
    (void)state;
    struct command c = UMBEL("kernels");
    assert_status(&c, 0);
    assert_int_equal(count_lines(out_of(&c)), SHIPPED_KERNELS);
    const char *line = out_of(&c);
    for (; *line != '\0'; line += strcspn(line, "\n") + 1) {
        int known = 0;
        for (int i = 0; i < SHIPPED_KERNELS; i++)
            known += strlen(shipped_kernels[i]) == strcspn(line, " ") &&
                     strncmp(line, shipped_kernels[i], strcspn(line, " ")) == 0;
        if (known != 1)
            fail_msg("%d times in the list: %.*s", known, (int)strcspn(line, "\n"), line);
    }
    command_free(&c);
}

static void tiny(void **state)
{
    (void)state;
    all("tsm-tiny", "tiny");
}

static void small(void **state)
{
    (void)state;
    all("tsm-small", "small");
}

static void four_gpus(void **state)
{
    (void)state;
    all("tsm-4gpu", "small");
}

static void sgemm_as_it_ships(void **state)
{
    (void)state;
    runs_well("tsm-4gpu", "sgemm", "medium", "1");
}

/* In xtreme3 a CTA reads what a CTA on another GPU writes: results must be right for any data. */
static void other_seeds(void **state)
{
    (void)state;
    static const char *const seeds[] = {"0", "2", "0xffffffffffffffff"};
    for (int i = 0; i < 3; i++) {
        runs_well("tsm-tiny", "xtreme3", "tiny", seeds[i]);
        runs_well("tsm-small", "xtreme3", "small", seeds[i]);
        runs_well("tsm-tiny", "sgemm", "tiny", seeds[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_missing),
        cmocka_unit_test(tiny),
        cmocka_unit_test(small),
        cmocka_unit_test(four_gpus),
        cmocka_unit_test(sgemm_as_it_ships),
        cmocka_unit_test(other_seeds),
    };
    return cmocka_run_group_tests_name("kernels on the RTL", tests, NULL, NULL);
}
