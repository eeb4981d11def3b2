/*
 * Machines whose GPUs are some packages, each GPU with a home of each line (hmg with gpu_packages
 * between 1 and all): kernels that share lines across GPUs are right although no launch empties an
 * L2, and what directories, GPU homes and banks count of invalidations adds up. Random traffic on
 * such machines is in traffic.yaml, litmus tests of both scopes in test_both_roles.c.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GPUS = 2, CHIPS = 2, OTHERS = GPUS * CHIPS - 1 };

/* Units with monitors are others: every day a kernel that shares much is watched, on a machine with
 * the same banks and wires for rings. */
static json_t *statistics(void **state, const char *kernel, const char *set, const char *threads)
{
    const bool wires = !slow_wanted() && strcmp(kernel, "mutex:tiny") == 0;
    const char *json = in_folder(state, "run.json");
    struct command c =
        UMBEL("run", wires ? "hmg-tiny" : "ladm-hmg-tiny", kernel, "-q", "-j", threads, "--json",
              json, "--set", set, wires || slow_wanted() ? "--monitors" : NULL,
              wires ? "--set" : NULL, "gpu_packages=2", "--set", "l2.mshrs=8");
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

/* Each kill, and each marker of a release, arrives at one L2 once: a release of all packages
 * reaches all others, one of a GPU those of this GPU. */
static void each_invalidation_arrives(void **state)
{
    static const char *const scopes[] = {"gpu_scope=machine", "gpu_scope=gpu"};
    for (int near = 0; near < 2; near++) {
        json_t *r = statistics(state, "mutex:tiny", scopes[near], "1");
        const json_int_t inside = run_json_sum(r, "bank_front", "invalidations"),
                         across = run_json_sum(r, "bank_front", "invalidations_across"),
                         releases = run_json_sum(r, "bank_front", "releases"),
                         nears = run_json_sum(r, "bank_front", "near_releases");
        assert_true(inside > 0 && across > 0 && releases > 0);
        assert_int_equal(nears, near * releases);
        const json_int_t markers = (near ? CHIPS - 1 : OTHERS) * releases;
        assert_int_equal(run_json_sum(r, "l2", "invalidations"), inside + across);
        assert_int_equal(run_json_sum(r, "l2", "markers"), markers);
        assert_int_equal(run_json_sum(r, "bank_front", "markers") +
                             run_json_sum(r, "bank_front", "markers_across"),
                         markers);
        assert_int_equal(run_json_sum(r, "bank_front", "marker_acks"), markers);
        assert_int_equal(run_json_sum(r, "bank_front", "kill_acks"), across);
        assert_int_equal(run_json_sum(r, "traffic", "acks"), markers + across);
        assert_int_equal(run_json_sum(r, "traffic", "invalidations"), inside + across);
        assert_int_equal(run_json_sum(r, "bank_front", "markers_handed_on"),
                         near ? 0 : (GPUS - 1) * releases);
        json_decref(r);
    }
}

/* A line that both packages of a GPU read comes from the other GPU once: a load that the GPU home
 * answers reaches no home. Where each package is a GPU it asks the home. */
static void gpu_homes_answer(void **state)
{
    json_t *with = statistics(state, "sgemm:tiny", "gpu_packages=2", "1"),
           *without = statistics(state, "sgemm:tiny", "gpu_packages=1", "1");
    const json_int_t near = run_json_sum(with, "bank_front", "near_requests");
    assert_true(near > 0);
    assert_true(run_json_sum(with, "bank_front", "far_requests") <
                run_json_sum(without, "bank_front", "far_requests"));
    json_decref(with);
    json_decref(without);
}

/* Entries of lines of other GPUs give way, too; then packages of this GPU alone are told. */
static void few_entries_are_enough(void **state)
{
    json_t *few = statistics(state, "bfs:tiny", "l2.directory.sets=2", "1");
    assert_true(run_json_sum(few, "bank_front", "evictions") > 0);
    assert_true(run_json_sum(few, "bank_front", "handed_on") > 0);
    json_decref(few);
    slow_only("test_both_roles has a directory from which nothing gives way");
    json_t *many = statistics(state, "bfs:tiny", "l2.directory.sets=256", "1");
    assert_int_equal(run_json_sum(many, "bank_front", "evictions"), 0);
    json_decref(many);
}

static void threads_change_nothing(void **state)
{
    json_t *one = statistics(state, "xtreme3:tiny", "boundary.l2s=keep", "1"),
           *two = statistics(state, "xtreme3:tiny", "boundary.l2s=keep", "2");
    assert_true(json_equal(one, two));
    json_decref(one);
    json_decref(two);
}

static const struct refused_system refused[] = {
    {"ladm-hmg-tiny",
     {"gpu_packages=8"},
     "--set gpu_packages=8: l2.directory.gpu_packages is 8; it must be at most gpus, 4"},
    {"ladm-hmg-tiny",
     {"l2.mshrs=4"},
     "--set l2.mshrs=4: l2.mshrs is 4; with l2.directory.gpu_packages 2 it must be at least 8"},
    {"ladm-hmg-tiny",
     {"umc.entries=2"},
     "--set umc.entries=2: umc.entries is 2; with l2.directory.gpu_packages 2 it must be at least "
     "4"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(refused, sizeof refused / sizeof *refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(each_invalidation_arrives),
        test_in_folder(gpu_homes_answer),
        test_in_folder(few_entries_are_enough),
        test_in_folder(threads_change_nothing),
        cmocka_unit_test(complaints),
    };
    return cmocka_run_group_tests_name("Homes of a line in each GPU", tests, NULL, NULL);
}
