/* The mathematical functions of kernels: umbel_cuda.h has them. */
#ifndef UMBEL_CUDA_MATH_FUNCTIONS_HPP
#define UMBEL_CUDA_MATH_FUNCTIONS_HPP

#include "math_functions.h"

#endif
