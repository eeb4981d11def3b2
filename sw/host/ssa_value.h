/* What an instruction of a host program computes, apart from memory and branches. */
#ifndef UMBEL_SW_HOST_SSA_VALUE_H
#define UMBEL_SW_HOST_SSA_VALUE_H

#include "sw/host/ssa.h"

/* The result for these operands, as the low bits of 64. False: a division by zero, or one whose
 * quotient does not fit. */
bool ssa_value(const struct ssa_inst *i, const uint64_t *in, uint64_t *out);

#endif
