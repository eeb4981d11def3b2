/*
 * Conversions of floating-point numbers to integers in LLVM's text.
 *
 * What does not fit is undefined in C, and clang makes use of that: (unsigned char)300.0f is 300,
 * and a constant that does not fit may be anything. With nvcc a conversion saturates at 32 or 64
 * bits, and smaller integers are the low bits of that. So clang is asked for conversions that
 * saturate (-fno-strict-float-cast-overflow). Ahead of the passes those to smaller integers become
 * ones to 32 bits; behind them all become ordinary conversions, since PTX's saturate.
 */
#ifndef UMBEL_SW_PTX_CONVERSIONS_H
#define UMBEL_SW_PTX_CONVERSIONS_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* Adds the line to `out`, rewritten; false, and nothing added, if it has no such conversion. `n`
 * names a new value. */
bool conversion_early(const char *line, size_t len, unsigned n, struct sbuf *out);
bool conversion_late(const char *line, size_t len, unsigned n, struct sbuf *out);
/* Declares what conversion_early calls. */
void conversions_declare(const char *module, struct sbuf *out);

#endif
