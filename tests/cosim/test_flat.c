/*
 * Runs one system in three ways: as tiles of which idle ones are skipped, as tiles that are all
 * evaluated, and as one flat Verilog top. The cycles and every counter of every instance must be
 * the same, byte for byte.
 *
 * If the first two differ, a unit sets idle_o too early, or counts while it waits. If tiles and
 * flat top differ, the engine moves a channel's message a cycle early or late, or the top is wired
 * differently from the tiles. The test covers every protocol, as their units and messages differ,
 * and the harness emptying caches and controllers through the machine's channels. Every day it has
 * MGCC with epochs that are used up.
 *
 * Costs minutes with UMBEL_SLOW: each flat top takes Verilator and the compiler a minute. It alone
 * compares the simulated tiles with the design that is emitted, and finds channels that are a cycle
 * off.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Verilator and the compiler take minutes for a flat top, on a loaded machine more. */
enum { SECONDS = 1800 };

/* A variant of a system that ships; `sets` ends with NULL. */
struct variant {
    const char *sets[5];
};

static char *statistics(void **state, const char *system, const struct variant *v,
                        const char *kernel, const char *way)
{
    const char *json = in_folder(state, "run.json");
    const char *words[20] = {umbel_path(), "run", system, kernel, "--json", json, "-q"};
    int n = 7;
    for (int i = 0; v->sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = v->sets[i];
    }
    words[n] = way;
    struct command c = {.argv = words, .seconds = SECONDS};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    /* The commands differ, as they should. */
    json_t *run = run_json_results(json);
    char *text = json_dumps(run, JSON_INDENT(2) | JSON_SORT_KEYS);
    json_decref(run);
    return text;
}

static int line_length(const char *line)
{
    return (int)strcspn(line, "\n");
}

/* Fails with the first line that differs. The message names its unit and counter, which are the
 * last lines above with less indent. */
static void assert_same(const char *kernel, const char *way, const char *tiles, const char *other)
{
    const char *names[] = {"", ""};
    const char *line = tiles;
    for (; strncmp(line, other + (line - tiles), (size_t)line_length(line) + 1) == 0;
         line += line_length(line) + 1) {
        size_t indent = strspn(line, " ");
        if (indent == 4 || indent == 8)
            names[indent / 8] = line + indent;
        if (line[line_length(line)] == '\0')
            return;
    }
    const char *theirs = other + (line - tiles);
    fail_msg("%s: %.*s %.*s\n  %.*s\n  %s:\n  %.*s", kernel, line_length(names[0]), names[0],
             line_length(names[1]), names[1], line_length(line), line, way, line_length(theirs),
             theirs);
}

static void same_three_ways(void **state, const char *system, const struct variant *v,
                            const char *const *kernels)
{
    for (; *kernels != NULL; kernels++) {
        char *tiles = statistics(state, system, v, *kernels, NULL);
        assert_non_null(strstr(tiles, "\"cycles\""));
        static const char *const ways[] = {"--no-idle-skip", "--flat"};
        for (int i = 0; i < 2; i++) {
            char *other = statistics(state, system, v, *kernels, ways[i]);
            assert_same(*kernels, ways[i], tiles, other);
            free(other);
        }
        free(tiles);
    }
}

static const struct variant as_it_ships = {{NULL}};

static void tiny(void **state)
{
    static const char *const kernels[] = {
        "vecadd:tiny", "sgemm:tiny", "xtreme3:tiny", "transpose:tiny", "histogram:tiny",
        "mutex:tiny",  NULL};
    slow_only("the machine whose epochs are used up has the same units");
    same_three_ways(state, "tsm-tiny", &as_it_ships, kernels);
}

static void small(void **state)
{
    static const char *const kernels[] = {"vecadd:small", "sgemm:small", "xtreme3:small",
                                          "transpose:small", NULL};
    long_only("tsm-tiny has the same units, and fewer of them");
    same_three_ways(state, "tsm-small", &as_it_ships, kernels);
}

/* ---- protocols ---- */

static void protocol(void **state, const char *name, const char *consistency,
                     const char *const *kernels)
{
    slow_only("another flat top takes a minute");
    same_three_ways(state, "tsm-tiny", &(struct variant){{name, consistency}}, kernels);
}

static void rc(void **state)
{
    static const char *const kernels[] = {"vecadd:tiny", "sgemm:tiny", "xtreme3:tiny", "mutex:tiny",
                                          NULL};
    protocol(state, "protocol=mgcc", "consistency=rc", kernels);
}

/* Kernels that need no coherence within a launch. */
static const char *const incoherent[] = {"vecadd:tiny",    "sgemm:tiny",     "xtreme3:tiny",
                                         "histogram:tiny", "bfs_queue:tiny", NULL};

static void paper(void **state)
{
    protocol(state, "protocol=mgcc-paper", "consistency=rc", incoherent);
}

static void nc_wt(void **state)
{
    long_only("nc-wb has the same units but for its L2 banks");
    protocol(state, "protocol=nc-wt", "consistency=sc", incoherent);
}

static void nc_wb(void **state)
{
    protocol(state, "protocol=nc-wb", "consistency=sc", incoherent);
}

/* Lanes and switches between packages; memory-side L2s, and core-side L2s under MGCC. */
static void packages(void **state)
{
    slow_only("another flat top takes a minute");
    same_three_ways(state, "rdma-tiny", &as_it_ships, incoherent);
    same_three_ways(state, "numa-tiny", &(struct variant){{"protocol=mgcc", "fabric.lanes=2"}},
                    incoherent);
}

/* L1.5 banks, which boundaries empty. */
static void l15(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "xtreme3:tiny", "bfs_queue:tiny", NULL};
    slow_only("another flat top takes a minute");
    same_three_ways(state, "numa-l15-tiny", &as_it_ships, kernels);
}

/* The same before a ring, whose links have flits of several to a message. */
static void mcm(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "bfs_queue:tiny", NULL};
    long_only("ladm-tiny has a ring of routers, too, and numa-l15-tiny L1.5 banks");
    same_three_ways(state, "mcm-l15-tiny", &(struct variant){{"placement.policy=first-touch"}},
                    kernels);
}

/* Invalidations and their acknowledgements, and entries of the IMST that come from memory. */
static void gpu_vi(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "xtreme3:tiny", "mutex:tiny", NULL};
    slow_only("another flat top takes a minute");
    same_three_ways(state, "numa-vi-tiny", &(struct variant){{"imst.sets=2"}}, kernels);
}

/* Remote data caches, kept coherent by invalidations, and by epochs of which there are two. */
static void carve(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "xtreme3:tiny", "mutex:tiny", NULL};
    slow_only(
        "test_page_faults has a flat top of packages and engines, and wirings of flat tops are "
        "looked at");
    same_three_ways(state, "carve-tiny",
                    &(struct variant){{"placement.policy=pages", "umc.count=2"}}, kernels);
    same_three_ways(state, "carve-tiny",
                    &(struct variant){{"invalidation.l1_copies=vi", "sm.count=2", "l2.banks=2"}},
                    kernels);
    same_three_ways(state, "carve-tiny",
                    &(struct variant){{"protocol=carve-swc", "boundary.l2s=empty",
                                       "placement.policy=pages", "rdc.epoch_bits=1"}},
                    incoherent);
}

/* Directories, invalidations that nobody waits for but releases, and their acknowledgements. */
static void hmg(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "xtreme3:tiny", "mutex:tiny", NULL};
    slow_only("the wiring of flat tops is checked without a run; each takes half a minute");
    same_three_ways(state, "hmg-tiny", &(struct variant){{"l2.directory.sets=2"}}, kernels);
    same_three_ways(state, "ladm-hmg-tiny", &(struct variant){{"l2.directory.sets=2"}}, kernels);
}

/* L2 banks with both roles in rings of rings. */
static void ladm(void **state)
{
    static const char *const kernels[] = {"sgemm:tiny", "bfs_queue:tiny", NULL};
    slow_only("another flat top takes a minute");
    same_three_ways(state, "ladm-tiny", &as_it_ships, kernels);
}

/* Epochs are used up in the middle of a kernel; the machine is emptied and continues. Skipping idle
 * tiles must not change the cycle in which that happens. */
static void epochs(void **state)
{
    static const struct variant few = {
        {"mgcc.ts_bits=4", "mgcc.rd_lease=5", "mgcc.wr_lease=3", "mgcc.epoch_bits=6"}};
    static const char *const kernels[] = {"bfs_queue:tiny", "mutex:tiny", NULL};
    for (int i = 0; kernels[i] != NULL; i++) {
        same_three_ways(state, "tsm-tiny", &few, (const char *const[]){kernels[i], NULL});
        json_t *flat = run_json(in_folder(state, "run.json"));
        assert_true(run_json_sum(flat, "system", "rolls") > 0);
        json_decref(flat);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(tiny),   test_in_folder(small),    test_in_folder(epochs),
        test_in_folder(rc),     test_in_folder(paper),    test_in_folder(nc_wt),
        test_in_folder(nc_wb),  test_in_folder(packages), test_in_folder(l15),
        test_in_folder(gpu_vi), test_in_folder(carve),    test_in_folder(mcm),
        test_in_folder(hmg),    test_in_folder(ladm),
    };
    return cmocka_run_group_tests_name("tiles, awake tiles and flat", tests, NULL, NULL);
}
