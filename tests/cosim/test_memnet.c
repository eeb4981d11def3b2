/*
 * Machines whose host has a memory behind PCIe or a network, and machines on a network of memory
 * cubes: what their programs copy passes the host's link once each way, zero-copy touches no other
 * memory than the host's, and pages are in all clusters of cubes. Kernels on these machines are in
 * test_kernels.c, random traffic on cubes is in traffic.yaml. Monitors, whose units are others,
 * watch with UMBEL_SLOW; every day they watch test_overlay's machine, which has all of these parts.
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

/* vecadd:tiny copies two vectors of 256 floats to the GPUs, and one back. */
enum { LINE = 16, PAGE = 256 / LINE, VECTOR = 256 * 4 / LINE, CUBES = 4, CONTROLLERS = 6 };

static json_t *statistics_with(void **state, const char *system, const char *kernel,
                               const char *threads, const char *set)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", system, kernel, "-q", "-j", threads, "--json", json, "--set",
                             set, slow_wanted() ? "--monitors" : NULL);
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

static json_t *statistics(void **state, const char *system, const char *kernel, const char *threads)
{
    return statistics_with(state, system, kernel, threads, "fault=none");
}

/* Started by no CPU, whose doorbells and descriptors pass it, too. */
static void copies_pass_the_link_once(void **state)
{
    json_t *r = statistics_with(state, "gmn-tiny", "vecadd:tiny", "1", "cpu.misses=0");
    assert_int_equal(run_json_sum(r, "copies", "bytes"), 3 * VECTOR * LINE);
    assert_int_equal(run_json_count(r, "link", "loads", "host.out"), 2 * VECTOR);
    assert_int_equal(run_json_count(r, "link", "lines", "host.in"), 2 * VECTOR);
    assert_int_equal(run_json_count(r, "link", "stores", "host.out"), VECTOR);
    json_int_t of_gpus = 0;
    for (int g = 0; g < 2; g++) {
        char name[32];
        snprintf(name, sizeof name, "gpu%d.host.out", g);
        of_gpus += run_json_count(r, "link", "messages", name);
    }
    assert_int_equal(of_gpus, run_json_count(r, "link", "messages", "host.out"));
    json_decref(r);
}

static json_int_t accesses(const json_t *r, int dram)
{
    char name[16];
    snprintf(name, sizeof name, "dram%d", dram);
    return run_json_count(r, "dram", "reads", name) + run_json_count(r, "dram", "writes", name);
}

/* The host's controllers have the numbers behind those of the cubes. */
static void zero_copy_leaves_cubes_alone(void **state)
{
    json_t *r = statistics(state, "gmn-zc-tiny", "vecadd:tiny", "1");
    assert_int_equal(run_json_sum(r, "copies", "bytes"), 0);
    for (int i = 0; i < CONTROLLERS; i++)
        assert_true((accesses(r, i) > 0) == (i >= CUBES));
    json_decref(r);
}

/* Two GPUs, and three clusters of two controllers each: the third is the host's. */
static void pages_are_in_all_cubes(void **state)
{
    json_t *r = statistics(state, "umn-tiny", "vecadd:tiny", "1");
    for (int i = 0; i < CONTROLLERS; i++)
        assert_true(accesses(r, i) > 0);
    json_decref(r);
}

/* A network of the host's cubes has more ways to the host than PCIe, and the same copies. */
static void copies_are_faster_by_cubes(void **state)
{
    slow_only("units of two machines are built, and the others show copies");
    json_t *pcie = statistics(state, "pcie-tiny", "vecadd:tiny", "1"),
           *cmn = statistics(state, "cmn-tiny", "vecadd:tiny", "1");
    assert_int_equal(run_json_sum(pcie, "copies", "bytes"), run_json_sum(cmn, "copies", "bytes"));
    assert_true(run_json_sum(cmn, "copies", "cycles") < run_json_sum(pcie, "copies", "cycles"));
    json_decref(pcie);
    json_decref(cmn);
}

/* A controller that loses an answer stops the copies before the launch. Each engine tells what it
 * has done: commands of a page, two vectors of four pages for both, and lines. */
static void interrupted_on(void **state, const char *system)
{
    const char *path = in_folder(state, "run.json");
    struct command c = UMBEL("run", system, "vecadd:tiny", "-q", "--set", "fault=umc-loses-answer",
                             "--json", path, slow_wanted() ? "--monitors" : NULL);
    assert_status(&c, 1);
    unsigned commands = 0, done = 0, lines = 0;
    const char *at = err_of(&c);
    for (int g = 0; g < 2; g++) {
        unsigned gpu, d, of, l;
        at = strstr(at, "  copies before launch 1: ");
        assert_non_null(at);
        assert_int_equal(sscanf(at,
                                "  copies before launch 1: gpu%u's engine has done %u of %u "
                                "commands, and has written %u lines",
                                &gpu, &d, &of, &l),
                         4);
        assert_int_equal(gpu, g);
        assert_true(d <= of && l >= d * PAGE && l <= of * PAGE);
        commands += of;
        done += d;
        lines += l;
        at++;
    }
    assert_int_equal(commands, 2 * VECTOR / PAGE);
    assert_true(done > 0 && done < commands && lines < 2 * VECTOR);
    assert_has(err_of(&c), "umbel: nothing has moved since cycle ");
    command_free(&c);
    json_t *r = run_json(path);
    const json_int_t line =
        json_integer_value(json_object_get(json_object_get(r, "system"), "line_bytes"));
    assert_int_equal(run_json_sum(r, "copies", "bytes"), lines * line);
    json_decref(r);
}

/* Every day on the machine that other tests have built. */
static void interrupted_copies_tell_how_far(void **state)
{
    interrupted_on(state, "gmn-tiny");
    if (slow_wanted())
        interrupted_on(state, "pcie-tiny");
}

/* Every day a kernel of a quarter of the cycles, on the machine with the more nodes in its
 * networks. */
static void threads_change_nothing(void **state)
{
    static const char *const systems[] = {"umn-tiny", "gmn-tiny"};
    const char *kernel = slow_wanted() ? "fft3d:tiny" : "vecadd:tiny";
    for (int i = 0; i < (slow_wanted() ? 2 : 1); i++) {
        json_t *one = statistics(state, systems[i], kernel, "1"),
               *two = statistics(state, systems[i], kernel, "2");
        assert_true(json_equal(one, two));
        json_decref(one);
        json_decref(two);
    }
}

/* The flat top is the same hardware. */
static void flat_is_the_same(void **state)
{
    slow_only("a whole machine is built, and the wiring is checked on the flat top");
    const char *json = in_folder(state, "run.json");
    json_t *results[2];
    for (int flat = 0; flat < 2; flat++) {
        struct command c =
            UMBEL("run", "gmn-tiny", "scan:tiny", "--json", json, "-q", flat ? "--flat" : NULL);
        assert_status(&c, 0);
        command_free(&c);
        results[flat] = run_json_results(json);
    }
    assert_true(json_equal(results[0], results[1]));
    json_decref(results[0]);
    json_decref(results[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(copies_pass_the_link_once),
        test_in_folder(zero_copy_leaves_cubes_alone),
        test_in_folder(pages_are_in_all_cubes),
        test_in_folder(copies_are_faster_by_cubes),
        test_in_folder(interrupted_copies_tell_how_far),
        test_in_folder(threads_change_nothing),
        test_in_folder(flat_is_the_same),
    };
    return cmocka_run_group_tests_name("memory networks", tests, NULL, NULL);
}
