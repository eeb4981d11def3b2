/* make_cudaPitchedPtr and the like. */
#ifndef UMBEL_CUDA_DRIVER_FUNCTIONS_H
#define UMBEL_CUDA_DRIVER_FUNCTIONS_H

#include "umbel_api/memory.h"

#endif
