/*
 * Steps of the host in whole runs: the right answer next to kernels that read and write the same
 * lines, and what is said when a program, the machine or the launch file is wrong.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include "sw/util/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 512 };

static const char kernel[] = "extern \"C\" __global__ void add(unsigned *a, unsigned n)\n"
                             "{\n"
                             "    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "    if (i < n)\n"
                             "        a[i] += 5;\n"
                             "}\n";

/* `total` adds up, and changes every element; `think` accesses nothing for long. */
static const char program[] = "void total(unsigned *a, unsigned long *sum, unsigned n)\n"
                              "{\n"
                              "    unsigned long s = *sum;\n"
                              "    for (unsigned i = 0; i < n; i++)\n"
                              "        s += a[i]++;\n"
                              "    *sum = s;\n"
                              "}\n"
                              "void think(unsigned long *sum, unsigned n)\n"
                              "{\n"
                              "    for (volatile unsigned i = 0; i < n; i++)\n"
                              "        ;\n"
                              "    *sum += n;\n"
                              "}\n";

#define HEAD                                                                                       \
    "about: a host between kernels\n"                                                              \
    "source: k.cu\n"                                                                               \
    "host: h.c\n"                                                                                  \
    "buffers:\n"                                                                                   \
    "  - {name: a, type: u32, count: 512, init: iota, output: a.bin}\n"                            \
    "  - {name: sum, type: u64, count: 1, init: zero, output: sum.bin}\n"                          \
    "launches:\n"
#define TOTAL "  - {host: total, args: [a, sum, \"u32 512\"]}\n"
#define ADD "  - {entry: add, grid: [4], block: [128], args: [a, \"u32 512\"]}\n"

#define SETS(...) ((const char *const[]){__VA_ARGS__, NULL})

static struct command run(void **state, const char *system, const char *launches,
                          const char *const *more)
{
    const char *argv[32] = {umbel_path(), "run", system,   "k.cu",    "--launch",
                            "k.yaml",     "-q",  "--json", "run.json"};
    int n = 9;
    char text[2048];
    snprintf(text, sizeof text, "%s%s", HEAD, launches);
    write_text(in_folder(state, "k.yaml"), text);
    write_text(in_folder(state, "k.cu"), kernel);
    write_text(in_folder(state, "h.c"), program);
    while (*more != NULL)
        argv[n++] = *more++;
    struct command c = {.argv = argv, .dir = *state};
    command_run(&c);
    return c;
}

static json_t *runs_well(void **state, const char *system, const char *launches,
                         const char *const *more)
{
    struct command c = run(state, system, launches, more);
    if (c.status != 0)
        print_error("%s", err_of(&c));
    assert_status(&c, 0);
    command_free(&c);
    return run_json(in_folder(state, "run.json"));
}

/* ---- right answers ---- */

#define ROUNDS TOTAL ADD TOTAL ADD "  - {host: total, args: [a, sum, \"u32 512\"], repeat: 2}\n"

static void results(void **state)
{
    size_t len;
    char *a = read_bytes_of(in_folder(state, "a.bin"), &len);
    char *s = read_bytes_of(in_folder(state, "sum.bin"), &len);
    uint64_t sum, want = 0;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t v;
        memcpy(&v, a + 4 * (size_t)i, sizeof v);
        assert_int_equal(v, i + 14);
        want += i + (i + 6) + (i + 12) + (i + 13);
    }
    memcpy(&sum, s, sizeof sum);
    assert_int_equal(sum, want);
    free(a);
    free(s);
}

/* Each of its protocols, by fabric or by lines of its own: kernels see what the host wrote, and the
 * host what kernels wrote. */
static void between_kernels(void **state)
{
    static const char *const machines[][2] = {{"umn-tiny", "protocol=nc-wb"},
                                              {"umn-tiny", "protocol=mgcc"},
                                              {"pcie-tiny", "placement.policy=first-touch"},
                                              {"tsm-tiny", "cpu.misses=4"},
                                              {"umn-tiny", "protocol=nc-wt"},
                                              {"umn-tiny", "placement.policy=first-touch"}};
    enum { MACHINES = sizeof machines / sizeof *machines, DAILY = 4 };
    for (size_t i = 0; i < MACHINES; i++) {
        if (i == DAILY)
            slow_only("the tests below have umn-tiny as it ships");
        json_t *r = runs_well(state, machines[i][0], ROUNDS, SETS("--set", machines[i][1]));
        results(state);
        assert_int_equal(run_json_sum(r, "cpu", "functions"), 4);
        assert_int_equal(run_json_sum(r, "cpu", "loads"), 4 * (N + 1));
        assert_int_equal(run_json_sum(r, "cpu", "stores"), 4 * (N + 1));
        assert_int_equal(run_json_sum(r, "sm", "ctas"), 8);
        json_decref(r);
    }
}

/* Threads, tiles that are always evaluated, and observers change nothing. */
static void whatever_the_run(void **state)
{
    static const char *const more[][3] = {
        {"-j2", NULL}, {"--no-idle-skip", NULL}, {"--profile", NULL}, {"--sharing", NULL}};
    const char *const launches = slow_wanted() ? ROUNDS : TOTAL ADD TOTAL;
    json_t *plain = runs_well(state, "umn-tiny", launches, SETS("-j1"));
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        json_t *r = runs_well(state, "umn-tiny", launches, more[i]);
        assert_true(json_equal(json_object_get(plain, "units"), json_object_get(r, "units")));
        json_decref(r);
    }
    json_decref(plain);
}

/* The CPU's requests are followed like those of SMs, from the L1 to DRAM; a trace names it. */
static void observed(void **state)
{
    json_t *r = runs_well(state, "umn-tiny", ROUNDS, SETS("--profile", "--trace", "t.json"));
    const json_t *requests = json_object_get(json_object_get(r, "profile"), "requests");
    assert_int_equal(json_integer_value(json_object_get(requests, "strays")), 0);
    assert_int_equal(json_integer_value(json_object_get(requests, "answered")),
                     run_json_sum(r, "sm", "lines") + run_json_sum(r, "cpu", "lines"));
    size_t len;
    char *trace = read_bytes_of(in_folder(state, "t.json"), &len);
    assert_non_null(strstr(trace, "\"host.cpu\""));
    free(trace);
    json_decref(r);
}

/* Pages go to the host's memory before the host's step and back after it: steps of the host count
 * as launches. */
static void copies(void **state)
{
    json_t *r = runs_well(state, "pcie-tiny",
                          ADD TOTAL ADD "copies:\n  - {buffer: a, to: packages, before: 1}\n"
                                        "  - {buffer: a, to: host, before: 2}\n"
                                        "  - {buffer: a, to: packages, after: 2}\n",
                          SETS("--set", "placement.policy=pages"));
    assert_int_equal(run_json_sum(r, "copies", "bytes"), 3 * 4 * N);
    assert_true(run_json_sum(r, "cpu", "functions") > 1); /* the driver's, too */
    json_decref(r);
}

/* 100000 instructions between two accesses are longer than the watchdog waits. */
static void long_thoughts(void **state)
{
    json_t *r = runs_well(state, "umn-tiny", "  - {host: think, args: [sum, \"u32 100000\"]}\n" ADD,
                          SETS("--set", "watchdog=1000"));
    assert_true(run_json_sum(r, "cpu", "instructions") > 300000);
    json_decref(r);
}

/* A cache of the CPU has more lines than the watchdog waits cycles, and is emptied all the same. */
static void a_large_cache_is_emptied(void **state)
{
    static const char *const protocols[] = {"protocol=nc-wb", "protocol=nc-wt"};
    for (int i = 0; i < (slow_wanted() ? 2 : 1); i++) {
        json_decref(runs_well(
            state, "umn-tiny", TOTAL ADD TOTAL,
            SETS("--set", protocols[i], "--set", "cpu.l2_bytes=65536", "--set", "watchdog=1000")));
    }
}

/* ---- the record ---- */

static void named_in_the_record(void **state)
{
    json_t *r = runs_well(state, "umn-tiny", TOTAL, SETS("-j1"));
    const json_t *host = json_object_get(r, "host");
    assert_non_null(host);
    assert_string_equal(json_string_value(json_object_get(host, "file")), "h.c");
    assert_string_equal(json_string_value(json_object_get(host, "sha256")),
                        sha256_of(program, strlen(program)).text);
    assert_int_equal(json_string_length(json_object_get(host, "object_sha256")), 64);
    json_decref(r);
    struct command c =
        UMBEL("run", "umn-tiny", "vecadd:tiny", "-q", "--json", in_folder(state, "run.json"));
    assert_status(&c, 0);
    command_free(&c);
    r = run_json(in_folder(state, "run.json"));
    assert_null(json_object_get(r, "host"));
    json_decref(r);
}

/* ---- mistakes ---- */

/* The last line of stderr begins with `message`. */
static void fails(void **state, const char *system, const char *launches, const char *const *more,
                  const char *message)
{
    struct command c = run(state, system, launches, more);
    char want[1024];
    snprintf(want, sizeof want, "umbel: %s", message);
    assert_status(&c, 1);
    if (strncmp(last_line(err_of(&c)), want, strlen(want)) != 0)
        assert_string_equal(last_line(err_of(&c)), want);
    command_free(&c);
}

static void before_the_first_cycle(void **state)
{
    fails(state, "tsm-tiny", ADD TOTAL, SETS("-j1"),
          "k.yaml:9:5: a step of the host, but tsm-tiny has no CPU, as its cpu.misses is 0; take a "
          "system that has one, or --set cpu.misses=4");
    fails(state, "umn-tiny", "  - {host: totals}\n", SETS("-j1"),
          "k.yaml:8:5: h.c: has no function 'totals' that returns nothing and is not static; it "
          "has total, think");
    fails(state, "umn-tiny", ADD "  - {host: think, args: [sum, \"u64 1\"]}\n", SETS("-j1"),
          "k.yaml:9:5: h.c: argument 2 of think is an integer of 4 bytes, and is given an integer "
          "of 8 bytes");
    fails(state, "umn-tiny", TOTAL, SETS("--trace", "h.c"),
          "--trace h.c: the host program, which is read, is the same file; name another");
}

static void while_it_runs(void **state)
{
    fails(state, "umn-tiny", ADD "  - {host: total, args: [a, sum, \"u32 513\"]}\n", SETS("-j1"),
          "host.cpu: h.c:5:18: total: load of 4 bytes at 0x1800: no buffer holds it; check the "
          "indices against the sizes of the buffers; launch 2, k.yaml:9:5; seed 1; repeat with: ");
    fails(state, "umn-tiny", ADD "  - {host: think, args: [sum, \"u32 4000000000\"]}\n",
          SETS("--max-cycles", "20000"), "stopped at cycle 2");
    struct command c =
        run(state, "umn-tiny", "  - {host: think, args: [sum, \"u32 4000000000\"]}\n",
            SETS("--max-cycles", "1200000"));
    assert_status(&c, 1);
    assert_has(err_of(&c), "umbel: no function of the host has ended for 1048576 cycles");
    assert_has(err_of(&c), "it is at:\n  host.cpu: h.c:10:43: think\n");
    assert_has(last_line(err_of(&c)),
               "the run is incomplete; host.cpu: h.c:10:43: think; launch 1, ");
    command_free(&c);
    fails(state, "gmn-tiny", "  - {host: think, args: [sum, \"u32 1\"]}\n", SETS("-j1"),
          "host.cpu: h.c:12:10: think: an access to the line at 0x1900 at cycle ");
}

/* The CPU's L1 keeps a line that the kernel has changed. */
static void stale_read(void **state)
{
    struct command c = run(state, "tsm-tiny", TOTAL ADD TOTAL,
                           SETS("--set", "cpu.misses=4", "--set", "cpu.l1_bytes=4096", "--set",
                                "fault=l1-ignores-lease"));
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), "umbel: wrong answer: a[byte ");
    assert_has(err_of(&c), "\n  copy: host.cpu.l1, lease ");
    assert_has(err_of(&c), "  last writer: the host, launch 3, h.c:5:18: total\n");
    command_free(&c);
}

static void lost_answer(void **state)
{
    struct command c = run(state, "umn-tiny", TOTAL, SETS("--set", "fault=umc-loses-answer"));
    assert_status(&c, 1);
    unsigned long long since, now, line, from;
    int n = sscanf(last_line(err_of(&c)),
                   "umbel: nothing has moved since cycle %llu (now %llu): the host's CPU waits for "
                   "line 0x%llx since cycle %llu; seed 1",
                   &since, &now, &line, &from);
    assert_int_equal(n, 4);
    char text[96];
    snprintf(text, sizeof text, "  waits: host.cpu: store of line 0x%llx since cycle %llu, tag ",
             line, from);
    assert_has(err_of(&c), text);
    assert_has(err_of(&c), "  waits: host.cpu: load of line ");
    assert_has(err_of(&c), "  in flight: host.cpu.l1, entry ");
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(between_kernels),
        test_in_folder(whatever_the_run),
        test_in_folder(observed),
        test_in_folder(copies),
        test_in_folder(long_thoughts),
        test_in_folder(a_large_cache_is_emptied),
        test_in_folder(named_in_the_record),
        test_in_folder(before_the_first_cycle),
        test_in_folder(while_it_runs),
        test_in_folder(stale_read),
        test_in_folder(lost_answer),
    };
    return cmocka_run_group_tests_name("steps of the host on the RTL", tests, NULL, NULL);
}
