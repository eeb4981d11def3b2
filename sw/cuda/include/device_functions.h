/* The functions of kernels: umbel_cuda.h has them, ahead of every CUDA source. */
#ifndef UMBEL_CUDA_DEVICE_FUNCTIONS_H
#define UMBEL_CUDA_DEVICE_FUNCTIONS_H

#include "vector_types.h"

#endif
