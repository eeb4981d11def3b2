/* An impossible configuration is refused in one line that names the field. */
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

static void refused(const struct dram_config *c, const char *field)
{
    struct error err = {0};
    char start[64];
    snprintf(start, sizeof start, "dram: %s is ", field);
    assert_false(dram_config_check(c, &err));
    if (strncmp(err.text, start, strlen(start)) != 0)
        fail_msg("wanted a message about %s, got: %s", field, err.text);
    assert_null(strchr(err.text, '\n'));
    assert_true(strstr(err.text, " must ") != NULL || strstr(err.text, " may ") != NULL);
}

#define REFUSED(field, value)                                                                      \
    do {                                                                                           \
        struct dram_config c_ = dram_hbm2();                                                       \
        c_.field = (value);                                                                        \
        const char *dot_ = strrchr(#field, '.');                                                   \
        refused(&c_, dot_ != NULL ? dot_ + 1 : #field);                                            \
    } while (0)

static void timings_out_of_range(void **state)
{
    (void)state;
    REFUSED(timing.tCL, 0);
    REFUSED(timing.tCL, 100000);
    REFUSED(timing.tCWL, 0);
    REFUSED(timing.tRCD, 0);
    REFUSED(timing.tRP, 0);
    REFUSED(timing.tRAS, 0);
    REFUSED(timing.tCCD_S, 0);
    REFUSED(timing.tCCD_L, 0);
    REFUSED(timing.tRRD_S, 0);
    REFUSED(timing.tRRD_L, 0);
    REFUSED(timing.tFAW, 0);
    REFUSED(timing.tWR, 0);
    REFUSED(timing.tWTR_S, 0);
    REFUSED(timing.tWTR_L, 0);
    REFUSED(timing.tRTP, 0);
    REFUSED(timing.tRFC, 0);
    REFUSED(timing.tREFI, 0);
}

static void timings_that_contradict(void **state)
{
    (void)state;
    REFUSED(timing.tRAS, 13);
    REFUSED(timing.tCCD_L, 0);
    REFUSED(timing.tRRD_L, 3);
    REFUSED(timing.tWTR_L, 5);
    REFUSED(timing.tFAW, 3);
    REFUSED(timing.tREFI, 300);
}

static void shapes(void **state)
{
    (void)state;
    REFUSED(bank_groups, 0);
    REFUSED(bank_groups, 3);
    REFUSED(bank_groups, 32);
    REFUSED(banks, 0);
    REFUSED(banks, 6);
    REFUSED(bus_bits, 100);
    REFUSED(bus_bits, 4);
    REFUSED(burst, 1);
    REFUSED(burst, 3);
    REFUSED(page_bytes, 3000);
    REFUSED(page_bytes, 0);
    REFUSED(read_queue, 0);
    REFUSED(write_queue, 0);
    REFUSED(write_queue, 5000);
    REFUSED(line_bytes, 48);
    REFUSED(line_bytes, 32); /* less than a burst */
    REFUSED(bytes, 0);
    REFUSED(bytes, 12345);
    struct dram_config c = dram_hbm2();
    c.bank_groups = c.banks = 16;
    refused(&c, "banks");
    c = dram_hbm2();
    c.page_bytes = 64;
    c.line_bytes = 128;
    refused(&c, "page_bytes");
}

static void good_ones_pass(void **state)
{
    (void)state;
    for (int n = 0; n < CONFIGS; n++) {
        struct dram_config c = config_number(n);
        struct error err = {0};
        assert_true(dram_config_check(&c, &err));
        assert_false(error_is_set(&err));
    }
}

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
        cmocka_unit_test(timings_out_of_range),
        cmocka_unit_test(timings_that_contradict),
        cmocka_unit_test(shapes),
        cmocka_unit_test(good_ones_pass),
        cmocka_unit_test(map_is_one_to_one),
        cmocka_unit_test(neighbours_alternate_groups),
        cmocka_unit_test(powers_of_two_spread),
    };
    return cmocka_run_group_tests_name("dram config", tests, NULL, NULL);
}
