/*
 * Whole runs under each schedule: the result is right, the record says which schedule it was, and
 * each GPU ran the CTAs that the schedule dealt to it.
 */
#include "sw/policy/schedule.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATCH = 3, GPUS = 2 };

/* Runs a kernel on tsm-tiny, two GPUs of one SM; the record is to be released. */
static json_t *run(void **state, enum schedule policy, const char *kernel)
{
    char word[64];
    const char *json = in_folder(state, "run.json");
    snprintf(word, sizeof word, "schedule.policy=%s", schedule_policies[policy].word);
    struct command c = UMBEL("run", "tsm-tiny", kernel, "--set", word, "--set", "schedule.batch=3",
                             "--json", json);
    if (c.status != 0)
        print_error("%s, %s:\n", kernel, word);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    command_free(&c);
    json_t *r = run_json(json);
    const json_t *schedule = json_object_get(json_object_get(r, "system"), "schedule");
    assert_string_equal(json_string_value(json_object_get(schedule, "policy")),
                        schedule_policies[policy].word);
    assert_int_equal(json_integer_value(json_object_get(schedule, "batch")), BATCH);
    return r;
}

/* sgemm:tiny is one launch of 2 x 2 CTAs. */
static void sgemm(void **state)
{
    for (int policy = 0; policy < SCHEDULES; policy++) {
        const struct schedule_grid grid = {
            .x = 2, .y = 2, .z = 1, .packages = GPUS, .batch = BATCH};
        json_int_t dealt[GPUS] = {0};
        json_t *r = run(state, (enum schedule)policy, "sgemm:tiny");
        for (uint64_t i = 0; i < 4; i++)
            dealt[schedule_policies[policy].package(&grid, i)]++;
        assert_int_equal(run_json_sum(r, "sm", "ctas"), 4);
        /* What the analysis decides is for tests/runtime. */
        if (schedule_policies[policy].run == NULL && !schedule_is_planned((enum schedule)policy)) {
            assert_int_equal(run_json_count(r, "sm", "ctas", "gpu0.sm0"), dealt[0]);
            assert_int_equal(run_json_count(r, "sm", "ctas", "gpu1.sm0"), dealt[1]);
        }
        json_decref(r);
    }
}

/* bfs:tiny is eleven launches of few CTAs, of which a launch reads what the last one wrote. */
static void bfs(void **state)
{
    for (int policy = 0; policy < SCHEDULES; policy++)
        json_decref(run(state, (enum schedule)policy, "bfs:tiny"));
}

/* A schedule that decides while the grid runs repeats exactly, too. */
static void stealing_repeats(void **state)
{
    json_t *a = run(state, SCHEDULE_STEALING, "xtreme3:tiny");
    json_t *b = run(state, SCHEDULE_STEALING, "xtreme3:tiny");
    assert_true(json_equal(a, b));
    json_decref(a);
    json_decref(b);
}

/* An SM that holds one CTA has the next one in the cycle after its last has ended, even when
 * nothing else in the machine moves then. */
static void no_gap_between_ctas(void **state)
{
    static const char *const kernels[] = {"vecadd:tiny", "sgemm:tiny"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        const char *json = in_folder(state, "run.json");
        struct command c = UMBEL("run", "tsm-tiny", kernels[i], "--set", "gpus=1", "--set",
                                 "sm.ctas=1", "-q", "--json", json);
        assert_status(&c, 0);
        command_free(&c);
        json_t *r = run_json(json);
        json_int_t cycles =
            json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
        /* Cycles with a warp resident; the first cycle, and the emptying of the caches, have none.
         */
        assert_in_range(cycles - run_json_sum(r, "sm", "cycles"), 0, 20);
        json_decref(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(sgemm),
        test_in_folder(bfs),
        test_in_folder(stealing_repeats),
        test_in_folder(no_gap_between_ctas),
    };
    return cmocka_run_group_tests_name("schedules", tests, NULL, NULL);
}
