/*
 * Copies by copy engines in whole runs: those that a launch file asks for, and pages that are
 * fetched, replicated or moved during a launch. Each run is compared with cacheless execution, and
 * its counters say that the engines did the work.
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

enum { N = 1024, BYTES = 4 * N, LINE = 16 };

#define BUFFERS                                                                                    \
    "about: c = a + b, twice\n"                                                                    \
    "source: " UMBEL_ROOT "/sw/kernels/vecadd/vecadd.cu\n"                                         \
    "buffers:\n"                                                                                   \
    "  - {name: a, type: f32, count: 1024, init: random, low: -1, high: 1}\n"                      \
    "  - {name: b, type: f32, count: 1024, init: random, low: -1, high: 1}\n"                      \
    "  - {name: c, type: f32, count: 1024, init: zero, output: c.bin}\n"                           \
    "launches:\n"                                                                                  \
    "  - {entry: vecadd, grid: [8], block: [128], args: [a, b, c, \"u32 1024\"], repeat: 2}\n"     \
    "  - {entry: vecadd, grid: [8], block: [128], args: [c, b, a, \"u32 1024\"]}\n"

#define ENGINES "--set", "copy_engine.lines=4", "--set", "placement.page_bytes=256"
#define HOST "--set", "memory.host=true"

static struct command run(void **state, const char *system, const char *copies, const char *json,
                          const char *const *more)
{
    const char *argv[48] = {umbel_path(), "run", system,   "k.cu", "--launch",
                            "k.yaml",     "-q",  "--json", json};
    int n = 9;
    char text[2048];
    size_t len;
    snprintf(text, sizeof text, "%s%s", BUFFERS, copies);
    write_text(in_folder(state, "k.yaml"), text);
    char *source = read_bytes_of(UMBEL_ROOT "/sw/kernels/vecadd/vecadd.cu", &len);
    write_text(in_folder(state, "k.cu"), source);
    free(source);
    while (*more != NULL)
        argv[n++] = *more++;
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    return c;
}

#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

static json_t *runs_well(void **state, const char *system, const char *copies,
                         const char *const *more)
{
    struct command c = run(state, system, copies, "run.json", more);
    if (c.status != 0)
        print_error("%s", err_of(&c));
    assert_status(&c, 0);
    command_free(&c);
    return run_json(in_folder(state, "run.json"));
}

/* ---- copies of a launch file ---- */

static const char there_and_back[] = "copies:\n"
                                     "  - {buffer: a, to: packages, before: 1}\n"
                                     "  - {buffer: b, to: packages, before: 1}\n"
                                     "  - {buffer: c, to: host, after: 1}\n"
                                     "  - {buffer: c, to: packages, before: 2}\n"
                                     "  - {buffer: a, to: host, after: 2}\n";

/* Every line of the five copies passes an engine once; under first touch those of the first two and
 * of the fourth are fetched by the package that touches them. Every day each kind of L2 once;
 * with_company() has MGCC. */
static void host_and_packages(void **state)
{
    static const struct {
        const char *system, *set;
        bool slow;
        const char *also; /* NULL: no other set */
    } machines[] = {{"rdma-tiny", "protocol=nc-wb", false, NULL},
                    {"numa-tiny", "protocol=nc-wb", false, NULL},
                    {"carve-tiny", "protocol=carve-hwc", false, NULL},
                    {"numa-l15-tiny", "l15.allocate=all", true, NULL},
                    {"rdma-tiny", "protocol=mgcc", true, NULL},
                    {"numa-tiny", "protocol=nc-wt", true, NULL},
                    {"numa-tiny", "protocol=mgcc", true, NULL},
                    {"numa-l15-tiny", "protocol=nc-wb", true, NULL},
                    {"numa-vi-tiny", "protocol=gpu-vi", true, NULL},
                    {"carve-tiny", "protocol=carve-swc", true, "boundary.l2s=empty"}};
    static const char *const policies[] = {"placement.policy=pages", "placement.policy=random",
                                           "placement.policy=first-touch"};
    for (int i = 0; i < 30; i++) {
        if (machines[i / 3].slow)
            slow_only("these machines join an L2, a protocol and L1.5 banks in other ways");
        if (i % 3 == 1 && !slow_wanted())
            continue; /* test_placements has pages at random */
        json_t *r =
            runs_well(state, machines[i / 3].system, there_and_back,
                      SETS("--set", machines[i / 3].set, "--set", policies[i % 3], ENGINES, HOST,
                           machines[i / 3].also != NULL ? "--set" : NULL, machines[i / 3].also));
        assert_int_equal(run_json_sum(r, "copy", "reads"), 5 * BYTES / LINE);
        assert_int_equal(run_json_sum(r, "copy", "writes"), 5 * BYTES / LINE);
        bool touched = i % 3 == 2;
        assert_int_equal(run_json_sum(r, "copies", "bytes"), (touched ? 2 : 5) * BYTES);
        assert_int_equal(run_json_sum(r, "pages", "fetched"), touched ? 3 * BYTES / 256 : 0);
        assert_true(run_json_sum(r, "copies", "cycles") > 2 * BYTES / LINE);
        json_decref(r);
    }
}

/* LADM knows the homes before the launch: pages go there by engines then, which takes cycles, and
 * none has to be fetched. Its own machine has no host; there three quarters of a buffer go to the
 * first chiplet, and back. */
static void to_planned_homes(void **state)
{
    static const char to_one_and_back[] = "copies:\n"
                                          "  - {buffer: a, to: 0, after: 1}\n"
                                          "  - {buffer: a, to: packages, before: 2}\n";
    static const struct {
        const char *system, *copies, *host;
        json_int_t bytes;
    } cases[] = {{"numa-tiny", there_and_back, "memory.host=true", 5 * BYTES},
                 {"ladm-tiny", to_one_and_back, "memory.host=false", 2 * BYTES / 4 * 3}};
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(state, cases[i].system, cases[i].copies,
                              SETS("--set", "placement.policy=ladm", "--set",
                                   "schedule.policy=ladm", ENGINES, "--set", cases[i].host));
        assert_int_equal(run_json_sum(r, "copies", "bytes"), cases[i].bytes);
        assert_int_equal(run_json_sum(r, "copy", "writes"), cases[i].bytes / LINE);
        assert_int_equal(run_json_sum(r, "pages", "fetched"), 0);
        assert_true(run_json_sum(r, "copies", "cycles") > cases[i].bytes / LINE);
        json_decref(r);
    }
}

/* A page that a package fetches, and whose copy loses an answer: the watchdog names the page, and
 * how far the engine came. */
static void a_fetch_that_does_not_end(void **state)
{
    struct command c = run(state, "rdma-tiny", there_and_back, "run.json",
                           SETS("--set", "protocol=nc-wb", "--set", "placement.policy=first-touch",
                                ENGINES, HOST, "--set", "fault=umc-loses-answer"));
    unsigned gpu = 9, done = 9, of = 0;
    unsigned long long address = 0;
    assert_status(&c, 1);
    const char *at = strstr(err_of(&c), "umbel: nothing has moved since cycle ");
    assert_non_null(at);
    at = strstr(at, "): ");
    assert_non_null(at);
    assert_int_equal(sscanf(at,
                            "): gpu%u waits for the page of address 0x%llx, which its copy engine "
                            "brings: it has done %u of %u commands",
                            &gpu, &address, &done, &of),
                     4);
    assert_true(gpu < 2 && address >= 0x1000 && done < of);
    command_free(&c);
}

/* Copies leave dirty lines in L2s that write back; other packages must not miss them. The L2s have
 * room for all of these lines, so that nothing but the boundary writes them back. */
static void boundary_behind_copies(void **state)
{
    static const char *const machines[][2] = {{"numa-tiny", "l2.bytes=32768"},
                                              {"numa-small", "l2.bytes=131072"}};
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            slow_only("numa-tiny with larger L2s has the same units");
        json_t *r = runs_well(state, machines[i][0], there_and_back,
                              SETS("--set", machines[i][1], "--set", "protocol=nc-wb", "--set",
                                   "placement.policy=pages", ENGINES, HOST));
        assert_true(run_json_sum(r, "l2", "writebacks") > 0);
        json_decref(r);
    }
}

/* Between packages, without a host; what has no engines, or no memories, copies nothing. */
static void between_packages(void **state)
{
    static const char to_one[] = "copies:\n  - {buffer: a, to: 1, before: 1}\n"
                                 "  - {buffer: a, to: 0, after: 2}\n"
                                 "  - {buffer: b, to: host, after: 2}\n";
    json_t *r = runs_well(state, "tsm-tiny", there_and_back, SETS("--set", "copy_engine.lines=4"));
    assert_int_equal(run_json_sum(r, "copies", "bytes"), 0);
    json_decref(r);
    static const char *const systems[] = {"numa-tiny", "rdma-tiny"};
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            slow_only("numa-tiny has the same engines before core-side L2s");
        r = runs_well(state, systems[i], to_one, SETS("--set", "placement.policy=pages", ENGINES));
        /* of the 16 pages half are at home 1 already, and all come back */
        assert_int_equal(run_json_sum(r, "copies", "bytes"), BYTES / 2 + BYTES);
        assert_int_equal(run_json_count(r, "copy", "writes", "gpu1.copy"), BYTES / 2 / LINE);
        assert_int_equal(run_json_count(r, "copy", "writes", "gpu0.copy"), BYTES / LINE);
        json_decref(r);
        r = runs_well(state, systems[i], to_one, SETS("--set", "placement.page_bytes=256"));
        assert_int_equal(run_json_sum(r, "copies", "bytes"), 0);
        json_decref(r);
    }
}

/* Of a part the pages that have it move, of which every second is at home 1 already. */
static void parts(void **state)
{
    static const char *const texts[] = {
        "copies:\n  - {buffer: a, first: 256, count: 256, to: 1, before: 1}\n",
        "copies:\n  - {buffer: a, first: 1020, to: 0, before: 1}\n",
        "copies:\n  - {buffer: a, first: 300, count: 100, to: 1, before: 1}\n"};
    static const uint64_t moved[] = {2, 1, 2};
    for (int i = 0; i < 3; i++) {
        json_t *r = runs_well(state, "rdma-tiny", texts[i],
                              SETS("--set", "placement.policy=pages", ENGINES));
        const char *to = i == 1 ? "gpu0" : "gpu1", *from = i == 1 ? "gpu1" : "gpu0";
        assert_int_equal(run_json_sum(r, "copies", "bytes"), moved[i] * 256);
        assert_true(run_json_count(r, "copies", "cycles", "peer") > 0);
        assert_int_equal(run_json_count(r, "copies", "cycles", "host"), 0);
        assert_int_equal(run_json_count(r, "memory", "bytes", from), 3 * BYTES / 2);
        assert_int_equal(run_json_count(r, "memory", "bytes", to), 3 * BYTES / 2 + moved[i] * 256);
        json_decref(r);
    }
}

/* What is written and then copied to a GPU begins at the host; zeros begin where they are touched.
 */
static void from_the_host_or_not(void **state)
{
    static const char *const texts[] = {"copies:\n  - {buffer: a, to: 1, before: 1}\n",
                                        "copies:\n  - {buffer: c, to: 1, after: 1}\n"};
    for (int i = 0; i < 2; i++) {
        json_t *r = runs_well(
            state, "rdma-tiny", texts[i],
            SETS("--set", "placement.policy=first-touch", ENGINES, HOST, "--trace", "trace.json"));
        size_t len;
        char *trace = read_bytes_of(in_folder(state, "trace.json"), &len);
        assert_non_null(strstr(trace, i == 0 ? "\"copy a\"" : "\"copy c\""));
        free(trace);
        assert_int_equal(run_json_sum(r, "copies", "bytes"), i == 0 ? BYTES : BYTES / 2);
        assert_int_equal(run_json_count(r, "copies", "cycles", "host") > 0, i == 0);
        assert_int_equal(run_json_count(r, "copies", "cycles", "peer") > 0, i == 1);
        assert_int_equal(run_json_count(r, "memory", "bytes", "host"), i == 0 ? BYTES : 0);
        json_decref(r);
    }
}

/* A buffer that stays on the host is accessed there, line by line. */
static void zero_copy(void **state)
{
    static const char *const text =
        "about: zero copy\nsource: k.cu\nbuffers:\n"
        "  - {name: a, type: f32, count: 1024, init: iota, home: host}\n"
        "launches:\n  - {entry: vecadd, grid: [8], block: [128], args: [a, a, a, \"u32 1024\"]}\n";
    size_t len;
    char *source = read_bytes_of(UMBEL_ROOT "/sw/kernels/vecadd/vecadd.cu", &len);
    write_text(in_folder(state, "k.cu"), source);
    free(source);
    write_text(in_folder(state, "z.yaml"), text);
    const char *argv[] = {umbel_path(), "run",    "rdma-tiny", "k.cu",  "--launch", "z.yaml",
                          "-q",         "--json", "z.json",    ENGINES, HOST,       NULL};
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json(in_folder(state, "z.json"));
    assert_int_equal(run_json_count(r, "dram", "reads", "host.dram0"), BYTES / LINE);
    assert_int_equal(run_json_count(r, "dram", "writes", "gpu0.dram0"), 0);
    json_decref(r);
}

static void complaints(void **state)
{
    static const struct {
        const char *system, *copies, *text;
        const char *sets[12];
    } cases[] = {
        {"rdma-tiny",
         "copies:\n  - {buffer: a, to: 2, before: 1}\n",
         "k.yaml:11:5: a copy to home 2; the homes of this system are 0 to 1",
         {ENGINES}},
        {"rdma-tiny",
         "copies:\n  - {buffer: a, to: host, before: 1}\n",
         "k.yaml:11:5: a copy moves pages, but the memory of this system is placed by lines; --set "
         "placement.policy=pages",
         {ENGINES, HOST, "--set", "placement.policy=interleave"}},
        {"rdma-tiny",
         "copies:\n  - {buffer: a, to: host}\n",
         "k.yaml:11:5: a copy needs either 'before' or 'after'; give one",
         {NULL}},
        {"rdma-tiny",
         "copies:\n  - {buffer: a, to: host, after: 3}\n",
         "k.yaml:11:34: after is 3; it must be 1 to 2",
         {NULL}},
        {"rdma-tiny",
         "copies:\n  - {buffer: d, to: host, after: 1}\n",
         "k.yaml:11:14: buffer 'd' is not declared; declared: a, b, c",
         {NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = run(state, cases[i].system, cases[i].copies, "no.json", cases[i].sets);
        char want[256];
        snprintf(want, sizeof want, "umbel: %s\n", cases[i].text);
        assert_string_equal(err_of(&c), want);
        assert_status(&c, 1);
        command_free(&c);
    }
}

/* ---- during a launch ---- */

static json_t *pages_of(void **state, const char *system, const char *kernel,
                        const char *const *more)
{
    const char *argv[48] = {umbel_path(), "run", system, kernel, "-q", "--json", "p.json"};
    for (int n = 7; *more != NULL; n++)
        argv[n] = *more++;
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    if (c.status != 0)
        print_error("%s", err_of(&c));
    assert_status(&c, 0);
    command_free(&c);
    return run_json(in_folder(state, "p.json"));
}

static json_int_t cycles_of(const json_t *r)
{
    return json_integer_value(json_object_get(json_object_get(r, "run"), "cycles"));
}

/* sgemm reads all of B in each package; bfs writes pages that it has read. */
static void replicas(void **state)
{
    json_t *r = pages_of(state, "numa-replicate-tiny", "sgemm:tiny", SETS("-q"));
    json_int_t pages = run_json_sum(r, "pages", "replicas");
    assert_true(pages > 0);
    assert_int_equal(run_json_sum(r, "copy", "writes"), pages * 256 / LINE);
    assert_int_equal(run_json_sum(r, "pages", "collapses"), 0);
    json_int_t far = run_json_sum(r, "fabric", "requests");
    json_decref(r);
    /* nothing else crosses the fabric: each package writes its own part of C */
    assert_int_equal(far, pages * 256 / LINE);
    static const char *const costs[] = {"shootdown=0", "shootdown=5000"};
    json_int_t cycles[2];
    for (int i = 0; i < 2; i++) {
        r = pages_of(state, "numa-replicate-tiny", "bfs:tiny", SETS("--set", costs[i]));
        assert_true(run_json_sum(r, "pages", "collapses") > 0);
        json_int_t times = run_json_sum(r, "pages", "shootdowns");
        assert_true(run_json_sum(r, "pages", "frozen") >= 5000 * i * times);
        cycles[i] = cycles_of(r);
        json_decref(r);
    }
    assert_true(cycles[1] >= cycles[0] + 4000);
}

/* Pages that are placed in turn move to the package that uses them, which first touch has given
 * them to at once. */
static void migrations(void **state)
{
    json_t *r = pages_of(state, "numa-migrate-tiny", "transpose:tiny",
                         SETS("--set", "placement.policy=pages"));
    json_int_t pages = run_json_sum(r, "pages", "migrations");
    assert_true(pages > 0);
    assert_int_equal(run_json_sum(r, "copy", "writes"), pages * 256 / LINE);
    assert_true(run_json_sum(r, "pages", "shootdowns") > 0);
    json_decref(r);
    r = pages_of(state, "numa-migrate-tiny", "transpose:tiny",
                 SETS("--set", "placement.policy=pages", "--set", "placement.migrate=1000000"));
    assert_int_equal(run_json_sum(r, "pages", "migrations"), 0);
    json_decref(r);
}

/* With TLBs, and under mgcc: a shoot-down empties TLBs, and frames are used again at once. */
static void with_company(void **state)
{
    json_t *r = pages_of(state, "numa-migrate-tiny", "bfs:tiny",
                         SETS("--set", "protocol=mgcc", "--set", "tlb.entries=8", "--set",
                              "tlb.ways=4", "--set", "placement.replicate=true"));
    assert_true(run_json_sum(r, "pages", "migrations") > 0);
    json_decref(r);
    r = pages_of(state, "numa-ideal-tiny", "sgemm:tiny", SETS("-q"));
    json_int_t ideal = cycles_of(r);
    json_decref(r);
    r = pages_of(state, "numa-tiny", "sgemm:tiny", SETS("-q"));
    assert_true(ideal < cycles_of(r));
    json_decref(r);
}

/* ---- the same on any number of threads, and as one Verilog top ---- */

static void same_three_ways(void **state)
{
    static const char *const ways[][2] = {{"-j", "1"}, {"-j", "2"}, {"--flat", "-q"}};
    char *first = NULL;
    for (int i = 0; i < 3; i++) {
        if (i == 2 && !slow_wanted()) {
            print_message(
                "*** SKIPPED: the flat top, of which test_page_faults has one; UMBEL_SLOW=1 "
                "runs it ***\n");
            break;
        }
        json_t *r = pages_of(state, "numa-migrate-tiny", "atax:tiny",
                             SETS("--set", "placement.replicate=true", "--set",
                                  "placement.policy=pages", ways[i][0], ways[i][1]));
        run_json_same_units(&first, r);
        json_decref(r);
    }
    free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(host_and_packages),
        test_in_folder(to_planned_homes),
        test_in_folder(a_fetch_that_does_not_end),
        test_in_folder(boundary_behind_copies),
        test_in_folder(between_packages),
        test_in_folder(parts),
        test_in_folder(from_the_host_or_not),
        test_in_folder(zero_copy),
        test_in_folder(complaints),
        test_in_folder(replicas),
        test_in_folder(migrations),
        test_in_folder(with_company),
        test_in_folder(same_three_ways),
    };
    return cmocka_run_group_tests_name("copies", tests, NULL, NULL);
}
