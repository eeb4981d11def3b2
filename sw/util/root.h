/*
 * Where Umbel's own files are: systems, kernels, Verilog, properties, boards. The folder has the
 * layout of the source tree, whether it is the checkout or an installed share/umbel.
 *
 * The folder is decided once, the first of:
 *   $UMBEL_ROOT                    for whoever moves the files elsewhere
 *   DIR/../share/umbel             if it is there; DIR holds the running program
 *   what the program was built with   the checkout
 */
#ifndef UMBEL_SW_UTIL_ROOT_H
#define UMBEL_SW_UTIL_ROOT_H

#include <stdbool.h>

const char *root_dir(void);

/* ROOT/BELOW. Equal texts give one string, which lives as long as the process. */
const char *root_path(const char *below);

/* Where a command keeps what it makes, unless it is told: ROOT/build/NAME in a checkout. Nothing
 * is ever written beside installed files: there it is umbel-out/NAME in the current folder. */
const char *root_output(const char *name);
bool root_is_checkout(void);

#endif
