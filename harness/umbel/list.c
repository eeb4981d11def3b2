#include "gen/system/system.h"
#include "gen/units/l1.h"
#include "gen/units/l2.h"
#include "gen/units/link.h"
#include "gen/units/switch.h"
#include "gen/units/umc.h"
#include "harness/umbel/umbel.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_arguments(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("usage: umbel %s\n", argv[0]);
        exit(umbel_flush());
    }
    if (argc > 1)
        fprintf(stderr, "umbel: %s takes no arguments\n", argv[0]);
    return argc == 1;
}

int umbel_systems(int argc, char **argv)
{
    struct error err = {0};
    if (!no_arguments(argc, argv))
        return 1;
    struct systems list;
    if (!systems_list(&list, &err))
        return umbel_complain(&err);
    for (size_t i = 0; i < list.n; i++)
        printf("%-12s %s\n", list.entries[i].name, list.entries[i].about);
    systems_free(&list);
    return 0;
}

int umbel_kernels(int argc, char **argv)
{
    struct error err = {0};
    glob_t g;
    if (!no_arguments(argc, argv))
        return 1;
    if (glob(UMBEL_ROOT "/sw/kernels/*/*.yaml", 0, NULL, &g) != 0) {
        error_set(&err, "%s/sw/kernels: no launch files there", UMBEL_ROOT);
        return umbel_complain(&err);
    }
    int status = 0;
    for (size_t i = 0; i < g.gl_pathc && status == 0; i++) {
        char *about, *sizes;
        const char *file = strrchr(g.gl_pathv[i], '/') + 1;
        if (!launch_describe(g.gl_pathv[i], &about, &sizes, &err)) {
            status = umbel_complain(&err);
            break;
        }
        printf("%-12.*s %-32s %s\n", (int)strcspn(file, "."), file, sizes, about);
        free(about);
        free(sizes);
    }
    globfree(&g);
    return status;
}

int umbel_units(int argc, char **argv)
{
    const struct {
        const char *name, *about;
        const struct unit_counter *counters;
    } units[] = {
        {"l1", "a CU's private write-through cache: leases in logical time, MSHRs",
         l1_counters(&mgcc_rules)},
        {"l2", "one bank of a GPU's shared write-through cache", l2_counters(&mgcc_rules)},
        {"switch", "a crossbar of any size: input queues, a round-robin arbiter an output",
         switch_counters},
        {"link", "a wire with a width and a length: messages serialise", link_counters},
        {"umc", "unified memory controller: ReqTracker and TSU in front of DRAM",
         umc_counters(&mgcc_rules)},
    };
    if (!no_arguments(argc, argv))
        return 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        printf("%-12s %s\n             counts:", units[i].name, units[i].about);
        for (const struct unit_counter *c = units[i].counters; c->name != NULL; c++)
            printf(" %s", c->name);
        printf("\n");
    }
    return 0;
}
