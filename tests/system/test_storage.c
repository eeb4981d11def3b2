/*
 * What logical time takes in storage, counted by hand. The thesis (4.2.7) has 1 KB beside an L1 of
 * 16 KB, and 64 KB in TSUs for a GPU's L2 of 2 MB. It also has 8 KB beside an L2 of 256 KB, where
 * two times of 16 bits for each of 4,096 lines are 16 KB.
 */
#include "gen/system/storage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void is_told(const char *name, const char *const sets[], size_t n, const char *text)
{
    struct error err = {0};
    struct system *s = system_load(name, sets, n, &err);
    assert_string_equal(err.text, "");
    struct sbuf told = {0};
    system_storage(s, &told);
    assert_string_equal(sbuf_str(&told), text);
    sbuf_free(&told);
    system_free(s);
}

/* 256 clocks of L1s and 32 of banks, of 16 bits here. */
static void as_the_thesis_counts(void **state)
{
    (void)state;
    static const char *const sets[] = {"protocol=mgcc-paper", "tsu.keep_wts=false"};
    is_told("tsm-4gpu", sets, 2,
            "Timestamps take 1024 B in each L1 (256 lines), 16384 B in each L2 bank (4096 lines), "
            "32768 B in each TSU (16384 entries); clocks 576 B in all");
}

/* Times of the machine that ships have an epoch beside them, and a TSU keeps a line's wts. */
static void with_epochs(void **state)
{
    (void)state;
    static const char *const sets[] = {"mgcc.ts_bits=16", "mgcc.epoch_bits=2", "tsu.keep_wts=true"};
    is_told("tsm-4gpu", sets, 3,
            "Timestamps take 1088 B in each L1 (256 lines), 17408 B in each L2 bank (4096 lines), "
            "69632 B in each TSU (16384 entries); clocks 576 B in all");
}

static void without_leases(void **state)
{
    (void)state;
    is_told("hmg-4gpu", NULL, 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_thesis_counts),
        cmocka_unit_test(with_epochs),
        cmocka_unit_test(without_leases),
    };
    return cmocka_run_group_tests_name("storage of times", tests, NULL, NULL);
}
