/* Where lines lie. */
#include "sw/dram/dram.h"
#include "tests/dram/configs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Every line has a place of its own, and the places fill the memory. */
static void map_is_one_to_one(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        c.bytes = (uint64_t)c.page_bytes * c.bank_groups * c.banks * 48; /* 48 rows */
        uint32_t bursts = c.page_bytes / (c.bus_bits / 8 * c.burst);
        uint32_t per_line = c.line_bytes / (c.bus_bits / 8 * c.burst);
        uint64_t lines = c.bytes / c.line_bytes;
        bool *used = calloc(lines, 1);
        assert_non_null(used);
        for (uint64_t i = 0; i < lines; i++) {
            struct dram_place p = dram_locate(&c, i);
            assert_true(p.group < c.bank_groups && p.bank < c.banks && p.row < 48);
            assert_true(p.column % per_line == 0 && p.column < bursts);
            uint64_t at = (((uint64_t)p.row * c.banks + p.bank) * c.bank_groups + p.group) *
                              (bursts / per_line) +
                          p.column / per_line;
            assert_false(used[at]);
            used[at] = true;
        }
        free(used);
    }
}

/* The three fields in any order: the place of a line by another way, one field after the other from
 * the lowest on. */
static void fields_are_in_their_order(void **state)
{
    (void)state;
    static const uint32_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        struct dram_config c = dram_hbm2();
        c.bytes = (uint64_t)c.page_bytes * c.bank_groups * c.banks * 8;
        c.map = DRAM_ORDERED;
        c.place.bank = 5 + orders[o][0];
        c.place.column = 5 + orders[o][1];
        c.place.row = 5 + orders[o][2];
        const uint64_t sizes[3] = {c.bank_groups * c.banks, c.page_bytes / c.line_bytes, 8};
        for (uint64_t line = 0; line < c.bytes / c.line_bytes; line++) {
            uint64_t rest = line, want[3];
            for (uint32_t place = 0; place < 3; place++)
                for (uint32_t f = 0; f < 3; f++)
                    if (orders[o][f] == place) {
                        want[f] = rest % sizes[f];
                        rest /= sizes[f];
                    }
            const struct dram_place p = dram_locate(&c, line);
            assert_int_equal(p.bank * c.bank_groups + p.group, want[0]);
            assert_int_equal(p.column, want[1]);
            assert_int_equal(p.row, want[2]);
        }
    }
}

static void neighbours_alternate_groups(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    for (uint64_t i = 0; i < 100000; i++)
        if (i % 128 != 127) {
            struct dram_place a = dram_locate(&c, i), b = dram_locate(&c, i + 1);
            assert_true(a.group != b.group && a.row == b.row && a.bank == b.bank);
        }
}

/* Arrays a power of two apart: their lines of equal index lie in different banks. */
static void powers_of_two_spread(void **state)
{
    (void)state;
    struct dram_config c = dram_hbm2();
    for (unsigned shift = 11; shift < 25; shift++) {
        struct dram_place a = dram_locate(&c, 5), b = dram_locate(&c, 5 + ((uint64_t)1 << shift));
        assert_true(a.group != b.group || a.bank != b.bank);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_is_one_to_one),
        cmocka_unit_test(fields_are_in_their_order),
        cmocka_unit_test(neighbours_alternate_groups),
        cmocka_unit_test(powers_of_two_spread),
    };
    return cmocka_run_group_tests_name("dram config", tests, NULL, NULL);
}
