/*
 * Pages that have no room in the packages: they are at the host, come at a fault, and another page
 * goes there. Each run is compared with cacheless execution; how many pages fault and go follows
 * from the kernel, and is counted by hand here.
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
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Of carve-um-tiny. x has 16 pages, sums has one. */
enum { LINE = 16, PAGE = 256 };

/* One warp of GPU 0 goes through x, page after page, and adds up. */
static const char source[] =
    "extern \"C\" __global__ void walk(unsigned *x, unsigned *sums, unsigned times)\n"
    "{\n"
    "    unsigned sum = 0;\n"
    "    for (unsigned i = 0; i < 16 * times; i++) {\n"
    "        unsigned *at = &x[i % 16 * 64 + threadIdx.x];\n"
    "        sum += *at + sum % 3;\n"
    "        *at = sum;\n"
    "    }\n"
    "    sums[threadIdx.x] = sum;\n"
    "}\n";

static const char launch[] =
    "about: a walk\nsource: k.cu\nbuffers:\n"
    "  - {name: x, type: u32, count: 1024, init: iota}\n"
    "  - {name: sums, type: u32, count: 64}\n"
    "launches:\n  - {entry: walk, grid: [1], block: [32], args: [x, sums, \"u32 2\"]}\n"
    "copies:\n  - {buffer: x, to: packages, before: 1}\n";

#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

static json_t *runs_well(void **state, const char *system, const char *kernel,
                         const char *const *more)
{
    const char *argv[48] = {umbel_path(), "run", system, kernel, "-q", "--json", "r.json"};
    int n = 7;
    if (strcmp(kernel, "k.cu") == 0) {
        argv[n++] = "--launch";
        argv[n++] = "k.yaml";
        write_text(in_folder(state, "k.cu"), source);
        write_text(in_folder(state, "k.yaml"), launch);
    }
    while (*more != NULL)
        argv[n++] = *more++;
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    if (c.status != 0)
        print_error("%s, %s: %s", system, kernel, err_of(&c));
    assert_status(&c, 0);
    command_free(&c);
    return run_json(in_folder(state, "r.json"));
}

/*
 * Of 17 pages half have room, 5 in GPU 0 and 4 in GPU 1. x0 to x4 are placed in GPU 0, x5 to x8 in
 * GPU 1. x9 to x15 fault: x0 to x4 go, and then x9 and x10, which came first of all that are left.
 * In the second round x0 to x4 take the places of x11 to x15, x9 to x13 those of x0 to x4, x14 and
 * x15 those of x9 and x10, and sums that of x11. Each goes to the host and comes with its 16 lines.
 */
static void first_in_first_out(void **state)
{
    json_t *r = runs_well(state, "carve-um-tiny", "k.cu", SETS("--set", "faults.room=5000"));
    assert_int_equal(run_json_sum(r, "pages", "placed"), 9);
    assert_int_equal(run_json_sum(r, "pages", "faults"), 7 + 12 + 1);
    assert_int_equal(run_json_sum(r, "pages", "evictions"), 7 + 12 + 1);
    assert_int_equal(run_json_sum(r, "pages", "cleanings"), 7 + 12 + 1);
    assert_int_equal(run_json_sum(r, "pages", "bytes"), 2 * 20 * PAGE);
    assert_int_equal(run_json_sum(r, "copy", "writes"), 2 * 20 * PAGE / LINE);
    assert_int_equal(run_json_sum(r, "pages", "full"), 0);
    assert_int_equal(run_json_count(r, "umc", "stores", "host.umc0"), 20 * PAGE / LINE);
    json_decref(r);
}

/* A fault costs what the system says. */
static void latency_is_a_field(void **state)
{
    json_int_t cycles[2];
    static const char *const latencies[] = {"faults.latency=500", "faults.latency=2500"};
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(state, "carve-um-tiny", "k.cu",
                              SETS("--set", "faults.room=5000", "--set", latencies[i]));
        cycles[i] = json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
        json_decref(r);
    }
    assert_in_range(cycles[1] - cycles[0], 20 * 2000 - 500, 20 * 2000 + 500);
}

/* With room for all no page moves, and the copies of the launch file are not made. */
static void room_for_all(void **state)
{
    static const char *const rooms[] = {"faults.room=0", "faults.room=10000"};
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(state, "carve-um-tiny", "k.cu", SETS("--set", rooms[i]));
        assert_int_equal(run_json_sum(r, "pages", "placed"), 17);
        assert_int_equal(run_json_sum(r, "pages", "faults"), 0);
        assert_int_equal(run_json_sum(r, "copy", "writes"), 0);
        json_decref(r);
    }
}

/* What is left of the GPUs' memories beside their carve-outs is 8 pages each. Those of x fill them,
 * and sums comes by way of the host. */
static void memories_that_are_full(void **state)
{
    json_t *r = runs_well(
        state, "carve-um-tiny", "k.cu",
        SETS("--set", "umc.bytes=4096", "--set", "rdc.bytes=2048", "--set", "dram.page_bytes=64"));
    assert_int_equal(run_json_sum(r, "pages", "placed"), 16);
    assert_int_equal(run_json_sum(r, "pages", "faults"), 1);
    assert_int_equal(run_json_sum(r, "pages", "evictions"), 1);
    json_decref(r);
}

/* Data is right under each way to keep caches coherent, with many pages on their way. Without
 * cleanings sgemm reads old lines on all but one of these machines. */
static void on_machines(void **state)
{
    static const struct {
        const char *system, *sets[3];
        bool slow;
    } machines[] = {
        {"carve-um-tiny", {"protocol=carve-hwc"}, false},
        {"dnn-um-tiny", {"placement.policy=first-touch", "protocol=nc-wb"}, false},
        {"carve-um-tiny", {"protocol=carve-swc", "boundary.l2s=empty"}, true},
        {"carve-um-tiny", {"invalidation.l1_copies=vi", "consistency=sc"}, true},
        {"carve-um-tiny", {"protocol=nc-wt", "boundary.l2s=empty"}, true},
        {"carve-um-tiny", {"protocol=mgcc"}, true},
        {"dnn-um-tiny", {"placement.policy=first-touch", "faults.from=host"}, true},
        {"dnn-um-tiny", {"protocol=mgcc"}, true},
    };
    static const char *const kernels[] = {"sgemm:tiny", "bfs:tiny"};
    for (int i = 0; i < 16; i++) {
        if (machines[i / 2].slow)
            slow_only("these machines have other caches");
        if (i % 2 > 0 && !slow_wanted())
            continue; /* sgemm is the one that reads old lines */
        const char *const *s = machines[i / 2].sets;
        json_t *r = runs_well(state, machines[i / 2].system, kernels[i % 2],
                              SETS("--set", "faults.room=2000", "--set", "faults.latency=30",
                                   "--set", s[0], s[1] != NULL ? "--set" : NULL, s[1]));
        assert_true(run_json_sum(r, "pages", "evictions") >= 10);
        assert_true(run_json_sum(r, "pages", "cleanings") > 0);
        json_decref(r);
    }
}

static void same_three_ways(void **state)
{
    static const char *const ways[][2] = {{"-j", "1"}, {"-j", "2"}, {"--flat", "-q"}};
    char *first = NULL;
    if (!slow_wanted())
        print_message("*** SKIPPED: the flat top, of which test_page_faults has one with faults; "
                      "UMBEL_SLOW=1 runs it ***\n");
    for (int i = 0; i < (slow_wanted() ? 3 : 2); i++) {
        json_t *r = runs_well(state, "carve-um-tiny", "sgemm:tiny",
                              SETS("--set", "faults.room=5000", ways[i][0], ways[i][1]));
        run_json_same_units(&first, r);
        json_decref(r);
    }
    free(first);
}

/* The watchdog names a page that does not come. */
static void a_page_that_does_not_come(void **state)
{
    write_text(in_folder(state, "k.cu"), source);
    write_text(in_folder(state, "k.yaml"), launch);
    struct command c = {.argv = (const char *[]){umbel_path(), "run", "carve-um-tiny", "k.cu",
                                                 "--launch", "k.yaml", "-q", "--set",
                                                 "faults.room=5000", "--set",
                                                 "fault=handler-loses-page", NULL},
                        .dir = *state};
    command_run(&c);
    assert_status(&c, 1);
    assert_has(err_of(&c), " waits for the page of address 0x");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(first_in_first_out),
        test_in_folder(latency_is_a_field),
        test_in_folder(room_for_all),
        test_in_folder(memories_that_are_full),
        test_in_folder(on_machines),
        test_in_folder(same_three_ways),
        test_in_folder(a_page_that_does_not_come),
    };
    return cmocka_run_group_tests_name("pages that spill", tests, NULL, NULL);
}
