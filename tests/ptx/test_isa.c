/* The lane functions for both kinds of CPU give the same bits, whatever the lanes contain. */
#include "sw/util/rng.h"
#include "tests/ptx/machine.h"

static void fill(struct rng *r, uint64_t *lanes)
{
    static const uint64_t odd[] = {0,
                                   1,
                                   31,
                                   0x7fffffff,
                                   0x80000000,
                                   0xffffffff,
                                   0x7f800000,
                                   0xff800000,
                                   0x7fc00001,
                                   0x3f800000,
                                   0x00000001,
                                   0x807fffff,
                                   0x7ff0000000000000,
                                   0xfff8000000000001,
                                   0x8000000000000000,
                                   0x3ff0000000000000,
                                   1};
    for (int i = 0; i < LANES; i++) {
        uint64_t v = rng_next(r);
        uint64_t pick = rng_below(r, 4);
        uint64_t special = odd[rng_below(r, sizeof odd / sizeof odd[0])];
        lanes[i] = pick == 0   ? special
                   : pick == 1 ? special << 32 | special
                   : pick == 2 ? v
                               : v >> 40;
    }
}

static void test_rows_agree(void **state)
{
    (void)state;
    struct rng r = {.state = 5};
    assert_int_equal(isa_base.n_rows, isa_avx2.n_rows);
    if (isa_best() != &isa_avx2)
        skip();
    for (size_t i = 0; i < isa_base.n_rows; i++) {
        const struct isa_row *x = &isa_base.rows[i], *y = &isa_avx2.rows[i];
        assert_string_equal(x->name, y->name);
        for (int round = 0; round < 100; round++) {
            uint64_t s[4][LANES], dx[LANES] = {0}, dy[LANES] = {0};
            for (int k = 0; k < 4; k++)
                fill(&r, s[k]);
            if (x->lanes == NULL) {
                assert_int_equal(x->compare(s[0], s[1]), y->compare(s[0], s[1]));
                continue;
            }
            x->lanes(dx, s[0], s[1], s[2], s[3]);
            y->lanes(dy, s[0], s[1], s[2], s[3]);
            if (memcmp(dx, dy, sizeof dx) != 0)
                fail_msg("%s differs", x->name);
        }
    }
}

static void test_masks(void **state)
{
    (void)state;
    struct rng r = {.state = 6};
    const struct isa *const both[] = {&isa_base, isa_best()};
    for (int round = 0; round < 1000; round++) {
        uint32_t mask = (uint32_t)rng_next(&r), narrow[3][LANES], lanes[LANES];
        uint64_t wide[3][LANES];
        for (int i = 0; i < LANES; i++) {
            lanes[i] = mask >> i & 1 ? UINT32_MAX : 0;
            for (uint32_t k = 0; k < 3; k++)
                wide[k][i] = narrow[k][i] = k * 100 + (uint32_t)i;
        }
        const struct isa *isa = both[round % 2];
        assert_int_equal(isa->nonzero(lanes), mask);
        isa->select32(narrow[0], narrow[1], narrow[2], mask);
        isa->select64(wide[0], wide[1], wide[2], mask);
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t want = (mask >> i & 1 ? 100 : 200) + i;
            assert_true(narrow[0][i] == want && wide[0][i] == want);
        }
        isa->blend32(narrow[1], narrow[2], mask);
        isa->blend64(wide[1], wide[2], mask);
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t want = (mask >> i & 1 ? 200 : 100) + i;
            assert_true(narrow[1][i] == want && wide[1][i] == want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_agree),
        cmocka_unit_test(test_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
