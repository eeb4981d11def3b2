/*
 * GPU-VI in whole runs: kernels that share lines across packages are right under it and wrong
 * without; each invalidation is acknowledged; entries of the IMST come from memory and go there; a
 * run is the same on several threads, and is followed by the profile; with invalidations of L1s all
 * kernels are right under sc, and so is one without fences; what gpu-vi refuses.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/kernels.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HERE UMBEL_ROOT "/tests/cosim/"
#define MACHINE "numa-vi-tiny"

static const char one_launch[] = HERE "sharing.yaml";
static const char three_launches[] = HERE "sharing_steps.yaml";

static struct command share(const char *launch, const char *how, const char *protocol)
{
    char source[sizeof HERE + 32];
    snprintf(source, sizeof source, "%ssharing.cu:%s", HERE, how);
    return UMBEL("run", MACHINE, source, "--launch", launch, "--set", protocol, "--set",
                 "boundary.l2s=keep");
}

/* Three launches: L2s need not be emptied between them, as they are coherent by themselves. */
static void l2s_are_kept_between_launches(void **state)
{
    (void)state;
    struct command right = share(three_launches, "plain", "protocol=gpu-vi");
    assert_status(&right, 0);
    assert_has(out_of(&right), "identical to cacheless execution");
    command_free(&right);
    struct command wrong = share(three_launches, "plain", "protocol=nc-wt");
    assert_status(&wrong, 1);
    assert_has(err_of(&wrong), "gpu1.l2.0, ");
    command_free(&wrong);
}

/* Two packages have a line, of which one writes a word that the other has not read. */
static void false_sharing_inside_a_launch(void **state)
{
    (void)state;
    static const char *const ways[] = {"plain", "volatile", "atomic"};
    for (int i = 0; i < 3; i++) {
        struct command right = share(one_launch, ways[i], "protocol=gpu-vi");
        assert_status(&right, 0);
        assert_has(out_of(&right), "identical to cacheless execution");
        command_free(&right);
    }
    struct command wrong = share(one_launch, "plain", "protocol=nc-wt");
    assert_status(&wrong, 1);
    assert_has(err_of(&wrong), "copy: gpu1.l2.0, ");
    command_free(&wrong);
}

/* A plain load of what another package stores, behind no fence. */
static struct command unfenced(void **state, const char *l1)
{
    static const char launch[] =
        "about: a plain load of what another package stores\nsource: unfenced.cu\n"
        "sizes:\n  all: {}\nneeds: coherence\nbuffers:\n"
        "  - {name: x, type: u32, count: 64, init: zero}\n"
        "launches:\n  - {entry: unfenced, grid: [2], block: [1], args: [x]}\n";
    static const char source[] =
        "static __device__ unsigned load(unsigned *p)\n{\n    unsigned v;\n"
        "    asm volatile(\"ld.global.u32 %0, [%1];\" : \"=r\"(v) : \"l\"(p));\n"
        "    return v;\n}\n"
        "extern \"C\" __global__ void unfenced(unsigned *x)\n{\n"
        "    volatile unsigned *flag = x + 32;\n"
        "    if (blockIdx.x == 0) {\n"
        "        while (flag[8] == 0)\n            ;\n"
        "        x[0] = 7;\n        __threadfence();\n        flag[0] = 1;\n        return;\n"
        "    }\n"
        "    x[16] = load(x);\n    flag[8] = 1;\n"
        "    while (flag[0] == 0)\n        ;\n"
        "    x[24] = load(x);\n}\n";
    write_text(in_folder(state, "unfenced.yaml"), launch);
    write_text(in_folder(state, "unfenced.cu"), source);
    return UMBEL("run", MACHINE, in_folder(state, "unfenced.cu"), "--launch",
                 in_folder(state, "unfenced.yaml"), "--set", l1);
}

/* No invalidation reaches an L1, unless they go as far as that: without a fence a plain load finds
 * the copy of an earlier one. */
static void l1s_are_kept_between_fences(void **state)
{
    struct command wrong = unfenced(state, "invalidation.l1_copies=sw");
    assert_status(&wrong, 1);
    assert_has(err_of(&wrong), "promise: an L1 has no copies after a fence");
    command_free(&wrong);
    struct command right = unfenced(state, "invalidation.l1_copies=vi");
    assert_status(&right, 0);
    command_free(&right);
}

/* ---- invalidations of L1s ---- */

#define DEEP "invalidation.l1_copies=vi", "--set", "sm.count=2", "--set", "boundary.l1s=keep"

/* Two SMs a package, whose L1s keep their copies between launches. Every day the machines share the
 * last of the everyday kernels, which communicate; those with mutex are behind remote data caches.
 */
enum { DAILY = 6 };

static void coherent_l1s(void **state)
{
    (void)state;
    static const char *const machines[] = {MACHINE, "carve-tiny"};
    if (!slow_wanted())
        print_message("*** SKIPPED: each kernel on the other machine, and all but %d; UMBEL_SLOW=1 "
                      "runs them ***\n",
                      DAILY);
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < everyday_kernels(); i++) {
            if (!slow_wanted() && (i % 2 != m || i < EVERYDAY_KERNELS - DAILY))
                continue;
            char kernel[64];
            snprintf(kernel, sizeof kernel, "%s:tiny", shipped_kernels[i]);
            struct command c =
                UMBEL("run", machines[m], kernel, "-q", "--set", "consistency=sc", "--set", DEEP);
            assert_status(&c, 0);
            command_free(&c);
        }
}

/* Each store and each acknowledgement of a bank is held until the L1s have dropped its line. */
static void each_line_is_dropped(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", MACHINE, "mutex:tiny", "-q", "--json", json, "--set", DEEP);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json(json);
    json_int_t lines = run_json_sum(r, "inv_broadcast", "lines");
    assert_true(lines > 0 && run_json_sum(r, "l1", "invalidated") > 0);
    assert_int_equal(run_json_sum(r, "inv_gate", "stores_held"),
                     run_json_sum(r, "l2", "stores") + run_json_sum(r, "l2", "atomics"));
    assert_int_equal(run_json_sum(r, "inv_gate", "acks_held"),
                     run_json_sum(r, "l2", "invalidations"));
    assert_int_equal(run_json_sum(r, "inv_gate", "stores_held") +
                         run_json_sum(r, "inv_gate", "acks_held"),
                     lines);
    assert_int_equal(run_json_sum(r, "l1", "invalidations"), 2 * lines);
    json_decref(r);
}

/* ---- what the units count ---- */

static json_t *statistics(void **state, const char *kernel, const char *set, const char *threads)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", MACHINE, kernel, "-q", "--set", set, "-j", threads, "--json",
                             json, "--profile");
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json_results(json);
    return r;
}

static void each_invalidation_is_acknowledged(void **state)
{
    json_t *r = statistics(state, "mutex:tiny", "imst.demotes=32767", "1");
    json_int_t sent = run_json_sum(r, "umc", "invalidations"),
               dropped = run_json_sum(r, "l2", "invalidated"),
               broadcasts = run_json_sum(r, "umc", "broadcasts");
    assert_true(dropped > 0 && dropped <= sent);
    assert_int_equal(run_json_sum(r, "l2", "invalidations"), sent);
    assert_int_equal(run_json_sum(r, "traffic", "acks"), sent);
    assert_true(run_json_sum(r, "fabric", "acks") > 0 && run_json_sum(r, "fabric", "acks") <= sent);
    assert_true(run_json_sum(r, "umc", "demotions") > 0);
    assert_true(broadcasts > run_json_sum(r, "umc", "demotions"));
    json_decref(r);
}

/* A tracker of few entries reads and writes spare bits, and the run is as right. */
static void entries_come_from_memory(void **state)
{
    json_t *few = statistics(state, "bfs:tiny", "imst.sets=2", "1"),
           *many = statistics(state, "bfs:tiny", "imst.sets=1024", "1");
    json_int_t misses = run_json_sum(many, "umc", "imst_misses");
    assert_true(misses > 0);
    assert_true(run_json_sum(few, "umc", "imst_misses") > misses);
    assert_true(run_json_sum(few, "dram", "writes") > run_json_sum(many, "dram", "writes"));
    json_decref(few);
    json_decref(many);
}

static json_int_t at(json_t *r, const char *name)
{
    return json_integer_value(
        json_object_get(json_object_get(json_object_get(r, "profile"), "requests"), name));
}

/* Invalidations and accesses to spare bits are on no request's way. */
static void each_request_is_followed(void **state)
{
    json_t *one = statistics(state, "xtreme3:tiny", "imst.sets=2", "1"),
           *two = statistics(state, "xtreme3:tiny", "imst.sets=2", "2");
    assert_true(json_equal(one, two));
    assert_true(run_json_sum(one, "umc", "invalidations") > 0);
    assert_true(at(one, "answered") > 0);
    assert_int_equal(at(one, "strays"), 0);
    assert_int_equal(at(one, "unfinished"), 0);
    json_decref(one);
    json_decref(two);
}

/* ---- what is refused ---- */

static const struct refused_system refused[] = {
    {MACHINE,
     {"consistency=sc"},
     "--set consistency=sc: consistency is sc; with invalidation.l1_copies sw protocol gpu-vi "
     "needs rc, "
     "as no invalidation reaches an L1: a load may find a copy there that is older than an "
     "answered store"},
    {MACHINE,
     {"l2.role=memory-side"},
     "--set l2.role=memory-side: l2.role is memory-side; protocol gpu-vi keeps L2s coherent that "
     "cache lines of other packages, so l2.role must be core-side"},
    {MACHINE,
     {"imst.ways=3"},
     "--set imst.ways=3: imst.ways is 3; it must be a power of two from 2 to 64"},
    {MACHINE,
     {"imst.sets=1048576"},
     "--set imst.sets=1048576: imst.sets is 1048576; it must be smaller than the lines of one UMC"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(refused, sizeof refused / sizeof *refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l2s_are_kept_between_launches),
        cmocka_unit_test(false_sharing_inside_a_launch),
        test_in_folder(l1s_are_kept_between_fences),
        test_in_folder(each_invalidation_is_acknowledged),
        test_in_folder(entries_come_from_memory),
        test_in_folder(each_request_is_followed),
        cmocka_unit_test(coherent_l1s),
        test_in_folder(each_line_is_dropped),
        cmocka_unit_test(complaints),
    };
    return cmocka_run_group_tests_name("gpu-vi", tests, NULL, NULL);
}
