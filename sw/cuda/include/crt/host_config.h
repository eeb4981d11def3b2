/* Another place of host_config.h. */
#ifndef UMBEL_CUDA_CRT_HOST_CONFIG_H
#define UMBEL_CUDA_CRT_HOST_CONFIG_H

#include "../host_config.h"

#endif
