/* Numbers of 16 bytes in LLVM's text, of which the code generator makes two accesses. */
#ifndef UMBEL_SW_PTX_WHOLES_H
#define UMBEL_SW_PTX_WHOLES_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* Adds the line to `out`, if it is an access to such a number ("  %5 = load i128, i128* %4, align
 * 16"), as one to a vector; false, and nothing added, if it is something else. `n` names new
 * values. */
bool whole_rewrite(const char *line, size_t len, unsigned n, struct sbuf *out);

#endif
