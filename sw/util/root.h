/*
 * The root: the folder of Umbel's own files (systems, kernels, Verilog, properties, boards). It has
 * the layout of the source tree, whether it is the checkout or an installed share/umbel.
 *
 * It is determined once, as the first of:
 *   $UMBEL_ROOT           if set: the files were moved elsewhere
 *   DIR/../share/umbel    if it exists; DIR is the folder of the running program
 *   the checkout          that the program was built from
 */
#ifndef UMBEL_SW_UTIL_ROOT_H
#define UMBEL_SW_UTIL_ROOT_H

#include <stdbool.h>

const char *root_dir(void);

/* ROOT/BELOW. The string lives as long as the process; equal arguments give the same string. */
const char *root_path(const char *below);

/* The default folder for a command's outputs: ROOT/build/NAME in a checkout, umbel-out/NAME in the
 * current folder for an installed Umbel, whose own folder is never written to. */
const char *root_output(const char *name);
bool root_is_checkout(void);

#endif
