/* Vector clocks against plain arrays, under random operations. */
#include "sw/races/clocks.h"
#include "sw/util/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { CLOCKS = 4, WARPS = 40, STEPS = 20000 };

static void like_arrays(void **state)
{
    (void)state;
    struct clocks c[CLOCKS] = {{0}};
    uint32_t want[CLOCKS][WARPS] = {{0}};
    struct rng r = {7};
    for (int step = 0; step < STEPS; step++) {
        uint32_t i = (uint32_t)rng_below(&r, CLOCKS), k = (uint32_t)rng_below(&r, CLOCKS);
        uint32_t warp = (uint32_t)rng_below(&r, WARPS), time = 1 + (uint32_t)rng_below(&r, 1000);
        uint64_t what = rng_below(&r, 20);
        if (what == 0) {
            clocks_clear(&c[i]);
            memset(want[i], 0, sizeof want[i]);
        } else if (what < 6) {
            clocks_join(&c[i], &c[k]);
            for (uint32_t w = 0; w < WARPS; w++)
                want[i][w] = want[i][w] > want[k][w] ? want[i][w] : want[k][w];
        } else {
            clocks_set(&c[i], warp, time);
            want[i][warp] = time;
        }
        for (uint32_t w = 0; w < WARPS; w++)
            assert_int_equal(clocks_of(&c[i], w), want[i][w]);
    }
    for (int i = 0; i < CLOCKS; i++)
        clocks_free(&c[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(like_arrays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
