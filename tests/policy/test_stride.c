/*
 * Grids that stride over a buffer, byte by byte: what part of it a CTA finds at its own home, that
 * every home has its share of CTAs and pages, and that strides which equation 1 serves as printed
 * are dealt as it prints.
 */
#include "sw/policy/stride.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* CTA i accesses `block` bytes from i * block on, and as many a stride further, and so on. */
struct grid {
    uint32_t ctas, block, steps, homes;
    uint64_t begin, page;
};

static struct stride stride_of(const struct grid *g)
{
    return (struct stride){(uint64_t)g->ctas * g->block, g->begin, g->page};
}

/* How many of the bytes that CTA `cta` accesses do not lie at its home. */
static uint64_t far_bytes(const struct grid *g, uint32_t cta)
{
    const struct stride s = stride_of(g);
    const uint32_t own = stride_home_of_cta(&s, cta, g->ctas, g->homes);
    uint64_t far = 0;
    assert_true(own < g->homes);
    for (uint32_t step = 0; step < g->steps; step++)
        for (uint32_t b = 0; b < g->block; b += 4) {
            const uint64_t at = g->begin + step * s.bytes + (uint64_t)cta * g->block + b;
            const uint32_t home = stride_home_of_page(&s, at / g->page, g->homes);
            assert_true(home < g->homes);
            far += home != own ? 4 : 0;
        }
    return far;
}

static uint64_t all_far_bytes(const struct grid *g)
{
    uint64_t far = 0;
    for (uint32_t i = 0; i < g->ctas; i++)
        far += far_bytes(g, i);
    return far;
}

/* If parts are whole CTAs and pages, or homes are at least as many as pages, and whole CTAs have a
 * page, then all is near; whether or not a stride is a multiple of pages x homes. */
static void all_near(void **state)
{
    (void)state;
    static const struct grid grids[] = {
        {32, 15360, 3, 16, 0, 1024}, {32, 2048, 8, 16, 0, 1024}, {30, 512, 17, 16, 0, 1024},
        {30, 512, 17, 15, 0, 256},   {16, 2048, 16, 16, 0, 512}, {9, 1024, 5, 4, 0, 1024},
        {64, 256, 5, 16, 8192, 256}, {7, 256, 9, 4, 256, 256},   {12, 512, 3, 5, 1024, 1024},
        {5, 3072, 4, 5, 0, 1024},    {1, 4096, 3, 1, 0, 1024},
    };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        for (uint32_t cta = 0; cta < grids[i].ctas; cta++)
            if (far_bytes(&grids[i], cta) > 0)
                fail_msg("grid %zu: CTA %u has %u bytes elsewhere", i, cta,
                         (unsigned)far_bytes(&grids[i], cta));
}

/* Else what is far lies around the borders of parts: a page and a CTA of each. */
static void near_but_at_borders(void **state)
{
    (void)state;
    uint32_t random = 1, tried = 0;
    while (tried < 300) {
        uint32_t r[6];
        for (int i = 0; i < 6; i++) {
            random = random * 1664525 + 1013904223;
            r[i] = random >> 12;
        }
        const struct grid g = {1 + r[0] % 200, 4 * (1 + r[1] % 600), 1 + r[2] % 5,
                               1 + r[3] % 16,  4 * (r[4] % 3000),    UINT64_C(64) << r[5] % 5};
        const uint64_t stride = stride_of(&g).bytes;
        if (stride < g.page * g.homes)
            continue;
        const uint64_t far = all_far_bytes(&g), border = g.homes * (g.page + g.block);
        if (far > g.steps * border)
            fail_msg("%u CTAs of %u bytes, %u homes, pages of %u: %u of %u bytes are far", g.ctas,
                     g.block, g.homes, (unsigned)g.page, (unsigned)far,
                     (unsigned)(g.steps * stride));
        tried++;
    }
}

/* If homes share the page of a stride, none is without CTAs, nor without pages. */
static void all_homes_work(void **state)
{
    (void)state;
    for (uint32_t pages = 1; pages <= 8; pages++)
        for (uint32_t homes = 2 * pages; homes <= 32; homes += 2 * pages) {
            const struct grid g = {64, pages * 16, 64, homes, 0, 1024};
            const struct stride s = stride_of(&g);
            uint64_t ctas = 0, placed = 0;
            for (uint32_t i = 0; i < g.ctas; i++)
                ctas |= UINT64_C(1) << stride_home_of_cta(&s, i, g.ctas, homes);
            for (uint32_t i = 0; i < 64 * pages; i++)
                placed |= UINT64_C(1) << stride_home_of_page(&s, i, homes);
            assert_int_equal(ctas, (UINT64_C(1) << homes) - 1);
            assert_int_equal(placed, (UINT64_C(1) << homes) - 1);
        }
}

/* Equation 1: pages go round the homes, ceil(stride / homes) / page of them at a time. */
static void as_printed(void **state)
{
    (void)state;
    for (uint32_t homes = 1; homes <= 16; homes++)
        for (uint64_t part = 1; part <= 5; part++) {
            const struct stride s = {homes * part * 512, homes * part * 512 * 7, 512};
            uint32_t page = 0;
            while (page < 500)
                for (uint32_t h = 0; h < homes; h++)
                    for (uint32_t k = 0; k < part; k++)
                        assert_int_equal(stride_home_of_page(&s, page++, homes), h);
        }
    for (uint32_t homes = 1; homes <= 16; homes++) /* and strides of a page or less */
        for (uint64_t bytes = 4; bytes <= 512; bytes += 4)
            for (uint32_t page = 0, h = 0; page < 50; page++, h = h + 1 < homes ? h + 1 : 0)
                assert_int_equal(stride_home_of_page(&(struct stride){bytes, 0, 512}, page, homes),
                                 h);
}

/* As long as a memory, with as many CTAs as there may be: no number overflows. */
static void the_largest(void **state)
{
    (void)state;
    const struct stride s = {UINT64_C(1) << 40, 0, 4096};
    const uint64_t ctas = UINT64_C(1) << 28;
    for (uint32_t h = 0; h < 64; h++) {
        assert_int_equal(stride_home_of_cta(&s, ctas / 64 * h, ctas, 64), h);
        assert_int_equal(stride_home_of_page(&s, (s.bytes / 64 * h + s.bytes * 9) / 4096, 64), h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_near),       cmocka_unit_test(near_but_at_borders),
        cmocka_unit_test(all_homes_work), cmocka_unit_test(as_printed),
        cmocka_unit_test(the_largest),
    };
    return cmocka_run_group_tests_name("strides", tests, NULL, NULL);
}
