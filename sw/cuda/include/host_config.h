/* What compiles host code is of no consequence here. */
#ifndef UMBEL_CUDA_HOST_CONFIG_H
#define UMBEL_CUDA_HOST_CONFIG_H

#include "host_defines.h"

#endif
