/* Another place of host_defines.h. */
#ifndef UMBEL_CUDA_CRT_HOST_DEFINES_H
#define UMBEL_CUDA_CRT_HOST_DEFINES_H

#include "../host_defines.h"

#endif
