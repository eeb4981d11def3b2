#include "harness/umbel/umbel.h"
#include "harness/umbel/units.h"
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
    if (!no_arguments(&umbel_units_argp, argc, argv, &err))
        return umbel_complain(&err);
    units_print(stdout);
    return 0;
}
