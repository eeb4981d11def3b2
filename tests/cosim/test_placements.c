/*
 * Whole runs under each placement: the result is right, a first touch is decided in the order of
 * the SMs on any number of threads, and all reports speak of the addresses that the kernel has.
 *
 * A placement of pages moves them in a machine of one memory, too: frames are given in the order in
 * which pages are placed, from address 0 up, while buffers begin at 0x1000.
 *
 * Costs a minute with UMBEL_SLOW: no other test has each placement on each kind of memory.
 */
#include "sw/policy/placement.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FIRST_LINE = 0x1000 / 16 }; /* of the buffers on tsm-tiny, as the kernel sees them */

static const char *word(enum page_placement policy)
{
    static char text[64];
    snprintf(text, sizeof text, "placement.policy=%s", placement_policies[policy].word);
    return text;
}

static void every_placement(void **state)
{
    /* bfs needs coherence within a launch, which only the first machine has. */
    static const char *const runs[][2] = {{"tsm-tiny", "sgemm:tiny"},
                                          {"tsm-tiny", "bfs:tiny"},
                                          {"numa-tiny", "sgemm:tiny"},
                                          {"rdma-tiny", "sgemm:tiny"}};
    static const char *const sizes[] = {"placement.page_bytes=16", "placement.page_bytes=4096"};
    if (!slow_wanted())
        print_message("*** SKIPPED: five of eight runs; UMBEL_SLOW=1 makes them ***\n");
    for (int policy = 0; policy < PLACEMENTS; policy++)
        for (int i = 0; i < 8; i += slow_wanted() ? 1 : 3) {
            if (policy == PLACEMENT_HOST)
                continue; /* no host here: test_memnet.c has machines with one */
            const char *const *what = runs[i / 2], *json = in_folder(state, "run.json");
            struct command c =
                UMBEL("run", what[0], what[1], "--set", word((enum page_placement)policy), "--set",
                      sizes[i % 2], "-q", "--json", json);
            if (c.status != 0)
                print_error("%s, %s, %s:\n", what[0], what[1], word((enum page_placement)policy));
            assert_status(&c, 0);
            command_free(&c);
            json_t *r = run_json(json);
            const json_t *placement = json_object_get(json_object_get(r, "system"), "placement");
            assert_string_equal(json_string_value(json_object_get(placement, "policy")),
                                placement_policies[policy].word);
            json_decref(r);
        }
}

static char *record(void **state, const char *const *run, const char *threads, size_t *len)
{
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", run[0], run[1], "--set", "placement.page_bytes=128", "--set", "sm.count=8",
              "--set", word(PLACEMENT_FIRST_TOUCH), "-q", "-j", threads, "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    return read_bytes_of(json, len);
}

/* Pages of a line or two, of which 32 SMs touch many in the same cycles. A team works in turns with
 * and without its members, so a kernel is needed that touches pages for long. */
static void threads_change_nothing(void **state)
{
    static const char *const threads[] = {"2", "3"};
    static const char *const runs[][2] = {{"tsm-small", "vecadd"},
                                          {"tsm-small", "sgemm:small"},
                                          {"numa-small", "vecadd"},
                                          {"numa-small", "sgemm:small"}};
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        size_t len, n;
        if (!slow_wanted() && r != 2)
            continue; /* every day where lanes make packages wait, and one team */
        char *first = record(state, runs[r], "1", &len);
        for (size_t i = 0; i < (slow_wanted() ? 2 : 1); i++) {
            char *again = record(state, runs[r], threads[i], &n);
            assert_int_equal(n, len);
            assert_memory_equal(first, again, len);
            free(again);
        }
        free(first);
    }
}

/* The requests that leave their package when each CTA of vecadd works on its own part. */
static json_int_t remote(void **state, enum page_placement policy)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "numa-small", "vecadd", "--set", word(policy), "--set",
                             "placement.page_bytes=256", "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json(json);
    json_int_t n = run_json_sum(r, "lane", "requests");
    assert_true(run_json_sum(r, "umc", "loads") > 1000);
    json_decref(r);
    return n;
}

/* Four memories: what is dealt round is remote three times of four, what is near is never. */
static void near_and_far(void **state)
{
    json_int_t far = remote(state, PLACEMENT_PAGES);
    assert_true(far > 1000);
    assert_int_equal(remote(state, PLACEMENT_FIRST_TOUCH), 0);
    assert_int_equal(remote(state, PLACEMENT_CHUNKS), 0);
    assert_in_range(remote(state, PLACEMENT_INTERLEAVE), far * 9 / 10, far * 11 / 10);
    assert_in_range(remote(state, PLACEMENT_HASH), far * 9 / 10, far * 11 / 10);
    assert_in_range(remote(state, PLACEMENT_RANDOM), far / 2, far * 3 / 2);
}

/* The hottest lines are named by the kernel's addresses and belong to its buffers. */
static void profile_is_virtual(void **state)
{
    static const char *const policies[] = {"placement.policy=pages",
                                           "placement.policy=first-touch"};
    for (size_t i = 0; i < 2; i++) {
        const char *json = in_folder(state, "run.json"), *trace = in_folder(state, "trace.json");
        struct command c = UMBEL("run", "tsm-tiny", "xtreme3:tiny", "--set", policies[i], "--set",
                                 "placement.page_bytes=16", "-q", "--profile=1000", "--json", json,
                                 "--trace", trace);
        assert_status(&c, 0);
        command_free(&c);
        json_t *r = run_json(json);
        const json_t *lines = json_object_get(json_object_get(r, "profile"), "hottest");
        assert_int_equal(json_array_size(lines), 96);
        for (size_t k = 0; k < 96; k++) {
            const json_t *line = json_array_get(lines, k);
            const json_int_t at = json_integer_value(json_object_get(line, "address"));
            unsigned byte;
            char buffer;
            assert_int_equal(sscanf(json_string_value(json_object_get(line, "where")),
                                    "%c[byte %u]", &buffer, &byte),
                             2);
            /* Three buffers of 512 bytes, a line free behind each. */
            assert_int_equal(at, 0x1000 + (buffer - 'a') * (512 + 16) + (json_int_t)byte);
        }
        json_decref(r);
        size_t len;
        char *text = read_bytes_of(trace, &len);
        assert_has(text, "\"address\":\"0x1000\",\"at\":\"a[byte 0]\"");
        assert_null(strstr(text, "\"address\":\"0x0\""));
        free(text);
    }
}

/* The same line in the SM's words and in the caches', which know it by another number. */
static void hang_is_virtual(void **state)
{
    (void)state;
    struct command c =
        UMBEL("run", "tsm-tiny", "sgemm:tiny", "--set", word(PLACEMENT_FIRST_TOUCH), "--set",
              "placement.page_bytes=16", "--set", "fault=umc-loses-answer", "-q");
    assert_status(&c, 1);
    unsigned long long line;
    const char *told = strstr(err_of(&c), "waits for line 0x");
    assert_non_null(told);
    assert_int_equal(sscanf(told, "waits for line 0x%llx", &line), 1);
    assert_true(line >= FIRST_LINE);
    char text[96];
    snprintf(text, sizeof text, ".l1, entry 1: a load of line 0x%llx\n", line);
    assert_has(err_of(&c), text);
    snprintf(text, sizeof text, ".l2.0, entry 1: a load of line 0x%llx\n", line);
    assert_has(err_of(&c), text);
    command_free(&c);
}

/* The caches are asked for the line by the number that they know. */
static void wrong_byte_is_virtual(void **state)
{
    (void)state;
    struct command c =
        UMBEL("run", "tsm-tiny", "xtreme3:tiny", "--set", word(PLACEMENT_FIRST_TOUCH), "--set",
              "placement.page_bytes=16", "--set", "fault=l1-ignores-lease", "-q");
    assert_status(&c, 1);
    unsigned long long byte, address, line;
    const char *told = strstr(err_of(&c), "wrong answer: c[byte ");
    assert_non_null(told);
    assert_int_equal(sscanf(told,
                            "wrong answer: c[byte %llu] at address 0x%llx is %*s not %*s (%*u of "
                            "%*u bytes differ), line 0x%llx of umc0",
                            &byte, &address, &line),
                     3);
    assert_int_equal(address, 0x1000 + 2 * (512 + 16) + byte);
    assert_int_equal(line, address / 16);
    assert_has(err_of(&c), "\n  copy: gpu"); /* its last writer's, not that of another line */
    command_free(&c);
}

/* The TLB's counters are there with a TLB only; each request looks up once; misses take time. */
static void tlb(void **state)
{
    static const char *const entries[] = {"placement.tlb.entries=0", "placement.tlb.entries=64",
                                          "placement.tlb.entries=4"};
    json_int_t cycles[3], misses[3];
    for (int i = 0; i < 3; i++) {
        const char *json = in_folder(state, "run.json");
        struct command c = UMBEL("run", "tsm-tiny", "sgemm:tiny", "--set", entries[i], "--set",
                                 "placement.page_bytes=256", "-q", "--json", json);
        assert_status(&c, 0);
        command_free(&c);
        json_t *r = run_json(json);
        assert_int_equal(run_json_counts(r, "sm", "tlb_hits") != 0, i > 0);
        assert_int_equal(run_json_counts(r, "sm", "tlb_misses") != 0, i > 0);
        cycles[i] = json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
        if (i > 0) {
            misses[i] = run_json_sum(r, "sm", "tlb_misses");
            assert_int_equal(run_json_sum(r, "sm", "tlb_hits") + misses[i],
                             run_json_sum(r, "sm", "lines"));
        }
        json_decref(r);
    }
    /* 64 pages of 256 bytes hold the three matrices of 4 KiB: each SM misses its pages once, in as
     * many requests as wait side by side. */
    assert_true(cycles[1] > cycles[0]);
    assert_in_range(misses[1], 64, 600);
    assert_true(cycles[2] > cycles[1]);
    assert_true(misses[2] > misses[1]);
}

/* Two SMs of a package read one table, one after the other: what the first has walked for, the
 * second finds in the package's TLB. With room for all pages of 256 bytes each of the 64 is walked
 * for once in each package, and each miss of an SM's asks. */
static void shared_tlb(void **state)
{
    static const char *const shared[] = {"placement.tlb.shared_entries=0",
                                         "placement.tlb.shared_entries=1024",
                                         "placement.tlb.shared_entries=16"};
    json_int_t cycles[3], walks[3] = {0};
    char *first = NULL;
    size_t len = 0, n;
    for (int i = 0; i < 3; i++) {
        const char *json = in_folder(state, "run.json");
        for (int threads = 0; threads < 2; threads++) {
            struct command c =
                UMBEL("run", "tsm-small", "sgemm:tiny", "--set", "placement.tlb.entries=4", "--set",
                      shared[i], "--set", "placement.tlb.shared_ways=16", "--set",
                      "placement.page_bytes=256", "--set", "schedule.policy=round-robin", "-q",
                      "-j", threads == 0 ? "1" : "2", "--json", json);
            assert_status(&c, 0);
            command_free(&c);
            char *again = read_bytes_of(json, &n);
            if (threads == 1) {
                assert_int_equal(n, len);
                assert_memory_equal(first, again, len);
            }
            free(first);
            first = again;
            len = n;
        }
        json_t *r = run_json(json);
        cycles[i] = json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
        assert_int_equal(run_json_counts(r, "tlb", "misses") != 0, i > 0);
        if (i > 0) {
            walks[i] = run_json_sum(r, "tlb", "misses");
            /* Requests that wait side by side for a page ask once. */
            assert_in_range(run_json_sum(r, "tlb", "hits") + walks[i], walks[i] + 1,
                            run_json_sum(r, "sm", "tlb_misses"));
        }
        json_decref(r);
    }
    free(first);
    assert_in_range(walks[1], 1, 64 * 4);
    assert_true(walks[2] > walks[1]);
    assert_true(cycles[1] > cycles[0]);
    assert_true(cycles[2] > cycles[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(every_placement),
        test_in_folder(threads_change_nothing),
        test_in_folder(near_and_far),
        test_in_folder(profile_is_virtual),
        test_in_folder(hang_is_virtual),
        test_in_folder(wrong_byte_is_virtual),
        test_in_folder(tlb),
        test_in_folder(shared_tlb),
    };
    return cmocka_run_group_tests_name("placements", tests, NULL, NULL);
}
