#include "gen/units/broadcast.h"
#include "gen/units/copy.h"
#include "gen/units/detour.h"
#include "gen/units/dram_mux.h"
#include "gen/units/eject.h"
#include "gen/units/gate.h"
#include "gen/units/hash.h"
#include "gen/units/hop.h"
#include "gen/units/inject.h"
#include "gen/units/l1.h"
#include "gen/units/l2.h"
#include "gen/units/lane.h"
#include "gen/units/link.h"
#include "gen/units/rdc.h"
#include "gen/units/roles.h"
#include "gen/units/router.h"
#include "gen/units/switch.h"
#include "gen/units/umc.h"
#include "harness/umbel/umbel.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"
#include "sw/util/root.h"

#include <argp.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- no arguments ---- */

static const struct argp_option options[] = {UMBEL_HELP, {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_ARG)
        return umbel_parse_rest(key, state, state->input);
    error_set(state->input, "%s takes no arguments", state->name + strlen("umbel "));
    return EINVAL;
}

#define TAKES_NOTHING(name, doc)                                                                   \
    const struct argp name = {options, parse, "", doc, NULL, NULL, NULL}
TAKES_NOTHING(umbel_kernels_argp,
              "Lists the kernels that ship: name, sizes, what each computes. NAME alone runs the "
              "first size, NAME:SIZE another.");
TAKES_NOTHING(umbel_units_argp, "Lists the hardware units, and what each counts.");

static bool no_arguments(const struct argp *argp, int argc, char **argv, struct error *err)
{
    return umbel_parse(argp, argv[0], argc, argv, err, err);
}

/* ---- the lists ---- */

int umbel_kernels(int argc, char **argv)
{
    struct error err = {0};
    glob_t g;
    if (!no_arguments(&umbel_kernels_argp, argc, argv, &err))
        return umbel_complain(&err);
    if (glob(root_path("sw/kernels/*/*.yaml"), 0, NULL, &g) != 0) {
        error_set(&err, "%s: no launch files there", root_path("sw/kernels"));
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
    struct error err = {0};
    const struct mgcc_rules vi = mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_VI});
    const struct mgcc_rules deep =
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_VI, .deep = true});
    const struct mgcc_rules nc = mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_NONE});
    const struct unit_options none = {0};
    const struct {
        const char *name, *about;
        const struct unit_counter *counters;
    } units[] = {
        {"l1", "an SM's private write-through cache: leases in logical time, MSHRs",
         l1_counters(&mgcc_rules)},
        {"l1_vi_deep", "the same where invalidations reach it", l1_counters(&deep)},
        {"l2", "one bank of a GPU's shared write-through cache", l2_counters(&mgcc_rules, none)},
        {"l2_vi", "the same under gpu-vi and carve-hwc: invalidated by homes",
         l2_counters(&vi, none)},
        {"l2_both", "the same with l2.role both: also the home's bank for other packages",
         l2_counters(&nc, (struct unit_options){.both = true})},
        {"roles",
         "around an L2 bank with both roles: lets requests in so that none waits in a circle",
         roles_counters(&nc)},
        {"gate", "an L2 bank's stores and acknowledgements wait until no L1 has their line",
         gate_counters},
        {"detour",
         "a CPU's bank asks by the overlay or, if that is congested, by its slice's network",
         detour_counters},
        {"broadcast", "has all L1s of a package drop a line", broadcast_counters},
        {"switch", "a crossbar of any size: input queues, a round-robin arbiter an output",
         switch_counters},
        {"link", "a wire with a width and a length: messages serialise", link_counters},
        {"lane", "a wire between packages that requests and answers share in turns",
         lane_counters(false)},
        {"router", "a router of a network: virtual channels, credits, packets of flits",
         router_counters},
        {"hop", "a link between two routers, or to a cube: flits, and credits back", hop_counters},
        {"inject", "a network interface: cuts messages into flits", inject_counters},
        {"eject", "a network interface: joins flits to messages", eject_counters},
        {"hash", "spreads lines over L2 banks and memory controllers", hash_counters},
        {"copy", "a package's copy engine: runs of lines from any memory to any other",
         copy_counters},
        {"rdc", "remote data cache: a bank in a channel of the package's own memory",
         rdc_counters(&nc)},
        {"rdc_vi", "the same under carve-hwc: homes invalidate it", rdc_counters(&vi)},
        {"dram_mux", "a memory controller and a remote data cache share a DRAM channel",
         dram_mux_counters},
        {"umc", "unified memory controller: ReqTracker and TSU in front of DRAM",
         umc_counters(&mgcc_rules)},
        {"umc_vi", "the same under gpu-vi and carve-hwc: ReqTracker and sharing tracker (IMST)",
         umc_counters(&vi)},
    };
    if (!no_arguments(&umbel_units_argp, argc, argv, &err))
        return umbel_complain(&err);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        printf("%-12s %s\n             counts:", units[i].name, units[i].about);
        for (const struct unit_counter *c = units[i].counters; c->name != NULL; c++)
            printf(" %s", c->name);
        printf("\n");
    }
    return 0;
}
