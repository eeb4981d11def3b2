/*
 * nvcc takes `<< <` and `>> >` for the marks of a launch, and old programs are written so; clang
 * does not. A source that has them is read from a copy, in which every character keeps its place,
 * but for what asm statements lack (sw/ptx/asm_escapes.h).
 */
#ifndef UMBEL_SW_CUDA_CHEVRONS_H
#define UMBEL_SW_CUDA_CHEVRONS_H

#include "sw/util/error.h"

#include <stdbool.h>

/* Whether the source has marks with spaces or such statements. If so, `copy` is written: its lines
 * count as those of the source. False and an error if a file cannot be read or written. */
bool chevrons_close(const char *source, const char *copy, bool *had, struct error *err);

#endif
