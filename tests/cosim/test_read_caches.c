/*
 * Instruction and scalar caches in whole runs: a loop that fits is fetched once, one that does not
 * in each turn; what a launch finds of the one before; and that runs without them have nothing of
 * them. loops.cu has a short and a long body, and reads as many lines of constants as it is told.
 */
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

#define HERE UMBEL_ROOT "/tests/cosim/"

/* Of tsm-small: 4 packages of 4 SMs, lines of 64 bytes. */
enum { CACHES = 4, BODY = 256 * 8 / 64 };
static const char *const with_both[] = {"sm.l1i.bytes=1024", "sm.l1i.sms=4", "sm.scalar.bytes=1024",
                                        "sm.scalar.sms=4", NULL};
static const char *const with_neither[] = {NULL};

static json_t *run(void **state, const char *launch, const char *size, const char *const *sets,
                   const char *threads)
{
    char source[sizeof HERE + 32];
    const char *json = in_folder(state, "run.json");
    const char *words[32] = {umbel_path(), "run", "tsm-small", source,   "--launch", launch,
                             "-q",         "-j",  threads,     "--json", json};
    int n = 11;
    snprintf(source, sizeof source, "%sloops.cu:%s", HERE, size);
    for (int i = 0; sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = sets[i];
    }
    struct command c = umbel_run_args(words);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

struct counts {
    json_int_t cycles, lines, hits, constants, constant_hits;
};

static struct counts counts(void **state, const char *size, const char *const *sets)
{
    json_t *r = run(state, HERE "loops.yaml", size, sets, "2");
    struct counts c = {.cycles =
                           json_integer_value(json_object_get(json_object_get(r, "run"), "cycles")),
                       .lines = run_json_sum(r, "l1i", "lines"),
                       .hits = run_json_sum(r, "l1i", "hits"),
                       .constants = run_json_sum(r, "scalar", "lines"),
                       .constant_hits = run_json_sum(r, "scalar", "hits")};
    json_decref(r);
    return c;
}

/* 20 more turns of a short loop fetch nothing more; of a long one its whole body, each time. */
static void loops(void **state)
{
    const struct counts few = counts(state, "short", with_both),
                        more = counts(state, "short_more", with_both);
    assert_int_equal(more.lines, few.lines);
    assert_true(more.hits > few.hits);
    assert_in_range(few.lines, CACHES, CACHES * 1024 / 64);

    const struct counts long_few = counts(state, "long", with_both),
                        long_more = counts(state, "long_more", with_both);
    assert_in_range(long_more.lines - long_few.lines, 20 * CACHES * BODY, 20 * CACHES * (BODY + 4));
    assert_int_equal(long_more.hits, long_few.hits);

    /* One that has room for it. */
    static const char *const larger[] = {"sm.l1i.bytes=4096", "sm.l1i.sms=4",
                                         "sm.scalar.bytes=1024", NULL};
    const struct counts fits = counts(state, "long", larger),
                        fits_more = counts(state, "long_more", larger);
    assert_int_equal(fits_more.lines, fits.lines);
    assert_true(fits_more.cycles < long_more.cycles);
}

/* The same of constants: of 20 lines, which 16 do not hold and 32 do. */
static void constants(void **state)
{
    const struct counts few = counts(state, "constants", with_both),
                        more = counts(state, "constants_more", with_both);
    assert_true(more.constants - few.constants >= 40 * CACHES);
    static const char *const larger[] = {"sm.l1i.bytes=1024", "sm.scalar.bytes=2048",
                                         "sm.scalar.sms=4", NULL};
    const struct counts fits = counts(state, "constants", larger),
                        fits_more = counts(state, "constants_more", larger);
    assert_int_equal(fits_more.constants, fits.constants);
    assert_true(fits_more.constant_hits > fits.constant_hits);
    assert_true(fits_more.cycles < more.cycles);
}

/* A second launch finds the instructions of the first, and none of its constants. */
static void launches(void **state)
{
    const struct counts once = counts(state, "short", with_both);
    json_t *twice = run(state, HERE "loops_twice.yaml", "short", with_both, "1");
    assert_int_equal(run_json_sum(twice, "l1i", "lines"), once.lines);
    assert_int_equal(run_json_sum(twice, "scalar", "lines"), 2 * once.constants);
    json_decref(twice);
}

/* Runs without them have no counter of them, and no cycle more. */
static void neither(void **state)
{
    json_t *r = run(state, HERE "loops.yaml", "long", with_neither, "2");
    const json_int_t cycles =
        json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
    assert_false(run_json_counts(r, "l1i", "hits"));
    assert_false(run_json_counts(r, "scalar", "hits"));
    assert_false(run_json_counts(r, "sm", "stall_fetch"));
    json_decref(r);
    /* All that an L1I adds is waited for: with room, and a cycle to the L2, next to nothing. */
    static const char *const fast[] = {"sm.l1i.bytes=65536", "sm.l1i.miss_latency=1", NULL};
    r = run(state, HERE "loops.yaml", "long", fast, "2");
    const json_int_t with =
        json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
    assert_in_range(with, cycles, cycles + 2 * (BODY + 16));
    assert_true(run_json_counts(r, "sm", "stall_fetch"));
    json_decref(r);
}

/* SMs of one cache on several threads: the same bytes. */
static void threads_change_nothing(void **state)
{
    static const char *const cramped[] = {"sm.l1i.bytes=512",
                                          "sm.l1i.sms=4",
                                          "sm.l1i.mshrs=1",
                                          "sm.scalar.bytes=512",
                                          "sm.scalar.sms=2",
                                          "sm.scalar.mshrs=2",
                                          NULL};
    char *first = NULL;
    size_t len = 0;
    for (int i = 0; i < 3; i++) {
        static const char *const threads[] = {"1", "2", "3"};
        json_decref(run(state, HERE "loops.yaml", "constants", cramped, threads[i]));
        size_t n;
        char *again = read_bytes_of(in_folder(state, "run.json"), &n);
        if (i > 0) {
            assert_int_equal(n, len);
            assert_memory_equal(first, again, len);
        }
        free(first);
        first = again;
        len = n;
    }
    free(first);
}

static void refused(void **state)
{
    (void)state;
    struct command c =
        UMBEL("run", "tsm-small", "sgemm:tiny", "--set", "sm.l1i.bytes=1024", "--set", "l1i.sms=3");
    assert_status(&c, 1);
    assert_string_equal(err_of(&c), "umbel: --set l1i.sms=3: sm.l1i.sms is 3; sm.count, 4, must be "
                                    "a multiple of it\n");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(loops),
        test_in_folder(constants),
        test_in_folder(launches),
        test_in_folder(neither),
        test_in_folder(threads_change_nothing),
        test_in_folder(refused),
    };
    return cmocka_run_group_tests_name("read_caches", tests, NULL, NULL);
}
