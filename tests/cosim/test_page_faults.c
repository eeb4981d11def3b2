/*
 * Unified memory: pages that move at a fault, from the host to a package, from package to package
 * and back. Each run is compared with cacheless execution; how many pages fault and how many lines
 * are copied follows from the kernel, and is counted by hand here.
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

/* Of dnn-um-tiny. A vector of 1024 words is 16 pages. */
enum { LINE = 16, PAGE = 256, PAGES = 16, LATENCY = 500 };

static const char source[] =
    "extern \"C\" __global__ void reverse(const unsigned *from, unsigned *to, unsigned n)\n"
    "{\n"
    "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    to[i] = from[n - 1 - i];\n"
    "}\n"
    /* Each of two CTAs, one on each GPU, goes through the same page again and again. */
    "extern \"C\" __global__ void both(const unsigned *page, unsigned *sums, unsigned times)\n"
    "{\n"
    "    unsigned sum = 0;\n"
    "    for (unsigned i = 0; i < times; i++) {\n"
    "        sum += page[threadIdx.x];\n"
    "        __threadfence();\n"
    "    }\n"
    "    sums[blockIdx.x * 64 + threadIdx.x] = sum;\n"
    "}\n";

#define REVERSE(from, to)                                                                          \
    "  - {entry: reverse, grid: [8], block: [128], args: [" #from ", " #to ", \"u32 1024\"]}\n"
#define BUFFERS                                                                                    \
    "about: three vectors, reversed in turn\nsource: k.cu\nbuffers:\n"                             \
    "  - {name: x, type: u32, count: 1024, init: iota}\n"                                          \
    "  - {name: y, type: u32, count: 1024}\n"                                                      \
    "  - {name: z, type: u32, count: 1024}\n"
#define THRICE BUFFERS "launches:\n" REVERSE(x, y) REVERSE(y, z) REVERSE(z, x)

#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

static struct command run(void **state, const char *text, const char *const *more)
{
    const char *argv[32] = {umbel_path(), "run", "dnn-um-tiny", "k.cu",  "--launch",
                            "k.yaml",     "-q",  "--json",      "r.json"};
    for (int n = 9; *more != NULL; n++)
        argv[n] = *more++;
    write_text(in_folder(state, "k.cu"), source);
    write_text(in_folder(state, "k.yaml"), text);
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    return c;
}

static json_t *runs_well(void **state, const char *text, const char *const *more)
{
    struct command c = run(state, text, more);
    if (c.status != 0)
        print_error("%s", err_of(&c));
    assert_status(&c, 0);
    command_free(&c);
    return run_json(in_folder(state, "r.json"));
}

static json_int_t cycles_of(const json_t *r)
{
    return json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
}

/* Each page of x and y has one user. x comes from the host, y is nowhere. */
static void from_the_host(void **state)
{
    json_int_t cycles[2], batches[2];
    static const char *const latencies[] = {"faults.latency=500", "faults.latency=2500"};
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(state, BUFFERS "launches:\n" REVERSE(x, y),
                              SETS("--set", latencies[i], "--set", "faults.batch_pages=1"));
        assert_int_equal(run_json_sum(r, "pages", "faults"), 2 * PAGES);
        assert_int_equal(run_json_sum(r, "copy", "writes"), PAGES * PAGE / LINE);
        assert_int_equal(run_json_sum(r, "pages", "shootdowns"), 0);
        assert_int_equal(run_json_count(r, "dram", "writes", "host.dram0"), 0);
        batches[i] = run_json_sum(r, "pages", "fault_batches");
        cycles[i] = cycles_of(r);
        json_decref(r);
    }
    assert_int_equal(batches[0], 2 * PAGES);
    assert_int_equal(batches[1], 2 * PAGES);
    assert_in_range(cycles[1] - cycles[0], 2000 * 2 * PAGES - 2000, 2000 * 2 * PAGES + 2000);
}

/* GPU 0 writes the first half of y, and then reads the second half; likewise z; and x, of which it
 * has read the second half, is written in the first. */
static void between_packages(void **state)
{
    json_t *r = runs_well(state, THRICE, SETS("--monitors", "--set", "placement.shootdown=700"));
    assert_int_equal(run_json_sum(r, "pages", "faults"), 6 * PAGES);
    assert_int_equal(run_json_sum(r, "pages", "migrations"), 4 * PAGES);
    assert_int_equal(run_json_sum(r, "copy", "writes"), 4 * PAGES * PAGE / LINE);
    const json_int_t shootdowns = run_json_sum(r, "pages", "shootdowns");
    assert_in_range(shootdowns, 1, 3 * PAGES);
    assert_true(run_json_sum(r, "pages", "frozen") >= 700 * shootdowns);
    assert_int_equal(run_json_sum(r, "pages", "pinned"), 0);
    json_decref(r);
}

/* The host's accesses fault one after the other; what it has taken faults again on the GPUs. */
static void back_to_the_host(void **state)
{
    json_t *r = runs_well(state,
                          BUFFERS "launches:\n" REVERSE(x, y)
                              REVERSE(x, y) "copies:\n  - {buffer: x, to: host, after: 1}\n",
                          SETS("-q"));
    assert_int_equal(run_json_sum(r, "pages", "faults"), 3 * PAGES);
    assert_int_equal(run_json_sum(r, "copy", "writes"), 3 * PAGES * PAGE / LINE);
    assert_int_equal(run_json_count(r, "dram", "writes", "host.dram0"), PAGES * PAGE / LINE);
    assert_true(run_json_sum(r, "copies", "cycles") >= PAGES * LATENCY);
    json_decref(r);
}

/* What a launch file places or copies to a package is not managed: it is accessed from afar. */
static void placed_buffers_stay(void **state)
{
    static const char placed[] =
        "about: x and y at GPU 0\nsource: k.cu\nbuffers:\n"
        "  - {name: x, type: u32, count: 1024, init: iota, home: host}\n"
        "  - {name: y, type: u32, count: 1024, home: 0}\n"
        "launches:\n" REVERSE(x, y) "copies:\n  - {buffer: x, to: 0, before: 1}\n";
    json_t *r = runs_well(state, placed, SETS("-q"));
    assert_int_equal(run_json_sum(r, "pages", "faults"), 0);
    assert_int_equal(run_json_sum(r, "copy", "writes"), PAGES * PAGE / LINE);
    assert_int_equal(run_json_count(r, "dram", "writes", "gpu1.dram0"), 0);
    json_decref(r);
}

/* A page that both GPUs read all the time goes to and fro, or stays after some moves. */
static void to_and_fro(void **state)
{
    static const char text[] =
        "about: both\nsource: k.cu\nbuffers:\n"
        "  - {name: page, type: u32, count: 64, init: iota}\n"
        "  - {name: sums, type: u32, count: 128}\n"
        "launches:\n"
        "  - {entry: both, grid: [2], block: [64], args: [page, sums, \"u32 200\"]}\n";
    static const char *const sets[] = {"faults.pin_after=0", "faults.pin_after=2"};
    json_int_t migrations[2];
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(state, text, SETS("--set", sets[i]));
        migrations[i] = run_json_sum(r, "pages", "migrations");
        assert_int_equal(run_json_sum(r, "pages", "pinned"), i);
        json_decref(r);
    }
    assert_true(migrations[0] > 5);
    assert_int_equal(migrations[1], 1 + 2); /* from the host, and there and back */
}

/* A page that does not come is named. */
static void the_watchdog_names_the_page(void **state)
{
    struct command c = run(state, THRICE, SETS("--set", "fault=handler-loses-page"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "umbel: nothing has moved since cycle ");
    assert_has(err_of(&c), " waits for the page of address 0x");
    command_free(&c);
}

static void same_three_ways(void **state)
{
    static const char *const ways[][2] = {{"-j", "1"}, {"-j", "2"}, {"--flat", "-q"}};
    char *first = NULL;
    for (int i = 0; i < 3; i++) {
        json_t *r = runs_well(state, THRICE, SETS(ways[i][0], ways[i][1]));
        run_json_same_units(&first, r);
        json_decref(r);
    }
    free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(from_the_host),    test_in_folder(between_packages),
        test_in_folder(back_to_the_host), test_in_folder(placed_buffers_stay),
        test_in_folder(to_and_fro),       test_in_folder(the_watchdog_names_the_page),
        test_in_folder(same_three_ways),
    };
    return cmocka_run_group_tests_name("page faults", tests, NULL, NULL);
}
