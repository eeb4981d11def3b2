/*
 * Copies of memory in LLVM's text become the accesses that nvcc makes of them.
 *
 * clang 14 copies a struct of 16 bytes by two accesses of 8, or by one for each member that is
 * used, and one of 128 bytes or more byte by byte. In nvcc's PTX such a copy is accesses of 16
 * bytes, where the type is aligned for them. Here llvm.memcpy and its kind become loads and stores
 * of vectors, which LLVM then keeps.
 */
#ifndef UMBEL_SW_PTX_COPIES_H
#define UMBEL_SW_PTX_COPIES_H

#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Adds the module to `out`, its copies rewritten; false if there was nothing to rewrite. */

/* Ahead of LLVM's passes: copies of structs whose members are alike, between a variable and
 * memory, so that a variable is one vector also where only some members are used. */
bool copies_early(const char *module, struct sbuf *out);
/* Behind the passes: all copies that are left, and what the passes made of stores of zeros. */
bool copies_late(const char *module, struct sbuf *out);

/* Whether rewriting may change anything, which costs three more runs of clang: PTX that copies by 8
 * bytes or byte by byte, or sources with types of several members that are aligned together.
 * `files` is the file in which clang listed the sources, as a rule of make. */
bool copies_may_be(const char *ptx, const char *files);

#endif
