/* The checker of a board's traffic, on runs whose verdict was worked out by hand; traffic on the
 * verilated board, and on boards that leave a rule out, which must be caught. */
#include "harness/board/judge.h"
#include "harness/board/traffic.h"
#include "tests/fpga/simulated.h"
#include "tests/support/optimised.h"

#include <string.h>

enum { RUNS = 60, MOST_SEEDS = 400 };

/* ---- the judge ---- */

#define LOAD(line_, seen_)                                                                         \
    {                                                                                              \
        .kind = JUDGE_LOAD, .line = (line_), .seen = (seen_)                                       \
    }
#define STORE(line_, mask_, data_)                                                                 \
    {                                                                                              \
        .kind = JUDGE_STORE, .line = (line_), .mask = (mask_), .data = (data_)                     \
    }
#define ADD(line_, mask_, data_, seen_)                                                            \
    {                                                                                              \
        .kind = JUDGE_ADD, .line = (line_), .mask = (mask_), .data = (data_), .seen = (seen_)      \
    }

static const struct {
    const char *what;
    bool explained;
    struct judge j;
} cases[] = {
    {"nothing", true, {.threads = 1, .lines = 1, .first = {5}, .last = {5}}},
    {"memory changes by itself", false, {.threads = 1, .lines = 1, .first = {5}, .last = {6}}},
    {"SB, one late",
     true,
     {.threads = 2,
      .lines = 2,
      .n = {2, 2},
      .ops = {{STORE(0, 0xF, 1), LOAD(1, 0)}, {STORE(1, 0xF, 1), LOAD(0, 1)}},
      .last = {1, 1}}},
    {"SB",
     false,
     {.threads = 2,
      .lines = 2,
      .n = {2, 2},
      .ops = {{STORE(0, 0xF, 1), LOAD(1, 0)}, {STORE(1, 0xF, 1), LOAD(0, 0)}},
      .last = {1, 1}}},
    {"MP",
     false,
     {.threads = 2,
      .lines = 2,
      .n = {2, 2},
      .ops = {{STORE(0, 0xF, 1), STORE(1, 0xF, 1)}, {LOAD(1, 1), LOAD(0, 0)}},
      .last = {1, 1}}},
    {"halves meet",
     true,
     {.threads = 2,
      .lines = 1,
      .n = {1, 2},
      .ops = {{STORE(0, 0x3, 0x99990001)}, {STORE(0, 0xC, 0x00028888), LOAD(0, 0x00020001)}},
      .last = {0x00020001}}},
    {"a half is lost",
     false,
     {.threads = 2,
      .lines = 1,
      .n = {1, 1},
      .ops = {{STORE(0, 0x3, 1)}, {STORE(0, 0xC, 0x20000)}},
      .last = {0x20000}}},
    {"two adds saw each other's sums in turn",
     true,
     {.threads = 2,
      .lines = 1,
      .n = {1, 1},
      .ops = {{ADD(0, 0x3, 1, 1)}, {ADD(0, 0x3, 1, 0)}},
      .last = {2}}},
    {"two adds saw the same",
     false,
     {.threads = 2,
      .lines = 1,
      .n = {1, 1},
      .ops = {{ADD(0, 0x3, 1, 0)}, {ADD(0, 0x3, 1, 0)}},
      .last = {2}}},
    {"an add runs over within its half",
     true,
     {.threads = 1,
      .lines = 1,
      .n = {1},
      .ops = {{ADD(0, 0x3, 1, 0xFFFF)}},
      .first = {0x0007FFFF},
      .last = {0x00070000}}},
    {"a later load of a thread sees an earlier value",
     false,
     {.threads = 2,
      .lines = 1,
      .n = {1, 2},
      .ops = {{STORE(0, 0xF, 1)}, {LOAD(0, 1), LOAD(0, 0)}},
      .last = {1}}},
};

static void verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (judge_explains(&cases[i].j) != cases[i].explained)
            fail_msg("%s", cases[i].what);
}

/* ---- boards ---- */

static void explained(void **state)
{
    (void)state;
    struct system *sys = hx8k(NULL, 0);
    struct simulated s = simulated(FAST);
    uint16_t first = 0, again = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct sbuf why = {0};
        if (board_traffic(s.b, sys, seed, &again, &why) != BOARD_TRAFFIC_OK)
            fail_msg("seed %llu: %s", (unsigned long long)seed, sbuf_str(&why));
        sbuf_free(&why);
        first = seed == 1 ? again : first;
    }
    struct sbuf why = {0};
    board_traffic(s.b, sys, 1, &again, &why); /* a reset removes all earlier state */
    assert_int_equal(first, again);
    sbuf_free(&why);
    board_close(s.b);
    system_free(sys);
}

static void caught(void **state)
{
    const char *const sets[] = {*state};
    struct system *sys = hx8k(sets, 1);
    struct simulated s = simulated_of(changed(FAST, sets, 1), FAST);
    enum board_traffic_end end = BOARD_TRAFFIC_OK;
    uint64_t seed = 0;
    while (end == BOARD_TRAFFIC_OK && seed < MOST_SEEDS) {
        struct sbuf why = {0};
        end = board_traffic(s.b, sys, ++seed, NULL, &why);
        if (end == BOARD_TRAFFIC_WRONG)
            assert_non_null(strstr(sbuf_str(&why), "no order of these accesses explains"));
        sbuf_free(&why);
    }
    print_message("%s: seed %llu\n", sets[0], (unsigned long long)seed);
    assert_int_equal(end, BOARD_TRAFFIC_WRONG);
    board_close(s.b);
    system_free(sys);
}

#define CAUGHT(set)                                                                                \
    {                                                                                              \
        set, caught, NULL, NULL, (void *)set                                                       \
    }

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts),    cmocka_unit_test(explained),   CAUGHT("mgcc.rules.m1=false"),
        CAUGHT("mgcc.rules.m3=false"), CAUGHT("mgcc.rules.m9=false"),
    };
    return cmocka_run_group_tests_name("traffic on a board", tests, NULL, NULL);
}
