/* The functions of every CUDA source: umbel_cuda.h has them. */
#ifndef UMBEL_CUDA_COMMON_FUNCTIONS_H
#define UMBEL_CUDA_COMMON_FUNCTIONS_H

#include "vector_types.h"

#endif
