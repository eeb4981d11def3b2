/*
 * Every kernel that ships, on every system that ships: the right answer through the RTL, or, where
 * the system keeps no copies coherent inside a launch and the kernel says that it needs that, a
 * wrong one whose report tells the promise. Every day the kernels are dealt to one machine of each
 * kind, at its tiny size; with UMBEL_SLOW to more machines, and in the long tests each has all of
 * them.
 *
 * Costs a minute: it alone runs kernels on most kinds of machines, and finds a kernel that only
 * one kind gets wrong.
 */
#include "tests/support/command.h"
#include "tests/support/kernels.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void runs_well(const char *system, const char *kernel, const char *size, const char *seed)
{
    char name[64];
    snprintf(name, sizeof name, "%s:%s", kernel, size);
    struct command c = UMBEL("run", system, name, "--seed", seed);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    assert_null(strstr(out_of(&c), "INCOMPLETE"));
    command_free(&c);
}

/* The kernel whose launch file says `needs: coherence`, on a system without. */
static void mutex_goes_wrong(const char *system, const char *size)
{
    char name[64];
    snprintf(name, sizeof name, "mutex:%s", size);
    struct command c = UMBEL("run", system, name);
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), "umbel: wrong answer: counter[byte ");
    assert_has(err_of(&c), "promise: without timestamps copies are coherent from one launch to the "
                           "next, not inside a launch; the launch file says that this kernel needs "
                           "more");
    command_free(&c);
}

/* A machine has the kernels of its turn, one of DEALT, every day the last of those, and, in the
 * long tests, all. EACH: all that are dealt. */
enum { DEALT = 6, EACH = -1, TURN_OF_MUTEX = 5 };

static bool is_of_turn(int kernel, int turn)
{
    return kernel % DEALT == turn && (slow_wanted() || kernel >= EVERYDAY_KERNELS - DEALT);
}

static void some_but_mutex(const char *system, const char *size, int from, int to, int turn)
{
    for (int i = from; i < to; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%d", i + 1); /* any seed will do */
        bool now = turn == EACH || is_of_turn(i, turn) || long_wanted();
        if (now && strcmp(shipped_kernels[i], "mutex") != 0)
            runs_well(system, shipped_kernels[i], size, seed);
    }
}

static void all_but_mutex(const char *system, const char *size, int turn)
{
    if (!slow_wanted())
        print_message("*** SKIPPED: the last %d kernels on %s; UMBEL_SLOW=1 runs them ***\n",
                      SHIPPED_KERNELS - EVERYDAY_KERNELS, system);
    if (!long_wanted() && turn != EACH)
        print_message("*** SKIPPED: all but %s on %s; UMBEL_SLOW=long runs them ***\n",
                      slow_wanted() ? "a sixth of the kernels" : "one kernel", system);
    some_but_mutex(system, size, 0, everyday_kernels(), turn);
}

static void all(const char *system, const char *size, int turn)
{
    all_but_mutex(system, size, turn);
    runs_well(system, "mutex", size, "1");
}

static void all_without_coherence(const char *system, const char *size, int turn)
{
    all_but_mutex(system, size, turn);
    mutex_goes_wrong(system, size);
}

static bool begins_with_word(const char *line, const char *word)
{
    return strlen(word) == strcspn(line, " ") && strncmp(line, word, strlen(word)) == 0;
}

/* The lists have every kernel of `umbel kernels`. */
static void none_is_missing(void **state)
{
    (void)state;
    struct command c = UMBEL("kernels");
    assert_status(&c, 0);
    assert_int_equal(count_lines(out_of(&c)), SHIPPED_KERNELS + HOST_KERNELS);
    const char *line = out_of(&c);
    for (; *line != '\0'; line += strcspn(line, "\n") + 1) {
        int known = 0;
        for (int i = 0; i < SHIPPED_KERNELS; i++)
            known += begins_with_word(line, shipped_kernels[i]);
        for (int i = 0; i < HOST_KERNELS; i++)
            known += begins_with_word(line, host_kernels[i]);
        if (known != 1)
            fail_msg("%d times in the list: %.*s", known, (int)strcspn(line, "\n"), line);
    }
    command_free(&c);
}

static void tiny(void **state)
{
    (void)state;
    all("tsm-tiny", "tiny", EACH);
}

static void small(void **state)
{
    (void)state;
    slow_only("test_protocols runs the same kernels on tsm-small");
    all("tsm-small", "small", 1);
}

static void four_gpus(void **state)
{
    (void)state;
    slow_only("tsm-tiny has all kernels, and the README's example runs sgemm on tsm-4gpu");
    all("tsm-4gpu", "small", 2);
}

/* The kernels that all() leaves out, each on one machine of a kind. */
static void last_kernels(void **state)
{
    (void)state;
    static const char *const systems[] = {"tsm-tiny", "rdma-tiny", "numa-tiny"};
    slow_only("the kernels of every day have all that these do with memory");
    for (int i = 0; i < DEALT; i++)
        some_but_mutex(systems[i % 3], "tiny", EVERYDAY_KERNELS, SHIPPED_KERNELS, i);
    long_only("the machines at their tiny size share them");
    some_but_mutex("numa-small", "small", EVERYDAY_KERNELS, SHIPPED_KERNELS, 0);
}

/* Memories in packages: behind memory-side L2s, with and without L1.5 banks before them, behind
 * core-side L2s with and without remote data caches behind them, and in one package. */
static void packages_tiny(void **state)
{
    (void)state;
    all_without_coherence("numa-l15-tiny", "tiny", 2);
    all("carve-tiny", "tiny", 5);
    slow_only("the two have the units of the other four");
    all_without_coherence("rdma-tiny", "tiny", 0);
    all_without_coherence("numa-tiny", "tiny", 1);
    all("one-gpu-tiny", "tiny", 3); /* one SM: nothing to keep coherent */
    all("numa-vi-tiny", "tiny", 4);
}

static void packages_small(void **state)
{
    (void)state;
    slow_only("the machines at their tiny size have the same units, of fewer lines");
    all_without_coherence("rdma-small", "small", 3);
    long_only("rdma-small has links between packages, too");
    all_without_coherence("numa-small", "small", 1);
    all_without_coherence("numa-l15-small", "small", 2);
    all_without_coherence("one-gpu-small", "small", 4);
}

/* A ring between packages, L1.5 banks of each size before it; one die; two on a board. Their fences
 * empty caches, so mutex goes well. */
static void modules_tiny(void **state)
{
    (void)state;
    all("mcm-l15-tiny", "tiny", 3);
    slow_only("the ring and the L1.5 banks of one of the seven are the others', too");
    static const char *const systems[] = {"mcm-tiny",          "mcm-l15-16-tiny", "mcm-l15-32-tiny",
                                          "mono-128-tiny",     "mono-256-tiny",   "multi-gpu-tiny",
                                          "multi-gpu-l15-tiny"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        all(systems[i], "tiny", (int)i % DEALT);
}

/* A host with a memory, over PCIe or its cubes' network, and clusters of cubes on a network. */
static void cubes_tiny(void **state)
{
    (void)state;
    all_without_coherence("gmn-tiny", "tiny", 5);
    slow_only("one of the seven has cubes, copies and a host's link");
    static const char *const systems[] = {"pcie-tiny",   "pcie-zc-tiny", "cmn-tiny",
                                          "cmn-zc-tiny", "gmn-zc-tiny",  "umn-tiny"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        all_without_coherence(systems[i], "tiny", (int)i % DEALT);
    long_only("umn-tiny has the same units, of fewer lines");
    all_without_coherence("umn-small", "small", 0);
}

/* The thesis's machines of two GPUs and a host, by how they exchange data. */
static void training_tiny(void **state)
{
    (void)state;
    slow_only("cubes and hosts are in the machines before; test_page_faults has the faults");
    static const char *const systems[] = {"dnn-p2p-tiny", "dnn-zc-tiny", "dnn-um-tiny",
                                          "dnn-tsm-tiny"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        all_without_coherence(systems[i], "tiny", (int)i % DEALT);
}

/* Pages that are replicated or move, and the memory of all packages as one. */
static void pages_tiny(void **state)
{
    (void)state;
    all_without_coherence("numa-migrate-tiny", "tiny", 2);
    slow_only("test_placements has all placements of pages");
    all_without_coherence("numa-replicate-tiny", "tiny", 1);
    all_without_coherence("numa-ideal-tiny", "tiny", 0);
}

static void pages_small(void **state)
{
    (void)state;
    long_only("the three machines at their tiny size share the kernels");
    all_without_coherence("numa-replicate-small", "small", 2);
    all_without_coherence("numa-migrate-small", "small", 0);
    all_without_coherence("numa-ideal-small", "small", 1);
}

/* L2 banks of both roles: with directories, and, in rings of rings, with nothing that keeps copies.
 */
static void both_roles_tiny(void **state)
{
    (void)state;
    all("hmg-tiny", "tiny", 4);
    slow_only("test_both_roles and test_gpu_homes run a few kernels on machines of rings of rings");
    all("hmg-memnet-tiny", "tiny", 3);
    all("ladm-hmg-tiny", "tiny", 0);
    all_without_coherence("ladm-tiny", "tiny", 1);
}

static void both_roles_small(void **state)
{
    (void)state;
    slow_only("the machines at their tiny size have the same units, of fewer lines");
    all("hmg-small", "small", 5);
    long_only("dies of so many SMs take minutes");
    all_without_coherence("mono-ladm-small", "small", 0);
    /* A die of 256 SMs, on which the other kernels would take five minutes. */
    some_but_mutex("mono-ladm", "small", 0, EVERYDAY_KERNELS, 1);
    mutex_goes_wrong("mono-ladm", "small");
}

/* Kernels with steps of the host need a CPU: machines of all kinds that have one, and one that is
 * given it. Every day one kernel on the one that no other test of the host has. */
static void with_a_host(void **state)
{
    (void)state;
    for (int i = slow_wanted() ? 0 : HOST_KERNELS - 1; i < HOST_KERNELS; i++)
        runs_well("gmn-tiny", host_kernels[i], "tiny", "3");
    slow_only("test_host_steps has the two other places of a CPU, and simpler steps");
    static const char *const systems[] = {"umn-tiny", "pcie-tiny",   "pcie-zc-tiny",
                                          "cmn-tiny", "cmn-zc-tiny", "gmn-zc-tiny"};
    for (size_t s = 0; s < sizeof systems / sizeof *systems; s++)
        for (int i = 0; i < HOST_KERNELS; i++)
            runs_well(systems[s], host_kernels[i], "tiny", "1");
    long_only("the machines at their tiny size have the same units, of fewer lines");
    for (int i = 0; i < HOST_KERNELS; i++) {
        runs_well("pcie-small", host_kernels[i], "small", "1");
        runs_well("umn-small", host_kernels[i], "small", "1");
    }
}

/* The same kernels on a machine without a CPU. */
static void without_a_host(void **state)
{
    (void)state;
    for (int i = 0; i < HOST_KERNELS; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s:tiny", host_kernels[i]);
        struct command c = UMBEL("run", "tsm-tiny", name);
        assert_status(&c, 1);
        assert_has(last_line(err_of(&c)), ": a step of the host, but tsm-tiny has no CPU");
        command_free(&c);
    }
}

/* MGCC keeps all of them coherent, mutex, too. The kernels of mutex's turn. */
static void packages_under_mgcc(void **state)
{
    (void)state;
    slow_only("random traffic has MGCC's units in packages every day");
    static const char *const systems[] = {"numa-tiny", "rdma-tiny"};
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < everyday_kernels(); i++) {
            if (!long_wanted() && i % DEALT != TURN_OF_MUTEX)
                continue;
            char name[64];
            snprintf(name, sizeof name, "%s:tiny", shipped_kernels[i]);
            struct command c = UMBEL("run", systems[s], name, "--set", "protocol=mgcc");
            assert_status(&c, 0);
            assert_has(out_of(&c), "identical to cacheless execution");
            command_free(&c);
        }
    }
}

static void sgemm_as_it_ships(void **state)
{
    (void)state;
    slow_only("the README's example is the same run");
    runs_well("tsm-4gpu", "sgemm", "medium", "1");
}

/* In xtreme3 a CTA reads what a CTA on another GPU writes: results must be right for any data. */
static void other_seeds(void **state)
{
    (void)state;
    static const char *const seeds[] = {"0", "0xffffffffffffffff", "2"};
    for (int i = 0; i < (slow_wanted() ? 3 : 2); i++) {
        runs_well("tsm-tiny", "xtreme3", "tiny", seeds[i]);
        if (slow_wanted()) /* test_protocols has one seed on it every day */
            runs_well("tsm-small", "xtreme3", "small", seeds[i]);
        runs_well("tsm-tiny", "sgemm", "tiny", seeds[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_missing),
        cmocka_unit_test(tiny),
        cmocka_unit_test(small),
        cmocka_unit_test(four_gpus),
        cmocka_unit_test(last_kernels),
        cmocka_unit_test(packages_tiny),
        cmocka_unit_test(packages_small),
        cmocka_unit_test(packages_under_mgcc),
        cmocka_unit_test(modules_tiny),
        cmocka_unit_test(both_roles_tiny),
        cmocka_unit_test(both_roles_small),
        cmocka_unit_test(cubes_tiny),
        cmocka_unit_test(training_tiny),
        cmocka_unit_test(with_a_host),
        cmocka_unit_test(without_a_host),
        cmocka_unit_test(pages_tiny),
        cmocka_unit_test(pages_small),
        cmocka_unit_test(sgemm_as_it_ships),
        cmocka_unit_test(other_seeds),
    };
    return cmocka_run_group_tests_name("kernels on the RTL", tests, NULL, NULL);
}
