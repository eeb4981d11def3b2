/* threadIdx and the like: umbel_cuda.h has them, ahead of every CUDA source. */
#ifndef UMBEL_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define UMBEL_CUDA_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#endif
