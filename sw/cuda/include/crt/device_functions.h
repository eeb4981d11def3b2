/* Another place of device_functions.h. */
#ifndef UMBEL_CUDA_CRT_DEVICE_FUNCTIONS_H
#define UMBEL_CUDA_CRT_DEVICE_FUNCTIONS_H

#include "../device_functions.h"

#endif
