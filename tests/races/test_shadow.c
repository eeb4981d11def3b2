/* The memory of who accessed what. */
#include "sw/races/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* An access of 8 bytes has two words; spaces are apart; words of many pages are kept. */
static void words(void **state)
{
    (void)state;
    struct shadow *s = shadow_new();
    for (uint64_t a = 0; a < 1 << 20; a += 8)
        for (uint32_t i = 0; i < 2; i++)
            shadow_cell(s, a % 3, a, 8, i)->write.time = (uint32_t)a + i + 1;
    assert_null(shadow_cell(s, 0, 0, 8, 2));
    for (uint64_t a = 0; a < 1 << 20; a += 8) {
        assert_int_equal(shadow_cell(s, a % 3, a + 4, 4, 0)->write.time, a + 2);
        assert_int_equal(shadow_cell(s, (a + 1) % 3, a, 4, 0)->write.time, 0);
    }
    assert_false(shadow_full(s));
    shadow_free(s);
}

/* From the first access of a byte on, each byte has a cell, with what its word had. */
static void bytes(void **state)
{
    (void)state;
    struct shadow *s = shadow_new();
    struct cell *c = shadow_cell(s, 0, 100, 4, 0);
    c->write.time = 9;
    c->released = 3;
    shadow_cell(s, 0, 101, 1, 0)->write.time = 10;
    assert_null(shadow_cell(s, 0, 101, 1, 1));
    const uint32_t times[] = {9, 10, 9, 9};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(shadow_cell(s, 0, 100, 4, i)->write.time, times[i]);
        assert_int_equal(shadow_cell(s, 0, 100, 4, i)->released, i == 0 ? 3 : 0);
    }
    assert_null(shadow_cell(s, 0, 100, 4, 4));
    assert_int_equal(shadow_cell(s, 0, 104, 4, 0)->write.time, 0);
    shadow_free(s);
}

static void too_large(void **state)
{
    (void)state;
    struct shadow *s = shadow_new();
    uint64_t a = 0;
    while (shadow_cell(s, 0, a, 4, 0) != NULL)
        a += 4;
    assert_int_equal(a, (uint64_t)SHADOW_CELLS * 4);
    assert_true(shadow_full(s));
    assert_non_null(shadow_cell(s, 0, 0, 4, 0));
    shadow_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(bytes),
                                       cmocka_unit_test(too_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
