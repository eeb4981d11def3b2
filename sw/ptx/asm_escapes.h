/*
 * nvcc takes a single % ahead of the name of a special register in asm("mov.u32 %0, %tid.x;" : ..),
 * where clang demands two.
 */
#ifndef UMBEL_SW_PTX_ASM_ESCAPES_H
#define UMBEL_SW_PTX_ASM_ESCAPES_H

#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Adds the source to `out`, the missing % added; its lines stay. False: none was missing. */
bool asm_escapes_add(const char *source, struct sbuf *out);

#endif
