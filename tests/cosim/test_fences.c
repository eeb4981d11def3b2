/*
 * Fences that empty L1s and L1.5s: with them litmus tests with fences show no outcome that release
 * consistency forbids, and without them they do; and caches of a package are emptied once for all
 * fences that wait then.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct command litmus(const char *test, const char *system, const char *fences)
{
    char file[512], set[64];
    snprintf(file, sizeof file, UMBEL_ROOT "/formal/litmus/%s.litmus", test);
    snprintf(set, sizeof set, "synchronisation.fences=%s", fences);
    return UMBEL("litmus", file, "--system", system, "--set", set, "--runs", "60");
}

static void forbidden_outcomes(void **state)
{
    (void)state;
    static const char *const tests[] = {"MP+rel-acq", "SB+fences", "LOCK", "MP+fences",
                                        "WRC+fences"};
    for (size_t i = 0; i < (slow_wanted() ? sizeof tests / sizeof *tests : 3); i++) {
        struct command c = litmus(tests[i], "mcm-l15-tiny", "empty");
        assert_status(&c, 0);
        assert_has(out_of(&c), "Never");
        command_free(&c);
    }
    struct command c = litmus("SB+fences", "mcm-l15-tiny", "keep");
    assert_status(&c, 1);
    assert_has(out_of(&c), "Sometimes");
    command_free(&c);
    slow_only("without L1.5s fences empty the L1s alone, which they empty here, too");
    /* Without L1.5s the L1s alone matter. */
    c = litmus("SB+fences", "mcm-tiny", "empty");
    assert_status(&c, 0);
    assert_has(out_of(&c), "Never");
    command_free(&c);
}

/* Each thread stores, fences and stores again. */
static const char source[] = "extern \"C\" __global__ void both(unsigned *a, unsigned *b)\n"
                             "{\n"
                             "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    a[i] = i;\n"
                             "    __threadfence();\n"
                             "    b[i] = a[i] + 1;\n"
                             "}\n";
static const char launch[] = "about: fences\nsource: both.cu\nbuffers:\n"
                             "  - {name: a, type: u32, count: 512}\n"
                             "  - {name: b, type: u32, count: 512}\n"
                             "launches:\n"
                             "  - {entry: both, grid: [16], block: [32], args: [a, b]}\n";

/* The fences of 16 CTAs on 16 SMs: some wait together, and threads change nothing. */
static void once_for_all_that_wait(void **state)
{
    const char *json[2] = {in_folder(state, "a.json"), in_folder(state, "b.json")};
    json_t *r[2];
    const char *yaml = in_folder(state, "both.yaml"), *cu = in_folder(state, "both.cu");
    write_text(yaml, launch);
    write_text(cu, source);
    for (int i = 0; i < 2; i++) {
        struct command c = UMBEL("run", "mcm-l15-tiny", cu, "--launch", yaml, "-q", "--set",
                                 "sm.count=4", "--json", json[i], "--threads", i == 0 ? "1" : "2");
        assert_status(&c, 0);
        command_free(&c);
        r[i] = run_json(json[i]);
    }
    const json_int_t fences = run_json_sum(r[0], "fences", "answered");
    assert_true(fences > 0);
    assert_int_equal(run_json_sum(r[0], "sm", "fences"), fences);
    assert_in_range(run_json_sum(r[0], "fences", "events"), 1, fences - 1);
    assert_int_equal(run_json_sum(r[0], "fences", "events"),
                     run_json_sum(r[1], "fences", "events"));
    assert_int_equal(run_json_sum(r[0], "fences", "cycles"),
                     run_json_sum(r[1], "fences", "cycles"));
    json_decref(r[0]);
    json_decref(r[1]);
}

/* Fences that reach no cache, or whose copies are in an L2 as well, are refused. */
static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *system, *set, *says;
    } cases[] = {
        {"mcm-tiny", "consistency=sc",
         "synchronisation.fences is empty; fences reach caches under consistency rc alone"},
        {"numa-tiny", "synchronisation.fences=empty",
         "synchronisation.fences is empty; L2s are not emptied by fences, so l2.role must be "
         "memory-side"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = UMBEL("run", cases[i].system, "vecadd:tiny", "--set", cases[i].set);
        assert_status(&c, 1);
        assert_has(err_of(&c), cases[i].says);
        command_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(forbidden_outcomes),
        test_in_folder(once_for_all_that_wait),
        test_in_folder(refused),
    };
    return cmocka_run_group_tests_name("fences that empty caches", tests, NULL, NULL);
}
