/*
 * printf of kernels: the text that a lane prints. The format and strings are literals of the
 * program (initial values of its variables), or lie in shared, local or constant memory.
 */
#ifndef UMBEL_SW_PTX_PRINT_H
#define UMBEL_SW_PTX_PRINT_H

#include "sw/ptx/warp.h"

struct sbuf;

/* Appends what printf prints; the arguments lie at `arguments`, each aligned to its size, as CUDA's
 * vprintf wants it. The number of arguments; negative if the format or an argument is in no memory
 * that is known here. */
int print_text(const struct simt_warp *w, int lane, uint64_t format, uint64_t arguments,
               struct sbuf *out);
/* Appends the string at an address; false if it is in no memory that is known here. */
bool print_string(const struct simt_warp *w, int lane, uint64_t address, struct sbuf *out);

#endif
