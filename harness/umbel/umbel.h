/*
 * The command `umbel`: one file a subcommand, all of the form of main().
 * Exit status: 0 only when the work was done and the checks passed; 1 otherwise; 130 after Ctrl-C.
 */
#ifndef UMBEL_HARNESS_UMBEL_UMBEL_H
#define UMBEL_HARNESS_UMBEL_UMBEL_H

#include "sw/util/error.h"

#include <stddef.h>

int umbel_run(int argc, char **argv);
int umbel_gen(int argc, char **argv);
int umbel_systems(int argc, char **argv);
int umbel_kernels(int argc, char **argv);
int umbel_units(int argc, char **argv);

/* Prints "umbel: MESSAGE" on stderr; 1. */
int umbel_complain(const struct error *err);

/* --set options as they come. */
struct umbel_sets {
    const char *sets[256];
    size_t n;
};

#endif
