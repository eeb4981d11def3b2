/* CUDA's names of mathematical constants, as single kernels have them. */
#ifndef UMBEL_CUDA_PROGRAM_MATH_CONSTANTS_H
#define UMBEL_CUDA_PROGRAM_MATH_CONSTANTS_H

#include "../../kernels/include/math_constants.h"

#endif
